/** Forty repositories that are linked at the same time, and a push to one that is searched already. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startGitHost } from "../../providers/gitHost.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { isWholeRun } from "../../wholeRun.ts";

const REPOSITORIES = 40;

onOneDatabase("a push while many repositories are linked", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: TestDb;
  let running: TestSync;
  let host: Awaited<ReturnType<typeof startGitHost>>;
  let projectId: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    database = await openTestDb(engine);
    projectId = (await makeProject(database)).projectId;
    host = await startGitHost({ root: folder.path });
    running = await startSync({ database, dataDir: database.dataDir, databaseUrl: database.databaseUrl });
  });
  afterAll(async () => {
    await running.stop();
    await host.stop();
    await database.close();
    folder.remove();
  });

  const repository = (name: string): Promise<string> =>
    addSource(database, projectId, { kind: "repository", provider: "git", url: `${host.url}/${name}.git` });

  test.runIf(isWholeRun)(
    "is searchable before the first builds that have not begun",
    async () => {
      const origin = join(folder.path, "searched.git");
      const first = makeRepository(origin, [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
      const searched = await repository("searched");
      await running.sync.request([searched]);
      expect(await whenSettled(database, searched)).toMatchObject({ sync_state: "ready", sync_error: null });

      const linked: string[] = [];
      for (let at = 0; at < REPOSITORIES; at++) {
        const commits = Array.from({ length: 3 }, (_, commit) => ({
          message: `commit ${commit}`,
          files: { [`src/file${commit}.ts`]: `export const value${at} = ${commit};\n` },
        }));
        makeRepository(join(folder.path, `linked${at}.git`), commits);
        linked.push(await repository(`linked${at}`));
      }
      await running.sync.request(linked);
      const states = async (): Promise<string[]> => {
        const rows = await database.db.selectFrom("sources").select("sync_state").where("id", "in", linked).execute();
        return rows.map(({ sync_state: state }) => state);
      };
      await vi.waitFor(async () => expect(await states()).toContain("running"), { timeout: 30_000 });

      const second = makeRepository(origin, [{ message: "two", files: { "b.ts": "export const pushed = 2;\n" } }], {
        from: first,
      });
      await running.sync.request([searched], false);
      await vi.waitFor(
        async () => {
          const { code } = await readStoredManifest(database.db, projectId);
          expect(code.find(({ source }) => source === searched)?.commit).toBe(second);
        },
        { timeout: 120_000, interval: 20 },
      );
      const left = (await states()).filter((state) => state === "queued");
      expect(left.length).toBeGreaterThan(REPOSITORIES / 2);

      // None is lost over it.
      for (const id of linked)
        expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
      expect((await readStoredManifest(database.db, projectId)).code).toHaveLength(REPOSITORIES + 1);
      expect(running.errors).toEqual([]);
      expect(git(origin, "rev-parse", "main")).toBe(second);
    },
    600_000,
  );
});
