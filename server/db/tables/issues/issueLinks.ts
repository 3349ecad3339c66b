/** Which commits and requests belong to which issues: the tables issue_commits and issue_requests. */
import { sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";

export interface CommitLink {
  readonly issue_id: string;
  readonly commit_id: number;
  readonly how: "closes" | "mentions" | "request";
}
export interface RequestLink {
  readonly issue_id: string;
  readonly request_id: string;
  readonly how: "closes" | "mentions" | "branch";
}

export const listCommitLinks = (db: Db, projectId: string): Promise<CommitLink[]> =>
  db
    .selectFrom("issue_commits")
    .innerJoin("issues", "issues.id", "issue_commits.issue_id")
    .select(["issue_commits.issue_id", "issue_commits.commit_id", "issue_commits.how"])
    .where("issues.project_id", "=", projectId)
    .execute();

export async function deleteCommitLinks(
  db: Db,
  links: readonly Pick<CommitLink, "issue_id" | "commit_id">[],
): Promise<void> {
  if (links.length === 0) return;
  await sql`delete from issue_commits l using unnest(
    ${links.map(({ issue_id }) => issue_id)}::text[], ${links.map(({ commit_id }) => commit_id)}::bigint[]
  ) as g (issue_id, commit_id) where l.issue_id = g.issue_id and l.commit_id = g.commit_id`.execute(db);
}

export async function insertCommitLinks(db: Db, links: readonly CommitLink[]): Promise<void> {
  await insertRows(db, "issue_commits", links, { onConflict: "ignore" });
}

/** Puts the links in place of all links of the project's requests. */
export async function replaceRequestLinks(db: Db, projectId: string, links: readonly RequestLink[]): Promise<void> {
  await db
    .deleteFrom("issue_requests")
    .where("request_id", "in", (query) =>
      query.selectFrom("change_requests").select("id").where("project_id", "=", projectId),
    )
    .execute();
  await insertRows(db, "issue_requests", links, { onConflict: "ignore" });
}

/** Requests with a greater id, with the texts that may name an issue. */
export const listRequestTextsAfter = (db: Db, projectId: string, after: string, limit: number) =>
  db
    .selectFrom("change_requests")
    .select(["id", "source_id", "number", "title", "body", "source_branch", "merge_hash", "head_hash", "state"])
    .where("project_id", "=", projectId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** What in a message may name an issue or a request. */
const REFERENCE = "#[0-9]|![0-9]|[A-Z][A-Z0-9_]+-[0-9]|[gG][hH]-[0-9]|/issues/|/work_items/|/browse/|selectedIssue=";

/** Commits with a greater id whose message may name an issue, or that have one of the hashes. */
export async function listCommitMessagesAfter(
  db: Db,
  projectId: string,
  after: number,
  { hashes, limit }: { readonly hashes: readonly string[]; readonly limit: number },
): Promise<{ id: number; source_id: string; hash: string; message: string }[]> {
  const { rows } = await sql<{ id: number; source_id: string; hash: string; message: string }>`
    select c.id, c.source_id, c.hash, left(c.message, 20000) as message
    from git_commits c join sources s on s.id = c.source_id
    where s.project_id = ${projectId} and c.id > ${after}
      and (c.message ~ ${REFERENCE} or c.hash = any(${hashes}::text[]))
    order by c.id limit ${limit}`.execute(db);
  return rows;
}
