/** The days on which users of a company signed in or acted. */
import { sql } from "kysely";
import type { Db } from "../openDb.ts";

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

const usedSeats = (db: Db, companyId: string, from: Date, to: Date) =>
  db
    .selectFrom("seat_days")
    .innerJoin("users", "users.id", "seat_days.user_id")
    .where("seat_days.company_id", "=", companyId)
    .where("users.company_id", "=", companyId)
    .where("users.deactivated_at", "is", null)
    .where("seat_days.day", ">=", dayOf(from))
    .where("seat_days.day", "<", dayOf(to));

/**
 * Members who signed in or acted on one of the days. Those whom the directory has deactivated, and those who have left, are not counted.
 * @param to the day after the last
 */
export async function countUsedSeats(db: Db, companyId: string, from: Date, to: Date): Promise<number> {
  const { used } = await usedSeats(db, companyId, from, to)
    .select((is) => is.fn.count<number>("seat_days.user_id").distinct().as("used"))
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
      sql<string>`to_char(seat_days.day, 'YYYY-MM')`.as("month"),
      is.fn.count<number>("seat_days.user_id").distinct().as("used"),
    ])
    .groupBy("month")
    .orderBy("month", "desc")
    .execute();
