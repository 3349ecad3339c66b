/**
 * The same searches over a company by two states of the code, in one process and one thread: each query by both in turn, each state with
 * indexes and caches of its own, so that other work on the machine weighs on both. Answers are compared with each other.
 *
 *     node bench/companyCompare.ts --data FOLDER --before FOLDER [--queries 24] [--passes 3] [--memory 3000]
 *
 * `--before` is a folder with `server`, `contract` and `node_modules` of the other state (`git worktree add`). The exit status is 1 if an
 * answer differs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fastify } from "fastify";
import type { SearchAllAnswer } from "../contract/search/search.ts";
import type { Principal } from "../server/access/sessions/sessions.ts";
import type { CompanySearcher } from "../server/features/search/manyTasks.ts";
import { openDb } from "../server/db/openDb.ts";
import { companyQueries } from "./company/companyQueries.ts";
import type { CorpusStatistics } from "./company/corpusStatistics.ts";
import type { Visitor } from "./load/seedLoadData.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    before: { type: "string", default: "" },
    queries: { type: "string", default: "24" },
    passes: { type: "string", default: "3" },
    limit: { type: "string", default: "20" },
    memory: { type: "string", default: "3000" },
  },
});
const statistics = JSON.parse(readFileSync(join(values.data, "statistics.json"), "utf8")) as CorpusStatistics;
const { email } = JSON.parse(readFileSync(join(values.data, "visitor.json"), "utf8")) as Visitor;
const queries = companyQueries(statistics, Number(values.queries));
const { db, close } = await openDb({ dataDir: values.data, databaseUrl: undefined });
const row = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
const user = { id: row.id, companyId: row.company_id } as Principal;
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

interface State {
  readonly name: string;
  readonly steps: Map<string, number>;
  search(q: string): Promise<SearchAllAnswer>;
}

/** The engines of one state of the code. @param root has its `server` and `contract` */
async function openState(name: string, root: string): Promise<State> {
  const load = async <T>(file: string): Promise<T> => (await import(join(root, file))) as T;
  const { SearchAllQuery } = await load<typeof import("../contract/search/search.ts")>("contract/search/search.ts");
  const { searchAll } = await load<typeof import("../server/features/search/searchAll.ts")>(
    "server/features/search/searchAll.ts",
  );
  const { searcherHere } = await load<typeof import("../server/features/search/manyProjects.ts")>(
    "server/features/search/manyProjects.ts",
  );
  const { createFileBlobs } =
    await load<typeof import("../server/index/blobs/blobs.ts")>("server/index/blobs/blobs.ts");
  const { IndexCache } = await load<typeof import("../server/index/IndexCache.ts")>("server/index/IndexCache.ts");
  const { TERM_CACHE_SHARE, termCache } = await load<typeof import("../server/index/segment/TermCache.ts")>(
    "server/index/segment/TermCache.ts",
  );
  const bytes = Number(values.memory) * 2 ** 20;
  // As in an engine thread.
  termCache.maxBytes = bytes / TERM_CACHE_SHARE;
  const indexes = new IndexCache(createFileBlobs(join(values.data, "blobs")), { maxBytes: bytes });
  const here = searcherHere({ db, indexes });
  const steps = new Map<string, number>();
  const searcher: CompanySearcher = {
    threadOf: () => 0,
    async run(step, task, options) {
      const before = cpuMs();
      const answer = await here.run(step, task, options);
      steps.set(step, (steps.get(step) ?? 0) + cpuMs() - before);
      return answer;
    },
  };
  return {
    name,
    steps,
    search: (q) =>
      searchAll(db, searcher, user, SearchAllQuery.parse({ q, limit: values.limit }), {
        log,
        signal: new AbortController().signal,
        deadlines: UNHURRIED,
      }),
  };
}

const states = [
  await openState("before", values.before),
  await openState("after", join(import.meta.dirname, "..")),
] as const;
const differing = new Set<string>();
/** By query: the least of each state in the passes after the first. */
const least = new Map<string, number[]>();
for (let pass = 1; pass <= Number(values.passes); pass += 1) {
  const rows: { readonly words: number; readonly q: string; readonly cpu: readonly number[] }[] = [];
  for (const { steps } of states) steps.clear();
  for (const [place, { q, words }] of queries.entries()) {
    const cpu = [0, 0];
    const answers = ["", ""];
    // Which state is first alternates: the second one finds the files of the first in the cache of the system.
    for (const at of place % 2 === 0 ? [0, 1] : [1, 0]) {
      const before = cpuMs();
      const answer = await states[at]?.search(q);
      cpu[at] = cpuMs() - before;
      answers[at] = JSON.stringify({ ...answer, took_ms: 0 });
    }
    if (answers[0] !== answers[1]) differing.add(q);
    rows.push({ words, q, cpu });
    if (pass > 1)
      least.set(
        q,
        cpu.map((ms, at) => Math.min(ms, least.get(q)?.[at] ?? Infinity)),
      );
  }
  console.log(`pass ${pass}: answers to ${differing.size} queries differed so far ${[...differing].join(", ")}`);
  for (const words of [0, 1, 2, 3]) {
    const of = rows.filter((sample) => words === 0 || sample.words === words);
    const line = states.map(({ name }, at) => `${name} ${quantiles(of.map(({ cpu }) => cpu[at] ?? 0))}`).join("   ");
    console.log(`  ${words === 0 ? "all    " : `${words} words`} ${line} ms of processor time`);
  }
  for (const name of states[0].steps.keys()) {
    const means = states.map(({ steps }) => ((steps.get(name) ?? 0) / queries.length).toFixed(1).padStart(6));
    console.log(`  ${name.padEnd(15)} ${means.join(", ")} ms a search`);
  }
}
console.log("the least of each query, which other work on the machine changes least:");
for (const words of [0, 1, 2, 3]) {
  const of = queries.filter((sample) => words === 0 || sample.words === words).map(({ q }) => least.get(q) ?? []);
  const line = states.map(({ name }, at) => `${name} ${quantiles(of.map((cpu) => cpu[at] ?? NaN))}`).join("   ");
  console.log(`  ${words === 0 ? "all    " : `${words} words`} ${line} ms of processor time`);
}
for (const [q, cpu] of least) console.log(`  ${cpu.map((ms) => ms.toFixed(0).padStart(5)).join("")}  ${q}`);
await close();
process.exit(differing.size > 0 ? 1 : 0);

function quantiles(of: readonly number[]): string {
  const sorted = of.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(0).padStart(4);
  const mean = sorted.reduce((a, b) => a + b, 0) / sorted.length;
  return `p50 ${at(0.5)} p95 ${at(0.95)} mean ${mean.toFixed(0).padStart(4)}`;
}
