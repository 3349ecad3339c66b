/**
 * How fast is a search? Measures the engine, with snippets and facets, plain BM25 over whole files, and a naive scan over all texts in the
 * same run; the ratios are the figures to keep, the milliseconds depend on the machine. 50,000 commit messages represent issues.
 * The three parts of a search (finding and ordering, counting facets, reading lines) are also timed separately.
 *
 *     node bench/search.ts --cache /tmp/bench DIR [DIR …]      all directories together are one project
 */
import { parseArgs } from "node:util";
import { FacetTally, facetsOf } from "../server/engines/search/filters/facets.ts";
import { searchPlaces } from "../server/engines/search/searchPlaces.ts";
import { rankHits, search } from "../server/engines/search/search.ts";
import { showHits } from "../server/engines/search/results/showHits.ts";
import { warmIndex } from "../server/engines/search/warm.ts";
import { localize } from "../server/engines/localize/localize.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { textOfFile } from "../server/index/OpenedIndex.ts";
import { requireRepositories } from "./questions/benchArguments.ts";
import { bm25Files } from "./baselines/baselineBm25.ts";
import { builtOnce, questionsOf } from "./load/largeIndex.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: "string", default: "/tmp/clew-bench" }, queries: { type: "string", default: "200" } },
});
requireRepositories(positionals.length);

const started = performance.now();
const { folder, manifest } = await builtOnce(values.cache, positionals);
const built = performance.now();
const index = await new IndexCache(createFileBlobs(folder), { maxBytes: Infinity }).open(manifest);
const opened = performance.now();
await warmIndex(index);
const warmed = performance.now();
const files = index.codeGroup.documents;
const commits = index.commitGroup.documents;
print(
  `${files} files, ${commits} commits: built in ${((built - started) / 1000).toFixed(1)} s, opened in ${(opened - built).toFixed(0)} ms, warm after ${(warmed - opened).toFixed(0)} ms more`,
);
const firstAt = performance.now();
search(index, { q: "connection timeout" });
print(`the first search      ${(performance.now() - firstAt).toFixed(1)} ms`);

const {
  messages,
  threeWords: short,
  twelveWords: long,
  phrases,
  patterns,
} = questionsOf(index, Number(values.queries));
const issues = messages.map(
  (message, at) => [0, 1, 2, 3, 4].map((more) => messages[(at + more) % messages.length]).join(" ") + message,
);

for (const query of short.slice(0, 20)) search(index, { q: query });
const engine = time(short, (q) => search(index, { q }));
print(`engine, 3 words       ${engine.line}`);
printParts(short);
print(`engine, 12 words      ${time(long, (q) => search(index, { q })).line}`);
printParts(long);
print(
  `localize, long issue  ${time(issues.slice(0, 60), (body) => localize(index, { title: body.split("\n")[0] ?? "", body: body.slice(0, 1200), beforeMs: null })).line}`,
);
print(`places, 12 words      ${time(long, (q) => searchPlaces(index, q, 50)).line}`);
print(`phrases               ${time(phrases.slice(0, 60), (q) => search(index, { q })).line}`);
print(`regular expressions   ${time(patterns, (q) => search(index, { q })).line}`);
const filtered = [
  "path:*.java timeout",
  "path:src/**/*.ts parse",
  "-path:test timeout",
  "after:2024 lang:java upgrade",
];
print(`filters               ${time(filtered, (q) => search(index, { q })).line}`);
const unbound = search(index, { q: String.raw`/\d{5}\s*\+/` });
print(
  `one without a literal ${unbound.took_ms.toFixed(0)} ms, ${unbound.partial ? `${unbound.partial.searched} of ${unbound.partial.of} texts` : "all texts"}`,
);
const plain = time(short, (q) => bm25Files(index, q, 20));
print(`plain BM25, 3 words   ${plain.line}`);
print(
  `a search takes ${(engine.median / plain.median).toFixed(1)} times as long as plain BM25 over the first repository's files`,
);
const naive = time(short.slice(0, 3), scan);
print(`naive scan, 3 words   ${naive.line}`);
print(`the scan takes ${Math.round(naive.median / engine.median)} times as long`);

/** The naive implementation: scans every text. */
function scan(query: string): number {
  const words = query.toLowerCase().split(" ");
  let count = 0;
  for (const code of index.code) {
    for (let file = 0; file < code.files.length; file++) {
      const text = textOfFile(code, file).toLowerCase();
      if (words.every((word) => text.includes(word))) count++;
    }
  }
  return count;
}

/** The parts of a search, each by the wall time of each query. */
function printParts(queries: readonly string[]): void {
  const parts = { ranking: [] as number[], facets: [] as number[], snippets: [] as number[] };
  let counting = 0;
  const { addAll } = FacetTally.prototype;
  // Facets are counted while hits are selected; not by way of `add`, which texts and chosen facets need.
  FacetTally.prototype.addAll = function (member, list): void {
    const at = performance.now();
    addAll.call(this, member, list);
    counting += performance.now() - at;
  };
  for (const q of queries) {
    counting = 0;
    const startedAt = performance.now();
    const { plan, hits, tallies, kinds } = rankHits(index, { q });
    const rankedAt = performance.now();
    facetsOf(tallies, kinds);
    const facetsAt = performance.now();
    showHits(hits, plan);
    parts.snippets.push(performance.now() - facetsAt);
    parts.facets.push(facetsAt - rankedAt + counting);
    parts.ranking.push(rankedAt - startedAt - counting);
  }
  FacetTally.prototype.addAll = addAll;
  for (const [name, times] of Object.entries(parts)) {
    times.sort((a, b) => a - b);
    print(`  ${name.padEnd(19)} ${quantiles(times)}`);
  }
}

function quantiles(sorted: readonly number[]): string {
  const share = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return `p50 ${share(0.5).toFixed(2)} ms  p95 ${share(0.95).toFixed(2)} ms  most ${share(1).toFixed(2)} ms`;
}

/** Wall time of each query and, steadier on a busy machine, the mean of the processor's. */
function time(queries: readonly string[], run: (query: string) => unknown): { median: number; line: string } {
  const before = process.cpuUsage();
  const times = queries
    .map((query) => {
      const at = performance.now();
      run(query);
      return performance.now() - at;
    })
    .sort((a, b) => a - b);
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / Math.max(1, queries.length);
  return { median: times[Math.floor(times.length / 2)] ?? 0, line: `${quantiles(times)}  cpu ${cpu.toFixed(2)} ms` };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
