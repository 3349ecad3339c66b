/**
 * Searches over a company in one thread and without a server, on the data folder that `bench/companyLoad.ts` has written: processor time of
 * each step, which a profile (`node --cpu-prof`) then explains. Two states of the code are compared by running both in turn.
 *
 *     node bench/companySteps.ts --data FOLDER [--queries 36] [--passes 2] [--memory 3000] [--answers FILE]
 *
 * With `--answers` the answers of the last pass are written, to be compared with those of another state.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fastify } from "fastify";
import { SearchAllQuery } from "../contract/search/search.ts";
import type { Principal } from "../server/access/sessions/sessions.ts";
import { openDb } from "../server/db/openDb.ts";
import { searcherHere } from "../server/features/search/manyProjects.ts";
import type { CompanySearcher } from "../server/features/search/manyTasks.ts";
import { searchAll } from "../server/features/search/searchAll.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { TERM_CACHE_SHARE, termCache } from "../server/index/segment/TermCache.ts";
import { hashOf } from "./questions/hashOf.ts";
import { companyQueries } from "./company/companyQueries.ts";
import type { CorpusStatistics } from "./company/corpusStatistics.ts";
import type { Visitor } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    queries: { type: "string", default: "36" },
    passes: { type: "string", default: "2" },
    memory: { type: "string", default: "3000" },
    answers: { type: "string" },
    limit: { type: "string", default: "20" },
  },
});
const statistics = JSON.parse(readFileSync(join(values.data, "statistics.json"), "utf8")) as CorpusStatistics;
const { email } = JSON.parse(readFileSync(join(values.data, "visitor.json"), "utf8")) as Visitor;
const queries = companyQueries(statistics, Number(values.queries));
const { db, close } = await openDb({ dataDir: values.data, databaseUrl: undefined });
const row = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
const user = { id: row.id, companyId: row.company_id } as Principal;
// As in an engine thread.
termCache.maxBytes = (Number(values.memory) * 2 ** 20) / TERM_CACHE_SHARE;
const indexes = new IndexCache(createFileBlobs(join(values.data, "blobs")), {
  maxBytes: Number(values.memory) * 2 ** 20,
});
const here = searcherHere({ db, indexes });
const { log } = fastify();
const UNHURRIED = {
  countWords: Infinity,
  countTerms: Infinity,
  surveyProjects: Infinity,
  showProjects: Infinity,
  countQueries: Infinity,
};

const cpuMs = (): number => {
  const { user: userTime, system } = process.cpuUsage();
  return (userTime + system) / 1000;
};
const steps = new Map<string, number>();
const searcher: CompanySearcher = {
  threadOf: () => 0,
  async run(name, task, options) {
    const before = cpuMs();
    const answer = await here.run(name, task, options);
    steps.set(name, (steps.get(name) ?? 0) + cpuMs() - before);
    return answer;
  },
};

for (let pass = 1; pass <= Number(values.passes); pass += 1) {
  const rows: { readonly words: number; readonly cpu: number }[] = [];
  const answers: unknown[] = [];
  steps.clear();
  for (const { q, words } of queries) {
    const before = cpuMs();
    const answer = await searchAll(db, searcher, user, SearchAllQuery.parse({ q, limit: values.limit }), {
      log,
      signal: new AbortController().signal,
      deadlines: UNHURRIED,
    });
    rows.push({ words, cpu: cpuMs() - before });
    answers.push({ ...answer, took_ms: 0 });
  }
  if (values.answers !== undefined)
    writeFileSync(values.answers, answers.map((answer) => JSON.stringify(answer)).join("\n"));
  const line = (of: readonly number[]): string => {
    const sorted = of.toSorted((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(0).padStart(6);
    return `p50 ${at(0.5)} p95 ${at(0.95)} ms of processor time`;
  };
  console.log(`pass ${pass}: ${line(rows.map(({ cpu }) => cpu))}, answers ${hashOf(JSON.stringify(answers))}`);
  for (const words of [1, 2, 3])
    console.log(`  ${words} words: ${line(rows.filter((sample) => sample.words === words).map(({ cpu }) => cpu))}`);
  for (const [name, cpu] of steps) console.log(`  ${name.padEnd(15)} ${(cpu / queries.length).toFixed(1)} ms a search`);
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  console.log(
    `  rss ${mb(rss)} MB, heap ${mb(heapUsed)}, external ${mb(external)}, buffers ${mb(arrayBuffers)}, open parts ${mb(indexes.bytes())}`,
  );
}
await close();
process.exit(0);
