/** A sync that meets the quota of its host ends, and is resumed when the host grants requests again. */
import { spawn } from "node:child_process";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { type Engine, makeStorage, onOneDatabase, openTestDb } from "../testDb.ts";
import { forgetHostQuota } from "../../../server/db/tables/sources/sourceSync.ts";
import { storedSync } from "../../../server/events/storedSync.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { trackerData } from "../../providers/trackerData.ts";
import {
  type TestSync,
  addSource,
  errorIn,
  makeProject,
  startSync,
  whenForgotten,
  whenSettled,
} from "./syncFixture.ts";

const HOUR_MS = 3_600_000;
const WAIT = { timeout: 30_000, interval: 20 };
/** A tenth of the list are requests. */
const COUNT = 400;
const ISSUES = 360;
/** Rows of two pages of the list, of which the second begins with the last of the first. */
const READ = 199;

/** Refuses as GitHub does when the quota of an hour is used up. @param offMs by how much the host's clock is ahead */
function refuse(response: ServerResponse, headers: Readonly<Record<string, string>>, offMs = 0): void {
  const body = JSON.stringify({ message: "API rate limit exceeded for user ID 1." });
  const date = new Date(Date.now() + offMs).toUTCString();
  response.writeHead(403, { "content-type": "application/json", date, ...headers }).end(body);
}
const spent = (untilMs: number): Record<string, string> => ({
  "x-ratelimit-limit": "5000",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": String(Math.floor(untilMs / 1000)),
  "x-ratelimit-resource": "core",
});

/** A GitHub that has answered some pages of a list when it begins to refuse, for as long as `limit.refuse` is set. */
async function limitedHost({ count = COUNT, list = "issues", answered = 2 } = {}) {
  const limit: { refuse: ((response: ServerResponse) => void) | null; refused: number; pages: number } = {
    refuse: (response) => refuse(response, spent(Date.now() + HOUR_MS)),
    refused: 0,
    pages: 0,
  };
  const host = await startGithubHost({
    data: trackerData(count),
    intercept: async (request, response, answer) => {
      if (limit.refuse !== null && limit.pages >= answered) {
        limit.refused += 1;
        return limit.refuse(response);
      }
      if (isPageOf(list, request.url ?? "")) limit.pages += 1;
      return answer();
    },
  });
  return { ...host, limit };
}
const isPageOf = (list: string, url: string): boolean => url.includes(`/${list}?`) && url.includes("per_page=100");

async function stageOf(engine: Engine, options: Parameters<typeof limitedHost>[0] = {}) {
  const database = await openTestDb(engine);
  const { db, dataDir, databaseUrl } = database;
  const { projectId, companyId } = await makeProject(database);
  const host = await limitedHost(options);
  const running: TestSync[] = [];
  const stop = async (): Promise<void> => {
    for (let sync = running.pop(); sync; sync = running.pop()) await sync.stop();
  };
  onTestFinished(async () => {
    await stop();
    await host.stop();
    await database.close();
  });
  const rowOf = (id: string) => db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return {
    database,
    projectId,
    companyId,
    host,
    rowOf,
    stop,
    start: async (): Promise<TestSync> => {
      const sync = await startSync({ database, dataDir, databaseUrl });
      running.push(sync);
      return sync;
    },
    link: (project = projectId, url = `${host.url}/acme/rocket`) =>
      addSource(database, project, { kind: "tracker", provider: "github", url }),
    whenWaiting: (id: string) =>
      vi.waitFor(async () => {
        const row = await rowOf(id);
        expect(row).toMatchObject({ sync_state: "queued", waits_for: "host" });
        return row;
      }, WAIT),
    /** Ends the wait, as an hour would. */
    pass: (id: string) =>
      db
        .updateTable("sources")
        .set({ resume_at: new Date(Date.now() - 1) })
        .where("id", "=", id)
        .execute(),
    keys: async (id: string) => {
      const rows = await db.selectFrom("issues").select("key").where("source_id", "=", id).execute();
      return rows.map(({ key }) => key);
    },
    notices: () => db.selectFrom("notices").select("kind").execute(),
  };
}

onOneDatabase("the quota of a host", (engine) => {
  test("ends the sync without a failure, and what was read is stored and searched", async () => {
    const stage = await stageOf(engine);
    const { sync, errors } = await stage.start();
    const id = await stage.link();
    const before = Date.now();
    await sync.request([id]);
    const row = await stage.whenWaiting(id);
    expect(row).toMatchObject({ sync_step: "issues", sync_total: COUNT, fault_since: null, sync_error_code: null });
    // Two pages of the list.
    expect([row.sync_done, (await stage.keys(id)).length]).toEqual([READ, 180]);
    const until = row.resume_at?.getTime() ?? 0;
    expect(until).toBeGreaterThan(before + HOUR_MS - 1000);
    expect(until).toBeLessThan(Date.now() + HOUR_MS + 60_000);
    const { host } = new URL(stage.host.url);
    expect(storedSync(row)).toMatchObject({
      state: "queued",
      done: READ,
      total: COUNT,
      quota_wait: { host, until: row.resume_at?.toISOString() },
      host_quota: { remaining: 0, limit: 5000 },
    });
    expect(errorIn(row, "EN")).toMatch(/^Waits for the quota of 127\.0\.0\.1:\d+ until \d\d:\d\d UTC\./);
    expect(errorIn(row, "TR")).toMatch(/kotasının yenilenmesi/);
    expect((await readStoredManifest(stage.database.db, stage.projectId)).issues).toMatchObject({ issues: 180 });
    expect([await stage.notices(), errors]).toEqual([[], []]);
  });

  test("leaves the places of the queue to others", async () => {
    const stage = await stageOf(engine);
    const { sync } = await stage.start();
    // More than the places of a company, and of a process.
    const ids = await Promise.all(
      ["rocket", "Rocket", "ROCKET", "rOcket"].map((name) =>
        stage.link(stage.projectId, `${stage.host.url}/acme/${name}`),
      ),
    );
    await sync.request(ids);
    for (const id of ids) await stage.whenWaiting(id);
    const free = await startGithubHost({ data: trackerData(30) });
    const other = await stage.link(stage.projectId, `${free.url}/acme/rocket`);
    await sync.request([other]);
    expect(await whenSettled(stage.database, other)).toMatchObject({ sync_state: "ready", sync_items: 27 });
    await free.stop();
  });

  test("a request of a member and a restart neither ask the host nor change the wait", async () => {
    const stage = await stageOf(engine);
    const first = await stage.start();
    const id = await stage.link();
    await first.sync.request([id]);
    const waiting = await stage.whenWaiting(id);
    const { length } = stage.host.requests;
    await first.sync.request([id]);
    await first.sync.requestProject(stage.projectId);
    // A sync of the same company that is requested later has ended: so have the jobs before it.
    const free = await startGithubHost({ data: trackerData(3) });
    const other = await stage.link(stage.projectId, `${free.url}/acme/rocket`);
    await first.sync.request([other]);
    await whenSettled(stage.database, other);
    await stage.stop();
    const second = await stage.start();
    await second.sync.request([other]);
    await whenSettled(stage.database, other);
    expect(stage.host.requests).toHaveLength(length);
    const row = await stage.rowOf(id);
    expect(storedSync(row)).toEqual(storedSync(waiting));
    await free.stop();
  });

  test("is resumed from what is stored once the time has come, without a member", async () => {
    const stage = await stageOf(engine);
    const first = await stage.start();
    const id = await stage.link();
    await first.sync.request([id]);
    await stage.whenWaiting(id);
    await stage.stop();
    stage.host.limit.refuse = null;
    await stage.pass(id);
    const { errors } = await stage.start();
    expect(await whenSettled(stage.database, id)).toMatchObject({
      sync_state: "ready",
      sync_items: ISSUES,
      waits_for: null,
      resume_at: null,
      quota_waits: 0,
      host_quota: { limit: 5000 },
    });
    const pages = stage.host.requests.filter(
      (request) => isPageOf("issues", request) && request.includes("sort=updated"),
    );
    // Each page was read once: the one that was refused twice asked for.
    expect(pages.filter((request) => !request.includes("since="))).toHaveLength(1);
    expect(new Set(await stage.keys(id)).size).toBe(ISSUES);
    expect([await stage.notices(), errors]).toEqual([[], []]);
  });

  test("in the list of comments keeps the pages of both lists", async () => {
    const stage = await stageOf(engine, { list: "issues/comments", answered: 1 });
    const { db } = stage.database;
    const { sync } = await stage.start();
    const id = await stage.link();
    const comments = async () => (await db.selectFrom("issue_comments").select("id").execute()).length;
    await sync.request([id]);
    const row = await stage.whenWaiting(id);
    expect(row).toMatchObject({ sync_step: "comments", sync_done: 100 });
    const stored = await comments();
    // A tenth of the comments are of requests.
    expect([(await stage.keys(id)).length, stored]).toEqual([ISSUES, 90]);
    stage.host.limit.refuse = null;
    await stage.pass(id);
    const { length } = stage.host.requests;
    await sync.request([id]);
    expect(await whenSettled(stage.database, id)).toMatchObject({ sync_state: "ready", sync_items: ISSUES });
    expect(await comments()).toBeGreaterThan(stored);
    // Each list continues by the time of the last row that is stored.
    const lists = stage.host.requests
      .slice(length)
      .filter((url) => url.includes("sort=updated") && url.includes("/issues"));
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.filter((url) => !url.includes("since="))).toEqual([]);
  });

  test("that is still used up is waited for again, with what is stored", async () => {
    const stage = await stageOf(engine);
    const first = await stage.start();
    const id = await stage.link();
    await first.sync.request([id]);
    const before = await stage.whenWaiting(id);
    await stage.pass(id);
    await first.sync.request([id]);
    const after = await vi.waitFor(async () => {
      const row = await stage.rowOf(id);
      expect(row).toMatchObject({ sync_state: "queued", waits_for: "host" });
      expect(row.resume_at?.getTime()).toBeGreaterThan(Date.now());
      return row;
    }, WAIT);
    expect(stage.host.limit.refused).toBe(2);
    expect(after).toMatchObject({
      sync_done: READ,
      sync_total: COUNT,
      sync_step: "issues",
      quota_waits: before.quota_waits + 1,
    });
  });

  test.each([
    ["an hour ahead", HOUR_MS],
    ["an hour behind", -HOUR_MS],
  ])("is waited for by this server's clock where that of the host is %s", async (_what, offMs) => {
    const stage = await stageOf(engine);
    const { sync } = await stage.start();
    stage.host.limit.refuse = (response) => refuse(response, spent(Date.now() + offMs + 600_000), offMs);
    const id = await stage.link();
    const begun = Date.now();
    await sync.request([id]);
    const { resume_at: resumeAt } = await stage.whenWaiting(id);
    expect(resumeAt?.getTime()).toBeGreaterThan(begun + 598_000);
    expect(resumeAt?.getTime()).toBeLessThan(Date.now() + 633_000);
  });

  test("that a host sets to the year 9999 ends after two hours", async () => {
    const stage = await stageOf(engine);
    const { sync } = await stage.start();
    stage.host.limit.refuse = (response) => refuse(response, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" });
    const id = await stage.link();
    await sync.request([id]);
    const { resume_at: resumeAt } = await stage.whenWaiting(id);
    expect(resumeAt?.getTime()).toBeLessThan(Date.now() + 2 * HOUR_MS + 30_000);
  });

  test("a source that waits is paused, resumed and removed as any other", async () => {
    const stage = await stageOf(engine);
    const { db } = stage.database;
    const { sync } = await stage.start();
    const id = await stage.link();
    await sync.request([id]);
    await stage.whenWaiting(id);
    await db.updateTable("sources").set({ paused_at: new Date() }).where("id", "=", id).execute();
    await sync.pause(id);
    await stage.pass(id);
    const { length } = stage.host.requests;
    await stage.stop();
    const second = await stage.start();
    expect(stage.host.requests).toHaveLength(length);
    await db.deleteFrom("sources").where("id", "=", id).execute();
    await second.sync.forget([id]);
    await whenForgotten(stage.database);
    expect(stage.host.requests).toHaveLength(length);
    expect((await readStoredManifest(db, stage.projectId)).issues?.issues ?? 0).toBe(0);
  });

  test("of another credential is another one: the sync continues at once", async () => {
    const stage = await stageOf(engine);
    const { sync } = await stage.start();
    const id = await stage.link();
    await sync.request([id]);
    await stage.whenWaiting(id);
    stage.host.limit.refuse = null;
    await forgetHostQuota(stage.database.db, id);
    expect(await stage.rowOf(id)).toMatchObject({ host_quota: null, resume_at: null, waits_for: null });
    await sync.request([id]);
    expect(await whenSettled(stage.database, id)).toMatchObject({ sync_state: "ready", sync_items: ISSUES });
  });
});

/** A server of its own, which kills itself as soon as the wait is stored. */
function runUntilWaiting(dataDir: string, sourceId: string): Promise<string | null> {
  const script = join(import.meta.dirname, "syncProcess.ts");
  const given = [script, dataDir, dataDir, sourceId, "waitForHost", "1"];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

test("a server that is killed during the wait continues it, and the sync after it", { timeout: 120_000 }, async () => {
  const storage = await makeStorage("pglite");
  const { dataDir } = storage;
  const host = await limitedHost();
  onTestFinished(async () => {
    await host.stop();
    await storage.remove();
  });
  let database = await openDb({ dataDir });
  const { projectId } = await makeProject(database);
  const id = await addSource(database, projectId, {
    kind: "tracker",
    provider: "github",
    url: `${host.url}/acme/rocket`,
  });
  await database.close();
  expect(await runUntilWaiting(dataDir, id)).toBe("SIGKILL");
  const { length } = host.requests;

  database = await openDb({ dataDir });
  const rowOf = () => database.db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const waiting = await rowOf();
  expect(waiting).toMatchObject({ sync_state: "queued", waits_for: "host", sync_done: READ, fault_since: null });
  expect(waiting.resume_at?.getTime()).toBeGreaterThan(Date.now() + HOUR_MS - 120_000);
  let running = await startSync({ database, dataDir });
  await running.sync.request([id]);
  await running.stop();
  expect(host.requests).toHaveLength(length);
  expect(await rowOf()).toMatchObject({ sync_state: "queued", resume_at: waiting.resume_at });

  host.limit.refuse = null;
  await database.db
    .updateTable("sources")
    .set({ resume_at: new Date(Date.now() - 1) })
    .execute();
  running = await startSync({ database, dataDir });
  expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_items: ISSUES, waits_for: null });
  await running.stop();
  await database.close();
});
