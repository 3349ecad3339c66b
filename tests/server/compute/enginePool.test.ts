import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import { projectFor } from "../../../server/access/policy.ts";
import type { Principal } from "../../../server/access/sessions/sessions.ts";
import { EnginePool, type EnginePoolOptions } from "../../../server/compute/EnginePool.ts";
import { ENGINE_WORKER } from "../../../server/wire/engineCalls.ts";
import { EngineThread } from "../../../server/compute/EngineThread.ts";
import { search } from "../../../server/engines/search/search.ts";
import { NotFound, TooMany, Unavailable } from "../../../server/errors.ts";
import { emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { addCompany, addManifest, addProject, addUser } from "../rows.ts";
import { openTestDb, type TestDb } from "../testDb.ts";
import { principal } from "../support/principal.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** No name is sure in it and it never matches: every text is read until the time for texts is up. */
const ENDLESS = "/m.*n.*y.*f.*l.*zz/";
const FILES = 600;

let database: TestDb;
let folder: string;
let pool: EnginePool;
let people: Record<"ada" | "bob" | "zoe", Principal>;
let inProcess: ReturnType<typeof search>;
const slug = "heavy";
const never = new AbortController().signal;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await openTestDb();
  const { db } = database;
  folder = mkdtempSync(join(tmpdir(), "clew-pool-"));
  const repository = new TemporaryRepository();
  const line = `const many = "${"mnyfl many flows ".repeat(12)}";\n`;
  const commit = repository.commit(
    "Many files",
    Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`src/f${n}.ts`, `// file ${n}\n${line.repeat(20)}`])),
  );
  const blobs = createFileBlobs(folder);
  const part = await buildCode(
    { gitDir: repository.gitDir, commit, source: "repository-1", previous: null, name: "many" },
    plainContext(blobs),
  );
  repository.remove();
  const manifest = withPart(emptyManifest(), { code: part });
  inProcess = search(await new IndexCache(blobs).open(manifest), { q: "many flows", limit: 20 });

  const callerOf = async (name: string, companyId: string): Promise<Principal> => {
    const email = `${name}@example.org`;
    const id = await addUser(db, { companyId, email, name });
    return principal({ id, name, email, companyId });
  };
  const [acme, other] = [await addCompany(db), await addCompany(db)];
  people = { ada: await callerOf("ada", acme), bob: await callerOf("bob", acme), zoe: await callerOf("zoe", other) };
  for (const [owner, companyId, own] of [
    [people.ada, acme, slug],
    [people.bob, acme, "bobs"],
    [people.zoe, other, "zoes"],
  ] as const) {
    const id = await addProject(db, { companyId, ownerId: owner.id, slug: own });
    await addManifest(db, id, manifest);
  }
});
afterEach(() => pool?.stop());
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function setUp(options: Partial<EnginePoolOptions> = {}): EnginePool {
  pool = new EnginePool({
    worker: ENGINE_WORKER,
    db: database.db,
    blobs: { driver: "files", folder },
    dataDir: folder,
    threads: 2,
    limits: { userMsPerMinute: 600_000, companyMsPerMinute: 1_200_000 },
    indexBytes: 64 << 20,
    log: silent,
    ...options,
  });
  return pool;
}

const ask = (who: Principal, project: string, q: string, signal = never): Promise<SearchAnswer> =>
  pool.run(
    "searchProject",
    { user: who, params: { id: project }, query: { q, limit: 20 }, body: undefined },
    { principal: { userId: who.id, companyId: who.companyId ?? "" }, key: project, signal },
  ) as Promise<SearchAnswer>;

describe("engine threads", () => {
  test("answer what the same engine answers in this thread, with an index that lies in memory once", async () => {
    setUp();
    const answer = await ask(people.ada, slug, "many flows");
    const { took_ms: _, sources: __, unsearched: ____, ...found } = answer;
    const { took_ms: ___, ...expected } = inProcess;
    expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
    const bytes = pool.indexBytes;
    expect(bytes).toBeGreaterThan(0);
    // The same blobs for another project, in any thread.
    await Promise.all([ask(people.bob, "bobs", "many"), ask(people.zoe, "zoes", "many")]);
    expect(pool.indexBytes).toBe(bytes);
  });

  test("refusals keep their class, and rights are asked by the same rules", async () => {
    setUp();
    await expect(projectFor(database.db, people.zoe, slug, "project.search")).rejects.toThrow(NotFound);
    await expect(ask(people.zoe, slug, "many")).rejects.toThrow(NotFound);
  });

  test("the event loop serves another user while patterns run", async () => {
    setUp();
    // Both threads have started and know the index.
    await Promise.all([ask(people.ada, slug, ENDLESS), ask(people.bob, "bobs", ENDLESS)]);
    await ask(people.zoe, "zoes", "many");
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const ended: string[] = [];
    const storm = Array.from({ length: 6 }, async (_, n) => {
      await ask(people.ada, slug, ENDLESS);
      ended.push(`ada ${n}`);
    });
    const other = ask(people.zoe, "zoes", "many").then(() => ended.push("zoe"));
    await other;
    // The person with the storm has had one thread; the other one was free.
    expect(ended.indexOf("zoe")).toBeLessThanOrEqual(1);
    await Promise.all(storm);
    isOver = true;
    expect(ended.filter((name) => name !== "zoe")).toEqual([0, 1, 2, 3, 4, 5].map((n) => `ada ${n}`));
    // Six times up to 400 ms of computing: on this thread there would have been a turn or two for each.
    expect(turns).toBeGreaterThan(200);
  });

  test("short questions about one project that wait for each other get a second thread", async () => {
    setUp();
    // Opening the index takes long enough that a question which waits for it would go to the other thread.
    for (let times = 0; times < 20; times += 1) await ask(people.ada, slug, "many flows");
    expect(pool.openIndexes).toBe(1);
    const askOften = async (): Promise<void> => {
      for (let times = 0; times < 200 && pool.openIndexes < 2; times += 1) await ask(people.ada, slug, "many flows");
    };
    // People of one project, who are served in turn; one person never has both threads.
    const asBob = async (): Promise<void> => {
      for (let times = 0; times < 200 && pool.openIndexes < 2; times += 1)
        await pool.run(
          "searchProject",
          { user: people.ada, params: { id: slug }, query: { q: "many flows", limit: 20 }, body: undefined },
          { principal: { userId: people.bob.id, companyId: "acme" }, key: slug, signal: never },
        );
    };
    await Promise.all([askOften(), asBob()]);
    expect(pool.openIndexes).toBe(2);
  });

  test("of a client that has gone nothing is computed any more, waiting or running", async () => {
    const computed: number[] = [];
    setUp({ onComputed: (seconds) => computed.push(seconds) });
    const leaving = new AbortController();
    const storm = Array.from({ length: 5 }, () => ask(people.ada, slug, ENDLESS, leaving.signal));
    const all = Promise.allSettled(storm);
    await expect.poll(() => pool.running).toBe(1);
    expect(pool.waiting).toBe(4);
    leaving.abort(new Error("The client has gone."));
    const outcomes = await all;
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "rejected"));
    expect([pool.waiting, pool.running, computed.length]).toEqual([0, 0, 1]);
  });

  test("refuses a user without budget with 429, and serves colleagues and strangers", async () => {
    const refused: string[] = [];
    setUp({
      limits: { userMsPerMinute: 20, companyMsPerMinute: 1_000_000 },
      onRefused: (reason) => refused.push(reason),
    });
    await ask(people.ada, slug, ENDLESS);
    await expect(ask(people.ada, slug, "many")).rejects.toThrow(TooMany);
    expect(refused).toEqual(["budget"]);
    expect((await ask(people.bob, "bobs", "many")).total).toBeGreaterThan(0);
    expect((await ask(people.zoe, "zoes", "many")).total).toBeGreaterThan(0);
  });

  test("a search over many projects uses only open indexes when it is asked to", async () => {
    setUp();
    const one = (mayOpen: boolean): Promise<unknown> =>
      pool.run(
        "surveyProjects",
        {
          projects: { projectIds: [projectId] },
          given: {
            query: { q: "many" },
            limit: 20,
            mayOpen: mayOpen ? null : [],
            known: new Set<string>(),
            statistics: null,
            thresholds: new Map<number, ReadonlyMap<string, number>>(),
            onlyExact: new Set<string>(),
          },
        },
        { principal: { userId: people.zoe.id, companyId: "c" }, key: "zoes", signal: never },
      );
    const { id: projectId } = await database.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", "zoes")
      .executeTakeFirstOrThrow();
    expect(await one(false)).toMatchObject({ perProject: [[projectId, null]] });
    expect(await one(true)).toMatchObject({ perProject: [[projectId, { total: FILES }]] });
    expect(await one(false)).toMatchObject({ perProject: [[projectId, { total: FILES }]] });
  });

  test("serves no task after the stop", async () => {
    setUp();
    const running = ask(people.ada, slug, ENDLESS).catch((error: unknown) => error);
    const waiting = ask(people.ada, slug, ENDLESS).catch((error: unknown) => error);
    await pool.stop();
    expect(await waiting).toBeInstanceOf(Unavailable);
    expect(await running).toBeInstanceOf(Error);
    await expect(ask(people.bob, "bobs", "many")).rejects.toThrow(Unavailable);
  });
});

test("reports a thread that ends in the middle of a task, and answers the task with a message", async () => {
  const lost: Error[] = [];
  const thread = new EngineThread(
    ENGINE_WORKER,
    { blobs: { driver: "files", folder }, dataDir: folder, indexBytes: 1 << 20, factsBytes: 1 << 20 },
    {
      // A database that never answers keeps the task from ending.
      ask: () => new Promise(() => undefined),
      onMessage: () => undefined,
      onLost: (error) => lost.push(error),
    },
  );
  const context = { user: people.ada, params: { id: slug }, query: { q: "many" }, body: undefined };
  const outcome = thread.run("searchProject", context, { key: slug, now: Date.now(), isSerialized: false });
  expect(thread.isFree).toBe(false);
  await thread.kill();
  expect((await outcome).error).toBeInstanceOf(Unavailable);
  expect((await outcome).error?.message).toBe("This query could not be answered. Try again in a moment.");
  expect([thread.isFree, lost.length]).toEqual([true, 1]);
});
