/** A connection that listens survives faults without being opened twice. */
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openPostgres } from "../../../server/db/postgres.ts";
import { type TcpProxy, openTcpProxy } from "../tcpProxy.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

onEachDatabase("listening", (engine) => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  /** A database behind a proxy, on its own pool. */
  const open = async (): Promise<{
    database: TestDb;
    proxy: TcpProxy;
    far: Awaited<ReturnType<typeof openPostgres>>;
  }> => {
    const database = await openTestDb(engine);
    closers.push(() => database.close());
    const url = new URL(database.databaseUrl ?? "");
    const proxy = await openTcpProxy(Number(url.port || "5432"));
    closers.push(() => proxy.close());
    url.host = `127.0.0.1:${proxy.port}`;
    const far = await openPostgres(url.href);
    return { database, proxy, far };
  };
  const listeners = async ({ db }: TestDb): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
      db,
    );
    return rows[0]?.n ?? -1;
  };

  test.runIf(engine === "postgres")(
    "a connection that breaks while it asks to listen is replaced by one",
    async () => {
      const { database, proxy, far } = await open();
      const heard: string[] = [];
      let gaps = 0;
      const stop = await far.listen(
        "clew_test",
        (payload) => heard.push(payload),
        () => (gaps += 1),
      );
      // Each of the next connections is cut when it sends the statement, after it was let in.
      const words = Buffer.from("listen ");
      let cuts = 0;
      proxy.change = (bytes) => {
        if (cuts < 2 && bytes.includes(words)) {
          cuts += 1;
          setImmediate(() => proxy.cut());
          return Buffer.alloc(0);
        }
        return bytes;
      };
      proxy.cut();
      await expect.poll(() => gaps, { timeout: 20_000 }).toBe(1);
      expect(cuts).toBe(2);
      // Longer than a second timer would take.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(await listeners(database)).toBe(1);
      await sql`select pg_notify('clew_test', 'once')`.execute(database.db);
      await expect.poll(() => heard).toEqual(["once"]);
      expect(gaps).toBe(1);
      await stop();
      await expect.poll(() => listeners(database)).toBe(0);
      await far.close();
    },
    40_000,
  );

  test.runIf(engine === "postgres")(
    "a stop during a reconnection leaves no connection open",
    async () => {
      const { database, proxy, far } = await open();
      let gaps = 0;
      const stop = await far.listen(
        "clew_test",
        () => {},
        () => (gaps += 1),
      );
      const before = proxy.count;
      proxy.delay = 300;
      proxy.cut();
      await expect.poll(() => proxy.count, { timeout: 10_000 }).toBeGreaterThan(before);
      await stop();
      proxy.delay = 0;
      await new Promise((resolve) => setTimeout(resolve, 3000));
      expect([gaps, await listeners(database)]).toEqual([0, 0]);
      await far.close();
    },
    30_000,
  );
});
