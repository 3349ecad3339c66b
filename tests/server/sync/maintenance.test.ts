/** What a worker does every minute, when it takes longer than a minute. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SyncMaintenance } from "../../../server/sync/maintenance/SyncMaintenance.ts";
import { TICK_MS } from "../../../server/sync/scheduling/schedule.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";

const HOUR_OF_TICKS = 60;

onOneDatabase("the work of every minute", (engine) => {
  let database: TestDb;
  let maintenance: SyncMaintenance;
  let rounds: number;
  /** Since when indexes of an older format were looked for. */
  let rebuilt: (Date | undefined)[];
  /** Garbage collections that began, and that ended. */
  let collections: number;
  let collected: number;
  /** Null: nothing waits. */
  let roundGate: PromiseWithResolvers<void> | null;
  let collectionGate: PromiseWithResolvers<void> | null;

  beforeEach(async () => {
    database = await openTestDb(engine);
    [rounds, collections, collected, roundGate, collectionGate] = [0, 0, 0, null, null];
    rebuilt = [];
    const nothing = () => Promise.resolve();
    maintenance = new SyncMaintenance({
      db: database.db,
      sources: {
        listMirrors: () => {
          collected += 1;
          return Promise.resolve([]);
        },
        removeMirror: nothing,
        removeUnshared: nothing,
      },
      blobs: {
        list: async function* () {
          collections += 1;
          await collectionGate?.promise;
          yield* [];
        },
        delete: nothing,
      },
      scheduler: {
        rebuildIndexes: (writtenAfter) => {
          rebuilt.push(writtenAfter);
          return Promise.resolve();
        },
        resync: nothing,
        resume: async () => {
          rounds += 1;
          await roundGate?.promise;
        },
      },
      quotas: { measureMissing: nothing },
      jobs: { isRunning: () => false },
      groups: { sendDue: nothing },
      forgetJobs: { resume: nothing },
      resyncIntervalMs: 0,
      onError: (error) => {
        throw error;
      },
    });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await maintenance.start();
    rounds = 0;
  });
  afterEach(async () => {
    maintenance.stop();
    vi.useRealTimers();
    await database.close();
  });

  /** Waits until the work that a tick began has ended or waits. */
  const tick = async (): Promise<void> => {
    vi.advanceTimersByTime(TICK_MS);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };

  test("begins at each minute", async () => {
    await tick();
    await tick();
    expect(rounds).toBe(2);
  });

  test("looks for every index of another format once, and then for those that an older version has just written", async () => {
    const from = Date.now();
    await tick();
    await expect.poll(() => rebuilt.length).toBe(2);
    const [first, second] = rebuilt;
    expect(first).toBeUndefined();
    const age = from - (second?.getTime() ?? 0);
    expect(age).toBeGreaterThan(TICK_MS);
    expect(age).toBeLessThanOrEqual(3 * TICK_MS);
  });

  test("does not begin while the last one is running, and begins after it", async () => {
    roundGate = Promise.withResolvers();
    await tick();
    await tick();
    await tick();
    expect(rounds).toBe(1);
    roundGate.resolve();
    roundGate = null;
    // A round asks the database: it ends some time after the gate is open.
    await expect
      .poll(async () => {
        await tick();
        return rounds;
      })
      .toBeGreaterThan(1);
  });

  test("continues during a long garbage collection, which does not begin again meanwhile", async () => {
    collectionGate = Promise.withResolvers();
    for (let minute = 0; minute < HOUR_OF_TICKS; minute++) await tick();
    await vi.waitUntil(() => collections === 1);
    const before = rounds;
    for (let minute = 0; minute < HOUR_OF_TICKS; minute++) await tick();
    expect(rounds).toBe(before + HOUR_OF_TICKS);
    expect(collections).toBe(1);
    collectionGate.resolve();
    await vi.waitUntil(() => collected === 1);
    await tick();
    for (let minute = 1; minute < HOUR_OF_TICKS; minute++) await tick();
    await vi.waitUntil(() => collected === 2);
  });
});
