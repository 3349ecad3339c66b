/** A first sync of a large tracker stores the issues that changed last before it reads the others. */
import { expect, onTestFinished, test } from "vitest";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { Tracker } from "../../../server/sources/connector/trackerTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { makeWork } from "../../providers/work.ts";
import { type Engine, onOneDatabase, openTestDb } from "../testDb.ts";
import { addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

const WAIT = { timeout: 30_000, interval: 50 };

/** A tracker of GitHub, whose list by time waits at its second page until it is released. */
async function heldSync(engine: Engine, count: number) {
  const database = await openTestDb(engine);
  const { db, dataDir, databaseUrl } = database;
  const { projectId } = await makeProject(database);
  const released = Promise.withResolvers<void>();
  const host = await startGithubHost({
    data: trackerData(count),
    intercept: async (request, _response, answer) => {
      const { searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      if (searchParams.get("direction") === "asc" && searchParams.get("page") === "2") await released.promise;
      await answer();
    },
  });
  const running = await startSync({ database, dataDir, databaseUrl });
  const url = `${host.url}/acme/rocket`;
  const id = await addSource(database, projectId, { kind: "tracker", provider: "github", url });
  onTestFinished(async () => {
    released.resolve();
    await running.stop();
    await host.stop();
    await database.close();
  });
  return {
    errors: running.errors,
    release: () => released.resolve(),
    request: () => running.sync.request([id]),
    settled: () => whenSettled(database, id),
    searchable: async () => (await readStoredManifest(db, projectId)).issues,
    newestPages: () => host.requests.filter((request) => /[?&]direction=desc.*[?&]page=\d/.test(request)).length,
    keys: async () => {
      const rows = await db.selectFrom("issues").select("key").where("source_id", "=", id).execute();
      return new Set(rows.map(({ key }) => key));
    },
  };
}

onOneDatabase("a first sync", (engine) => {
  test("of 1,400 issues and requests makes the newest ones searchable while the others are read", async () => {
    const sync = await heldSync(engine, 1400);
    await sync.request();
    // A tenth of them are requests. The first page of the list by time is stored too.
    await expect.poll(sync.searchable, WAIT).toMatchObject({ issues: 90 + 270 });
    const stored = await sync.keys();
    expect([stored.has("#1399"), stored.has("#1"), stored.has("#700")]).toEqual([true, true, false]);
    sync.release();
    expect(await sync.settled()).toMatchObject({ sync_state: "ready", sync_items: 1260 });
    await sync.request();
    await sync.settled();
    expect([sync.newestPages(), sync.errors]).toEqual([3, []]);
  });

  test("of 900 reads them once", async () => {
    const sync = await heldSync(engine, 900);
    sync.release();
    await sync.request();
    expect(await sync.settled()).toMatchObject({ sync_state: "ready", sync_items: 810 });
    expect([sync.newestPages(), sync.errors]).toEqual([0, []]);
  });
});

test.each([
  ["gitlab", startGitlabHost, "/acme/rocket", 50],
  ["jira", startJiraHost, "/browse/ROCKET", 100],
] as const)("the newest issues of %s are those of the list by time", async (provider, startHost, path, maximum) => {
  const work = makeWork(260);
  const host = await startHost(work);
  const sources = createSources({ dataDir: "/nowhere", allowedNetworks: ["127.0.0.0/8"], allowedPaths: [] });
  const credential = { token: "right", username: "ada@acme.example" };
  const tracker: Tracker = sources.openTracker({ provider, url: `${host.url}${path}`, credential });
  const { signal } = new AbortController();
  try {
    const byTime = [];
    for await (const { issues = [] } of tracker.changes(null, signal)) byTime.push(...issues);
    const newest = [];
    for await (const { issues = [] } of tracker.newest?.(signal) ?? []) newest.push(...issues);
    const expected = byTime.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime()).slice(0, newest.length);
    expect(newest.length).toBeGreaterThan(20);
    expect(newest.length).toBeLessThanOrEqual(maximum);
    expect(newest).toEqual(expected);
  } finally {
    await sources.close();
    await host.stop();
  }
});
