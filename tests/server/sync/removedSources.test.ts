import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertOrphanedParts, listRemovedSourceIds } from "../../../server/db/tables/sources/removedSources.ts";
import { withoutSource } from "../../../server/index/manifest.ts";
import { readStoredManifest, swapManifest } from "../../../server/sync/store/storedManifest.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenForgotten, whenSettled } from "./syncFixture.ts";

onOneDatabase("sources whose rows were deleted", (engine) => {
  let database: TestDb;
  let folder: ReturnType<typeof temporaryFolder>;
  let running: TestSync;
  let projectId: string;
  const start = (): Promise<TestSync> =>
    startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
    });
  const link = async (): Promise<string> => {
    const url = join(folder.path, "origin.git");
    makeRepository(url, [{ message: "one", author: "Ada", email: "a@example.org", files: { "a.ts": "export {};\n" } }]);
    const id = await addSource(database, projectId, { kind: "repository", provider: "git", url });
    await running.sync.request([id]);
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
    return id;
  };
  const mirrorOf = (id: string): string => join(database.dataDir, "mirrors", `${id}.git`);
  const sourcesOfIndex = async (): Promise<string[]> => {
    const { code, commits } = await readStoredManifest(database.db, projectId);
    return [...code, ...commits].map(({ source }) => source);
  };

  beforeEach(async () => {
    database = await openTestDb(engine);
    folder = temporaryFolder();
    ({ projectId } = await makeProject(database));
    running = await start();
  });
  afterEach(async () => {
    await running.stop();
    await database.close();
    folder.remove();
  });

  test("what a process left that ended after the deletion is removed by the next one", async () => {
    const id = await link();
    await running.stop();
    // The row was deleted, and the process ended before it sent the job.
    await database.db.deleteFrom("sources").where("id", "=", id).execute();
    expect(await sourcesOfIndex()).toEqual([id, id]);
    expect(existsSync(mirrorOf(id))).toBe(true);
    running = await start();
    await whenForgotten(database);
    expect(await sourcesOfIndex()).toEqual([]);
    expect(existsSync(mirrorOf(id))).toBe(false);
    expect(running.errors).toEqual([]);
  }, 60_000);

  test("mirrors of a deleted project are removed", async () => {
    const id = await link();
    await running.stop();
    await database.db.deleteFrom("projects").where("id", "=", projectId).execute();
    running = await start();
    await whenForgotten(database);
    expect(existsSync(mirrorOf(id))).toBe(false);
  }, 60_000);

  describe("a part that a sync of another process stored after its source was forgotten", () => {
    test("is found and removed, and parts of other sources are kept", async () => {
      const id = await link();
      const late = await readStoredManifest(database.db, projectId);
      const { db } = database;
      await insertOrphanedParts(db);
      expect(await listRemovedSourceIds(db, 10)).toEqual([]);
      const orphans = [...late.code, ...late.commits].map(() => "gone");
      await swapManifest(db, projectId, (manifest) => ({
        ...manifest,
        code: [...manifest.code, ...late.code.map((part) => ({ ...part, source: "gone" }))],
        commits: [...manifest.commits, ...late.commits.map((part) => ({ ...part, source: "gone" }))],
      }));
      expect((await sourcesOfIndex()).toSorted()).toEqual([...orphans, id, id].toSorted());
      await insertOrphanedParts(db);
      expect(await listRemovedSourceIds(db, 10)).toEqual(["gone"]);
      await running.sync.forget(["gone"]);
      await whenForgotten(database);
      expect(await readStoredManifest(db, projectId)).toEqual(withoutSource(late, "gone"));
      expect(await sourcesOfIndex()).toEqual([id, id]);
    }, 60_000);
  });
});
