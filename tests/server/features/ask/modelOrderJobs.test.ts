/** A measurement of the model's order ends, also where each attempt of its job is interrupted: no run stays “running”. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ModelOrderRun } from "../../../../contract/issues/modelOrder.ts";
import { newId } from "../../../../server/db/newId.ts";
import { findNewestModelOrderRun, insertModelOrderRun } from "../../../../server/db/tables/insights/modelOrders.ts";
import { presentOrderRun } from "../../../../server/features/modelOrder/modelOrder.ts";
import {
  createModelOrderJobs,
  type ModelOrderJobsDeps,
} from "../../../../server/features/modelOrder/modelOrderJobs.ts";
import { RUN_MODEL_ORDER } from "../../../../server/jobs/jobNames.ts";
import { PgBossQueue } from "../../../../server/jobs/PgBossQueue.ts";
import type { JobContext, JobHandler, Queue } from "../../../../server/jobs/Queue.ts";
import { addCompany, addProject, addUser } from "../../rows.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../../testDb.ts";

const HOUR = 3_600_000;
const INTERRUPTED = { state: "failed", error: expect.stringContaining("interrupted too often") as unknown };

onOneDatabase("runs of the model's order", (engine) => {
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

  const insert = async (state: "queued" | "running" | "cancelled", ageMs = HOUR): Promise<string> => {
    const id = newId();
    await insertModelOrderRun(database.db, {
      id,
      project_id: projectId,
      started_by: null,
      address: "https://models.example/v1",
      model: "loom-7b",
      prompt_version: 1,
      state,
      created_at: new Date(Date.now() - ageMs),
    });
    return id;
  };
  const newestRun = async (): Promise<ModelOrderRun | undefined> => {
    const row = await findNewestModelOrderRun(database.db, projectId);
    return row && presentOrderRun(row, "EN");
  };
  // A job is interrupted while it copies a mirror, before it asks a model.
  const jobsWith = (given: Queue) =>
    createModelOrderJobs({
      db: database.db,
      queue: given,
      now: () => new Date(),
      blobs: { driver: "files", folder: "none" },
      manifestOf: () => Promise.resolve({ commits: [{ source: "code" }] }),
      mirrorOf: (_: string, signal: AbortSignal) => Promise.reject(signal.reason as Error),
      onError: () => undefined,
    } as unknown as ModelOrderJobsDeps);
  const interrupted = async (runId: string, isLastAttempt: boolean): Promise<void> => {
    let handle: JobHandler<{ runId: string }> | undefined;
    const given = { register: (_: string, handler: typeof handle) => void (handle = handler) };
    jobsWith(given as unknown as Queue).register();
    const signal = AbortSignal.abort(new Error("The server stops."));
    const context: JobContext = { id: "job", signal, isLastAttempt };
    await expect(handle?.({ runId }, context)).rejects.toThrow("The server stops.");
  };
  const startQueue = async (handler: JobHandler<object>, retryLimit: number): Promise<PgBossQueue> => {
    const { databaseUrl } = database;
    queue = new PgBossQueue({ database, databaseUrl, isWorker: true, onError: () => undefined });
    queue.register(RUN_MODEL_ORDER, handler, { retryLimit, retryDelaySeconds: 600 });
    await queue.start();
    return queue;
  };

  test("an interrupted attempt is followed by the next one, and the last one fails with a reason", async () => {
    const id = await insert("queued");
    await interrupted(id, false);
    expect(await newestRun()).toMatchObject({ state: "running", error: null, finished_at: null });
    await interrupted(id, true);
    const run = await newestRun();
    expect(run).toMatchObject(INTERRUPTED);
    expect(run?.finished_at).not.toBeNull();
  });

  test("a run whose job has used all attempts, or was never sent, fails with a reason, and another can be started", async () => {
    const given = await startQueue(() => Promise.reject(new Error("The process was killed.")), 0);
    const killed = await insert("running");
    await given.send(RUN_MODEL_ORDER, { runId: killed }, { singletonKey: killed });
    await expect.poll(() => given.has(RUN_MODEL_ORDER, killed), { timeout: 20_000 }).toBe(false);
    await jobsWith(given).endLost(new Date());
    expect(await newestRun()).toMatchObject({ id: killed, ...INTERRUPTED });
    const unsent = await insert("queued", HOUR / 2);
    await jobsWith(given).endLost(new Date());
    expect(await newestRun()).toMatchObject({ id: unsent, ...INTERRUPTED });
  });

  test("a run whose job waits for its next attempt continues; one that was started just now and a cancelled one stay", async () => {
    const given = await startQueue(() => Promise.reject(new Error("Again.")), 3);
    const running = await insert("running");
    await given.send(RUN_MODEL_ORDER, { runId: running }, { singletonKey: running });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await jobsWith(given).endLost(new Date());
    expect(await newestRun()).toMatchObject({ id: running, state: "running" });
    await database.db.deleteFrom("model_order_runs").execute();
    const cancelled = await insert("cancelled", HOUR / 2);
    await jobsWith(given).endLost(new Date());
    expect(await newestRun()).toMatchObject({ id: cancelled, state: "cancelled", error: null });
    const fresh = await insert("queued", 1000);
    await jobsWith(given).endLost(new Date());
    expect(await newestRun()).toMatchObject({ id: fresh, state: "queued" });
  });
});
