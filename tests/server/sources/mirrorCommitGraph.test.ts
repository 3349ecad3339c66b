/** The commit-graph of a mirror: made here, complete, checked, and rebuilt when it is damaged. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBlame } from "../../../server/git/readBlame.ts";
import { updateCommitGraph } from "../../../server/sources/git/mirrorCommitGraph.ts";
import { removeLeftovers } from "../../../server/sources/git/mirrorFiles.ts";
import { git, makeRepository, temporaryFolder } from "./gitFixture.ts";

const never = new AbortController().signal;
const LIMITS = { maxBytes: 1 << 20, timeoutMs: 20_000 };
const commit = (n: number) => ({
  message: `change ${n}`,
  files: { [`src/part${n % 5}.ts`]: `export const a = ${n};\nexport const b = 1;\n` },
});

let folder: ReturnType<typeof temporaryFolder>;
let mirror: string;
let info: string;
beforeEach(() => {
  folder = temporaryFolder();
  mirror = join(folder.path, "mirror.git");
  info = join(mirror, "objects", "info");
  makeRepository(
    mirror,
    Array.from({ length: 30 }, (_, n) => commit(n)),
  );
});
afterEach(() => folder.remove());

const layers = (): string[] => {
  const chain = join(info, "commit-graphs", "commit-graph-chain");
  return existsSync(chain) ? readFileSync(chain, "latin1").trim().split("\n") : [];
};
const blame = async () => readBlame(mirror, git(mirror, "rev-parse", "main"), "src/part1.ts", LIMITS, never);

test("is made with a filter for each commit, gets a layer for new commits, and changes no answer", async () => {
  const before = await blame();
  expect(await updateCommitGraph(mirror, never)).toBe(0);
  expect(layers()).toHaveLength(1);
  expect(git(mirror, "commit-graph", "verify")).toBe("");
  expect(await blame()).toEqual(before);
  const [base] = layers();
  makeRepository(mirror, [commit(31)], { from: git(mirror, "rev-parse", "main") });
  expect(await updateCommitGraph(mirror, never)).toBe(0);
  expect(layers()).toEqual([base, expect.any(String)]);
  const whole = layers();
  expect(await updateCommitGraph(mirror, never)).toBe(0);
  expect(layers()).toEqual(whole);
});

test("a graph without filters, or with some of them, is completed", async () => {
  await updateCommitGraph(mirror, never);
  const complete = layers();
  for (const filters of [[], ["--changed-paths", "--max-new-filters=10"]]) {
    rmSync(join(info, "commit-graphs"), { recursive: true });
    git(mirror, "commit-graph", "write", "--reachable", "--split", ...filters);
    expect(layers()).not.toEqual(complete);
    expect(await updateCommitGraph(mirror, never)).toBe(0);
    expect(layers()).toEqual(complete);
  }
});

test("one that is damaged is rebuilt: changed bytes, a cut end, a missing layer, another file", async () => {
  await updateCommitGraph(mirror, never);
  const path = (): string => join(info, "commit-graphs", `graph-${layers()[0]}.graph`);
  const sound = readFileSync(path());
  const flipped = Buffer.from(sound);
  // In the dates of the commits: git reads them without a complaint.
  flipped[flipped.length - 200] = (flipped[flipped.length - 200] ?? 0) ^ 255;
  for (const damaged of [flipped, sound.subarray(0, sound.length >> 1), Buffer.alloc(0), Buffer.from("no graph")]) {
    const file = path();
    writeFileSync(`${file}.new`, damaged);
    cpSync(`${file}.new`, file, { force: true });
    expect(await updateCommitGraph(mirror, never)).toBe(0);
    expect(readFileSync(path()).equals(sound)).toBe(true);
    expect(git(mirror, "commit-graph", "verify")).toBe("");
  }
  writeFileSync(join(info, "commit-graphs", "commit-graph-chain"), `${"0".repeat(40)}\n`);
  expect(await updateCommitGraph(mirror, never)).toBe(0);
  expect(readFileSync(path()).equals(sound)).toBe(true);
});

test("what a killed git leaves does not stop the next one", async () => {
  await updateCommitGraph(mirror, never);
  for (const name of ["commit-graph-chain.lock", "tmp_graph_abc"])
    writeFileSync(join(info, "commit-graphs", name), "unfinished");
  makeRepository(mirror, [commit(31)], { from: git(mirror, "rev-parse", "main") });
  await removeLeftovers(mirror);
  expect(await updateCommitGraph(mirror, never)).toBe(0);
  expect(readdirSync(join(info, "commit-graphs")).filter((name) => /lock|tmp/.test(name))).toEqual([]);
});

test("a shallow repository has none", async () => {
  const shallow = join(folder.path, "shallow.git");
  git(folder.path, "clone", "--quiet", "--bare", "--depth=3", `file://${mirror}`, shallow);
  expect(await updateCommitGraph(shallow, never)).toBeNull();
});
