/**
 * How fast is a search? Measures the engine, with snippets and facets, plain BM25 over whole files, and a naive scan over all texts in the
 * same run; the ratios are the figures to keep, the milliseconds depend on the machine. 50,000 commit messages represent issues.
 * The three parts of a search (finding and ordering, counting facets, reading lines) are also timed separately.
 *
 *     node bench/search.ts --cache /tmp/bench DIR [DIR …]      all directories together are one project
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { FacetTally, facetsOf } from "../server/engines/search/facets.ts";
import { searchPlaces } from "../server/engines/search/searchPlaces.ts";
import { rankHits, search } from "../server/engines/search/search.ts";
import { showHits } from "../server/engines/search/showHits.ts";
import { warmIndex } from "../server/engines/search/warm.ts";
import { localize } from "../server/engines/localize/localize.ts";
import { MANIFEST_FORMAT, type Manifest, emptyManifest, withPart } from "../server/index/manifest.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { createIndexBuilder } from "../server/index/build/builder.ts";
import { findGitDir, resolveCommit } from "../server/git/readObjects.ts";
import { createIndexCache } from "../server/index/indexCache.ts";
import { type OpenedCommits, messageOf, textOfFile } from "../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../server/index/tables/issueTable.ts";
import { bm25Files } from "./baselineBm25.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: "string", default: "/tmp/clew-bench" }, queries: { type: "string", default: "200" } },
});
if (positionals.length === 0) {
  process.stderr.write("Name at least one git repository.\n");
  process.exit(2);
}

const folder = join(values.cache, "search-blobs");
await mkdir(folder, { recursive: true });
const blobs = createFileBlobs(folder);
const ISSUES = 50_000;
const started = performance.now();
const manifest = await builtOnce();
const built = performance.now();
const index = await createIndexCache(blobs, { maxBytes: Infinity }).open(manifest);
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

// Queries that people could type: pieces of commit messages, spread evenly over the history.
const messages: string[] = [];
for (const opened of index.commits) {
  const step = Math.max(1, Math.floor(opened.table.length / Number(values.queries)));
  for (let commit = 0; commit < opened.table.length; commit += step) messages.push(messageOf(opened, commit));
}
const short = messages.map((message) => message.split(/\s+/).slice(0, 3).join(" "));
const long = messages.map((message) => message.split(/\s+/).slice(0, 12).join(" "));
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
  `localize, long issue  ${time(issues.slice(0, 60), (body) => localize(index, { title: body.split("\n")[0] ?? "", body: body.slice(0, 1200), before: null })).line}`,
);
print(`places, 12 words      ${time(long, (q) => searchPlaces(index, q, 50)).line}`);
const quoted = messages.map((message) => `"${message.split(/\s+/).slice(0, 2).join(" ").replaceAll('"', "")}"`);
print(`phrases               ${time(quoted.slice(0, 60), (q) => search(index, { q })).line}`);
const patterns = [
  String.raw`/close\w*Connection/`,
  String.raw`/TODO\(\w+\)/`,
  "/get(Bean|Config)Factory/",
  String.raw`/\bretry.{0,20}timeout\b/i`,
];
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

/** The project's index; rebuilt only if a repository or the index format has changed since the last run. */
async function builtOnce(): Promise<Manifest> {
  const sources = await Promise.all(
    positionals.map(async (directory) => {
      const gitDir = await findGitDir(directory);
      const source = basename(directory) === "repo" ? basename(dirname(directory)) : basename(directory);
      return { gitDir, source, commit: await resolveCommit(gitDir, "HEAD") };
    }),
  );
  const key = createHash("sha256")
    .update(JSON.stringify([MANIFEST_FORMAT, ISSUES, sources]))
    .digest("hex");
  const kept = join(values.cache, `manifest-${key.slice(0, 16)}.json`);
  const before = await readFile(kept, "utf8").catch(() => null);
  if (before !== null) return JSON.parse(before) as Manifest;
  const builder = createIndexBuilder({ blobs: { driver: "files", folder } });
  let made: Manifest = emptyManifest();
  for (const { gitDir, source, commit } of sources) {
    const code = await builder.buildCode({ gitDir, commit, source, name: source, previous: null });
    made = withPart(made, { code: await builder.buildSymbols({ part: code, previous: null }) });
    made = withPart(made, { commits: await builder.buildCommits({ gitDir, commit, source, previous: null }) });
  }
  const store = createIndexCache(blobs, { maxBytes: Infinity });
  made = withPart(made, { issues: await builder.buildIssues(asIssues((await store.open(made)).commits)) });
  await builder.close();
  await writeFile(kept, JSON.stringify(made));
  return made;
}

/** Commit messages in place of issues, up to the requested size. */
async function* asIssues(histories: readonly OpenedCommits[]): AsyncGenerator<IndexedIssue[]> {
  let number = 0;
  for (const commits of histories) {
    const { table } = commits;
    for (let commit = 0; commit < table.length && number < ISSUES; commit++) {
      const at = (table.times[commit] ?? 0) * 1000;
      await Promise.resolve();
      yield [
        {
          id: `issue-${++number}`,
          key: `#${number}`,
          source: "tracker",
          title: table.subject(commit),
          body: messageOf(commits, commit),
          comments: "",
          state: number % 9 === 0 ? "open" : "closed",
          labels: number % 3 === 0 ? ["bug"] : ["feature", `area ${number % 40}`],
          author: table.author(commit).name,
          url: null,
          createdAt: at,
          updatedAt: at,
          closedAt: null,
          fixCommits: [],
        },
      ];
    }
  }
}

/** The naive implementation: scans every text. */
function scan(query: string): number {
  const words = query.toLowerCase().split(" ");
  let found = 0;
  for (const code of index.code) {
    for (let file = 0; file < code.files.length; file++) {
      const text = textOfFile(code, file).toLowerCase();
      if (words.every((word) => text.includes(word))) found++;
    }
  }
  return found;
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
