/**
 * Processor time of definitions and references over the repositories of one project, next to a plain search for the same word.
 *
 *     node bench/references.ts NAMES CACHE REPOSITORY …
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openRevision } from "../server/cli/revisionIndex.ts";
import { definitionsOf } from "../server/engines/references/findDefinitions.ts";
import { eachIdentifier } from "../server/engines/references/lexical/occurrences.ts";
import { lineOf } from "../server/engines/references/lookup/fileDefinitions.ts";
import { referencesTo } from "../server/engines/references/findReferences.ts";
import { search } from "../server/engines/search/search.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { type Manifest, emptyManifest } from "../server/index/manifest.ts";
import { textOfFile } from "../server/index/OpenedIndex.ts";
import { languageOf } from "../server/index/text/languages.ts";

const [count = "300", cache = "", ...repositories] = process.argv.slice(2);
if (repositories.length === 0) throw new Error("usage: node bench/references.ts NAMES CACHE REPOSITORY …");

let manifest: Manifest = emptyManifest();
for (const [at, repository] of repositories.entries()) {
  const opened = await openRevision(repository, "HEAD", cache, (line) => console.error(line));
  const parts = opened.manifest.code.map((part) => ({ ...part, source: `repository-${at}`, name: repository }));
  manifest = { ...manifest, code: [...manifest.code, ...parts] };
}
const stores = readdirSync(cache).map((folder) => createFileBlobs(join(cache, folder, "blobs")));
const index = await new IndexCache(
  {
    get: async (hash) => {
      for (const store of stores) if (await store.has(hash)) return store.get(hash);
      return null;
    },
    file: async (hash) => {
      for (const store of stores) if (await store.has(hash)) return (await store.file?.(hash, true)) ?? null;
      return null;
    },
  },
  { maxBytes: Infinity },
).open(manifest);
const files = index.code.reduce((sum, code) => sum + code.files.length, 0);

/** A name in every nth file, at a place that depends on the file: frequent names come as often as readers meet them. */
const asked: { source: string; path: string; line: number; column: number; name: string }[] = [];
const step = Math.max(1, Math.floor(files / Number(count)));
let seen = 0;
for (const code of index.code)
  for (let file = 0; file < code.files.length; file++) {
    if (++seen % step !== 0) continue;
    const path = code.files.path(file);
    const language = languageOf(path);
    if (!language || code.files.kind(file) === "vendored") continue;
    const text = textOfFile(code, file);
    const names: { from: number; to: number }[] = [];
    eachIdentifier(text, language, (from, to) => {
      if (to - from > 2 && !/^\d/.test(text[from] ?? "")) names.push({ from, to });
    });
    const one = names[(seen * 7919) % Math.max(1, names.length)];
    if (!one) continue;
    const column = one.from - text.lastIndexOf("\n", one.from - 1);
    asked.push({
      source: code.part.source,
      path,
      line: lineOf(text, one.from),
      column,
      name: text.slice(one.from, one.to),
    });
  }

const times = { definition: [] as number[], references: [] as number[], search: [] as number[] };
const cpuOf = async (task: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};
let [found, whole] = [0, 0];
for (const round of [0, 1])
  for (const { name, ...position } of asked) {
    let named: Awaited<ReturnType<typeof definitionsOf>> = null;
    const definition = await cpuOf(async () => (named = await definitionsOf(index, position)));
    const references = await cpuOf(async () => {
      if (!named) return;
      const { read, candidates, references: all } = await referencesTo(named);
      found += all.length;
      if (read >= candidates) whole++;
    });
    const plain = await cpuOf(() => search(index, { q: name, limit: 20 }));
    // The first round loads grammars and what the search prepares.
    if (round === 0) continue;
    times.definition.push(definition);
    times.references.push(references);
    times.search.push(plain);
  }
const at = (list: number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0;
const line = (what: string, list: number[]): string =>
  `${what.padEnd(12)} p50 ${at(list, 0.5).toFixed(1)} ms, p95 ${at(list, 0.95).toFixed(1)} ms, p99 ${at(list, 0.99).toFixed(1)} ms of processor time`;
console.log(
  `${files} files in ${index.code.length} repositories, ${asked.length} names, ${found} references, ${whole} of ${asked.length * 2} whole in one answer`,
);
for (const [what, list] of Object.entries(times)) console.log(line(what, list));
console.log(`references to a plain search: ${(at(times.references, 0.95) / at(times.search, 0.95)).toFixed(2)} at p95`);
