import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PgBossQueue } from "../../../server/jobs/PgBossQueue.ts";
import type { JobHandler, Queue } from "../../../server/jobs/Queue.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

onEachDatabase("the queue", (engine) => {
  let database: TestDb;
  const queues: Queue[] = [];
  const failures: string[] = [];
  beforeEach(async () => {
    database = await openTestDb(engine);
    failures.length = 0;
  });
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
    await database.close();
  });
  const makeQueue = (isWorker = true): Queue => {
    const queue = new PgBossQueue({
      database,
      databaseUrl: database.databaseUrl,
      isWorker,
      onError: (error) => failures.push(String(error)),
    });
    queues.push(queue);
    return queue;
  };

  test("runs a job with what was sent", async () => {
    const queue = makeQueue();
    const done: unknown[] = [];
    queue.register<{ n: number }>("count", async (data) => void done.push(data));
    await queue.start();
    expect(await queue.send("count", { n: 1, text: "ü" })).toEqual(expect.any(String));
    await queue.send("count", { n: 2 });
    await expect.poll(() => done).toEqual([{ n: 1, text: "ü" }, { n: 2 }]);
  });

  test("one job of a key waits or runs at a time, and may come again afterwards", async () => {
    const queue = makeQueue();
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    queue.register("sync", async () => {
      runs += 1;
      await gate.promise;
    });
    await queue.start();
    expect(await queue.send("sync", {}, { singletonKey: "a" })).not.toBeNull();
    await expect.poll(() => runs).toBe(1);
    expect(await queue.send("sync", {}, { singletonKey: "a" })).toBeNull();
    expect(await queue.send("sync", {}, { singletonKey: "b" })).not.toBeNull();
    gate.resolve();
    await expect.poll(() => runs).toBe(2);
    await expect.poll(() => queue.send("sync", {}, { singletonKey: "a" })).not.toBeNull();
  });

  test("the declared number of jobs of a name run at once, for any number that waits", async () => {
    const queue = makeQueue();
    const ends: (() => void)[] = [];
    let [running, most, done] = [0, 0, 0];
    queue.register(
      "heavy",
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        done += 1;
      },
      { concurrency: 2 },
    );
    await queue.start();
    for (let n = 0; n < 6; n += 1) await queue.send("heavy", { n });
    for (let round = 1; round <= 3; round += 1) {
      await expect.poll(() => running).toBe(2);
      for (const end of ends.splice(0)) end();
      await expect.poll(() => done).toBe(2 * round);
    }
    expect(most).toBe(2);
  });

  test("retries a job that threw, and reports its failure", async () => {
    const queue = makeQueue();
    let runs = 0;
    queue.register(
      "shaky",
      async () => {
        runs += 1;
        if (runs === 1) throw new Error("slipped");
      },
      { retryDelaySeconds: 1 },
    );
    await queue.start();
    await queue.send("shaky", {});
    await expect.poll(() => runs).toBe(2);
    expect(failures).toEqual(["Error: slipped"]);
  });

  test("a later start has the options that it is given, of a name that is there already", async () => {
    let attempts = 0;
    const start = async (retryLimit: number): Promise<Queue> => {
      const queue = makeQueue();
      const options = { retryLimit, retryDelaySeconds: 1 };
      queue.register("fragile", () => Promise.reject(new Error(`attempt ${(attempts += 1)}`)), options);
      await queue.start();
      return queue;
    };
    await (await start(0)).stop();
    const again = await start(1);
    await again.send("fragile", {});
    await expect.poll(() => attempts, { timeout: 20_000 }).toBe(2);
  });

  test("aborts running jobs on stop, and the next start resumes them", async () => {
    const first = makeQueue();
    const reasons: unknown[] = [];
    const handle: JobHandler<object> = (_data, { signal }) => {
      const { promise, reject } = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => {
        reasons.push(signal.reason);
        reject(signal.reason as Error);
      });
      reasons.push("started");
      return promise;
    };
    first.register("long", handle, { retryDelaySeconds: 1 });
    await first.start();
    await first.send("long", { place: 1 });
    await expect.poll(() => reasons).toEqual(["started"]);
    await first.stop();
    expect(reasons).toEqual(["started", new Error("The server stops.")]);
    expect(failures).toEqual([]);

    const second = makeQueue();
    const taken: unknown[] = [];
    second.register("long", async (data) => void taken.push(data));
    await second.start();
    await expect.poll(() => taken).toEqual([{ place: 1 }]);
  });

  // On a PostgreSQL another machine may be at it: there its heartbeat has to stop first.
  if (engine === "pglite") {
    test("what a process was doing when it died is taken up at the next start", async () => {
      const options = { retryDelaySeconds: 600 };
      const dead = makeQueue();
      dead.register("long", async (_data, { signal }) => void (await once(signal, "abort")), options);
      await dead.start();
      await dead.send("long", { place: 1 });
      const states = async () => (await database.run("select state from pgboss.job where name = 'long'")).rows;
      await expect.poll(states).toEqual([{ state: "active" }]);

      const next = makeQueue();
      const taken: unknown[] = [];
      next.register("long", async (data) => void taken.push(data), options);
      await next.start();
      await expect.poll(() => taken).toEqual([{ place: 1 }]);
    });
  }

  test("no further job begins while the running one ends", async () => {
    const queue = makeQueue();
    const begun: unknown[] = [];
    queue.register("long", async (data, { signal }) => {
      begun.push(data);
      await once(signal, "abort");
    });
    await queue.start();
    for (let place = 1; place <= 3; place += 1) await queue.send("long", { place });
    await expect.poll(() => begun).toHaveLength(1);
    await queue.stop();
    expect(begun).toEqual([{ place: 1 }]);
  });

  test("a process that is no worker only sends", async () => {
    const web = makeQueue(false);
    const ran: string[] = [];
    web.register("work", async () => void ran.push("web"));
    await web.start();
    await web.send("work", {});
    const worker = makeQueue();
    worker.register("work", async () => void ran.push("worker"));
    await worker.start();
    await expect.poll(() => ran).toEqual(["worker"]);
  });
});
