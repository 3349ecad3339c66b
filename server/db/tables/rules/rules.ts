/** The rules of projects, and the files that some of them are in. */
import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import { HOUR_MS } from "../../../../contract/durations.ts";
import type { RuleTrigger } from "../../../../contract/integrations/ruleKinds.ts";
import type { Db } from "../../openDb.ts";
import type { RuleFilesTable, RulesTable } from "../../schema/ruleSchema.ts";
import { databaseNow, interval } from "../../sqlTime.ts";

export type RuleRow = Selectable<RulesTable>;

/** A rule with what its log says. */
export type ListedRule = RuleRow & {
  readonly source_name: string | null;
  readonly enabled_by_name: string | null;
  readonly last_run_at: Date | null;
  readonly recent_actions: number;
};

const listed = (db: Db) =>
  db
    .selectFrom("rules")
    .leftJoin("sources", "sources.id", "rules.source_id")
    .leftJoin("users", "users.id", "rules.enabled_by")
    .selectAll("rules")
    .select(["sources.name as source_name", "users.name as enabled_by_name"])
    .select(
      sql<Date | null>`(select r.at from rule_runs r where r.rule_id = rules.id order by r.number desc limit 1)`.as(
        "last_run_at",
      ),
    )
    .select(recentActions(sql`rules.id`).as("recent_actions"));

const HOUR = interval(HOUR_MS);

const recentActions = (ruleId: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::integer from rule_runs r join rule_actions a on a.run_id = r.id
  where r.rule_id = ${ruleId} and r.at > ${databaseNow()} - ${HOUR})`;

/** Those of the form first, then those of files. */
export const listRules = (db: Db, projectId: string): Promise<ListedRule[]> =>
  listed(db)
    .where("rules.project_id", "=", projectId)
    .orderBy(sql`rules.source_id is not null`)
    .orderBy("rules.source_id")
    .orderBy("rules.created_at")
    .orderBy("rules.id")
    .execute();

export const findRule = (db: Db, id: string): Promise<ListedRule | undefined> =>
  listed(db).where("rules.id", "=", id).executeTakeFirst();

/** Locks a rule until the transaction ends. */
export const lockRule = (tx: Db, id: string): Promise<RuleRow | undefined> =>
  tx.selectFrom("rules").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

export async function insertRule(db: Db, row: Insertable<RulesTable>): Promise<void> {
  await db.insertInto("rules").values(row).execute();
}

export async function updateRule(db: Db, id: string, change: Updateable<RulesTable>): Promise<void> {
  await db.updateTable("rules").set(change).where("id", "=", id).execute();
}

export async function deleteRule(db: Db, id: string): Promise<void> {
  await db.deleteFrom("rules").where("id", "=", id).execute();
}

export async function countRules(db: Db, projectId: string): Promise<number> {
  const { n } = await db
    .selectFrom("rules")
    .select((is) => is.cast<number>(is.fn.countAll(), "integer").as("n"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Actions of a rule within the last hour. */
export async function countRecentActions(db: Db, ruleId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${recentActions(sql.val(ruleId))} as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whether the rules of a project may run. */
const isNotStopped = (projectId: ReturnType<typeof sql>) =>
  sql<boolean>`not exists (select 1 from rule_stops s where s.project_id = ${projectId})`;

/** The triggers for which a project has a rule that is on. */
export async function listWantedTriggers(db: Db, projectId: string): Promise<ReadonlySet<RuleTrigger>> {
  const { rows } = await sql<{ trigger: RuleTrigger }>`
    select distinct definition ->> 'when' as trigger from rules
    where project_id = ${projectId} and is_enabled and ${isNotStopped(sql`rules.project_id`)}`.execute(db);
  return new Set(rows.map(({ trigger }) => trigger));
}

/** The rules of a project that are on and have the trigger. */
export const listActiveRules = (db: Db, projectId: string, trigger: RuleTrigger): Promise<RuleRow[]> =>
  db
    .selectFrom("rules")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("is_enabled", "=", true)
    .where(sql`definition ->> 'when'`, "=", trigger)
    .where(isNotStopped(sql`rules.project_id`))
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const findRuleStop = (db: Db, projectId: string) =>
  db
    .selectFrom("rule_stops")
    .leftJoin("users", "users.id", "rule_stops.stopped_by")
    .select(["rule_stops.stopped_at", "users.name as stopped_by"])
    .where("rule_stops.project_id", "=", projectId)
    .executeTakeFirst();

export async function insertRuleStop(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .insertInto("rule_stops")
    .values({ project_id: projectId, stopped_by: userId })
    .onConflict((conflict) => conflict.column("project_id").doNothing())
    .execute();
}

export async function deleteRuleStop(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom("rule_stops").where("project_id", "=", projectId).execute();
}

/** Locks the enabled rules that act as a user, in a fixed order. */
export const lockRulesOfUser = (tx: Db, userId: string): Promise<RuleRow[]> =>
  tx
    .selectFrom("rules")
    .selectAll()
    .where("enabled_by", "=", userId)
    .where("is_enabled", "=", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

/** Enabled rules about stale issues, of projects whose rules may run. */
export const listStaleRules = (db: Db): Promise<RuleRow[]> =>
  db
    .selectFrom("rules")
    .selectAll()
    .where("is_enabled", "=", true)
    .where(sql`definition ->> 'when'`, "=", "issue.stale")
    .where(isNotStopped(sql`rules.project_id`))
    .orderBy("id")
    .execute();

export const listRuleFiles = (db: Db, projectId: string) =>
  db
    .selectFrom("rule_files")
    .innerJoin("sources", "sources.id", "rule_files.source_id")
    .select(["rule_files.source_id", "sources.name", "rule_files.errors", "rule_files.read_at"])
    .where("rule_files.project_id", "=", projectId)
    .orderBy("sources.name")
    .orderBy("rule_files.source_id")
    .execute();

export const findRuleFile = (db: Db, sourceId: string): Promise<Selectable<RuleFilesTable> | undefined> =>
  db.selectFrom("rule_files").selectAll().where("source_id", "=", sourceId).executeTakeFirst();

export async function upsertRuleFile(db: Db, row: Insertable<RuleFilesTable>): Promise<void> {
  const { source_id: _, ...changed } = row;
  await db
    .insertInto("rule_files")
    .values(row)
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(changed))
    .execute();
}

export async function deleteRuleFile(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("rule_files").where("source_id", "=", sourceId).execute();
}

/** The rules of a repository's file. */
export const listRulesOfSource = (db: Db, sourceId: string): Promise<RuleRow[]> =>
  db.selectFrom("rules").selectAll().where("source_id", "=", sourceId).orderBy("id").execute();
