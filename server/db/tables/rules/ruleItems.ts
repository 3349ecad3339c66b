/** Issues and requests as rules decide about them, and what is known of their past. */
import { sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";

/** Characters of a body that a rule looks at. */
const BODY_LENGTH = 20_000;

export interface RuleItemRow {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed" | "merged";
  readonly labels: string[];
  readonly author: RulePersonRow | null;
  readonly is_bot: boolean;
  readonly assignees: RulePersonRow[];
  readonly status: string | null;
  readonly type: string | null;
  readonly priority: string | null;
  readonly resolution: string | null;
  readonly components: string[];
  readonly milestones: string[];
  readonly source: string;
  readonly source_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly likely_files: string[] | null;
  readonly confidence: "low" | "medium" | "high" | null;
  readonly analysed_at: Date | null;
}

export interface RulePersonRow {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
}

const person = (alias: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'login', ${sql.ref(`${alias}.login`)}, 'name', ${sql.ref(`${alias}.name`)}, 'email', ${sql.ref(`${alias}.email`)})`;

/** Issues of a project by their ids. */
export async function listRuleIssues(db: Db, projectId: string, ids: readonly string[]): Promise<RuleItemRow[]> {
  const { rows } = await sql<RuleItemRow>`
    select i.id, i.key, i.title, left(i.body, ${BODY_LENGTH}) as body, i.state, i.labels, i.status, i.type, i.priority, i.resolution,
      i.components, i.milestones, s.name as source, i.source_id, i.created_at, i.updated_at,
      case when a.id is not null then ${person("a")} end as author, coalesce(a.is_bot, false) as is_bot,
      coalesce((select jsonb_agg(${person("p")} order by p.id) from issue_assignees x join accounts p on p.id = x.account_id
        where x.issue_id = i.id), '[]') as assignees,
      y.likely_files, y.confidence, y.analysed_at
    from issues i join sources s on s.id = i.source_id left join accounts a on a.id = i.author_id
    left join issue_analyses y on y.issue_id = i.id
    where i.project_id = ${projectId} and i.id = any(${[...ids]})`.execute(db);
  return rows;
}

/** Requests of a project by their ids. */
export async function listRuleRequests(db: Db, projectId: string, ids: readonly string[]): Promise<RuleItemRow[]> {
  const { rows } = await sql<RuleItemRow>`
    select r.id, r.key, r.title, left(r.body, ${BODY_LENGTH}) as body, r.state, r.labels, null as status, null as type, null as priority,
      null as resolution, '[]'::jsonb as components, '[]'::jsonb as milestones, s.name as source, r.source_id, r.created_at, r.updated_at,
      case when a.id is not null then ${person("a")} end as author, coalesce(a.is_bot, false) as is_bot,
      coalesce((select jsonb_agg(${person("p")} order by p.id) from request_accounts x join accounts p on p.id = x.account_id
        where x.request_id = r.id and x.role = 'assignee'), '[]') as assignees,
      null as likely_files, null as confidence, null as analysed_at
    from change_requests r join sources s on s.id = r.source_id left join accounts a on a.id = r.author_id
    where r.project_id = ${projectId} and r.id = any(${[...ids]})`.execute(db);
  return rows;
}

/** Items of a project that something has happened to since a time, or that are open; the newest activity first. */
export async function listIdsForDryRun(
  db: Db,
  projectId: string,
  { kind, since, limit }: { readonly kind: "issue" | "request"; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const table = sql.table(kind === "issue" ? "issues" : "change_requests");
  const { rows } = await sql<{ id: string }>`
    select id from ${table} where project_id = ${projectId} and (updated_at >= ${since.toISOString()}::timestamptz or state = 'open')
    order by updated_at desc, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What trackers have noted of issues, the oldest first. */
export const listRuleHistory = (db: Db, issueIds: readonly string[]) =>
  db
    .selectFrom("issue_events")
    .select(["issue_id", "type", "detail", "created_at"])
    .where("issue_id", "in", [...issueIds])
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Times of the comments on issues. */
export const listCommentTimes = (db: Db, issueIds: readonly string[]) =>
  db
    .selectFrom("issue_comments")
    .select(["issue_id", "created_at"])
    .where("issue_id", "in", [...issueIds])
    .execute();

/** The accounts of a project's trackers that are called so, in any case: by login, name or email address. */
export async function listAccountsCalled(
  db: Db,
  sourceId: string,
  called: string,
): Promise<(RulePersonRow & { readonly external_id: string })[]> {
  const login = called.replace(/^@/, "").toLowerCase();
  const { rows } = await sql<RulePersonRow & { external_id: string }>`
    select id, external_id, login, name, email from accounts
    where source_id = ${sourceId} and not is_bot and ${login} in (lower(login), lower(name), lower(email))
    order by lower(login) = ${login} desc, id limit 2`.execute(db);
  return rows;
}

/** Accounts that could have been assigned to issues: those that were. */
export async function listAccountsOfProject(db: Db, projectId: string, limit: number): Promise<RulePersonRow[]> {
  const { rows } = await sql<RulePersonRow>`
    select a.id, a.login, a.name, a.email from accounts a join sources s on s.id = a.source_id
    where s.project_id = ${projectId} and s.kind = 'tracker' order by a.id limit ${limit}`.execute(db);
  return rows;
}

/** The name of what an event is about, where it is there for members: `key` is empty for a source, a search and a project. */
export interface RuleSubjectRow {
  readonly kind: "issue" | "request" | "source" | "search" | "project";
  readonly id: string;
  readonly key: string;
  readonly title: string;
}

/** Titles of what events were about. */
export async function listRuleSubjects(db: Db, projectId: string, ids: readonly string[]): Promise<RuleSubjectRow[]> {
  const { rows } = await sql<RuleSubjectRow>`
    select 'issue' as kind, id, key, title from issues where project_id = ${projectId} and id = any(${[...ids]})
    union all
    select 'request', id, key, title from change_requests where project_id = ${projectId} and id = any(${[...ids]})
    union all
    select 'source', id, '', name from sources where project_id = ${projectId} and id = any(${[...ids]})
    union all
    select 'project', id, '', name from projects where id = ${projectId} and id = any(${[...ids]})
    union all
    select 'search', id, '', name from saved_searches where project_id = ${projectId} and is_shared and id = any(${[...ids]})`.execute(
    db,
  );
  return rows;
}

/** Whether a source is a repository. */
export async function isRepository(db: Db, sourceId: string): Promise<boolean> {
  const row = await db.selectFrom("sources").select("kind").where("id", "=", sourceId).executeTakeFirst();
  return row?.kind === "repository";
}

/** Members of a project by their addresses. */
export async function listMembersByEmail(
  db: Db,
  projectId: string,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from project_members m join projects p on p.id = m.project_id
    join users u on u.id = m.user_id and u.company_id = p.company_id
    where m.project_id = ${projectId} and u.email = any(${emails.map((email) => email.toLowerCase())}) order by u.id`.execute(
    db,
  );
  return rows;
}

/** What a rule of a project can name. */
export async function listRuleOptions(db: Db, projectId: string) {
  const [members, webhooks, searches] = await Promise.all([
    sql<{ email: string; name: string }>`
      select u.email, u.name from project_members m join projects p on p.id = m.project_id
      join users u on u.id = m.user_id and u.company_id = p.company_id
      where m.project_id = ${projectId} order by lower(u.name), u.id limit 1000`.execute(db),
    sql<{ label: string }>`
      select distinct label from outgoing_webhooks where project_id = ${projectId} order by label`.execute(db),
    sql<{ name: string }>`
      select distinct s.name from saved_searches s where s.project_id = ${projectId} and s.is_shared
        and exists (select 1 from search_watches w where w.search_id = s.id) order by s.name limit 1000`.execute(db),
  ]);
  return {
    members: members.rows,
    webhooks: webhooks.rows.map(({ label }) => label),
    searches: searches.rows.map(({ name }) => name),
  };
}

/** The members of a project, as they sign. */
export const listMemberNames = (db: Db, projectId: string): Promise<{ email: string; name: string }[]> =>
  db
    .selectFrom("project_members")
    .innerJoin("users", "users.id", "project_members.user_id")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.id", "=", "project_members.project_id")
        .onRef("projects.company_id", "=", "users.company_id"),
    )
    .select(["users.email", "users.name"])
    .where("project_members.project_id", "=", projectId)
    .orderBy("users.id")
    .execute();

/** The trackers of these issues of a project. */
export const listIssueSources = (db: Db, projectId: string, ids: readonly string[]) =>
  db
    .selectFrom("issues")
    .select(["id", "source_id"])
    .where("project_id", "=", projectId)
    .where("id", "=", anyOf(ids))
    .orderBy("id")
    .execute();

/** Those of these accounts that are at a tracker. */
export const listAccountsAt = (db: Db, sourceId: string, ids: readonly string[]) =>
  db
    .selectFrom("accounts")
    .select(["id", "external_id", "login"])
    .where("source_id", "=", sourceId)
    .where("is_bot", "=", false)
    .where("id", "=", anyOf(ids))
    .orderBy("id")
    .execute();

/** The trackers of a project. */
export async function listTrackerIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("project_id", "=", projectId)
    .where("kind", "=", "tracker")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The webhook of a project with this name that is on. */
export const findWebhookCalled = (db: Db, projectId: string, label: string) =>
  db
    .selectFrom("outgoing_webhooks")
    .select(["id", "kind"])
    .where("project_id", "=", projectId)
    .where("label", "=", label)
    .where("is_enabled", "=", true)
    .orderBy("created_at")
    .orderBy("id")
    .forKeyShare()
    .executeTakeFirst();

/** A user with the role in a project of their company; undefined for one who is not in it. */
export const findRuleMember = (db: Db, userId: string, projectId: string) =>
  db
    .selectFrom("project_members")
    .innerJoin("projects", "projects.id", "project_members.project_id")
    .innerJoin("users", (join) =>
      join.onRef("users.id", "=", "project_members.user_id").onRef("users.company_id", "=", "projects.company_id"),
    )
    .select(["users.id", "project_members.role"])
    .where("project_members.user_id", "=", userId)
    .where("project_members.project_id", "=", projectId)
    .executeTakeFirst();

/** What of a project's company decides whether its rules may run, and whether it may report at hosts. */
export const findPlanOfProject = (db: Db, projectId: string) =>
  db
    .selectFrom("projects")
    .innerJoin("companies", "companies.id", "projects.company_id")
    .select([
      "companies.plan",
      "companies.subscription_status",
      "companies.trial_ends_at",
      "companies.plan_before_trial",
    ])
    .where("projects.id", "=", projectId)
    .executeTakeFirst();

/** The name of a shared search. */
export async function findSearchName(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("saved_searches")
    .select("name")
    .where("id", "=", id)
    .where("is_shared", "=", true)
    .executeTakeFirst();
  return row?.name;
}
