/** Users and sources of tests with several server processes, what they do, and what is true in the end. */
import { join } from "node:path";
import { expect } from "vitest";
import { hashPassword } from "../../../server/access/passwords/passwords.ts";
import { newId } from "../../../server/db/newId.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { latestPosition } from "../../../server/events/EventFeed.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { addCompany, addUser } from "../rows.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";

import { Ledger, Listener, call } from "./clusterClients.ts";
import type { RoundRobin } from "./roundRobin.ts";

const PASSWORD = "correct horse";
export const PEOPLE = 4;
export const LISTENERS = 6;
export const COMMITS = 120;
export const ISSUES = 120;

/** Long enough for the recovery from a killed process. */
export const PATIENCE = { timeout: 120_000, interval: 500 };

export const commit = (n: number) => ({
  message: `change ${n}, fixes #${(n % ISSUES) + 1}`,
  author: `Author ${n % 7}`,
  files: { [`src/part${n % 30}.ts`]: `export const thread${n} = ${n};\n` },
});

/** A company with a project, people who sign in, colleagues who can be added to it, two repositories in `folder` and a tracker. */
export async function makeStage(database: OpenDb, folder: string, trackerUrl: string) {
  const { db } = database;
  const { projectId, companyId } = await makeProject(database);
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
  const colleagues = Array.from({ length: 600 }, (_, n) => `colleague${n}@example.org`);
  for (const email of colleagues) await addUser(db, { companyId, email });
  await addCompany(db);
  const origins = ["one", "two"].map((name) => join(folder, `${name}.git`));
  const sourceIds: string[] = [];
  for (const origin of origins) {
    makeRepository(
      origin,
      Array.from({ length: COMMITS }, (_, n) => commit(n)),
    );
    sourceIds.push(await addSource(database, projectId, { kind: "repository", provider: "git", url: origin }));
  }
  sourceIds.push(await addSource(database, projectId, { kind: "tracker", provider: "github", url: trackerUrl }));

  return { projectId, people, colleagues, origins, sourceIds };
}

/** Opens pages of one user, who signs in for each. */
export async function openListeners(database: OpenDb, balancer: RoundRobin, email: string) {
  const from = await latestPosition(database.db);
  const listeners = [];
  for (let n = 0; n < LISTENERS; n++) {
    const answer = await call(balancer.url, new Ledger(), "POST", "users/login/", {
      body: { email, password: PASSWORD },
    });
    if (answer?.status !== 200) throw new Error("The user of the open pages could not sign in.");
    const listener = new Listener(balancer.url, (answer.body as { token: string }).token, from);
    listeners.push(Object.assign(listener, { from }));
  }
  return listeners;
}

/** Signs in again and again, adds colleagues to the project, renames themselves, and searches. */
export async function person(
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
    const colleague = colleagues[Math.floor(turn / 3) * PEOPLE + n];
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

/** Reads the list of issues and the page of an issue. */
export async function reader(url: string, ledger: Ledger, signal: AbortSignal, email: string): Promise<void> {
  let token: string | undefined;
  while (!signal.aborted) {
    if (token === undefined) {
      const answer = await call(url, ledger, "POST", "users/login/", { body: { email, password: PASSWORD } });
      if (answer?.status === 200) token = (answer.body as { token: string }).token;
      continue;
    }
    const listed = await call(url, ledger, "GET", "projects/atlas/issues/", { token });
    const [issue] = (listed?.body as { results: { id: string }[] } | undefined)?.results ?? [];
    if (issue) await call(url, ledger, "GET", `projects/atlas/issues/${issue.id}/`, { token });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Asks for syncs all the time. */
export async function linker(url: string, ledger: Ledger, signal: AbortSignal, email: string): Promise<void> {
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

export interface Outcome {
  readonly database: OpenDb;
  readonly ledger: Ledger;
  readonly listeners: Awaited<ReturnType<typeof openListeners>>;
  readonly stage: Awaited<ReturnType<typeof makeStage>>;
  /** Addresses of the web processes. */
  readonly urls: readonly string[];
  /** Commits of each repository beyond `COMMITS`. */
  readonly extraCommits: number;
}

/** Compares what clients know for certain, and what the hosts have, with what is stored, indexed, found and delivered. */
export async function expectNothingLost({
  database,
  ledger,
  listeners,
  stage,
  urls,
  extraCommits,
}: Outcome): Promise<void> {
  const { db } = database;
  const { projectId, sourceIds } = stage;
  // Every session still opens the door, on every process.
  const after = new Ledger();
  for (const [n, token] of ledger.tokens.entries()) {
    expect((await call(urls[n % urls.length] ?? "", after, "GET", "users/me/", { token }))?.status).toBe(200);
  }
  // Every write that was acknowledged is there, once.
  const members = await db.selectFrom("project_members").select("email").where("project_id", "=", projectId).execute();
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
  expect((await call(urls[0] ?? "", after, "POST", "projects/atlas/sync/", { token }))?.status).toBe(202);
  const total = COMMITS + extraCommits;
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
  for (const url of urls) {
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
    await expect.poll(() => events.filter(({ id }) => !listener.seen.has(id ?? 0)).length, { timeout: 20_000 }).toBe(0);
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
  const manifest = await readStoredManifest(db, projectId);
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
