import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anonymizeIp, clientNetwork } from "../../../server/access/sessions/clientNetwork.ts";
import { forwardedBy } from "../../../server/access/sessions/clientNetwork.ts";
import { SIGN_IN_LIMITS, RateLimiter, type Limits } from "../../../server/access/limits/RateLimiter.ts";
import { deleteExpiredRows } from "../../../server/db/housekeeping.ts";
import { TooMany } from "../../../server/errors.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

describe("the network of an address", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
    ["::ffff:192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["fe80::1%eth0", "fe80::/64", "fe80::/48"],
    ["", "", ""],
    ["nonsense", "nonsense", ""],
    ["2130706433", "2130706433", ""],
  ])("%j counts as %j and is shown as %j", (address, network, coarse) => {
    expect([clientNetwork(address), anonymizeIp(address)]).toEqual([network, coarse]);
  });
});

onEachDatabase("the rate limiter", (engine) => {
  let database: TestDb;
  let clock: number;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    clock = Date.now();
    await database.db.deleteFrom("rate_limits").execute();
  });
  /** As one of several processes would make it. */
  const limiter = (limits: Limits = SIGN_IN_LIMITS) =>
    new RateLimiter(database.db, limits, () => sql<Date>`${new Date(clock)}::timestamptz`);
  const wrong = async (address: string, account: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await (await limiter().attempt(address, account)).fail();
  };
  const letIn = (attempt: Promise<unknown>): Promise<"in"> => attempt.then(() => "in");
  const refusal = async (attempt: Promise<unknown>): Promise<number> => {
    const error: unknown = await attempt.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TooMany);
    return error instanceof TooMany ? error.retryAfterSeconds : -1;
  };

  test("closes an account after ten wrong passwords from any network and in any process", async () => {
    for (let n = 0; n < 10; n += 1) await wrong(`192.0.2.${n}`, "a@example.org", 1);
    expect(await refusal(limiter().attempt("198.51.100.1", "a@example.org"))).toBeGreaterThan(0);
    expect(await letIn(limiter().attempt("198.51.100.1", "b@example.org"))).toBe("in");
  });

  test("lets ten of a hundred through that come at once", async () => {
    const guesses = Array.from({ length: 100 }, (_, n) => limiter().attempt(`192.0.2.${n}`, "a@example.org"));
    const made = (await Promise.allSettled(guesses)).filter(({ status }) => status === "fulfilled");
    expect(made).toHaveLength(10);
  });

  test("closes a network after thirty for any accounts, and with it all of its IPv6 addresses", async () => {
    for (let n = 0; n < 30; n += 1) await wrong(`2001:db8::${n}`, `${n}@example.org`, 1);
    expect(await refusal(limiter().attempt("2001:db8::ffff", "new@example.org"))).toBeGreaterThan(0);
    expect(await letIn(limiter().attempt("2001:db8:0:1::1", "new@example.org"))).toBe("in");
  });

  test("a client that has signed in before is admitted although its network is full, and its account stays limited", async () => {
    const office = forwardedBy("192.0.2.1", "198.51.100.1");
    const attacker = forwardedBy("192.0.2.1", "198.51.100.66");
    await (await limiter().attempt(office, "mira@example.org")).succeed();
    for (let n = 0; n < 3; n += 1) await wrong(attacker, `${n}@example.org`, 10);
    expect(await refusal(limiter().attempt(office, "tomas@example.org"))).toBeGreaterThan(0);
    expect(await refusal(limiter().attempt(attacker, "mira@example.org"))).toBeGreaterThan(0);
    await wrong(office, "mira@example.org", 10);
    expect(await refusal(limiter().attempt(office, "mira@example.org"))).toBeGreaterThan(0);
    clock += 15 * 60_000;
    expect(await letIn(limiter().attempt(office, "tomas@example.org"))).toBe("in");
  });

  test("reports how long to wait, and lets one more in then", async () => {
    await wrong("192.0.2.1", "a@example.org", 10);
    expect(await refusal(limiter().attempt("192.0.2.9", "a@example.org"))).toBe(90);
    clock += 60_000;
    expect(await refusal(limiter().attempt("192.0.2.9", "a@example.org"))).toBe(30);
    clock += 30_000;
    expect(await letIn(limiter().attempt("192.0.2.9", "a@example.org"))).toBe("in");
    expect(await refusal(limiter().attempt("192.0.2.9", "a@example.org"))).toBe(90);
    clock += 15 * 60_000;
    await wrong("192.0.2.9", "a@example.org", 10);
  });

  test("being refused costs nothing more", async () => {
    await wrong("192.0.2.1", "a@example.org", 10);
    for (let n = 0; n < 50; n += 1)
      expect(await refusal(limiter().attempt("192.0.2.2", "a@example.org"))).toBeGreaterThan(0);
    clock += 90_000;
    expect(await letIn(limiter().attempt("192.0.2.2", "a@example.org"))).toBe("in");
    // It did not count for the caller's network either.
    for (let n = 0; n < 30; n += 1) expect(await letIn(limiter().attempt("192.0.2.2", `${n}@example.org`))).toBe("in");
  });

  test("a right guess empties the account and leaves the network as it was", async () => {
    await wrong("192.0.2.1", "a@example.org", 9);
    await (await limiter().attempt("192.0.2.1", "a@example.org")).succeed();
    await wrong("192.0.2.1", "a@example.org", 9);
    expect(await letIn(limiter().attempt("192.0.2.2", "a@example.org"))).toBe("in");
    await wrong("192.0.2.1", "b@example.org", 10);
    await wrong("192.0.2.1", "c@example.org", 2);
    expect(await refusal(limiter().attempt("192.0.2.1", "d@example.org"))).toBeGreaterThan(0);
  });

  test("limits of different names, and an account called like a network, do not share", async () => {
    await wrong("192.0.2.1", "192.0.2.1", 10);
    expect(await letIn(limiter({ ...SIGN_IN_LIMITS, name: "other" }).take("192.0.2.1", "192.0.2.1"))).toBe("in");
    expect(await letIn(limiter().attempt("192.0.2.1", "a@example.org"))).toBe("in");
  });

  test("a transaction that fails forgets what it counted", async () => {
    const { db } = database;
    await db
      .transaction()
      .execute(async (transaction) => {
        for (let n = 0; n < 10; n += 1) await limiter().take("", "a@example.org", transaction);
        throw new Error("no");
      })
      .catch(() => {});
    expect(await letIn(limiter().take("", "a@example.org"))).toBe("in");
    expect(await db.selectFrom("rate_limits").select("key").execute()).toHaveLength(1);
  });

  test("a clock that is set back refuses calls for no longer than a window", async () => {
    await wrong("192.0.2.1", "a@example.org", 10);
    clock -= 24 * 60 * 60_000;
    expect(await refusal(limiter().attempt("192.0.2.9", "a@example.org"))).toBe(90);
    clock += 15 * 60_000;
    expect(await letIn(limiter().attempt("192.0.2.9", "a@example.org"))).toBe("in");
  });

  test("keeps no address and no account in clear, and what has run dry is swept", async () => {
    await new RateLimiter(database.db, SIGN_IN_LIMITS).take("192.0.2.1", "a@example.org");
    const rows = await database.db.selectFrom("rate_limits").selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0|example/);
    await deleteExpiredRows(database.db);
    expect(await database.db.selectFrom("rate_limits").selectAll().execute()).toHaveLength(2);
    await sql`update rate_limits set full_at = now() - interval '1 second'`.execute(database.db);
    await deleteExpiredRows(database.db);
    expect(await database.db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });
});
