/** During a rolling upgrade a worker of the former version may write an index in its format after the new one has started. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { MANIFEST_FORMAT, emptyManifest } from "../../../server/index/manifest.ts";
import { SyncScheduler } from "../../../server/sync/scheduling/SyncScheduler.ts";
import { addManifest } from "../rows.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { addSource, makeProject } from "./syncFixture.ts";

onOneDatabase("an index of another format", (engine) => {
  let database: TestDb;
  let sent: string[];
  let scheduler: SyncScheduler;
  let sourceId: string;
  let projectId: string;
  beforeEach(async () => {
    database = await openTestDb(engine);
    sent = [];
    const { db } = database;
    ({ projectId } = await makeProject(database));
    sourceId = await addSource(database, projectId, { kind: "repository", provider: "git", url: "/srv/loom.git" });
    scheduler = new SyncScheduler({
      db,
      queue: {
        register: () => undefined,
        send: (_name, _data, options) => {
          sent.push(options?.singletonKey ?? "");
          return Promise.resolve("a job");
        },
        has: () => Promise.resolve(true),
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(),
      },
      quotas: { admissible: () => Promise.resolve([]) },
      onError: (error) => {
        throw error;
      },
    });
  });
  afterEach(() => database.close());

  const written = async (format: number, ago: number): Promise<void> => {
    const { db } = database;
    await db.updateTable("sources").set({ sync_state: "ready" }).where("id", "=", sourceId).execute();
    await db.deleteFrom("artifacts").execute();
    await addManifest(db, projectId, emptyManifest(), new Date(Date.now() - ago));
    await db.updateTable("artifacts").set({ format_version: format }).execute();
  };
  const recently = (): Date => new Date(Date.now() - 3 * MINUTE_MS);

  test("that an older version has just written is built again at the next round", async () => {
    await written(MANIFEST_FORMAT - 1, MINUTE_MS);
    await scheduler.rebuildIndexes(recently());
    expect(sent).toEqual([sourceId]);
  });

  test("is not asked for each minute where its sources fail, and left to a newer version that wrote it", async () => {
    await written(MANIFEST_FORMAT - 1, DAY_MS);
    await scheduler.rebuildIndexes(recently());
    await written(MANIFEST_FORMAT + 1, MINUTE_MS);
    await scheduler.rebuildIndexes(recently());
    await written(MANIFEST_FORMAT, MINUTE_MS);
    await scheduler.rebuildIndexes(recently());
    expect(sent).toEqual([]);
  });

  test("of an older or a newer version is built again at the start", async () => {
    await written(MANIFEST_FORMAT + 1, DAY_MS);
    await scheduler.rebuildIndexes();
    await written(MANIFEST_FORMAT - 1, DAY_MS);
    await scheduler.rebuildIndexes();
    expect(sent).toEqual([sourceId, sourceId]);
  });
});
