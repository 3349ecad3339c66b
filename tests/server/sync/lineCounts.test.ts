import { afterEach, beforeEach, expect, test } from "vitest";
import { PgBossQueue } from "../../../server/jobs/PgBossQueue.ts";
import type { Queue } from "../../../server/jobs/Queue.ts";
import { countLines } from "../../../server/sources/git/lineCounts.ts";
import { createLineCountJobs } from "../../../server/sync/backgroundJobs/lineCountJobs.ts";
import { storeHistory } from "../../../server/sync/repository/storeHistory.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { git, makeRepository, temporaryFolder, type MadeCommit } from "../sources/gitFixture.ts";
import { onOneDatabase, openTestDb, type TestDb } from "../testDb.ts";

const COMMITS: readonly MadeCommit[] = [
  { message: "begin", files: { "a.txt": "1\n2\n3\n", "tree/b.txt": "x\n" } },
  { message: "change", files: { "a.txt": "1\ntwo\n3\n4\n" } },
  { message: "move", files: { "a.txt": null, "c.txt": "1\ntwo\n3\n4\n" } },
  { message: "binary", files: { "d.bin": "\u0000\u0001\n\u0000\n" } },
  { message: "remove", files: { "tree/b.txt": null } },
];
/** Lines added and deleted, oldest first; the move and the binary file change none. */
const COUNTS = [
  [4, 0],
  [2, 1],
  [0, 0],
  [0, 0],
  [0, 1],
];

let folder: ReturnType<typeof temporaryFolder>;
let head: string;
beforeEach(() => {
  folder = temporaryFolder();
  head = makeRepository(folder.path, COMMITS);
});
afterEach(() => folder.remove());

const hashes = (): string[] => git(folder.path, "rev-list", "--reverse", head).trim().split("\n");

test("lines are counted as git counts them; what is not there is left out", async () => {
  const gitDir = git(folder.path, "rev-parse", "--absolute-git-dir").trim();
  const counts = await countLines(gitDir, hashes());
  expect(hashes().map((hash) => Object.values(counts.get(hash) ?? {}))).toEqual(COUNTS);
  expect((await countLines(gitDir, ["f".repeat(40)])).get("f".repeat(40))).toBeUndefined();
});

onOneDatabase("counting the lines of a project", (engine) => {
  let database: TestDb;
  let queue: Queue;
  beforeEach(async () => {
    database = await openTestDb(engine);
    queue = new PgBossQueue({
      database,
      databaseUrl: database.databaseUrl,
      isWorker: true,
      onError: (error) => {
        throw error;
      },
    });
  });
  afterEach(async () => {
    await queue.stop();
    await database.close();
  });

  test("ends with a count for every commit", async () => {
    const { db } = database;
    const companyId = await addCompany(db);
    const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
    const sourceId = await addSource(db, projectId);
    const gitDir = git(folder.path, "rev-parse", "--absolute-git-dir").trim();
    await storeHistory(db, {
      sourceId,
      folder: gitDir,
      head,
      storedHead: null,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const lines = createLineCountJobs({ db, queue, mirrorOf: async () => gitDir });
    lines.register();
    await queue.start();
    await lines.request(projectId);
    const counted = () => db.selectFrom("git_commits").select(["added", "deleted"]).orderBy("id").execute();
    await expect.poll(counted).toEqual(COUNTS.map(([added, deleted]) => ({ added, deleted })));
  });

  test("counts for the folders that the stored history was read for, also where others are chosen meanwhile", async () => {
    const { db } = database;
    const companyId = await addCompany(db);
    const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
    const sourceId = await addSource(db, projectId);
    const gitDir = git(folder.path, "rev-parse", "--absolute-git-dir").trim();
    const folders = ["tree"];
    await db
      .updateTable("sources")
      .set({ folders: JSON.stringify(["other"]), cursor: JSON.stringify({ folders }) })
      .where("id", "=", sourceId)
      .execute();
    const { signal } = new AbortController();
    const input = { sourceId, folder: gitDir, head, storedHead: null, folders, signal };
    await storeHistory(db, { ...input, onProgress: () => undefined });
    const lines = createLineCountJobs({ db, queue, mirrorOf: async () => gitDir });
    lines.register();
    await queue.start();
    await lines.request(projectId);
    const counted = () => db.selectFrom("git_commits").select(["added", "deleted"]).orderBy("id").execute();
    await expect.poll(counted).toEqual([
      { added: 1, deleted: 0 },
      { added: 0, deleted: 1 },
    ]);
  });
});
