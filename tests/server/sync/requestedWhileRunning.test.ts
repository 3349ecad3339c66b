/** What a host reports while a sync is running, and has read past it, is read by another sync without waiting for the regular one. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";

onOneDatabase("requests while a sync is running", (engine) => {
  let database: TestDb;
  let running: TestSync;
  let host: GithubHost;
  let data: HostData;
  let sourceId: string;
  /** Holds the answer to the events, which are read after the issues. */
  let gate: PromiseWithResolvers<void> | undefined;
  let held: PromiseWithResolvers<void>;
  const start = () =>
    startSync({ database, dataDir: database.dataDir, databaseUrl: database.databaseUrl, resyncIntervalMs: 0 });
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    gate = undefined;
    held = Promise.withResolvers();
    data = trackerData(3);
    host = await startGithubHost({
      data,
      intercept: async (request, _response, answer) => {
        if (gate && request.url?.includes("/issues/events")) {
          held.resolve();
          await gate.promise;
        }
        await answer();
      },
    });
    running = await start();
    const { projectId } = await makeProject(database);
    sourceId = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url: `${host.url}/acme/rocket`,
    });
    await running.sync.request([sourceId]);
    await whenSettled(database, sourceId);
  });
  afterEach(async () => {
    gate?.resolve();
    await running.stop();
    await host.stop();
    await emptyDatabase(database);
  });

  const keys = async () => {
    const rows = await database.db.selectFrom("issues").select("key").orderBy("number").execute();
    return rows.map(({ key }) => key);
  };
  const open = (number: number) => {
    const at = new Date().toISOString();
    data.issues.push(trackerIssue(number, { createdAt: at, updatedAt: at, closedAt: null, state: "open" }));
  };
  /** Each sync reads the events once. */
  const syncs = () =>
    host.requests.filter((request) => request.startsWith("GET /repos/acme/rocket/issues/events?")).length;

  test("an issue that is opened after the issues were read is stored by the sync that follows, and ten reports are one", async () => {
    gate = Promise.withResolvers();
    const before = syncs();
    await running.sync.request([sourceId], false);
    await held.promise;
    open(4);
    for (let report = 0; report < 10; report += 1) await running.sync.request([sourceId], false);
    expect(await keys()).toEqual(["#1", "#2", "#3"]);
    gate.resolve();
    await expect.poll(keys, { timeout: 15_000 }).toEqual(["#1", "#2", "#3", "#4"]);
    await whenSettled(database, sourceId);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(syncs() - before).toBe(2);
    expect(running.errors).toEqual([]);
  });

  test("a process that ends between the two leaves the second to the next process", async () => {
    open(4);
    await running.stop();
    await database.db.updateTable("sources").set({ sync_again: true }).where("id", "=", sourceId).execute();
    running = await start();
    await expect.poll(keys, { timeout: 15_000 }).toEqual(["#1", "#2", "#3", "#4"]);
    await whenSettled(database, sourceId);
    const row = database.db.selectFrom("sources").select("sync_again").where("id", "=", sourceId);
    expect(await row.executeTakeFirst()).toEqual({ sync_again: false });
  });

  test("a paused source is not synced again", async () => {
    open(4);
    const before = syncs();
    const change = { sync_again: true, paused_at: new Date() };
    await database.db.updateTable("sources").set(change).where("id", "=", sourceId).execute();
    await running.stop();
    running = await start();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(syncs()).toBe(before);
  });
});
