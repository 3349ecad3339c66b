import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "../../../contract/durations.ts";
import { LOCAL_ANSWERS } from "../../../server/cli/local/localAnswers.ts";
import { pruneCache } from "../../../server/cli/local/pruneCache.ts";
import { openRevision } from "../../../server/cli/local/revisionIndex.ts";
import { decodeManifest } from "../../../server/index/manifest.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

const repository = new TemporaryRepository();
const cache = mkdtempSync(join(tmpdir(), "clew-revisions-"));
const commits: string[] = [];
beforeAll(() => {
  for (let at = 0; at < 6; at++)
    commits.push(
      repository.commit(`feat: lid ${at}`, {
        [`lid${at}.py`]: `class Lid${at}:\n    def close(self):\n        return ${at}\n`,
      }),
    );
});
afterAll(() => {
  repository.remove();
  rmSync(cache, { recursive: true, force: true });
});

const open = (at: number, maxBytes = Infinity) =>
  openRevision(repository.folder, commits[at] ?? "", { folder: cache, maxBytes }, () => undefined);
const folder = (): string => join(cache, readdirSync(cache)[0] ?? "");
const manifestFile = (at: number): string => join(folder(), "manifests", `${commits[at] ?? ""}.json`);
const layersOf = (at: number): string[] =>
  decodeManifest(readFileSync(manifestFile(at), "utf8")).code[0]?.layers.map(({ table }) => table) ?? [];
const cachedRevisions = (): number[] =>
  readdirSync(join(folder(), "manifests"))
    .map((name) => commits.indexOf(name.replace(".json", "")))
    .sort((a, b) => a - b);
const blobFiles = (): string[] =>
  readdirSync(join(folder(), "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const cachedBytes = (): number => blobFiles().reduce((sum, file) => sum + statSync(file).size, 0);
const setUse = (at: number, hoursAgo: number): void => {
  const time = new Date(Date.now() - hoursAgo * HOUR_MS);
  utimesSync(manifestFile(at), time, time);
};

test("a new index continues the one of the nearest revision before it", async () => {
  await open(4);
  await open(0);
  await open(5);
  await open(1);
  expect(layersOf(5).slice(0, -1)).toEqual(layersOf(4));
  expect(layersOf(1).slice(0, -1)).toEqual(layersOf(0));
  // Of two at the same distance the one before it.
  await open(2);
  expect(layersOf(2).slice(0, -1)).toEqual(layersOf(1));
});

test("functions of an answer have their class and their lines", async () => {
  const { functions } = LOCAL_ANSWERS.localize(await open(5), { title: "Lid3 cannot close" });
  expect(functions[0]).toMatchObject({ path: "lid3.py", name: "close", class: "Lid3", start: 2, end: 3 });
});

test("above its limit a cache loses the revisions that were not asked for longest, and what only they had", async () => {
  const old = new Date(Date.now() - 5 * HOUR_MS);
  for (const file of blobFiles()) utimesSync(file, old, old);
  for (const [at, hours] of [
    [0, 3],
    [1, 4],
    [2, 2],
    [4, 2],
    [5, 0],
  ] as const)
    setUse(at, hours);
  await pruneCache(cache, Infinity);
  expect(cachedRevisions()).toEqual([0, 1, 2, 4, 5]);
  // What no revision needs goes first.
  await pruneCache(cache, cachedBytes() - 1);
  expect(cachedRevisions()).toEqual([0, 1, 2, 4, 5]);
  const most = cachedBytes() - 1;
  await pruneCache(cache, most);
  expect(cachedBytes()).toBeLessThanOrEqual(most);
  expect(cachedRevisions()).toEqual([0, 2, 4, 5]);
  // What was asked for within the last hour stays, whatever the limit.
  await pruneCache(cache, 0);
  expect(cachedRevisions()).toEqual([5]);
  await expect(open(5)).resolves.toBeDefined();
  expect(LOCAL_ANSWERS.search(await open(5), { query: "Lid3" }).results[0]?.path).toBe("lid3.py");
  expect(LOCAL_ANSWERS.search(await open(0), { query: "Lid0" }).results[0]?.path).toBe("lid0.py");
});

test("files of other programs in the folder stay, also behind a link", async () => {
  const shared = mkdtempSync(join(tmpdir(), "clew-shared-"));
  const documents = mkdtempSync(join(tmpdir(), "clew-documents-"));
  const old = new Date(Date.now() - 48 * HOUR_MS);
  const keep = (...path: string[]): string => {
    const file = join(...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "x".repeat(5000));
    utimesSync(file, old, old);
    return file;
  };
  const hash = "a".repeat(64);
  const files = [
    keep(documents, "thesis.docx"),
    keep(documents, `${"b".repeat(40)}.json`),
    keep(shared, "other", "manifests", `${"c".repeat(40)}.json`),
    keep(shared, "0123456789abcdef", "manifests", "notes.json"),
  ];
  keep(shared, "fedcba9876543210", "blobs", hash.slice(0, 2), hash);
  symlinkSync(documents, join(shared, "fedcba9876543210", "manifests"));
  mkdirSync(join(shared, "0123456789abcdef", "blobs"));
  await pruneCache(shared, 1);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  for (const made of [shared, documents]) rmSync(made, { recursive: true });
});
