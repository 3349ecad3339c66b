import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GitResultCache } from "../../../../server/features/code/GitResultCache.ts";
import { type FileHistory, readFileHistory } from "../../../../server/git/readFileHistory.ts";
import { temporaryFolder } from "../../sources/gitFixture.ts";
import { CodeRepository } from "./codeRepository.ts";

const LIMITS = { maxBytes: 1 << 20, maxCommits: 2, timeoutMs: 25_000 };
const { signal } = new AbortController();
let folder: ReturnType<typeof temporaryFolder>;
let gitDir: string;
let head: string;

beforeAll(() => {
  folder = temporaryFolder();
  const work = new CodeRepository(join(folder.path, "work"));
  for (const text of ["one", "two", "three"]) {
    work.write("a.txt", `${text}\n`);
    head = work.commit(text);
  }
  gitDir = join(work.folder, ".git");
});
afterAll(() => folder.remove());

const history = (): Promise<FileHistory> => readFileHistory(gitDir, head, "a.txt", LIMITS, signal);

test("a history that a limit of time cut is read again", async () => {
  const cached = new GitResultCache();
  const cut: FileHistory = { changes: [], isCut: true, isTimedOut: true };
  expect(await cached.read(["log"], () => Promise.resolve(cut))).toBe(cut);
  const whole = await cached.read(["log"], () => history());
  expect(whole.changes.map(({ title }) => title)).toEqual(["three", "two"]);
});

test("a history that ends at its number of changes is kept", async () => {
  const cached = new GitResultCache();
  const first = await cached.read(["log"], () => history());
  expect(first).toMatchObject({ isCut: true, isTimedOut: false });
  expect(await cached.read(["log"], () => Promise.reject(new Error("read again")))).toBe(first);
});
