/** A backtest ends, also where each attempt of its job is interrupted: no run stays “running”. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { type Backtest } from "../../../contract/issues/backtest.ts";
import { listBacktests } from "../../../server/db/tables/insights/backtests.ts";
import { presentBacktest } from "../../../server/features/backtests/present.ts";
import { RUN_BACKTEST } from "../../../server/jobs/jobNames.ts";
import { PgBossQueue } from "../../../server/jobs/PgBossQueue.ts";
import type { JobContext, JobHandler, Queue } from "../../../server/jobs/Queue.ts";
import { createBacktestJobs } from "../../../server/sync/backgroundJobs/backtestJobs.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const HOUR = 3_600_000;

onEachDatabase("backtests", (engine) => {
  let database: TestDb;
  let projectId: string;
  let queue: PgBossQueue | undefined;
  beforeEach(async () => {
    database = await openTestDb(engine);
    const companyId = await addCompany(database.db);
    projectId = await addProject(database.db, { companyId, ownerId: await addUser(database.db, { companyId }) });
  });
  afterEach(async () => {
    await queue?.stop();
    queue = undefined;
    await database.close();
  });

  const insert = async (state: "queued" | "running", ageMs = HOUR): Promise<string> => {
    const id = newId();
    const created_at = new Date(Date.now() - ageMs);
    const row = { id, project_id: projectId, started_by: null, state, created_at };
    await database.db.insertInto("backtests").values(row).execute();
    return id;
  };
  const runOf = async (id: string): Promise<Backtest | undefined> => {
    const row = (await listBacktests(database.db, projectId, 20)).find((one) => one.id === id);
    return row && presentBacktest(row, false, "EN");
  };
  const jobsWith = (given: Queue) =>
    createBacktestJobs({
      db: database.db,
      queue: given,
      blobs: { driver: "files", folder: "none" },
      // A job is interrupted while it copies a mirror.
      mirrorOf: (_, signal) => Promise.reject(signal.reason instanceof Error ? signal.reason : new Error("No mirror.")),
      onError: () => undefined,
    });
  /** What the queue calls, at an attempt that is interrupted. */
  const attempt = async (id: string, isLastAttempt: boolean): Promise<void> => {
    let handle: JobHandler<{ backtestId: string }> | undefined;
    jobsWith({
      register: (_name, handler) => void (handle = handler as unknown as typeof handle),
      send: () => Promise.resolve("job"),
      has: () => Promise.resolve(true),
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    }).register();
    const signal = AbortSignal.abort(new Error("The server stops."));
    const context: JobContext = { id: "job", signal, isLastAttempt };
    await handle?.({ backtestId: id }, context).catch(() => undefined);
  };
  const startQueue = async (handler: JobHandler<object>, retryLimit: number): Promise<PgBossQueue> => {
    const { databaseUrl } = database;
    queue = new PgBossQueue({ database, databaseUrl, isWorker: true, onError: () => undefined });
    queue.register(RUN_BACKTEST, handler, { retryLimit, retryDelaySeconds: 600 });
    await queue.start();
    return queue;
  };

  test("an interrupted attempt is followed by the next one, and the last one fails with a reason", async () => {
    const id = await insert("queued");
    await attempt(id, false);
    expect(await runOf(id)).toMatchObject({ state: "running", error: null });
    await attempt(id, true);
    const run = await runOf(id);
    expect(run).toMatchObject({ state: "failed", error: expect.stringContaining("interrupted too often") });
    expect(run?.finished_at).not.toBeNull();
  });

  test("a run whose job has used all attempts, or was never sent, fails with a reason", async () => {
    const given = await startQueue(() => Promise.reject(new Error("The process was killed.")), 0);
    const killed = await insert("running");
    await given.send(RUN_BACKTEST, { backtestId: killed }, { singletonKey: killed });
    await expect.poll(() => given.has(RUN_BACKTEST, killed), { timeout: 20_000 }).toBe(false);
    await jobsWith(given).endLost(new Date());
    expect(await runOf(killed)).toMatchObject({ state: "failed", error: expect.stringContaining("interrupted") });
    const unsent = await insert("queued");
    await jobsWith(given).endLost(new Date());
    expect(await runOf(unsent)).toMatchObject({ state: "failed" });
  });

  test("a run whose job runs, or waits for its next attempt, continues; and one that was started just now", async () => {
    const gate = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const given = await startQueue(() => {
      started.resolve();
      return gate.promise;
    }, 3);
    const running = await insert("running");
    await given.send(RUN_BACKTEST, { backtestId: running }, { singletonKey: running });
    await jobsWith(given).endLost(new Date());
    expect(await runOf(running)).toMatchObject({ state: "running" });
    // Before a handler waits for it, a rejection belongs to nothing and ends the test process.
    await started.promise;
    gate.reject(new Error("Again."));
    // Ten minutes pass until the next attempt.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await jobsWith(given).endLost(new Date());
    expect(await runOf(running)).toMatchObject({ state: "running" });
    await database.db.deleteFrom("backtests").execute();
    const fresh = await insert("queued", 1000);
    await jobsWith(given).endLost(new Date());
    expect(await runOf(fresh)).toMatchObject({ state: "queued" });
  });
});
