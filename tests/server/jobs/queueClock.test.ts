/** What the rows of the queue look like after the database's clock was set, made by moving the rows: the clock of a PostgreSQL cannot be set here. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PgBossQueue } from "../../../server/jobs/PgBossQueue.ts";
import type { Queue } from "../../../server/jobs/Queue.ts";
import { QueueClock } from "../../../server/jobs/QueueClock.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const HOUR = 60 * 60 * 1000;

onEachDatabase("the queue after a jump of the clock", (engine) => {
  let database: TestDb;
  const queues: Queue[] = [];
  beforeEach(async () => {
    database = await openTestDb(engine);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const queue of queues.splice(0)) await queue.stop();
    await database.close();
  });
  const makeQueue = (isWorker = true): Queue => {
    const { databaseUrl } = database;
    const queue = new PgBossQueue({ database, databaseUrl, isWorker, onError: () => undefined });
    queues.push(queue);
    return queue;
  };
  const jobs = async () => {
    const { rows } = await sql<{ state: string; retry_count: number; is_due: boolean }>`
      select state, retry_count, start_after <= now() as is_due from pgboss.job where name = 'long'`.execute(
      database.db,
    );
    return rows;
  };
  const toFuture = async (): Promise<void> => {
    await sql`update pgboss.job set start_after = start_after + interval '3 years' where name = 'long'`.execute(
      database.db,
    );
  };

  test("forward: a running job that is handed out again does not run twice at once", { timeout: 60_000 }, async () => {
    const queue = makeQueue();
    const gate = Promise.withResolvers<void>();
    let [running, most] = [0, 0];
    queue.register(
      "long",
      async () => {
        running += 1;
        most = Math.max(most, running);
        await gate.promise;
        running -= 1;
      },
      { concurrency: 2, retryDelaySeconds: 1 },
    );
    await queue.start();
    await queue.send("long", {}, { singletonKey: "a" });
    await expect.poll(() => running).toBe(1);
    await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '3 years' where name = 'long'`.execute(
      database.db,
    );
    // Taken for abandoned, and handed out to this process again.
    await expect
      .poll(jobs, { timeout: 30_000 })
      .toEqual([expect.objectContaining({ state: "active", retry_count: 1 })]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([running, most]).toEqual([1, 1]);
    gate.resolve();
    await expect.poll(jobs, { timeout: 10_000 }).toEqual([expect.objectContaining({ state: "completed" })]);
    expect([running, most]).toEqual([0, 1]);
  });

  test("back: what was queued before is taken by the worker that starts", async () => {
    const web = makeQueue(false);
    await web.start();
    await web.send("long", {});
    await toFuture();
    const worker = makeQueue();
    let runs = 0;
    worker.register("long", async () => void (runs += 1));
    await worker.start();
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
  });

  test("back: a running worker notices it, and changes nothing while the clock is right", async () => {
    const web = makeQueue(false);
    await web.start();
    await web.send("long", {});
    const clock = new QueueClock(database, () => undefined);
    await clock.look();
    await toFuture();
    await clock.look();
    expect(await jobs()).toEqual([expect.objectContaining({ is_due: false })]);
    // An hour by the process's own clock that the database's clock has not gone.
    const monotonic = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(monotonic + HOUR);
    await clock.look();
    expect(await jobs()).toEqual([expect.objectContaining({ is_due: true })]);
  });
});
