import { sql } from "kysely";
import type { Db } from "../../server/db/openDb.ts";

/** Distinct users of a company's rows from a day to the day before another, also those who have left. */
export async function countSeatDaysPlainly(db: Db, companyId: string, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(distinct user_id)::int as used from seat_days
    where company_id = ${companyId} and day >= ${from}::date and day < ${to}::date`.execute(db);
  return rows[0]?.used ?? 0;
}

/** The same for each month. */
export async function listSeatDaysPlainly(db: Db, companyId: string, from: Date, to: Date): Promise<number> {
  const { rows } = await sql`
    select to_char(day, 'YYYY-MM') as month, count(distinct user_id)::int as used from seat_days
    where company_id = ${companyId} and day >= ${from}::date and day < ${to}::date group by 1`.execute(db);
  return rows.length;
}
