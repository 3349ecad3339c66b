/** Trials that end, and the mails about them. */
import type { Db } from "../../openDb.ts";

const trials = (db: Db) => db.selectFrom("companies").select("id").where("subscription_status", "=", "trial");

/** Ids of companies whose trial ends between two moments, the earliest first. */
export async function listEndingTrials(db: Db, after: Date, until: Date): Promise<string[]> {
  const rows = await trials(db)
    .where("trial_ends_at", ">", after)
    .where("trial_ends_at", "<=", until)
    .orderBy("trial_ends_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of companies whose trial is over, without those of which that is noted. */
export async function listOverTrials(db: Db, now: Date): Promise<string[]> {
  const rows = await trials(db)
    .where("trial_ends_at", "<=", now)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("trial_warnings")
            .select("days")
            .whereRef("trial_warnings.company_id", "=", "companies.id")
            .whereRef("trial_warnings.ends_at", "=", "companies.trial_ends_at")
            .where("days", "=", 0),
        ),
      ),
    )
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

/** Notes that mails about an end were written, these days before it; 0: that it was reached. @returns false when they were already */
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
