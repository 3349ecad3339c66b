import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

onEachDatabase("accounts are found by an index", (engine) => {
  let database: TestDb;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());

  /** The plan of a statement where reading a whole table counts as very slow, as it is with many rows. */
  const planOf = (condition: ReturnType<typeof sql>): Promise<string> =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ "QUERY PLAN": string }>`
        explain select a.id from accounts a where ${condition}`.execute(tx);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });

  test("by an address, as the assigned issues and waiting requests of the home screen do", async () => {
    expect(await planOf(sql`lower(a.email) = 'ada@example.org'`)).toContain("accounts_email");
  });

  test("by a login or a name in a source, as the receivers of notices are", async () => {
    const named = sql`lower(a.login) = any(${["ada"]}) or a.name = any(${["Ada"]})`;
    const plan = await planOf(sql`a.source_id = 'one' and lower(a.login) = any(${["ada"]})`);
    expect(plan).toContain("accounts_login");
    expect(await planOf(sql`a.source_id = 'one' and a.name = any(${["Ada"]})`)).toContain("accounts_name");
    expect(await planOf(sql`a.source_id = 'one' and (a.id = any(${["x"]}) or ${named})`)).toMatch(/BitmapOr|accounts_/);
  });
});
