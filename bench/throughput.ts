/**
 * Do two engine threads do twice the work of one? The same questions are asked through the pool by one person, who never has more than one
 * thread, and by two people at the same time, alternately in one run. The ratio of the rounds is the figure to keep; on a machine with other work
 * the processor time of a question says more than the time it takes. What two threads that only compute do next to one, in the same rounds, says
 * what the machine has to give.
 *
 *     node bench/throughput.ts --cache /tmp/bench DIR [DIR …] [--queries 200] [--rounds 7]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { Principal } from "../server/access/sessions/sessions.ts";
import { newId } from "../server/db/newId.ts";
import { openDb } from "../server/db/openDb.ts";
import type { Db } from "../server/db/openDb.ts";
import { ENGINE_WORKER } from "../server/wire/engineCalls.ts";
import { EnginePool } from "../server/compute/EnginePool.ts";
import { createFileBlobs } from "../server/index/blobs/blobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";
import { MANIFEST_FORMAT, type Manifest, encodeManifest } from "../server/index/manifest.ts";
import { builtOnce, questionsOf } from "./load/largeIndex.ts";
import { plainComputation } from "./load/plainComputation.ts";
import { makePeople } from "./load/seedLoadData.ts";
import { requireRepositories } from "./questions/benchArguments.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: "string", default: "/tmp/clew-bench" },
    queries: { type: "string", default: "200" },
    rounds: { type: "string", default: "7" },
  },
});
requireRepositories(positionals.length);
const SLUG = "bench";
/** Milliseconds of each measurement of plain computation. */
const PLAIN_MS = 300;
const silent = { info: () => undefined, warn: console.error, error: console.error };
const never = new AbortController().signal;

const { folder, manifest } = await builtOnce(values.cache, positionals);
const index = await new IndexCache(createFileBlobs(folder), { maxBytes: Infinity }).open(manifest);
const questions = questionsOf(index, Number(values.queries));
const dataDir = mkdtempSync(join(tmpdir(), "clew-throughput-"));
await makePeople(dataDir, undefined, 2);
const { db, close } = await openDb({ dataDir, databaseUrl: undefined });
let engineMs = 0;
const pool = new EnginePool({
  worker: ENGINE_WORKER,
  db,
  blobs: { driver: "files", folder },
  dataDir,
  threads: 2,
  limits: { userMsPerMinute: 1e12, companyMsPerMinute: 1e12 },
  indexBytes: 2 ** 34,
  log: silent,
  onComputed: (seconds) => {
    engineMs += seconds * 1000;
  },
});
try {
  const { people, projectId } = await seedProject(db, manifest);
  // Background work has no timeout: opening the index takes long on a busy machine. Each thread opens it.
  const keys = ["a", "b", "c", "d", "e"];
  for (const place of [0, 1]) {
    const key = keys.find((candidate) => pool.threadOf(candidate) === place) ?? SLUG;
    await pool.run("warm", { projectId }, { principal: null, key, isPinned: true, signal: never });
  }
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  for (const kind of ["threeWords", "twelveWords", "phrases", "patterns"] as const) {
    const list = questions[kind];
    // Both threads open the index and keep what is asked again.
    await askAll(people, list.slice(0, 40));
    const rounds = { one: [] as Round[], two: [] as Round[] };
    const plain: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      rounds.one.push(await measure(people.slice(0, 1), list));
      rounds.two.push(await measure(people, list));
      plain.push((await plainComputation(2, PLAIN_MS)) / (await plainComputation(1, PLAIN_MS)));
    }
    const ratios = rounds.two.map(({ perSecond }, round) => perSecond / (rounds.one[round]?.perSecond ?? Number.NaN));
    const [oneThread, two] = [middleOf(rounds.one), middleOf(rounds.two)];
    console.log(`${kind}, ${list.length} questions`);
    console.log(
      `  questions a second        one thread ${oneThread.perSecond.toFixed(0)}, two ${two.perSecond.toFixed(0)}`,
    );
    console.log(
      `  two threads to one        ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(" ")})`,
    );
    console.log(
      `  two that only compute     ${median(plain).toFixed(2)} (${plain.map((ratio) => ratio.toFixed(2)).join(" ")})`,
    );
    console.log(`  all threads, processor ms one thread ${oneThread.all.toFixed(2)}, two ${two.all.toFixed(2)}`);
    console.log(`  engine, processor ms      one thread ${oneThread.engine.toFixed(2)}, two ${two.engine.toFixed(2)}`);
    console.log(`  main thread, processor ms one thread ${oneThread.main.toFixed(2)}, two ${two.main.toFixed(2)}`);
    console.log(`  event loop, p99 and max   one thread ${oneThread.lag}, two ${two.lag}`);
  }
} finally {
  await pool.stop();
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Round {
  readonly perSecond: number;
  /** Milliseconds of processor time of one question. */
  readonly engine: number;
  readonly main: number;
  /** Milliseconds of processor time of the process for one question, with the database thread and garbage collection. */
  readonly all: number;
  readonly lag: string;
}

/** Each person asks one question after the other until all are answered, each once. */
async function askAll(who: readonly Principal[], list: readonly string[]): Promise<void> {
  let next = 0;
  await Promise.all(
    who.map(async (user) => {
      for (let q = list[next++]; q !== undefined; q = list[next++])
        await pool.run(
          "searchProject",
          { user, params: { id: SLUG }, query: { q, limit: 20 }, body: undefined },
          {
            principal: { userId: user.id, companyId: user.companyId ?? "" },
            key: SLUG,
            isSerialized: true,
            signal: never,
          },
        );
    }),
  );
}

async function measure(who: readonly Principal[], list: readonly string[]): Promise<Round> {
  engineMs = 0;
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const [before, mainBefore, startedAt] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
  await askAll(who, list);
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.threadCpuUsage(mainBefore);
  const all = process.cpuUsage(before);
  lag.disable();
  return {
    perSecond: (list.length * 1000) / tookMs,
    engine: engineMs / list.length,
    main: (user + system) / 1000 / list.length,
    all: (all.user + all.system) / 1000 / list.length,
    lag: `${(lag.percentile(99) / 1e6).toFixed(1)} and ${(lag.max / 1e6).toFixed(1)} ms`,
  };
}

function middleOf(rounds: readonly Round[]): Round {
  return (
    rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)] ?? {
      perSecond: 0,
      engine: 0,
      main: 0,
      all: 0,
      lag: "",
    }
  );
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** A project of all people with a finished index. */
async function seedProject(
  to: Db,
  builtManifest: Manifest,
): Promise<{ readonly people: Principal[]; readonly projectId: string }> {
  const users = await to.selectFrom("users").selectAll().execute();
  const projectId = newId();
  const [owner] = users;
  if (!owner || owner.company_id === null) throw new Error("There must be people of a company.");
  await to
    .insertInto("projects")
    .values({
      id: projectId,
      slug: SLUG,
      name: SLUG,
      company_id: owner.company_id,
      created_by: owner.id,
      updated_at: new Date(),
    })
    .execute();
  for (const { id, email } of users)
    await to
      .insertInto("project_members")
      .values({ id: newId(), project_id: projectId, email, user_id: id, role: "Owner" })
      .execute();
  await to
    .insertInto("artifacts")
    .values({
      project_id: projectId,
      generation: 1,
      format_version: MANIFEST_FORMAT,
      manifest: encodeManifest(builtManifest),
      updated_at: new Date(),
    })
    .execute();
  const people = users.map(({ id, name, email, company_id }) => ({
    id,
    name,
    email,
    language: "EN" as const,
    companyId: company_id,
    companyRole: "Member" as const,
    plan: "Enterprise" as const,
    subscriptionStatus: "active" as const,
    sessionHash: "",
  }));
  return { people, projectId };
}
