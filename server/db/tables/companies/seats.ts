/** The days on which users of a company signed in or acted. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Notes that a user has used a seat of their company today; a user without a company uses none. */
export async function recordSeatUse(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto("seat_days")
    .columns(["company_id", "day", "user_id"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select(["company_id", sql<string>`${dayOf(now)}::date`.as("day"), "id"])
        .where("id", "=", userId)
        .where("company_id", "is not", null)
        .$narrowType<{ company_id: string }>(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Each member once in each month in which there is a row. The rows of days become few before they are joined with users. */
const usedSeats = (db: Db, companyId: string, from: Date, to: Date) =>
  db
    .selectFrom((days) =>
      days
        .selectFrom("seat_days")
        .select(["user_id", sql<string>`date_trunc('month', day)`.as("month")])
        .distinct()
        .where("company_id", "=", companyId)
        .where("day", ">=", dayOf(from))
        .where("day", "<", dayOf(to))
        .as("used"),
    )
    .innerJoin("users", "users.id", "used.user_id")
    .where("users.company_id", "=", companyId)
    .where("users.deactivated_at", "is", null);

/**
 * Members who signed in or acted on one of the days. Those whom the directory has deactivated, and those who have left, are not counted.
 * @param to the day after the last
 */
export async function countUsedSeats(db: Db, companyId: string, from: Date, to: Date): Promise<number> {
  const { used } = await usedSeats(db, companyId, from, to)
    .select((is) => is.fn.count<number>("used.user_id").distinct().as("used"))
    .executeTakeFirstOrThrow();
  return used;
}

/** The same for each month in which there is one, the newest first, as 2026-12. */
export const listUsedSeatsByMonth = (
  db: Db,
  companyId: string,
  from: Date,
  to: Date,
): Promise<{ month: string; used: number }[]> =>
  usedSeats(db, companyId, from, to)
    .select((is) => [
      sql<string>`to_char(used.month, 'YYYY-MM')`.as("month"),
      is.fn.count<number>("used.user_id").as("used"),
    ])
    .groupBy("used.month")
    .orderBy("used.month", "desc")
    .execute();
