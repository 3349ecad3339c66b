/** The history of a real repository, as git logs it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LoggedCommit, readLog } from "../../../server/git/readLog.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

const TEXT = Array.from({ length: 40 }, (_, line) => `const value${line} = ${line};\n`).join("");

let repository: TemporaryRepository;
beforeEach(() => {
  repository = new TemporaryRepository();
});
afterEach(() => {
  repository.remove();
});

async function logOf(): Promise<LoggedCommit[]> {
  const commits: LoggedCommit[] = [];
  for await (const commit of readLog(repository.gitDir, "main")) commits.push(commit);
  return commits;
}

test("a rename is listed with both paths, and the next path of the commit is not lost", async () => {
  repository.commit("add", { "old/name.ts": TEXT, "z.ts": "1\n" });
  // The repository's own setting must not change how its history is read.
  repository.git("config", "diff.renames", "copies");
  repository.commit("move", { "old/name.ts": null, "new/name.ts": `${TEXT}// moved\n`, "z.ts": "2\n" });
  const [moved, added] = await logOf();
  expect(moved?.paths.toSorted()).toEqual(["new/name.ts", "old/name.ts", "z.ts"]);
  expect(added?.paths.toSorted()).toEqual(["old/name.ts", "z.ts"]);
});

test("files named like a status of git are paths", async () => {
  repository.commit("one letter", { A: "1\n", M: "1\n", R100: "1\n" });
  expect((await logOf())[0]?.paths).toEqual(["A", "M", "R100"]);
});

test("a merge has its parents and no paths", async () => {
  const first = repository.commit("first", { "a.ts": "1\n" });
  repository.git("checkout", "--quiet", "-b", "side");
  const side = repository.commit("side", { "b.ts": "1\n" });
  repository.git("checkout", "--quiet", "main");
  const main = repository.commit("main", { "c.ts": "1\n" });
  repository.git("merge", "--quiet", "--no-ff", "--message", "merge", "side");
  const commits = await logOf();
  expect(commits[0]).toMatchObject({ parents: 2, parentHashes: [main, side], message: "merge\n", paths: [] });
  expect(commits.map(({ hash }) => hash)).toContain(first);
});
