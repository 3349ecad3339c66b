/** Events that are kept for dry runs of rules because no tracker records them. */
import { isSamePath } from "../../samePath.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { type KeptTrigger, WATCHED_TRIGGERS } from "../../../../contract/integrations/ruleKinds.ts";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { RuleHistoryTable } from "../../schema/ruleSchema.ts";

export type PastEventRow = Selectable<RuleHistoryTable>;

/** Keeps events. One that is there already is skipped. */
export async function insertRuleHistory(db: Db, rows: readonly Insertable<RuleHistoryTable>[]): Promise<void> {
  await insertRows(db, "rule_history", rows, { onConflict: "ignore" });
}

/** The events of a project within a span, the newest first. */
export const listPastEvents = (
  db: Db,
  projectId: string,
  {
    event,
    from,
    to,
    limit,
  }: { readonly event: KeptTrigger; readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<PastEventRow[]> =>
  db
    .selectFrom("rule_history")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("event", "=", event)
    .where("occurred_at", ">=", from)
    .where("occurred_at", "<=", to)
    .orderBy("occurred_at", "desc")
    .orderBy("key")
    .limit(limit)
    .execute();

/** Since when the events of a project are kept; undefined where none are yet. */
export async function findHistoryStart(db: Db, projectId: string, event: KeptTrigger): Promise<Date | undefined> {
  const row = await db
    .selectFrom("projects")
    .leftJoin("rule_watches", "rule_watches.project_id", "projects.id")
    .select(["rule_history_since", "page_history_since", "rule_watches.since"])
    .where("projects.id", "=", projectId)
    .executeTakeFirst();
  if (WATCHED_TRIGGERS.some((trigger) => trigger === event)) return row?.since ?? undefined;
  return event === "page.outdated" ? row?.page_history_since : row?.rule_history_since;
}

/** The names of a project, its sources and shared searches, by id. */
export async function listSubjectNames(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sources where project_id = ${projectId} and id = any(${[...ids]})
    union all
    select id, name from projects where id = ${projectId} and id = any(${[...ids]})
    union all
    select id, name from saved_searches where is_shared and id = any(${[...ids]})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Which of these pages are there, by source and path; a page that its host restricts is not. */
export async function listExistingPages(
  db: Db,
  pages: readonly { readonly source: string; readonly path: string }[],
): Promise<ReadonlySet<string>> {
  if (pages.length === 0) return new Set();
  const { rows } = await sql<{ source_id: string; path: string }>`
    select c.source_id, c.path from checked_pages c
    join unnest(${pages.map(({ source }) => source)}::text[], ${pages.map(({ path }) => path)}::text[]) as p (source, path)
      on c.source_id = p.source and ${isSamePath(sql.ref("c.path"), sql.ref("p.path"))}`.execute(db);
  return new Set(rows.map(({ source_id: source, path }) => `${source} ${path}`));
}

export async function deleteRuleHistoryBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("rule_history").where("occurred_at", "<", at).execute();
}
