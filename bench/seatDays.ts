/**
 * What do used seats cost? Fills a database with the days on which the users of a company acted in a year, next to nine other companies, and
 * measures in one run: noting a use within the note of a session's use, next to that note alone; counting the seats of a month and listing a
 * year of months, each next to a count over the same rows that joins no users. The ratios are the figures to keep.
 *
 *     node bench/seatDays.ts [--users 500,5000] [--times 25] [--database postgres://…]
 */
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { newId } from "../server/db/newId.ts";
import type { Db } from "../server/db/openDb.ts";
import { countUsedSeats, listUsedSeatsByMonth, recordSeatUse } from "../server/db/tables/companies/seats.ts";
import { updateSessionUse } from "../server/db/tables/accounts/sessions.ts";
import { withoutFlush } from "../server/db/withoutFlush.ts";
import { countSeatDaysPlainly, listSeatDaysPlainly } from "./baselines/plainSeatCounts.ts";
import { mediansMs, openBenchDb } from "./openBenchDb.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "500,5000" },
    times: { type: "string", default: "25" },
    database: { type: "string" },
  },
});
const COMPANIES = 10;
const now = new Date("2026-11-29T12:00:00Z");
const [year, month, next] = ["2025-12-01", "2026-10-01", "2026-11-01"].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];

const { db, close } = await openBenchDb(values.database);
console.log("users  rows       first use / note  later use / note  month ms  month / plain  year ms  year / plain");
for (const users of values.users.split(",").map(Number)) {
  const { companyId, userIds, sessions } = await fill(db, users);
  const times = Number(values.times);
  // In turn, so that what slows the machine slows each.
  const notes = await mediansMs(times, [
    (turn) => note(sessions, turn, () => Promise.resolve()),
    // Today no user has a row yet: the first use of each stores one, a later one finds it.
    (turn) => note(sessions, turn, (transaction) => recordSeatUse(transaction, userIds[turn] ?? "", now)),
    (turn) => note(sessions, turn, (transaction) => recordSeatUse(transaction, userIds[0] ?? "", now)),
  ]);
  const [alone = 1, first = 0, later = 0] = notes;
  const reads = await mediansMs(times, [
    () => countUsedSeats(db, companyId, month, next),
    () => countSeatDaysPlainly(db, companyId, month, next),
    () => listUsedSeatsByMonth(db, companyId, year, now),
    () => listSeatDaysPlainly(db, companyId, year, now),
  ]);
  const [counted = 0, plainCount = 1, listed = 0, plainList = 1] = reads;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from seat_days`.execute(db);
  const cells = [
    users.toLocaleString("en"),
    (rows[0]?.n ?? 0).toLocaleString("en"),
    (first / alone).toFixed(2),
    (later / alone).toFixed(2),
    counted.toFixed(1),
    (counted / plainCount).toFixed(2),
    listed.toFixed(1),
    (listed / plainList).toFixed(2),
  ];
  console.log(cells.map((cell) => cell.padEnd(10)).join("  "));
}
await close();

/** Notes the use of a session, with more work in the same transaction. */
async function note(
  sessions: readonly string[],
  turn: number,
  work: (transaction: Db) => Promise<void>,
): Promise<void> {
  await withoutFlush(db, async (transaction) => {
    const use = { last_used_at: new Date(now.getTime() + turn), expires_at: new Date("2099-01-01") };
    await updateSessionUse(transaction, sessions[turn % sessions.length] ?? "", use);
    await work(transaction);
  });
}

/** Users of a company who each acted on five of seven days of a year, other companies of the same size, and a session of each user. */
async function fill(into: Db, users: number) {
  const ids: { companyId: string; userIds: string[] }[] = [];
  for (let count = 0; count < COMPANIES; count += 1) {
    const companyId = newId();
    await sql`insert into companies (id, name, plan, subscription_status) values (${companyId}, 'Bench', 'Enterprise', 'active')`.execute(
      into,
    );
    await sql`insert into users (id, email, name, password_hash, language, company_id, company_role)
      select ${companyId} || '-' || n, ${companyId} || '-' || n || '@example.org', 'User', 'x', 'EN', ${companyId}, 'Member'
      from generate_series(1, ${users}::int) n`.execute(into);
    await sql`insert into seat_days (company_id, day, user_id)
      select ${companyId}, day::date, ${companyId} || '-' || n
      from generate_series(1, ${users}::int) n, generate_series(${year}::timestamptz, ${now}::timestamptz - interval '1 day', interval '1 day') day
      where extract(isodow from day) < 6`.execute(into);
    ids.push({ companyId, userIds: Array.from({ length: users }, (_, at) => `${companyId}-${at + 1}`) });
  }
  const { companyId = "", userIds = [] } = ids[0] ?? {};
  const sessions = userIds.map((id) => `hash ${id}`);
  await sql`insert into sessions (token_hash, user_id, last_used_at, expires_at)
    select 'hash ' || id, id, now(), now() + interval '1 day' from users where company_id = ${companyId}`.execute(into);
  for (const table of ["seat_days", "users", "sessions"]) await sql`vacuum (analyze) ${sql.table(table)}`.execute(into);
  return { companyId, userIds, sessions };
}
