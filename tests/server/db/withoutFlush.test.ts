import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../../server/db/openDb.ts";
import { withoutFlush } from "../../../server/db/withoutFlush.ts";
import { addCompany } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

onEachDatabase("a write that need not reach the disk", (engine) => {
  let database: TestDb;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  const mode = async (db: Db): Promise<unknown> => {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db);
    return rows[0]?.synchronous_commit;
  };

  test("is made, does not wait for the flush, and leaves all others waiting for it", async () => {
    const { db } = database;
    let inside: unknown;
    await withoutFlush(db, async (transaction) => {
      inside = await mode(transaction);
      await addCompany(transaction, { id: "relaxed" });
    });
    expect([inside, await mode(db)]).toEqual(["off", "on"]);
    expect(await db.selectFrom("companies").select("id").where("id", "=", "relaxed").execute()).toHaveLength(1);
  });

  test("is taken back whole when it fails", async () => {
    const { db } = database;
    const failed = withoutFlush(db, async (transaction) => {
      await addCompany(transaction, { id: "gone" });
      throw new Error("broken");
    });
    await expect(failed).rejects.toThrow("broken");
    expect(await db.selectFrom("companies").select("id").where("id", "=", "gone").execute()).toHaveLength(0);
    expect(await mode(db)).toBe("on");
  });
});
