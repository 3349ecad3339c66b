/** Trials that end, and the mails about them. */
import type { Db } from "../openDb.ts";

/** Ids of companies whose trial ends before a moment, the earliest first. */
export async function listEndingTrials(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("companies")
    .select("id")
    .where("subscription_status", "=", "trial")
    .where("trial_ends_at", "<=", before)
    .orderBy("trial_ends_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Companies on trial, the first to end first. */
export const listTrials = (db: Db) =>
  db
    .selectFrom("companies")
    .select(["name", "plan", "plan_before_trial", "trial_ends_at"])
    .where("subscription_status", "=", "trial")
    .orderBy("trial_ends_at")
    .orderBy("id")
    .execute();

/** Notes that mails about an end were written, these days before it. @returns false when they were already */
export async function insertTrialWarning(
  transaction: Db,
  warning: { readonly company_id: string; readonly ends_at: Date; readonly days: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await transaction
    .insertInto("trial_warnings")
    .values(warning)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted > 0n;
}
