/** What of the past is kept for dry runs of rules: failed syncs, and matches of searches. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { KeptTrigger } from "../../../contract/integrations/ruleKinds.ts";
import { insertRows } from "../insertRows.ts";
import type { Db } from "../openDb.ts";
import type { RuleHistoryTable } from "../schema/ruleSchema.ts";

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

/** Since when the events of a project are kept. */
export async function findHistoryStart(db: Db, projectId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("projects")
    .select("rule_history_since")
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row?.rule_history_since;
}

/** The names of sources of a project and of shared searches, by id. */
export async function listSubjectNames(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sources where project_id = ${projectId} and id = any(${[...ids]})
    union all
    select id, name from saved_searches where is_shared and id = any(${[...ids]})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function deleteRuleHistoryBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("rule_history").where("occurred_at", "<", at).execute();
}
