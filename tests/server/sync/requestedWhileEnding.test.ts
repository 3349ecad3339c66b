/** A request of a sync that arrives after the previous one has reported "ready", and before its job has ended. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_QUOTAS } from "../../../server/access/limits/quotas.ts";
import { updateSyncState } from "../../../server/db/tables/sources/sourceSync.ts";
import { openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { SYNC_SOURCE, type SyncSourceJob } from "../../../server/jobs/jobNames.ts";
import { PgBossQueue } from "../../../server/jobs/PgBossQueue.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { DiskMeter } from "../../../server/sync/quotas/DiskMeter.ts";
import { SyncQuotas } from "../../../server/sync/quotas/SyncQuotas.ts";
import { SyncScheduler } from "../../../server/sync/scheduling/SyncScheduler.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { addSource, makeProject } from "./syncFixture.ts";

/** More than the queue was asked before, while a job ended. */
const REFUSALS = 30;

onOneDatabase("requests while a sync ends", (engine) => {
  let database: TestDb;
  let queue: PgBossQueue;
  const errors: unknown[] = [];
  beforeEach(async () => {
    database = await openTestDb(engine);
    queue = new PgBossQueue({
      database,
      databaseUrl: database.databaseUrl,
      isWorker: true,
      onError: (error) => errors.push(error),
    });
  });
  afterEach(async () => {
    await queue.stop();
    await database.close();
  });

  test("it is done when the job has ended, however long that takes, and as it was requested", async () => {
    const { db, dataDir } = database;
    const { projectId } = await makeProject(database);
    const id = await addSource(database, projectId, { kind: "wiki", provider: "confluence", url: "https://w.example" });
    const ended = Promise.withResolvers<void>();
    const begun: SyncSourceJob[] = [];
    const setState = (state: "running" | "ready") =>
      updateSyncState(db, id, { sync_state: state, ...(state === "ready" && { sync_finished_at: new Date() }) });
    queue.register<SyncSourceJob>(SYNC_SOURCE, async (job) => {
      begun.push(job);
      await setState("running");
      await setState("ready");
      if (begun.length === 1) await ended.promise;
    });
    await queue.start();
    let waits = 0;
    const sources = createSources({ dataDir, allowedNetworks: [], allowedPaths: [] });
    const blobs = openBlobs({ driver: "files", folder: dataDir });
    const scheduler = new SyncScheduler({
      db,
      queue,
      quotas: new SyncQuotas({ db, meter: new DiskMeter({ db, blobs, sources }), defaults: NO_QUOTAS }),
      onError: (error) => errors.push(error),
      wait: async () => {
        waits += 1;
        if (waits === REFUSALS) ended.resolve();
        await new Promise(setImmediate);
      },
    });
    await scheduler.enqueue([id]);
    await expect
      .poll(async () => (await db.selectFrom("sources").select("sync_state").executeTakeFirst())?.sync_state)
      .toBe("ready");
    await scheduler.enqueue([id], { isFullCheck: true, isManual: true });
    await scheduler.enqueue([id], { isManual: false });
    await expect.poll(() => begun.length, { timeout: 15_000 }).toBe(2);
    expect(begun[1]).toMatchObject({ sourceId: id, isFullCheck: true, isManual: true });
    expect(waits).toBeGreaterThanOrEqual(REFUSALS);
    scheduler.stop();
    await sources.close();
    expect(errors).toEqual([]);
  });
});
