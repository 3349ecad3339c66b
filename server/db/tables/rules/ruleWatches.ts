/** What was known of projects when they were last looked at for rules. */
import { type Selectable, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../../../../contract/durations.ts";
import { WATCHED_TRIGGERS } from "../../../../contract/integrations/ruleKinds.ts";
import type { Db } from "../../openDb.ts";
import type { RuleWatchesTable, WatchedStates } from "../../schema/ruleSchema.ts";
import { databaseNow, interval } from "../../sqlTime.ts";

/** Projects of which a snapshot is due, those without one first: hourly where a rule that is on waits for it, otherwise daily. */
export async function listProjectsToWatch(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p left join rule_watches w on w.project_id = p.id
    where w.looked_at is null or w.looked_at < ${databaseNow()} - ${interval(DAY_MS)}
      or (w.looked_at < ${databaseNow()} - ${interval(HOUR_MS)} and exists (
        select 1 from rules r where r.project_id = p.id and r.is_enabled
          and r.definition ->> 'when' = any(${[...WATCHED_TRIGGERS]}::text[])))
    order by w.looked_at nulls first, p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Claims a project for one snapshot. @returns false where another process has it */
export async function claimWatch(db: Db, projectId: string): Promise<boolean> {
  const { rows } = await sql<{ project_id: string }>`
    insert into rule_watches (project_id, looked_at) select id, ${databaseNow()} from projects where id = ${projectId}
    on conflict (project_id) do update set looked_at = excluded.looked_at
      where rule_watches.looked_at < ${databaseNow()} - ${interval(HOUR_MS)}
    returning project_id`.execute(db);
  return rows.length > 0;
}

/** Locks the last snapshot until the transaction ends. */
export const lockWatch = (tx: Db, projectId: string): Promise<Selectable<RuleWatchesTable> | undefined> =>
  tx.selectFrom("rule_watches").selectAll().where("project_id", "=", projectId).forUpdate().executeTakeFirst();

/** Stores what is known now. */
export async function updateWatch(tx: Db, projectId: string, states: WatchedStates): Promise<void> {
  await tx
    .updateTable("rule_watches")
    .set({ states: JSON.stringify(states), since: sql`coalesce(since, ${databaseNow()})` })
    .where("project_id", "=", projectId)
    .execute();
}
