/**
 * Searches over a company of many projects by the real server, on the data folder that `bench/companyLoad.ts` has written. Queries are one
 * to three words of the corpus, frequent and rare ones. The first pass opens indexes; the second pass counts.
 *
 *     node bench/company.ts --data FOLDER [--queries 60] [--memory 3000] [--limit-mb 4096]
 *
 * Milliseconds depend on what else the machine does; processor time does not. The exit status is 1 if a goal was missed.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SearchAllAnswer } from "../contract/search/search.ts";
import type { CorpusStatistics } from "./company/corpusStatistics.ts";
import { companyQueries } from "./company/companyQueries.ts";
import { readProcess } from "./company/readProcess.ts";
import { startLoadedServer } from "./load/loadedServer.ts";
import type { Visitor } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    queries: { type: "string", default: "60" },
    memory: { type: "string", default: "3000" },
    "limit-mb": { type: "string", default: "4096" },
    passes: { type: "string", default: "2" },
    node: { type: "string", default: "" },
  },
});
const GOAL_MS = 300;
const dataDir = values.data;
const statistics = JSON.parse(readFileSync(join(dataDir, "statistics.json"), "utf8")) as CorpusStatistics;
const { token } = JSON.parse(readFileSync(join(dataDir, "visitor.json"), "utf8")) as Visitor;
const queries = companyQueries(statistics, Number(values.queries));
const server = await startLoadedServer(
  dataDir,
  {
    CLEW_INDEX_MEMORY_MB: values.memory,
    CLEW_ENGINE_SECONDS_PER_PERSON: "60000",
    CLEW_ENGINE_SECONDS_PER_COMPANY: "60000",
    NODE_OPTIONS: values.node,
  },
  [],
);
let isMissed = true;
try {
  const call = async <T>(path: string): Promise<{ answer: T; ms: number; cpu: number }> => {
    const before = readProcess(server.pid);
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/api/v1/${path}`, { headers: { authorization: `Token ${token}` } });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
    return { answer: JSON.parse(text) as T, ms, cpu: readProcess(server.pid).cpuMs - before.cpuMs };
  };
  const searchAll = (q: string) => call<SearchAllAnswer>(`search/?limit=20&q=${encodeURIComponent(q)}`);
  const searchOne = (q: string) => call<unknown>(`projects/project-5/search/?q=${encodeURIComponent(q)}`);

  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  const alone: number[] = [];
  await searchOne("parser");
  for (const { q } of queries.slice(0, 20)) alone.push((await searchOne(q)).cpu);
  report("one project, before", alone, "ms of processor time");
  const coverage = (answer: SearchAllAnswer): string =>
    `${answer.projects.filter(({ searched }) => searched).length} of ${answer.projects.length}`;
  for (let pass = 1; pass <= Number(values.passes); pass += 1) {
    const rows: { words: number; ms: number; cpu: number; covered: boolean }[] = [];
    for (const [place, { q, words }] of queries.entries()) {
      const { answer, ms, cpu } = await searchAll(q);
      rows.push({ words, ms, cpu, covered: answer.projects.every(({ searched }) => searched) });
      if (pass === 1 && place < 4)
        console.log(
          `cold ${place + 1}: ${ms.toFixed(0)} ms (${cpu.toFixed(0)} of processor), ${coverage(answer)} projects`,
        );
    }
    const { rss, anonymous, shared } = readProcess(server.pid);
    const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
    console.log(
      `pass ${pass}: ${rows.filter(({ covered }) => covered).length} of ${rows.length} searches covered all projects; memory ${mb(rss)} MB (${mb(anonymous)} anonymous, ${mb(shared)} shared)`,
    );
    for (const words of [1, 2, 3]) {
      const of = rows.filter((row) => row.words === words);
      report(
        `  ${words} words`,
        of.map(({ ms }) => ms),
        "ms",
      );
      report(
        `  ${words} words`,
        of.map(({ cpu }) => cpu),
        "ms of processor time",
      );
    }
    const p95 = report(
      "  all",
      rows.map(({ ms }) => ms),
      "ms",
    );
    report(
      "  all",
      rows.map(({ cpu }) => cpu),
      "ms of processor time",
    );
    isMissed = p95 > GOAL_MS || rss > Number(values["limit-mb"]) * 2 ** 20 || rows.some(({ covered }) => !covered);
  }
  const after: number[] = [];
  for (const { q } of queries.slice(0, 20)) after.push((await searchOne(q)).cpu);
  report("one project, after", after, "ms of processor time");
  const metrics = await server.metrics();
  console.log(
    metrics
      .split("\n")
      .filter((line) => /^clew_(?:index|open)/.test(line))
      .join("\n"),
  );
  console.log(`log: ${server.troubles.length} warnings ${server.troubles[0]?.slice(0, 300) ?? ""}`);
} finally {
  await server.stop();
}
process.exit(isMissed ? 1 : 0);

/** @returns the 95th percentile */
function report(name: string, numbers: readonly number[], unit: string): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  console.log(
    `${name.padEnd(22)} p50 ${at(0.5).toFixed(0).padStart(6)}  p95 ${at(0.95).toFixed(0).padStart(6)}  max ${at(1).toFixed(0).padStart(6)} ${unit}`,
  );
  return at(0.95);
}
