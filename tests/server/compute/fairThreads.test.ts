import { afterEach, beforeAll, afterAll, describe, expect, test } from "vitest";
import { EnginePool } from "../../../server/compute/EnginePool.ts";
import { openTestDb, type TestDb } from "../testDb.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());

let pool: EnginePool;
let leave: AbortController;
afterEach(async () => {
  leave.abort(new Error("The test is over."));
  await pool.stop();
});

function setUp(threads: number) {
  leave = new AbortController();
  pool = new EnginePool({
    worker: new URL("./waitingWorker.ts", import.meta.url),
    db: database.db,
    blobs: { driver: "files", folder: database.dataDir },
    dataDir: database.dataDir,
    threads,
    limits: { userMsPerMinute: 600_000, companyMsPerMinute: 1_200_000 },
    indexBytes: 1 << 20,
    log: silent,
  });
}

/** A task that waits for as long as the test runs. */
function wait(userId: string, companyId: string, key: string): void {
  pool.run("wait", {}, { principal: { userId, companyId }, key, signal: leave.signal }).catch(() => undefined);
}
const echo = (userId: string, companyId: string, key: string): Promise<unknown> =>
  pool.run("echo", "heard", { principal: { userId, companyId }, key, signal: leave.signal });

/** Keys that name each thread many times. */
const KEYS = Array.from({ length: 40 }, (_, n) => `project ${n}`);

describe.each([2, 3, 5])("of threads with tasks that wait for git (%i are set)", (threads) => {
  const there = Math.max(3, threads);

  test("a company holds all but one, and another company is served at once by each key", async () => {
    setUp(threads);
    for (const [n, key] of KEYS.entries()) wait(`user ${n % 10}`, "acme", key);
    await expect.poll(() => pool.running).toBe(there - 1);
    await Promise.all(KEYS.slice(0, 8).map((key, n) => echo(`other ${n}`, "other", key)));
    expect(pool.running).toBe(there - 1);
  });

  test("a user holds all but two, and a colleague is served at once", async () => {
    setUp(threads);
    for (const key of KEYS.slice(0, 12)) wait("ada", "acme", key);
    await expect.poll(() => pool.running).toBe(there - 2);
    expect(await echo("bob", "acme", "project 0")).toBe("heard");
    expect(pool.running).toBe(there - 2);
  });
});

test("a slice, which ends soon, takes the last thread only while no other user waits", async () => {
  setUp(3);
  const slice = (userId: string): void => {
    pool
      .run("wait", {}, { principal: { userId, companyId: "acme" }, key: userId, isSlice: true, signal: leave.signal })
      .catch(() => undefined);
  };
  for (let n = 0; n < 6; n += 1) slice("ada");
  await expect.poll(() => pool.running).toBeGreaterThan(1);
});
