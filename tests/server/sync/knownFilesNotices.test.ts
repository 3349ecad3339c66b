/** Who is notified that others changed files that they know: by the commits that count as evidence in a ranking of experts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BULK_COMMIT_FILES } from "../../../server/engines/ranking/bulkCommits.ts";
import { noteCommits, noteSyncFinished } from "../../../server/sync/notices/sourceNotices.ts";
import { storeHistory } from "../../../server/sync/repository/storeHistory.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { git, makeRepository, temporaryFolder, type MadeCommit } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";

const everywhere = (files: number, round: number): MadeCommit => ({
  message: `format ${round}`,
  files: Object.fromEntries(Array.from({ length: files }, (_, n) => [`all${files}/${n}.ts`, `${round}\n`])),
});
const ROUNDS = [1, 2, 3];

onOneDatabase("notices of changed files", (engine) => {
  let database: TestDb;
  const folder = temporaryFolder();
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(async () => {
    await database.close();
    folder.remove();
  });

  test("count commits to a file, and none that changed more files than an expert's commit may", async () => {
    const { db } = database;
    const most = BULK_COMMIT_FILES.expertise;
    const companyId = await addCompany(db);
    const ownerId = await addUser(db, { companyId, email: "ada@example.org" });
    const projectId = await addProject(db, { companyId, ownerId });
    const id = await addSource(db, projectId);
    let head = makeRepository(folder.path, [
      ...ROUNDS.map((round) => ({ message: `own ${round}`, files: { "own.ts": `${round}\n` } })),
      ...ROUNDS.slice(1).map((round) => ({ message: `twice ${round}`, files: { "twice.ts": `${round}\n` } })),
      ...ROUNDS.map((round) => everywhere(most, round)),
      ...ROUNDS.map((round) => everywhere(most + 1, round)),
    ]);
    const gitDir = git(folder.path, "rev-parse", "--absolute-git-dir").trim();
    const store = async (storedHead: string | null) =>
      storeHistory(db, {
        sourceId: id,
        folder: gitDir,
        head,
        storedHead,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
    await store(null);
    await db.transaction().execute((tx) => noteSyncFinished(tx, { id, projectId, companyId }));
    const before = head;
    const changed = ["own.ts", "twice.ts", `all${most}/0.ts`, `all${most + 1}/0.ts`];
    head = makeRepository(
      folder.path,
      [
        {
          message: "by another",
          author: "Eve",
          email: "eve@example.org",
          files: Object.fromEntries(changed.map((path) => [path, "eve\n"])),
        },
      ],
      { from: before },
    );
    await store(before);
    await db.transaction().execute((tx) => noteCommits(tx, { id, projectId }));
    const notices = await db.selectFrom("notices").select(["user_id", "kind", "data"]).execute();
    expect(notices).toEqual([
      { user_id: ownerId, kind: "files_changed", data: { files: 2, commits: 1, path: `all${most}/0.ts` } },
    ]);
  });
});
