import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** Bytes of a row in addition to its texts: its header, ids and times, and its index entries. */
const PER_ROW = 100;
/** Commits whose changes are counted by one statement: the embedded database answers no other statement meanwhile. */
const COMMIT_BATCH_SIZE = 20_000;

const OF_SOURCE = sql`source_id = `;
const of = (parent: string, column: string, sourceId: string) =>
  sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where ${OF_SOURCE}${sourceId})`;

/** The tables that a source fills, with the columns whose texts differ in length. `pg_column_size` reads no text that is kept apart. */
function tablesOf(sourceId: string) {
  const ofSource = sql`${OF_SOURCE}${sourceId}`;
  return [
    { table: "git_authors", texts: ["name", "email"], where: ofSource },
    { table: "git_paths", texts: ["path"], where: ofSource },
    { table: "git_branches", texts: ["name", "hash"], where: ofSource },
    { table: "git_tags", texts: ["name", "hash"], where: ofSource },
    { table: "git_commits", texts: ["hash", "message"], where: ofSource },
    { table: "accounts", texts: ["login", "name", "email", "avatar_url"], where: ofSource },
    { table: "issues", texts: ["title", "body", "labels", "url", "facts"], where: ofSource },
    {
      table: "issue_links",
      texts: ["other_key", "other_title", "other_url"],
      where: of("issues", "issue_id", sourceId),
    },
    { table: "issue_statuses", texts: ["name"], where: ofSource },
    { table: "issue_words", texts: ["words"], where: of("issues", "issue_id", sourceId) },
    { table: "issue_comments", texts: ["body", "url"], where: of("issues", "issue_id", sourceId) },
    { table: "issue_events", texts: ["type", "detail"], where: of("issues", "issue_id", sourceId) },
    { table: "pages", texts: ["title", "body", "labels", "attachments", "url"], where: ofSource },
    { table: "page_versions", texts: [], where: of("pages", "page_id", sourceId) },
    { table: "page_comments", texts: ["quote", "body", "url"], where: of("pages", "page_id", sourceId) },
    { table: "change_requests", texts: ["title", "body", "labels", "url"], where: ofSource },
    { table: "request_reviews", texts: ["body", "url"], where: of("change_requests", "request_id", sourceId) },
    { table: "request_files", texts: ["path"], where: of("change_requests", "request_id", sourceId) },
    { table: "request_accounts", texts: [], where: of("change_requests", "request_id", sourceId) },
    {
      table: "request_comments",
      texts: ["body", "url", "path", "hunk"],
      where: of("change_requests", "request_id", sourceId),
    },
    {
      table: "request_commits",
      texts: ["hash", "title", "author"],
      where: of("change_requests", "request_id", sourceId),
    },
    { table: "request_events", texts: ["type", "detail"], where: of("change_requests", "request_id", sourceId) },
    { table: "request_checks", texts: ["name", "url"], where: of("change_requests", "request_id", sourceId) },
    { table: "releases", texts: ["name", "body", "url"], where: ofSource },
    { table: "restricted_items", texts: ["title", "body", "url"], where: ofSource },
    { table: "left_out_items", texts: ["external_id"], where: ofSource },
    { table: "unreadable_items", texts: ["item", "field"], where: ofSource },
    { table: "items_to_reread", texts: ["external_id"], where: ofSource },
    { table: "imported_items", texts: ["content"], where: ofSource },
    { table: "source_ledgers", texts: ["counts", "differences"], where: ofSource },
  ] as const;
}

/** Bytes that the rows of a source take in the database: its texts as they are stored, and an amount for each row. */
export async function rowBytesOf(db: Db, sourceId: string): Promise<number> {
  let bytes = 0;
  // One after the other, so that other statements get their turn between them.
  for (const { table, texts, where } of tablesOf(sourceId)) {
    const sizes = texts.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`);
    const { rows } = await sql<{ bytes: number | string }>`
      select coalesce(sum(${sql.join([sql.lit(PER_ROW), ...sizes], sql` + `)}), 0)::bigint as bytes
      from ${sql.table(table)} where ${where}`.execute(db);
    bytes += Number(rows[0]?.bytes ?? 0);
  }
  return bytes + (await changeBytesOf(db, sourceId));
}

async function changeBytesOf(db: Db, sourceId: string): Promise<number> {
  let bytes = 0;
  for (let after = 0; ;) {
    const { rows } = await sql<{ last: number | string | null; changes: number | string }>`
      with part as (select id from git_commits where source_id = ${sourceId} and id > ${after} order by id limit ${COMMIT_BATCH_SIZE})
      select (select max(id) from part) as last,
        (select count(*) from git_changes where commit_id in (select id from part)) as changes`.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) return bytes;
    bytes += Number(rows[0]?.changes ?? 0) * PER_ROW;
    after = Number(last);
  }
}
