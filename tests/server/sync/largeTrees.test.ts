/** Repositories of a few objects that name more files than can be read: refused with a message, quickly, and without scheduled retries. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dueSources } from "../../../server/sync/scheduling/dueSources.ts";
import { findSource } from "../../../server/sync/source/SyncedSource.ts";
import { bombTree, commitTree, deepTree, defunctChildren, emptyRepository, smallTree } from "../git/hostileTrees.ts";
import { temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const MOST_FILES = 5000;

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDb;
let running: TestSync;
let projectId: string;
beforeAll(async () => {
  folder = temporaryFolder();
  database = await openTestDb();
  ({ projectId } = await makeProject(database));
  running = await startSync({
    database,
    dataDir: database.dataDir,
    allowedPaths: [folder.path],
    maxFiles: MOST_FILES,
  });
});
afterAll(async () => {
  await running.stop();
  await database.close();
  folder.remove();
});

async function linked(name: string, fill: (repository: string) => void) {
  const url = emptyRepository(folder.path, name);
  fill(url);
  const id = await addSource(database, projectId, { kind: "repository", provider: "git", url });
  await running.sync.request([id]);
  return { id, url, row: await whenSettled(database, id) };
}
const again = async (id: string, isManual: boolean) => {
  await running.sync.request([id], isManual);
  return whenSettled(database, id);
};

test("a tree of ten thousand million files is refused with the limit, and leaves no process behind", async () => {
  const { id, url, row } = await linked("bomb.git", (path) => commitTree(path, bombTree(path)));
  expect(row).toMatchObject({
    sync_state: "failed",
    sync_error_code: "too_large",
    sync_error: `The repository has more than ${MOST_FILES} files, the most that this server reads. The operator can raise the limit (CLEW_MAX_FILES).`,
  });
  expect(running.errors).toEqual([]);
  await expect.poll(defunctChildren).toEqual([]);

  // It is scheduled like any other, so that a change of the repository is detected.
  expect(await dueSources(database.db, -1000)).toContain(id);
  expect((await findSource(database.db, id))?.cursor.refused).toMatchObject({ mostFiles: MOST_FILES });

  commitTree(url, smallTree(url, { "a.ts": "export const a = 1;\n" }), "repaired", []);
  expect(await again(id, false)).toMatchObject({ sync_state: "ready", sync_error: null });
  expect((await findSource(database.db, id))?.cursor.refused).toBeNull();
}, 120_000);

test("what was refused is read again when a person asks, and when the commit is another one", async () => {
  const { id, url, row } = await linked("wide.git", (path) => commitTree(path, bombTree(path, 4)));
  expect(row.sync_error).toContain(`more than ${MOST_FILES} files`);
  // A mark that a reading would replace.
  const mark = async (message: string) => {
    const source = await findSource(database.db, id);
    const cursor = { ...source?.cursor, refused: { ...source?.cursor.refused, text: verbatim(message) } };
    await database.db
      .updateTable("sources")
      .set({ cursor: JSON.stringify(cursor) })
      .where("id", "=", id)
      .execute();
  };
  await mark("Marked.");
  expect((await again(id, false)).sync_error).toBe("Marked.");
  expect((await again(id, true)).sync_error).toContain(`more than ${MOST_FILES} files`);
  await mark("Marked.");
  commitTree(url, bombTree(url, 5), "another");
  expect((await again(id, false)).sync_error).toContain(`more than ${MOST_FILES} files`);
}, 120_000);

test("a bomb in an older commit is refused in words as well", async () => {
  const { row } = await linked("history.git", (path) => {
    commitTree(path, smallTree(path, { "a.ts": "export const a = 1;\n" }));
    commitTree(path, bombTree(path, 5));
    commitTree(path, smallTree(path, { "a.ts": "export const a = 2;\n" }));
  });
  expect(row).toMatchObject({ sync_state: "failed", sync_error_code: "too_large" });
  expect(row.sync_error).toMatch(/^A commit of the repository changes more than 5000 files/);
}, 120_000);

test("folders inside of each other without end are refused in words", async () => {
  const { row } = await linked("deep.git", (path) => commitTree(path, deepTree(path, 1100)));
  expect(row).toMatchObject({ sync_state: "failed", sync_error_code: "too_large" });
  expect(row.sync_error).toMatch(/more than 1000 deep/);
}, 120_000);

test("a .clewignore that leaves out everything is reported at the source, with the number of files", async () => {
  const { row } = await linked("ignored.git", (path) =>
    commitTree(path, smallTree(path, { ".clewignore": "*\n", "a.ts": "1\n", "b.ts": "2\n" })),
  );
  expect(row).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(row.notes).toEqual([{ code: "ignored_files", text: { code: "note.ignored_files", params: { count: 3 } } }]);
}, 120_000);
