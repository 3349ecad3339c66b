/**
 * One web process and three search processes on one PostgreSQL. Search processes are killed, paused and stopped while people search; every
 * query is answered, and as one process answers it.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { PROTOCOL } from "../../../server/cluster/searchMessages.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource } from "../sync/syncFixture.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";
import { freePort } from "../../../scripts/freePort.ts";
import { memberProcess, type ServerProcess } from "./serverProcess.ts";

const METRICS_TOKEN = "a token for the metrics";
/** With nine projects, random addresses put all of them on one of three processes once in 6,000 runs. */
const PROJECTS = ["atlas", "borealis", "cygnus", "draco", "eridanus", "fornax", "gemini", "hydra", "indus"] as const;
const COMMITS = 20;
const CLIENTS = 4;
const PATIENCE = { timeout: 120_000, interval: 300 };

/** What people ask: of each project by itself, and of all of them. */
const QUERIES: readonly string[] = [
  ...PROJECTS.flatMap((slug, n) => [
    `projects/${slug}/search/?q=thread${n + 1}`,
    `projects/${slug}/search/?q=change&kind=commit`,
    `projects/${slug}/experts/?path=src/part${n}.ts`,
    `filter-values/?project=${slug}&filter=author&text=`,
  ]),
  "search/?q=thread10",
  "search/?q=shared+lantern",
  "search/?q=change",
];

let folder: string;
let storage: TestStorage;
let database: OpenDb;
let token: string;
let web: ServerProcess;
let expected: ReadonlyMap<string, unknown>;
const searchers: ServerProcess[] = [];

/** The answer without how long it took. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (key === "took_ms" ? [] : [[key, stable(one)]])),
  );
}

async function ask(url: string, path: string): Promise<{ readonly status: number; readonly answer: unknown }> {
  const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Token ${token}` } });
  return { status: response.status, answer: stable(await response.json()) };
}

/** The value of a metric of a process; NaN where it has none. */
async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const line = (await response.text()).split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}

const live = (count: number) =>
  vi.waitFor(async () => expect(await metric(web, "clew_search_processes")).toBe(count), PATIENCE);

/** Queries by several people at a time until `during` ends; every answer is compared. */
async function underLoad(during: () => Promise<void>): Promise<number> {
  const isOver = new AbortController();
  const wrong: string[] = [];
  let asked = 0;
  const client = async (n: number): Promise<void> => {
    for (let turn = n; !isOver.signal.aborted; turn += CLIENTS) {
      const path = QUERIES[turn % QUERIES.length] ?? "";
      const { status, answer } = await ask(web.url, path);
      asked += 1;
      if (status !== 200) wrong.push(`${path} ${status} ${JSON.stringify(answer)}`);
      else if (JSON.stringify(answer) !== JSON.stringify(expected.get(path))) wrong.push(`${path} differs`);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
  try {
    await during();
  } finally {
    isOver.abort();
    await Promise.all(clients);
  }
  expect(wrong).toEqual([]);
  return asked;
}

/** Waits until this many more tasks were sent with an outcome. */
async function more(outcome: string, from: number): Promise<void> {
  const name = `clew_search_sent_total{outcome="${outcome}"}`;
  await expect.poll(() => metric(web, name), PATIENCE).toBeGreaterThan(from);
}

const received = (one: ServerProcess) => metric(one, `clew_search_received_total{outcome="accepted"}`);
/** The process that receives most tasks now: one of three may hold no project, or be a replica of one for a moment. */
async function holder(): Promise<ServerProcess> {
  const running = searchers.filter((one) => one.isRunning);
  const before = await Promise.all(running.map(received));
  return vi.waitFor(async () => {
    const counts = await Promise.all(running.map(received));
    const growth = counts.map((count, at) => count - (before[at] ?? 0));
    const most = Math.max(...growth);
    const found = running[growth.indexOf(most)];
    if (!found || most < QUERIES.length / 4) throw new Error("No process has received many tasks.");
    return found;
  }, PATIENCE);
}
const sent = (outcome: string) => metric(web, `clew_search_sent_total{outcome="${outcome}"}`);

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("search processes", () => {
  const undo: (() => Promise<unknown> | void)[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-search-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    storage = await makeStorage("postgres", { isEmpty: true });
    undo.push(() => storage.remove());
    database = await openDb(storage);
    undo.push(() => database.close());
    const { db } = database;
    await migrate(db);
    const companyId = await addCompany(db);
    const userId = await addUser(db, { companyId, email: "ada@example.org" });
    token = await startSession(db, userId);
    for (const [n, slug] of PROJECTS.entries()) {
      const projectId = await addProject(db, { companyId, slug, ownerId: userId });
      const origin = join(folder, `${slug}.git`);
      makeRepository(
        origin,
        Array.from({ length: COMMITS }, (_, turn) => ({
          message: `change ${turn} of ${slug}`,
          author: `Author ${turn % 5}`,
          files: {
            [`src/part${turn % 12}.ts`]: `export const thread${turn} = "${slug} ${turn % (n + 2) === 0 ? "shared lantern" : "own"}";\n`,
          },
        })),
      );
      await addSource(database, projectId, { kind: "repository", provider: "git", url: origin });
    }

    const start = async (
      name: string,
      role: "web" | "search" | "web,worker",
      more: Readonly<Record<string, string>> = {},
    ): Promise<ServerProcess> => {
      const one = await memberProcess(folder, storage.databaseUrl, name, {
        CLEW_ROLE: role,
        CLEW_METRICS_TOKEN: METRICS_TOKEN,
        // One person asks everything here.
        CLEW_ENGINE_SECONDS_PER_PERSON: "100000",
        ...more,
      });
      undo.push(() => one.end("SIGKILL"));
      await one.start();
      return one;
    };
    const single = await start("single", "web,worker");
    await vi.waitFor(async () => {
      const rows = await db.selectFrom("sources").select("sync_state").execute();
      if (rows.some(({ sync_state }) => sync_state !== "ready")) throw new Error("The syncs have not ended.");
    }, PATIENCE);
    const answers = new Map<string, unknown>();
    for (const path of QUERIES) {
      const { status, answer } = await ask(single.url, path);
      if (status !== 200) throw new Error(`${path} ${status} ${JSON.stringify(answer)}`);
      answers.set(path, answer);
    }
    expected = answers;
    await single.end("SIGTERM");

    for (const n of [0, 1, 2]) {
      searchers.push(await start(`search${n}`, "search", { CLEW_SEARCH_ADDRESS: `127.0.0.1:${await freePort()}` }));
    }
    web = await start("web", "web");
  }, 300_000);
  afterAll(async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  });
  /** All three again, for the next test. */
  afterEach(async () => {
    for (const one of searchers) if (!one.isRunning) await one.start();
    await live(3);
  }, 120_000);

  test("they answer what one process answers, and the web process opens no index", async () => {
    await live(3);
    for (const path of QUERIES) expect([path, (await ask(web.url, path)).answer]).toEqual([path, expected.get(path)]);
    const counts = await Promise.all(searchers.map(received));
    // Nine projects on three processes: more than one of them has some.
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
    expect(await metric(web, "clew_search_fallbacks_total")).toBe(0);
    expect(await metric(web, "clew_index_open")).toBe(0);
  });

  test("two of three are killed in turn under load, and no query fails", { timeout: 300_000 }, async () => {
    const asked = await underLoad(async () => {
      for (let killed = 0; killed < 2; killed++) {
        const before = await sent("unreachable");
        const answered = await sent("answered");
        await (await holder()).end("SIGKILL");
        // The death was met by a query, and others were answered after it.
        await more("unreachable", before);
        await more("answered", answered + 8 * QUERIES.length);
      }
    });
    expect(asked).toBeGreaterThan(QUERIES.length);
  });

  test("a paused process is skipped, and used again later", { timeout: 300_000 }, async () => {
    await underLoad(async () => {
      const paused = await holder();
      const before = await sent("silent");
      paused.signal("SIGSTOP");
      try {
        await more("silent", before);
        await more("answered", (await sent("answered")) + QUERIES.length);
      } finally {
        paused.signal("SIGCONT");
      }
      const used = await received(paused);
      await expect.poll(() => received(paused), PATIENCE).toBeGreaterThan(used);
    });
  });

  test(
    "a stopping process ends its tasks and leaves the list, and the others answer",
    { timeout: 300_000 },
    async () => {
      const [, second] = searchers;
      await underLoad(async () => {
        const answered = await sent("answered");
        expect(await second?.end("SIGTERM")).toBe(0);
        const rows = await database.db.selectFrom("search_processes").select("id").execute();
        expect(rows).toHaveLength(2);
        await more("answered", answered + QUERIES.length);
      });
    },
  );

  test("without any search process the web process answers itself", { timeout: 300_000 }, async () => {
    await Promise.all(searchers.map((one) => one.end("SIGKILL")));
    for (const path of QUERIES) {
      expect([path, await ask(web.url, path)]).toEqual([path, { status: 200, answer: expected.get(path) }]);
    }
    expect(await metric(web, "clew_search_fallbacks_total")).toBeGreaterThan(0);
  });

  test("a process of another version is not asked", { timeout: 120_000 }, async () => {
    const { db } = database;
    let connections = 0;
    const other = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const row = { threads: 2, index_bytes: 1 };
    // It would hold nearly every project. The one of this version shows when the list has been read.
    await db
      .insertInto("search_processes")
      .values([
        { ...row, address: `http://127.0.0.1:${port}`, id: "other", protocol: "0.0", index_bytes: 1e12 },
        { ...row, address: "http://127.0.0.1:1", id: "same", protocol: PROTOCOL },
      ])
      .execute();
    await live(4);
    for (const path of QUERIES) expect([path, (await ask(web.url, path)).answer]).toEqual([path, expected.get(path)]);
    expect(connections).toBe(0);
    await db.deleteFrom("search_processes").where("id", "in", ["other", "same"]).execute();
    await new Promise((resolve) => other.close(resolve));
  });
});
