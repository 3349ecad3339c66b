/** Events that wait for rules, and what rules have done. */
import { type Insertable, type Selectable, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../../../../contract/durations.ts";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { RuleActionsTable, RuleEventsTable, RuleRunsTable } from "../../schema/ruleSchema.ts";
import { databaseNow, interval } from "../../sqlTime.ts";

export type RuleEventRow = Selectable<RuleEventsTable>;
export type RuleActionRow = Selectable<RuleActionsTable>;

/** A change of a rule is read back within this time, or never. */
const EFFECT_MS = DAY_MS;
/** What happens to an issue so soon around a run is the run's own doing. */
const OWN_BEFORE = interval(600_000);
const OWN_AFTER = interval(HOUR_MS);

/** Stores events. One that is there already is skipped. */
export async function insertRuleEvents(db: Db, rows: readonly Insertable<RuleEventsTable>[]): Promise<void> {
  await insertRows(db, "rule_events", rows, { onConflict: "ignore" });
}

/** Events that are due, the oldest first. */
export const listDueRuleEvents = (db: Db, limit: number): Promise<RuleEventRow[]> =>
  db
    .selectFrom("rule_events")
    .selectAll()
    .where("due_at", "<=", databaseNow())
    .orderBy("number")
    .limit(limit)
    .execute();

/** Takes an event out of the queue. @returns false where another process has decided about it */
export async function deleteRuleEvent(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("rule_events").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Decides about an event later. */
export async function postponeRuleEvent(db: Db, id: string, ms: number): Promise<void> {
  await db
    .updateTable("rule_events")
    .set({ due_at: sql`${databaseNow()} + ${interval(ms)}` })
    .where("id", "=", id)
    .execute();
}

/** Removes the events of a project that wait. */
export async function deleteRuleEventsOf(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom("rule_events").where("project_id", "=", projectId).execute();
}

/** Stores a run. @returns false where the rule has decided about this event before */
export async function insertRuleRun(db: Db, row: Insertable<RuleRunsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("rule_runs")
    .values(row)
    .onConflict((conflict) => conflict.columns(["rule_id", "key"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function insertRuleActions(db: Db, rows: readonly Insertable<RuleActionsTable>[]): Promise<void> {
  await db
    .insertInto("rule_actions")
    .values([...rows])
    .execute();
}

/** The log of a rule, the newest first. */
export const listRuleRuns = (
  db: Db,
  ruleId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
) =>
  db
    .selectFrom("rule_runs")
    .selectAll()
    .where("rule_id", "=", ruleId)
    .$if(before !== null, (query) => query.where("number", "<", before ?? ""))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
export type RuleRunRow = Awaited<ReturnType<typeof listRuleRuns>>[number];

export const listActionsOfRuns = (db: Db, runIds: readonly string[]): Promise<RuleActionRow[]> =>
  db
    .selectFrom("rule_actions")
    .selectAll()
    .where("run_id", "in", [...runIds])
    .orderBy("run_id")
    .orderBy("position")
    .execute();

/** Takes over the outcomes of the stored changes of rules. */
export async function completeRuleActions(db: Db): Promise<void> {
  await sql`
    update rule_actions a set text = w.text, state = case
        when w.state in ('done', 'refused', 'discarded') then w.state
        when w.state in ('sent', 'lost') then 'unknown'
        else 'waiting' end
    from issue_writes w
    where w.id = a.write_id and a.state in ('waiting', 'unknown')
      and (w.state in ('done', 'refused', 'discarded') or (w.state in ('sent', 'lost') and a.state = 'waiting'))`.execute(
    db,
  );
}

/** Takes back what the rules of a project, or one rule, have not sent. */
export async function discardWritesOfRules(
  db: Db,
  of: { readonly projectId: string } | { readonly ruleId: string },
): Promise<void> {
  const isOf = "projectId" in of ? sql`r.project_id = ${of.projectId}` : sql`r.rule_id = ${of.ruleId}`;
  await sql`
    update issue_writes w set state = 'discarded', change = jsonb_build_object('action', w.change -> 'action'),
      ended_at = ${databaseNow()}
    from rule_actions a join rule_runs r on r.id = a.run_id
    where w.id = a.write_id and w.state = 'held' and ${isOf}`.execute(db);
}

/** What a rule has changed of an issue. */
export interface RuleEffectRow {
  readonly id: string;
  readonly issue_id: string;
  readonly do: "label" | "assign";
  /** The label in lower case, or the id of the account at the issue's own source. */
  readonly value: string;
  /** The rule belongs to another project that has the same tracker. */
  readonly is_foreign: boolean;
}

/** What rules have changed of issues and no sync has read back, by rules of any project that has the same tracker. */
export async function listRuleEffects(db: Db, issueIds: readonly string[]): Promise<RuleEffectRow[]> {
  const { rows } = await sql<RuleEffectRow>`
    select a.id, i.id as issue_id, case a."do" when 'label' then 'label' else 'assign' end as "do", coalesce(own.id, a.value) as value, x.id <> i.id as is_foreign
    from issues i join sources s on s.id = i.source_id
    join sources t on t.provider = s.provider and t.url = s.url
    join issues x on x.source_id = t.id and x.external_id = i.external_id
    join rule_runs r on r.subject_id = x.id and r.at > ${databaseNow()} - ${interval(EFFECT_MS)}
    join rule_actions a on a.run_id = r.id and a.value is not null and a."do" in ('label', 'assign', 'assign_expert')
      and a.state not in ('refused', 'discarded') and (a.seen_at is null or x.id <> i.id)
    left join accounts acted on a."do" <> 'label' and acted.id = a.value
    left join accounts own on own.source_id = i.source_id and own.external_id = acted.external_id
    where i.id = any(${[...issueIds]})`.execute(db);
  return rows;
}

export async function updateEffectsSeen(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("rule_actions")
    .set({ seen_at: databaseNow() })
    .where("id", "in", [...ids])
    .execute();
}

/** The last activity on an issue that no rule caused, as far as it is known. */
const activity = sql<Date>`coalesce((
    select r.activity_at from rule_runs r
    where r.subject_id = i.id and i.updated_at between r.at - ${OWN_BEFORE} and r.at + ${OWN_AFTER}
    order by r.at desc limit 1), i.updated_at)`;

/** Open issues of a project that became stale within a span, with the time of their last activity. */
export async function listStaleIssues(
  db: Db,
  projectId: string,
  {
    days,
    after,
    until,
    limit,
  }: { readonly days: number; readonly after: Date; readonly until: Date; readonly limit: number },
): Promise<{ id: string; activity: Date; stale_at: Date }[]> {
  const span = interval(days * DAY_MS);
  const { rows } = await sql<{ id: string; activity: Date; stale_at: Date }>`
    select x.id, x.activity, x.activity + ${span} as stale_at
    from (select i.id, ${activity} as activity from issues i where i.project_id = ${projectId} and i.state = 'open') x
    where x.activity + ${span} > ${after.toISOString()}::timestamptz and x.activity + ${span} <= ${until.toISOString()}::timestamptz
    order by x.activity, x.id limit ${limit}`.execute(db);
  return rows;
}

/** As `listStaleIssues` of one issue. */
export async function findActivity(db: Db, issueId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select ${activity} as at from issues i where i.id = ${issueId}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Removes the log before a time, and events about which nothing could be decided since. */
export async function deleteRuleRunsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("rule_events").where("stored_at", "<", at).execute();
  await db.deleteFrom("rule_runs").where("at", "<", at).execute();
}
