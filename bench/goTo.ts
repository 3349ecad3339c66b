/**
 * How often is the first hit of the palette right, and how long does a key press take? Goals are generated from the history of each
 * repository (`goToGoals.ts`); nothing of a repository is kept here. For the time, the names of all repositories are repeated in further
 * top folders up to 46,000 files, and every goal is typed key by key. The baseline in the same run is a linear fuzzy scan over the same
 * names as strings (`fuzzyPath.ts`).
 *
 *     node bench/goTo.ts --cache /tmp/bench [--show] GIT_DIR …
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findNames } from "../server/engines/goTo/findNames.ts";
import { requestNames } from "../server/engines/goTo/foundNames.ts";
import { resolveCommit } from "../server/git/commitLookup.ts";
import { findGitDir } from "../server/git/findGitDir.ts";
import { peopleOfIndex } from "../server/engines/search/collections/searchPeople.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { createIndexBuilder } from "../server/index/build/builder.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import type { OpenedIndex } from "../server/index/OpenedIndex.ts";
import { MANIFEST_FORMAT, type CodePart, emptyManifest, withPart } from "../server/index/manifest.ts";
import { FileTable, writeFileTable } from "../server/index/tables/fileTable.ts";
import { SymbolTable, writeSymbolTable } from "../server/index/tables/symbolTable.ts";
import { matchPath } from "./baselines/fuzzyPath.ts";
import { repositoryName } from "./questions/repositoryName.ts";
import { type Goal, goalsOf, isRight } from "./questions/goToGoals.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: "string", default: "/tmp/clew-bench" },
    goals: { type: "string", default: "100" },
    show: { type: "boolean", default: false },
  },
});
const FILES = 46_000;
const NO_REQUESTS = requestNames([]);
const folder = join(values.cache, "go-to-blobs");
await mkdir(folder, { recursive: true });
const blobs = createFileBlobs(folder);

const names = new Map<string, { index: OpenedIndex; goals: Goal[] }>();
for (const directory of positionals) {
  const gitDir = await findGitDir(directory);
  const source = repositoryName(directory);
  const index = await indexOf(gitDir, source);
  names.set(source, { index, goals: goalsOf(gitDir, index, Number(values.goals), 20_261_123) });
}

let right = 0;
let rightOfBaseline = 0;
let goalCount = 0;
const byHabit = new Map<string, { right: number; of: number }>();
for (const [source, { index, goals }] of names) {
  const linear = linearScan(index);
  let firstHits = 0;
  let ofBaseline = 0;
  for (const goal of goals) {
    const [first, second] = find(index, goal.typed);
    const tally = byHabit.get(goal.habit) ?? { right: 0, of: 0 };
    byHabit.set(goal.habit, tally);
    tally.of++;
    if (isRight(goal, first)) {
      firstHits++;
      tally.right++;
    } else if (values.show)
      print(`  ${source}: ${goal.habit}: ${goal.typed} → ${first?.path} ${first?.name} ${first?.score.toFixed(0)}; ${second?.name}; wanted ${goal.kind} ${goal.path} ${goal.name}`); // prettier-ignore
    if (isRight(goal, linear(goal.typed))) ofBaseline++;
  }
  print(`${source.padEnd(24)} first hit right ${firstHits} of ${goals.length}, linear scan ${ofBaseline}`);
  right += firstHits;
  rightOfBaseline += ofBaseline;
  goalCount += goals.length;
}
for (const [habit, tally] of byHabit) print(`  ${habit.padEnd(28)} ${tally.right} of ${tally.of}`);
print(`all                      first hit right ${percent(right)} %, linear scan ${percent(rightOfBaseline)} %`);

const large = repeated([...names.values()].map(({ index }) => index));
const keys = [...names.values()].flatMap(({ goals }) =>
  goals.slice(0, 20).flatMap(({ typed }) => Array.from(typed, (_, at) => typed.slice(0, at + 1))),
);
for (const key of keys.slice(0, 50)) find(large, key);
const linear = linearScan(large);
const timing = time(keys, (key) => find(large, key));
const baseline = time(
  keys.filter((_, at) => at % 10 === 0),
  linear,
);
const symbols = large.codeWithSymbols.reduce((sum, { symbols: part }) => sum + (part?.table.length ?? 0), 0);
print(`${large.code.reduce((sum, { files }) => sum + files.length, 0)} files, ${symbols} symbols, ${keys.length} keys`);
print(`a key                    ${timing.line}`);
print(`linear scan              ${baseline.line}`);
print(`the linear scan takes ${(baseline.median / timing.median).toFixed(1)} times as long`);

function find(index: OpenedIndex, q: string): ReturnType<typeof findNames> {
  return findNames(index, {
    q,
    kind: ["file", "symbol"],
    limit: 8,
    people: peopleOfIndex(index),
    requests: NO_REQUESTS,
  });
}

/** The code of a repository at its head; built once. */
async function indexOf(gitDir: string, source: string): Promise<OpenedIndex> {
  const commit = await resolveCommit(gitDir, "HEAD");
  const key = createHash("sha256").update(JSON.stringify([MANIFEST_FORMAT, source, commit])).digest("hex"); // prettier-ignore
  const file = join(values.cache, `go-to-${key.slice(0, 16)}.json`);
  const cachedPart = await readFile(file, "utf8").catch(() => null);
  let part = cachedPart === null ? null : (JSON.parse(cachedPart) as CodePart);
  if (!part) {
    const builder = createIndexBuilder({ blobs: { driver: "files", folder } });
    const code = await builder.buildCode({ gitDir, commit, source, name: source, previous: null });
    part = await builder.buildSymbols({ part: code });
    await builder.close();
    await writeFile(file, JSON.stringify(part));
  }
  return new IndexCache(blobs, { maxBytes: Infinity }).open(withPart(emptyManifest(), { code: part }));
}

/** One index with the names of all, again and again in further top folders until there are enough files. */
function repeated(indexes: readonly OpenedIndex[]): OpenedIndex {
  const files: Parameters<typeof writeFileTable>[0][number][] = [];
  const rows: Parameters<typeof writeSymbolTable>[0][number][] = [];
  const [first] = indexes;
  const [some] = first?.code ?? [];
  if (!first || !some) throw new Error("Name at least one git repository.");
  for (let copy = 0; files.length < FILES; copy++)
    for (const { code } of indexes)
      for (const { files: table, symbols: part } of code)
        for (let file = 0; file < table.length && files.length < FILES; file++) {
          const row = table.row(file);
          const { from, to } = part?.table.ofFile(file) ?? { from: 0, to: 0 };
          for (let symbol = from; symbol < to; symbol++) {
            const symbolRow = part?.table.row(symbol);
            // Most names of a copy are its own, as in another repository.
            if (symbolRow)
              rows.push({
                ...symbolRow,
                file: files.length,
                name: copy === 0 ? symbolRow.name : `${symbolRow.name}${copy}`,
              });
          }
          files.push({ ...row, path: `${copy}/${row.path}` });
        }
  const code = {
    ...some,
    files: new FileTable(writeFileTable(files)),
    symbols: some.symbols && { ...some.symbols, table: new SymbolTable(writeSymbolTable(rows, files.length)) },
  };
  return { ...first, code: [code], codeWithSymbols: [code] };
}

/** A fuzzy scan over all names as strings. */
function linearScan(index: OpenedIndex): (typed: string) => { name: string; path: string } | undefined {
  const all = index.code.flatMap(({ files, symbols: part }) => [
    ...Array.from({ length: files.length }, (_, file) => ({ text: files.path(file), path: files.path(file) })),
    ...Array.from({ length: part?.table.length ?? 0 }, (_, symbol) => ({
      text: part?.table.name(symbol) ?? "",
      path: files.path(part?.table.file(symbol) ?? 0),
    })),
  ]);
  const lowered = all.map(({ text }) => text.toLowerCase());
  return (typed) => {
    const query = typed.toLowerCase().replaceAll(" ", "");
    let best = -Infinity;
    let bestAt = -1;
    lowered.forEach((lower, at) => {
      const score = matchPath(all[at]?.text ?? "", lower, query)?.score ?? -Infinity;
      if (score > best) [best, bestAt] = [score, at];
    });
    const hit = all[bestAt];
    return hit && { name: hit.text.slice(hit.text.lastIndexOf("/") + 1), path: hit.path };
  };
}

function time(list: readonly string[], work: (key: string) => unknown): { median: number; line: string } {
  const times = list
    .map((key) => {
      const at = performance.now();
      work(key);
      return performance.now() - at;
    })
    .sort((a, b) => a - b);
  const share = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const line = `p50 ${share(0.5).toFixed(2)} ms  p95 ${share(0.95).toFixed(2)} ms  most ${share(1).toFixed(2)} ms`;
  return { median: share(0.5), line };
}

function percent(count: number): string {
  return ((100 * count) / goalCount).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
