/**
 * Time of each question about a name over the repositories of one project, next to `git grep -w` for the same name in the same run, and what
 * the stored scopes add to the index. Each name is asked once: what one question keeps in memory serves the next as it does for readers.
 *
 *     node bench/references.ts NAMES CACHE REPOSITORY …
 *
 * A repository with a work tree is searched there by git, a bare one at HEAD.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { openRevision } from "../server/cli/local/revisionIndex.ts";
import { filesAt } from "../server/engines/experts/questions.ts";
import { rankPeople } from "../server/engines/experts/rankPeople.ts";
import { callHierarchyOf } from "../server/engines/references/calls.ts";
import { candidateFiles } from "../server/engines/references/candidateFiles.ts";
import { type CodePosition, type NamedPlace, definitionsOf } from "../server/engines/references/findDefinitions.ts";
import { referencesTo, targetsOf } from "../server/engines/references/findReferences.ts";
import { implementationsOf } from "../server/engines/references/implementations.ts";
import { eachIdentifier } from "../server/engines/references/lexical/occurrences.ts";
import { lineOf } from "../server/engines/references/lookup/fileDefinitions.ts";
import { matchesInCode } from "../server/features/references/matchesInCode.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { type Manifest, blobsOf, emptyManifest } from "../server/index/manifest.ts";
import { textOfFile } from "../server/index/OpenedIndex.ts";
import { fileLanguageOf } from "../server/index/text/languages.ts";

const [count = "300", cache = "", ...repositories] = process.argv.slice(2);
if (repositories.length === 0) throw new Error("usage: node bench/references.ts NAMES CACHE REPOSITORY …");
/** Names that git is asked for: it takes seconds for each. */
const MAX_GREPS = 20;
/** Names that are asked before the measured ones: they load the grammars and what an index prepares. */
const WARM_UP = 20;
/** Files that have a name which is counted as frequent. */
const FREQUENT = 500;

let manifest: Manifest = emptyManifest();
for (const [at, repository] of repositories.entries()) {
  const opened = await openRevision(repository, "HEAD", { folder: cache, maxBytes: Infinity }, (line) =>
    console.error(line),
  );
  const parts = opened.manifest.code.map((part) => ({ ...part, source: `repository-${at}`, name: repository }));
  manifest = { ...manifest, code: [...manifest.code, ...parts] };
  for (const part of opened.manifest.commits)
    manifest = { ...manifest, commits: [...manifest.commits, { ...part, source: `repository-${at}` }] };
}
const stores = readdirSync(cache).map((folder) => createFileBlobs(join(cache, folder, "blobs")));
const blobs = {
  get: async (hash: string) => {
    for (const store of stores) if (await store.has(hash)) return store.get(hash);
    return null;
  },
  file: async (hash: string) => {
    for (const store of stores) if (await store.has(hash)) return (await store.file?.(hash, true)) ?? null;
    return null;
  },
};
const index = await new IndexCache(blobs, { maxBytes: Infinity }).open(manifest);
const files = index.code.reduce((sum, code) => sum + code.files.length, 0);

/** Keywords of the languages of these repositories: no name is looked up at them. */
const KEYWORDS = new Set(
  "abstract async await boolean break byte case catch char class const continue def default delete defer double else enum export extends false final finally float for from func function get goto implements import instanceof int interface let long map native new nil not null object override package private protected public range return self set short static String string struct super switch synchronized this throw throws transient true try type typeof undefined val var void volatile while with yield".split(
    " ",
  ),
);

/** A name in every nth file, at a place that depends on the file: frequent names come as often as readers meet them. */
const positions: (CodePosition & { readonly name: string })[] = [];
const step = Math.max(1, Math.floor(files / (Number(count) + WARM_UP)));
let seen = 0;
for (const code of index.code)
  for (let file = 0; file < code.files.length; file++) {
    if (++seen % step !== 0) continue;
    const path = code.files.path(file);
    const language = fileLanguageOf(path);
    if (!language || code.files.kind(file) === "vendored") continue;
    const text = textOfFile(code, file);
    const names: { from: number; to: number }[] = [];
    eachIdentifier(text, language, (from, to) => {
      if (to - from > 2 && !/^\d/.test(text[from] ?? "") && !KEYWORDS.has(text.slice(from, to)))
        names.push({ from, to });
    });
    const name = names[(seen * 7919) % Math.max(1, names.length)];
    if (!name) continue;
    const column = name.from - text.lastIndexOf("\n", name.from - 1);
    positions.push({
      source: code.part.source,
      path,
      line: lineOf(text, name.from),
      column,
      name: text.slice(name.from, name.to),
    });
  }

interface Times {
  readonly wall: number[];
  readonly cpu: number[];
}
const times = new Map<string, Times>();
const measure = async <T>(task: () => T | Promise<T>) => {
  const [start, used] = [performance.now(), process.threadCpuUsage()];
  const answer = await task();
  const { user, system } = process.threadCpuUsage(used);
  return { answer, wall: performance.now() - start, cpu: (user + system) / 1000 };
};
const record = (what: string, group: string, { wall, cpu }: { readonly wall: number; readonly cpu: number }): void => {
  for (const key of [what, `${what}, ${group}`]) {
    const list = times.get(key) ?? { wall: [], cpu: [] };
    times.set(key, list);
    list.wall.push(wall);
    list.cpu.push(cpu);
  }
};
const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0;

const grep = (name: string): number => {
  const start = performance.now();
  for (const repository of repositories) {
    const isBare = !existsSync(join(repository, ".git"));
    const args = ["-C", repository, "grep", "-n", "-w", "-F", "-e", name, ...(isBare ? ["HEAD"] : [])];
    spawnSync("git", args, { maxBuffer: 1 << 30 });
  }
  return performance.now() - start;
};

/** An index of a project keeps nothing of one question for the next but what its thread keeps. */
const ask = (position: CodePosition): Promise<NamedPlace | null> => definitionsOf(index, position);
for (const position of positions.splice(0, WARM_UP)) {
  const named = await ask(position);
  if (named) await callHierarchyOf(named);
  rankPeople(index, { files: filesAt(index, position.path), terms: [], beforeSeconds: null, issues: new Map() });
}
let [referenceCount, completeCount, answered] = [0, 0, 0];
for (const { name, ...position } of positions) {
  const definitions = await measure(() => ask(position));
  const first = definitions.answer;
  if (!first) continue;
  answered++;
  const targets = targetsOf(first);
  const isLocal = targets.every(({ kind }) => kind === "local");
  const files = isLocal ? 1 : candidateFiles(first.names.files, name, targets, first.place).length;
  const group = isLocal ? "local or unknown" : files >= FREQUENT ? "frequent" : "rare";
  record("definitions", group, definitions);
  const [target] = targets;
  if (target) {
    // What the card of a definition adds: who knows its file best.
    const { repository, file } = target.place;
    const path = index.code[repository]?.files.path(file) ?? "";
    const people = await measure(() => {
      const places = filesAt(index, path).filter((place) => place.member === repository);
      return rankPeople(index, { files: places, terms: [], beforeSeconds: null, issues: new Map() });
    });
    record("people of the first definition", group, people);
  }
  const references = await measure(async () => {
    const named = await ask(position);
    return named && referencesTo(named);
  });
  record("references", group, references);
  referenceCount += references.answer?.references.length ?? 0;
  if (references.answer && references.answer.read >= references.answer.candidates) completeCount++;
  const calls = await measure(async () => {
    const named = await ask(position);
    return named && callHierarchyOf(named);
  });
  record("call hierarchy", group, calls);
  const implementations = await measure(async () => {
    const named = await ask(position);
    return named && implementationsOf(named);
  });
  record("implementations", group, implementations);
  const pattern = `\\b${RegExp.escape(name)}\\b`;
  const matches = await measure(() => matchesInCode(index, { project: "p", pattern, path: "", case: "yes", from: 0 }));
  record("code matches", group, matches);
}
const greps = positions
  .filter((_, place) => place % Math.max(1, Math.floor(positions.length / MAX_GREPS)) === 0)
  .map(({ name }) => grep(name));

console.log(
  `${files} files in ${index.code.length} repositories, ${answered} names, ${referenceCount} references, ${completeCount} of ${answered} whole in one answer; ` +
    `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
for (const [what, { wall, cpu }] of [...times].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    `${what.padEnd(36)} n ${String(wall.length).padStart(4)}  p50 ${at(wall, 0.5).toFixed(1)} ms, p95 ${at(wall, 0.95).toFixed(1)} ms` +
      `, p99 ${at(wall, 0.99).toFixed(1)} ms; processor p50 ${at(cpu, 0.5).toFixed(1)} ms, p95 ${at(cpu, 0.95).toFixed(1)} ms`,
  );
console.log(
  `${"git grep -w".padEnd(36)} n ${String(greps.length).padStart(4)}  p50 ${at(greps, 0.5).toFixed(0)} ms, p95 ${at(greps, 0.95).toFixed(0)} ms`,
);

const sizeOf = async (hash: string): Promise<number> => (await blobs.get(hash))?.length ?? 0;
const scopes = new Set(manifest.code.flatMap(({ layers }) => layers.flatMap(({ symbols }) => symbols?.scopes ?? [])));
let [all, scopeBytes] = [0, 0];
for (const hash of blobsOf(manifest)) {
  const size = await sizeOf(hash);
  all += size;
  if (scopes.has(hash)) scopeBytes += size;
}
console.log(
  `index ${(all / 1e6).toFixed(1)} MB, scopes ${(scopeBytes / 1e6).toFixed(1)} MB: ${((100 * scopeBytes) / (all - scopeBytes)).toFixed(2)} % more than without`,
);
