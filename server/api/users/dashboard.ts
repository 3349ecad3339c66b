import type { IssueCard } from "../../../contract/issues.ts";
import type { Dashboard } from "../../../contract/users.ts";
import type { Caller } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listProjects } from "../projects/readProjects.ts";

const ISSUES = 20;
const PROJECTS = 6;

/** The home screen: the open issues that the caller is assigned to, newest activity first, and the projects last changed. */
export async function readDashboard(db: Db, caller: Caller): Promise<Dashboard> {
  return {
    issues: await assignedIssues(db, caller),
    recent_projects: await listProjects(db, caller, { limit: PROJECTS }),
  };
}

/** A tracker's account is the caller's when its e-mail address is. */
async function assignedIssues(db: Db, caller: Caller): Promise<IssueCard[]> {
  const rows = await db
    .selectFrom("issues")
    .innerJoin("projects", "projects.id", "issues.project_id")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .leftJoin("people as author", "author.id", "issues.author_id")
    .select([
      "issues.id",
      "issues.key",
      "issues.title",
      "issues.state",
      "issues.source_id",
      "issues.url",
      "issues.labels",
      "issues.comments_count",
      "issues.created_at",
      "issues.updated_at",
      "issues.closed_at",
      "projects.slug",
      "author.id as author_id",
      "author.name as author_name",
      "author.email as author_email",
      "author.avatar_url as author_avatar",
    ])
    .where("project_members.user_id", "=", caller.id)
    .where("issues.state", "=", "open")
    .where("issues.id", "in", (select) =>
      select
        .selectFrom("issue_assignees")
        .innerJoin("people", "people.id", "issue_assignees.person_id")
        .select("issue_assignees.issue_id")
        .where((is) => is(is.fn<string>("lower", ["people.email"]), "=", caller.email)),
    )
    .orderBy("issues.updated_at", "desc")
    .orderBy("issues.id")
    .limit(ISSUES)
    .execute();
  const assignees = await assigneesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    title: row.title,
    state: row.state,
    project: row.slug,
    tracker: row.source_id,
    url: row.url,
    author:
      row.author_id === null
        ? null
        : {
            id: row.author_id,
            name: row.author_name ?? "",
            email: row.author_email,
            avatar_url: row.author_avatar,
          },
    assignees: assignees.get(row.id) ?? [],
    labels: row.labels,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    comments: row.comments_count,
  }));
}

async function assigneesOf(db: Db, issueIds: readonly string[]): Promise<Map<string, IssueCard["assignees"]>> {
  const found = new Map<string, IssueCard["assignees"]>();
  if (issueIds.length === 0) return found;
  const rows = await db
    .selectFrom("issue_assignees")
    .innerJoin("people", "people.id", "issue_assignees.person_id")
    .select(["issue_assignees.issue_id", "people.id", "people.name", "people.email", "people.avatar_url"])
    .where("issue_assignees.issue_id", "in", [...issueIds])
    .orderBy("people.name")
    .execute();
  for (const { issue_id, ...person } of rows) found.set(issue_id, [...(found.get(issue_id) ?? []), person]);
  return found;
}
