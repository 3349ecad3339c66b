import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ledgerOf } from "../../providers/ledgers.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

let database: TestDb;
let folder: ReturnType<typeof temporaryFolder>;
let running: TestSync;
let id: string;

beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = temporaryFolder();
  const { projectId } = await makeProject(database);
  running = await startSync({ database, dataDir: database.dataDir, allowedPaths: [folder.path] });
  const commits = ["one", "two", "three"].map((message) => ({ message, files: { [`${message}.md`]: message } }));
  makeRepository(origin(), commits);
  git(origin(), "branch", "feature/shuttle", "HEAD~1");
  git(origin(), "tag", "v1", "HEAD~2");
  id = await addSource(database, projectId, { kind: "repository", provider: "git", url: origin() });
  await sync();
});
afterEach(async () => {
  // What went wrong that no host caused.
  for (const error of running.errors) throw error;
  await running.stop();
  folder.remove();
  await database.db.deleteFrom("companies").execute();
  await database.db.deleteFrom("users").execute();
});
const origin = () => join(folder.path, "origin");
const sync = async () => {
  await running.sync.request([id]);
  return whenSettled(database, id);
};
const compare = async () => {
  await running.sync.compare(id);
  return ledgerOf({ database }, id);
};
const equal = { missing: 0, extra: 0, refused: 0, precision: "exact" };

test("commits of the default branch, branches and tags are counted by git", async () => {
  expect(await compare()).toMatchObject({
    state: "done",
    sampled: 0,
    counts: [
      { kind: "commits", host: 3, held: 3, ...equal },
      { kind: "branches", host: 2, held: 2, ...equal },
      { kind: "tags", host: 1, held: 1, ...equal },
    ],
  });
});

test("new commits, branches and tags are reported until the next sync, and removed ones too", async () => {
  const head = git(origin(), "rev-parse", "HEAD");
  makeRepository(origin(), [{ message: "four", files: { "four.md": "four" } }], { from: head });
  git(origin(), "branch", "other");
  git(origin(), "tag", "v2");
  git(origin(), "tag", "v3");
  expect((await compare()).counts).toMatchObject([
    // The copy does not have the newest commit yet: how many there are is not known.
    { kind: "commits", host: null, held: 3, missing: 0 },
    { kind: "branches", host: 3, held: 2, missing: 1 },
    { kind: "tags", host: 3, held: 1, missing: 2 },
  ]);
  await sync();
  expect((await compare()).counts).toMatchObject([
    { kind: "commits", host: 4, held: 4, ...equal },
    { kind: "branches", host: 3, held: 3, ...equal },
    { kind: "tags", host: 3, held: 3, ...equal },
  ]);
  git(origin(), "branch", "-D", "other");
  git(origin(), "tag", "-d", "v2");
  expect((await compare()).counts).toMatchObject([
    { kind: "commits", host: 4, held: 4 },
    { kind: "branches", host: 2, held: 3, extra: 1 },
    { kind: "tags", host: 2, held: 3, extra: 1 },
  ]);
});

test("a history that was rewritten is not the stored one", async () => {
  git(origin(), "update-ref", "refs/heads/main", "HEAD~1");
  expect((await compare()).counts[0]).toMatchObject({ kind: "commits", host: 2, held: 3, extra: 1 });
});

test("a repository that is gone fails with its reason", async () => {
  folder.remove();
  expect(await compare()).toMatchObject({ state: "failed", counted_at: null, counts: [] });
  expect((await compare()).error).toContain('"code"');
});
