/**
 * Three web and two worker processes on one PostgreSQL, killed in turn while people sign in, write, search and listen, and while sources
 * are copied. What was acknowledged is counted outside and compared with what is there at the end.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { hashPassword } from "../../../server/access/passwords.ts";
import { startSession } from "../../../server/access/sessions.ts";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { withFaults } from "../../providers/githubFaults.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { newId } from "../../../server/db/newId.ts";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { latestPosition } from "../../../server/events/EventFeed.ts";
import { readManifest } from "../../../server/sync/store/storedManifest.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { addCompany, addUser } from "../rows.ts";
import { git, makeRepository } from "../sources/gitFixture.ts";
import { makeProject, addSource } from "../sync/syncFixture.ts";
import { makePlace } from "../testDb.ts";
import { type RoundRobin, startRoundRobin } from "./roundRobin.ts";
import { memberProcess, type ServerProcess } from "./serverProcess.ts";

const PASSWORD = "correct horse";
const PEOPLE = 4;
const LISTENERS = 6;
const COMMITS = 120;
const ISSUES = 120;
/** Long enough for the recovery from a killed process. */
const PATIENCE = { timeout: 120_000, interval: 500 };

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const commit = (n: number) => ({
  message: `change ${n}, fixes #${(n % ISSUES) + 1}`,
  author: `Author ${n % 7}`,
  files: { [`src/part${n % 30}.ts`]: `export const thread${n} = ${n};\n` },
});

/** What a client knows for certain. */
class Ledger {
  readonly tokens: string[] = [];
  readonly added: string[] = [];
  readonly names = new Map<string, number>();
  searches = 0;
  hits = 0;
  /** Requests whose connection died. */
  died = 0;
  /** Statuses that no client should get. */
  readonly wrong: string[] = [];
}

/** One request through the balancer; null if its connection died. A 503 of an overloaded server is retried. */
async function call(
  url: string,
  ledger: Ledger,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown } | null> {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers: {
          connection: "close",
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status === 503 && response.headers.get("retry-after") !== null) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        continue;
      }
      if (response.status >= 300) ledger.wrong.push(`${method} ${path} ${response.status} ${text.slice(0, 200)}`);
      return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
    } catch {
      ledger.died += 1;
      return null;
    }
  }
}

/** A user's open page: it reconnects when its socket ends, and requests the events that it missed. */
class Listener {
  readonly seen = new Set<number>();
  reconnects = -1;
  #socket: WebSocket | undefined;
  #isOver = false;
  #last: number;
  readonly #url: string;

  constructor(url: string, token: string, after: number) {
    this.#last = after;
    this.#url = `${url.replace("http", "ws")}/ws/notifications/?token=${token}`;
    this.#open();
  }

  #open(): void {
    if (this.#isOver) return;
    this.reconnects += 1;
    const socket = new WebSocket(`${this.#url}&after=${this.#last}`);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id } = JSON.parse(String(data)) as { id: string };
      this.seen.add(Number(id));
      this.#last = Math.max(this.#last, Number(id));
    });
    socket.addEventListener("close", () => setTimeout(() => this.#open(), 200));
    socket.addEventListener("error", () => undefined);
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.close();
  }
}

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("several machines on one database", () => {
  test("any process may die at any time, and nothing acknowledged is lost", { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-cluster-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const place = await makePlace("postgres", { isEmpty: true });
    undo.push(() => place.remove());
    const database = await openDb(place);
    undo.push(() => database.close());
    const { db } = database;
    await migrate(db);

    // A company of people, one project, two repositories and a tracker.
    const { projectId, companyId, userId } = await makeProject(database);
    const password = await hashPassword(PASSWORD);
    const people = Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.org`);
    for (const email of people) {
      const id = await addUser(db, { companyId, email, passwordHash: password });
      await db.updateTable("users").set({ verified_at: new Date() }).where("id", "=", id).execute();
      await db
        .insertInto("project_members")
        .values({ id: newId(), project_id: projectId, user_id: id, email, role: "Maintainer" })
        .execute();
    }
    const colleagues = Array.from({ length: 300 }, (_, n) => `colleague${n}@example.org`);
    for (const email of colleagues) await addUser(db, { companyId, email });
    await addCompany(db);
    const host = await startGithubHost({
      data: trackerData(ISSUES),
      intercept: withFaults(({ path }) => (path.includes("/issues") ? { delayMs: 60 } : undefined)),
    });
    undo.push(() => host.stop());
    const origins = ["one", "two"].map((name) => join(folder, `${name}.git`));
    const sourceIds: string[] = [];
    for (const origin of origins) {
      makeRepository(
        origin,
        Array.from({ length: COMMITS }, (_, n) => commit(n)),
      );
      sourceIds.push(await addSource(database, projectId, { kind: "repository", provider: "git", url: origin }));
    }
    sourceIds.push(
      await addSource(database, projectId, { kind: "tracker", provider: "github", url: `${host.url}/acme/rocket` }),
    );

    const member = (name: string, role: "web" | "worker") =>
      memberProcess(folder, place.databaseUrl, name, { CLEW_ROLE: role, CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" });
    const webs: ServerProcess[] = [];
    const workers: ServerProcess[] = [];
    for (const n of [0, 1, 2]) webs.push(await member(`web${n}`, "web"));
    for (const n of [0, 1]) workers.push(await member(`worker${n}`, "worker"));
    undo.push(() => Promise.all([...webs, ...workers].map((one) => one.end("SIGKILL"))));
    const balancer = await startRoundRobin(webs.map(({ port }) => port));
    undo.push(() => balancer.close());
    await Promise.all([...webs, ...workers].map((one) => one.start()));

    const ledger = new Ledger();
    const work = new AbortController();
    const listeners = await openListeners(database, balancer, userId);
    undo.push(() => listeners.forEach((listener) => listener.close()));
    const load = [
      ...people.map((email, n) => person(balancer.url, ledger, work.signal, { email, n, colleagues })),
      linker(balancer.url, ledger, work.signal, people[0] ?? ""),
    ];

    // Each dies once, at whatever it is doing, and comes back while the next one is still well.
    const killed: { port: number; at: number }[] = [];
    const [web0, web1, web2] = webs;
    const [worker0, worker1] = workers;
    for (const [round, victim] of [web0, worker0, web1, worker1, web2].entries()) {
      if (!victim) continue;
      await new Promise((resolve) => setTimeout(resolve, 1500));
      killed.push({ port: victim.port, at: Date.now() });
      await victim.end("SIGKILL");
      // New commits at the origins while a process is down.
      for (const origin of origins)
        makeRepository(origin, [commit(COMMITS + round)], { from: git(origin, "rev-parse", "main") });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await victim.start();
    }
    // There is something to lose: a busy machine takes longer to get there.
    await expect
      .poll(() => [ledger.tokens.length >= PEOPLE, ledger.added.length > 20, ledger.hits > 0], PATIENCE)
      .toEqual([true, true, true]);
    work.abort();
    await Promise.all(load);

    // Connections die only with their process.
    expect(ledger.wrong).toEqual([]);
    expect(ledger.died).toBe(balancer.lost.length);
    for (const { port, at } of balancer.lost) {
      expect(killed.some((death) => death.port === port && Math.abs(at - death.at) < 5000)).toBe(true);
    }

    // Every session still opens the door, on every process.
    const after = new Ledger();
    for (const [n, token] of ledger.tokens.entries()) {
      const web = webs[n % webs.length];
      expect((await call(web?.url ?? "", after, "GET", "users/me/", { token }))?.status).toBe(200);
    }
    // Every write that was acknowledged is there, once.
    const members = await db
      .selectFrom("project_members")
      .select("email")
      .where("project_id", "=", projectId)
      .execute();
    const emails = members.map(({ email }) => email);
    expect(ledger.added.filter((email) => !emails.includes(email))).toEqual([]);
    expect(new Set(emails).size).toBe(emails.length);
    for (const [email, number] of ledger.names) {
      const { name } = await db.selectFrom("users").select("name").where("email", "=", email).executeTakeFirstOrThrow();
      expect(Number(/\d+$/.exec(name)?.[0])).toBeGreaterThanOrEqual(number);
    }

    // Every job has been done, with the effect of having been done once.
    const [token = ""] = ledger.tokens;
    await expect
      .poll(async () => {
        const rows = await db.selectFrom("sources").select("sync_state").execute();
        return rows.map(({ sync_state }) => sync_state);
      }, PATIENCE)
      .toEqual(["ready", "ready", "ready"]);
    expect((await call(balancer.url, after, "POST", "projects/atlas/sync/", { token }))?.status).toBe(202);
    const total = COMMITS + 5;
    await expect
      .poll(() => stateOf(database, projectId, sourceIds), PATIENCE)
      .toEqual({
        states: ["ready", "ready", "ready"],
        commits: [total, total],
        issues: ISSUES - ISSUES / 10,
        indexed: { commits: [total, total], issues: ISSUES - ISSUES / 10, heads: 1 },
        running: 0,
      });
    // What the newest commit brought is found, by every process.
    for (const { url } of webs) {
      const found = await call(url, after, "GET", `projects/atlas/search/?q=thread${total - 1}`, { token });
      expect(JSON.stringify(found?.body)).toContain(`src/part${(total - 1) % 30}.ts`);
    }
    expect(after.wrong).toEqual([]);

    // Every listener has received every event, on every process.
    const events = await db
      .selectFrom("events")
      .select("place as id")
      .where("project_id", "=", projectId)
      .where((is) => is.or([is("place", "is", null), is("place", ">", listeners[0]?.from ?? 0)]))
      .execute();
    expect(events.filter(({ id }) => id === null)).toEqual([]);
    expect(events.length).toBeGreaterThan(20);
    for (const listener of listeners) {
      await expect
        .poll(() => events.filter(({ id }) => !listener.seen.has(id ?? 0)).length, { timeout: 20_000 })
        .toBe(0);
    }
    expect(listeners.reduce((sum, { reconnects }) => sum + reconnects, 0)).toBeGreaterThanOrEqual(LISTENERS / 2);
  });
});

async function openListeners(database: OpenDb, balancer: RoundRobin, userId: string) {
  const from = await latestPosition(database.db);
  const listeners = [];
  for (let n = 0; n < LISTENERS; n++) {
    const listener = new Listener(balancer.url, await startSession(database.db, userId), from);
    listeners.push(Object.assign(listener, { from }));
  }
  return listeners;
}

/** Signs in again and again, adds colleagues to the project, renames themselves, and searches. */
async function person(
  url: string,
  ledger: Ledger,
  signal: AbortSignal,
  { email, n, colleagues }: { email: string; n: number; colleagues: readonly string[] },
): Promise<void> {
  let token: string | undefined;
  for (let turn = 0; !signal.aborted; turn += 1) {
    if (token === undefined || turn % 25 === 0) {
      const answer = await call(url, ledger, "POST", "users/login/", { body: { email, password: PASSWORD } });
      if (answer?.status !== 200) continue;
      token = (answer.body as { token: string }).token;
      ledger.tokens.push(token);
    }
    const colleague = colleagues[turn * PEOPLE + n];
    if (turn % 3 === 0 && colleague !== undefined) {
      const answer = await call(url, ledger, "POST", "projects/atlas/users/", { token, body: { emails: [colleague] } });
      if (answer?.status === 200) ledger.added.push(colleague);
    }
    if (turn % 5 === 0) {
      const answer = await call(url, ledger, "PUT", "users/me/", {
        token,
        body: { name: `Person ${turn}`, language: "EN" },
      });
      if (answer?.status === 200) ledger.names.set(email, turn);
    }
    const found = await call(url, ledger, "GET", `projects/atlas/search/?q=thread${turn % COMMITS}`, { token });
    if (found) ledger.searches += 1;
    if (JSON.stringify(found?.body ?? null).includes("src/part")) ledger.hits += 1;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

/** Asks for syncs all the time. */
async function linker(url: string, ledger: Ledger, signal: AbortSignal, email: string): Promise<void> {
  let token: string | undefined;
  while (!signal.aborted) {
    if (token === undefined) {
      const answer = await call(url, ledger, "POST", "users/login/", { body: { email, password: PASSWORD } });
      if (answer?.status === 200) token = (answer.body as { token: string }).token;
      continue;
    }
    await call(url, ledger, "POST", "projects/atlas/sync/", { token });
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

/** Results of the syncs, as counts that duplicated work would change. */
async function stateOf({ db, run }: OpenDb, projectId: string, sourceIds: readonly string[]) {
  const sources = await db.selectFrom("sources").select(["id", "sync_state"]).orderBy("id").execute();
  const commits: number[] = [];
  for (const id of sourceIds.slice(0, 2)) {
    const rows = await db.selectFrom("git_commits").select("hash").where("source_id", "=", id).execute();
    commits.push(rows.length);
  }
  const issues = await db.selectFrom("issues").select("id").where("project_id", "=", projectId).execute();
  const manifest = await readManifest(db, projectId);
  const { rows } = await run(
    "select count(*) as count from pgboss.job where name = 'sync.source' and state = 'active'",
  );
  return {
    states: sources.map(({ sync_state }) => sync_state),
    commits,
    issues: issues.length,
    indexed: {
      commits: manifest.commits.map((part) => part.commits),
      issues: manifest.issues?.issues,
      heads: new Set(manifest.code.map((part) => part.commit)).size,
    },
    running: Number(rows[0]?.["count"]),
  };
}
