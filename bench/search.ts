/**
 * How fast is a search? Asks the engine, with snippets and facets, and a naive scan over all texts in the same run; the ratio is
 * the figure to keep, the milliseconds depend on the machine.
 *
 *     node bench/search.ts --cache /tmp/bench DIR [DIR …]      all directories together are one project
 */
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { search } from "../server/engines/search/search.ts";
import { localize } from "../server/engines/localize/localize.ts";
import { type Manifest, emptyManifest, withPart } from "../server/index/artifact.ts";
import { createFileBlobs } from "../server/index/blobs.ts";
import { createIndexBuilder } from "../server/index/builder.ts";
import { findGitDir, resolveCommit } from "../server/index/gitRead.ts";
import { createIndexStore, messageOf, textOfFile } from "../server/index/indexStore.ts";

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
const builder = createIndexBuilder({ blobs: { driver: "files", folder } });
let manifest: Manifest = emptyManifest();
const started = performance.now();
for (const directory of positionals) {
  const gitDir = await findGitDir(directory);
  const source = basename(directory) === "repo" ? basename(dirname(directory)) : basename(directory);
  const commit = await resolveCommit(gitDir, "HEAD");
  const code = await builder.buildCode({ gitDir, commit, source, name: source, previous: null });
  manifest = withPart(manifest, { code: await builder.buildSymbols({ part: code, previous: null }) });
  manifest = withPart(manifest, { commits: await builder.buildCommits({ gitDir, commit, source, previous: null }) });
}
await builder.close();
const built = performance.now();
const index = await createIndexStore(blobs).open(manifest);
const opened = performance.now();
const files = index.codeGroup.documents;
const commits = index.commitGroup.documents;
print(
  `${files} files, ${commits} commits: built in ${((built - started) / 1000).toFixed(1)} s, opened in ${(opened - built).toFixed(0)} ms`,
);

// Real words in real company: pieces of commit messages, spread evenly over the history.
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
print(`engine, 12 words      ${time(long, (q) => search(index, { q })).line}`);
print(
  `localize, long issue  ${time(issues.slice(0, 60), (body) => localize(index, { title: body.split("\n")[0] ?? "", body: body.slice(0, 1200), before: null })).line}`,
);
const naive = time(short.slice(0, 3), scan);
print(`naive scan, 3 words   ${naive.line}`);
print(`the scan takes ${Math.round(naive.median / engine.median)} times as long`);

/** What one would write first: look at every text. */
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

/** Wall time of each query and, steadier on a busy machine, the mean of the processor's. */
function time(queries: readonly string[], ask: (query: string) => unknown): { median: number; line: string } {
  const before = process.cpuUsage();
  const times = queries
    .map((query) => {
      const at = performance.now();
      ask(query);
      return performance.now() - at;
    })
    .sort((a, b) => a - b);
  const { user, system } = process.cpuUsage(before);
  const share = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const cpu = (user + system) / 1000 / Math.max(1, queries.length);
  const wall = `p50 ${share(0.5).toFixed(2)} ms  p95 ${share(0.95).toFixed(2)} ms  most ${share(1).toFixed(2)} ms`;
  return { median: share(0.5), line: `${wall}  cpu ${cpu.toFixed(2)} ms` };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
