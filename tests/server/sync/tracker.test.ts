import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { type Fault, type HostRequest, withFaults } from "../../providers/githubFaults.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { storedRows } from "../../providers/contractRows.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { presentSync } from "../../../server/features/sources/presentSync.ts";
import {
  type TestSync,
  addSource,
  emptyDatabase,
  makeProject,
  startSync,
  whenForgotten,
  whenSettled,
} from "./syncFixture.ts";
import { addSecret } from "../rows.ts";

onOneDatabase("a GitHub tracker", (engine) => {
  let database: TestDb;
  let running: TestSync;
  let host: GithubHost;
  let data: HostData;
  let fault: ((request: HostRequest) => Fault | undefined) | undefined;
  let projectId: string;
  const begin = async (count: number, options: { token?: string; given?: string } = {}) => {
    data = trackerData(count);
    host = await startGithubHost({
      data,
      intercept: withFaults((request) => fault?.(request)),
      ...(options.token && { token: options.token }),
    });
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      ...(options.given && { credential: { token: options.given } }),
    });
  };
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    fault = undefined;
    ({ projectId } = await makeProject(database));
  });
  afterEach(async () => {
    await running.stop();
    await host.stop();
    await emptyDatabase(database);
  });
  const link = async (secret?: string) => {
    if (secret !== undefined) {
      const company = await database.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
      await addSecret(database.db, company.id);
    }
    const id = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url: `${host.url}/acme/rocket`,
      ...(secret !== undefined && { secretId: "secret" }),
    });
    await running.sync.request([id]);
    return id;
  };
  const again = async (id: string) => {
    await running.sync.request([id]);
    return whenSettled(database, id);
  };
  const content = () => storedRows(database.db);

  test("is read page by page: issues without pull requests, people, labels, assignees, comments", async () => {
    await begin(345);
    const id = await link();
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 311 });
    const { issues, assignees, comments } = await content();
    expect(issues).toHaveLength(311);
    expect(issues.find(({ key }) => key === "#7")).toMatchObject({
      title: "Issue 7",
      login: "grace",
      labels: ["bug", "UI: forms"],
      state: "open",
    });
    expect(issues.find(({ key }) => key === "#11")).toMatchObject({ login: null });
    expect(issues.some(({ key }) => key === "#10")).toBe(false);
    expect(assignees.filter(({ key }) => key === "#8")).toEqual([{ key: "#8", login: "grace" }]);
    expect(comments).toHaveLength(
      [...Array(345).keys()].filter((index) => (index + 1) % 3 === 0 && (index + 1) % 10 !== 0).length,
    );
    expect((await readStoredManifest(database.db, projectId)).issues).toMatchObject({ issues: 311 });
    expect(running.errors).toEqual([]);
  });

  test("nothing new is one answer for each list; what changed is read and nothing else", async () => {
    await begin(230);
    const id = await link();
    await whenSettled(database, id);
    await again(id);
    const before = await readStoredManifest(database.db, projectId);
    const requestCount = host.requests.length;
    await again(id);
    expect(host.requests.slice(requestCount).map((request) => request.split("?")[0])).toEqual([
      "GET /repos/acme/rocket",
      "GET /repos/acme/rocket/issues",
      "GET /repos/acme/rocket/issues/comments",
      // Requests have a client of their own; this one counts, which is how deleted issues are noticed.
      "GET /repos/acme/rocket",
      "GET /repos/acme/rocket/pulls",
      "GET /repos/acme/rocket/releases",
      "GET /repos/acme/rocket/issues",
      "GET /repos/acme/rocket/issues/events",
    ]);
    expect(await readStoredManifest(database.db, projectId)).toEqual(before);

    Object.assign(data.issues[4] ?? {}, {
      title: "Changed",
      state: "closed",
      labels: ["bug"],
      assignees: ["ada", "linus"],
      updatedAt: "2025-06-01T00:00:00Z",
    });
    data.issues.push(trackerIssue(231, { updatedAt: "2025-06-02T00:00:00Z" }));
    expect(await again(id)).toMatchObject({ sync_state: "ready" });
    const { issues, assignees } = await content();
    expect(issues.find(({ key }) => key === "#5")).toMatchObject({
      title: "Changed",
      state: "closed",
      labels: ["bug"],
    });
    expect(assignees.filter(({ key }) => key === "#5").map(({ login }) => login)).toEqual(["ada", "linus"]);
    expect(issues.some(({ key }) => key === "#231")).toBe(true);
    expect((await readStoredManifest(database.db, projectId)).issues).not.toEqual(before.issues);
  });

  test("an issue that changes while it is read pushes no other one over a page's border", async () => {
    await begin(330);
    let touched = 0;
    fault = ({ path }) => {
      // Before each page but the first, an issue of an earlier page moves to the end.
      if (path.endsWith("/issues") && touched++ > 0) {
        const issue = data.issues[touched * 3];
        if (issue) issue.updatedAt = new Date(Date.UTC(2025, 5, touched)).toISOString();
      }
      return undefined;
    };
    const id = await link();
    await whenSettled(database, id);
    expect((await content()).issues).toHaveLength(297);
  });

  test("more than a page of issues with one and the same time are all read", async () => {
    await begin(250);
    for (const issue of data.issues) issue.updatedAt = "2025-03-01T00:00:00Z";
    const id = await link();
    await whenSettled(database, id);
    expect((await content()).issues).toHaveLength(225);
  });

  test("an interrupted sync continues after its last page, with the result of an uninterrupted one", async () => {
    await begin(950);
    fault = ({ count }) => (count === 6 ? { drop: true } : undefined);
    const whole = await link();
    await whenSettled(database, whole);
    const expected = await content();
    await database.db.deleteFrom("sources").execute();

    let pages = 0;
    fault = ({ path }) => (path.endsWith("/issues") && ++pages === 4 ? { delayMs: 60_000 } : undefined);
    const id = await link();
    while (pages < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    await running.stop();
    expect(await database.db.selectFrom("sources").select("sync_state").executeTakeFirstOrThrow()).toEqual({
      sync_state: "queued",
    });
    const half = (await content()).issues.length;
    expect(half).toBeGreaterThan(200);
    expect(half).toBeLessThan(800);

    fault = undefined;
    const requestCount = host.requests.length;
    running = await startSync({ database, dataDir: database.dataDir, databaseUrl: database.databaseUrl });
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready" });
    expect(await content()).toEqual(expected);
    // It did not restart: the first question already names a time.
    expect(host.requests.slice(requestCount).find((request) => request.includes("/issues?"))).toContain("since=");
  });

  describe("failures in words", () => {
    test.each<[string, Fault, RegExp]>([
      [
        "a scope that is missing",
        {
          status: 403,
          headers: { "x-accepted-github-permissions": "issues=read" },
          body: { message: "Resource not accessible" },
        },
        /issues=read/,
      ],
      ["issues that are switched off", { status: 410, body: { message: "Issues are disabled" } }, /switched off/],
      ["a host in trouble", { status: 502, body: "<html>" }, /reports an internal error/],
      ["another kind of host", { status: 200, body: { hello: "world" } }, /does not answer as GitHub/],
      [
        "a list that is gone while the repository is there",
        { status: 404, body: { message: "Not Found" } },
        /no such repository/,
      ],
    ])("%s", async (_name, answer, words) => {
      await begin(20);
      const id = await link();
      await whenSettled(database, id);
      const before = await content();
      fault = ({ path }) => (path.endsWith("/issues") ? answer : undefined);
      const failed = await again(id);
      expect(failed).toMatchObject({ sync_state: "failed", sync_items: 18 });
      expect(failed.sync_error).toMatch(words);
      expect(await content()).toEqual(before);
      fault = undefined;
      expect(await again(id)).toMatchObject({ sync_state: "ready", sync_error: null });
    });
    test("a token that is no longer valid asks to reconnect", async () => {
      await begin(5, { token: "right", given: "wrong" });
      const failed = await whenSettled(database, await link("wrong"));
      expect(failed.sync_error).toMatch(/reconnect/);
      expect(presentSync(failed, "EN")).toMatchObject({ state: "failed", error_code: "unauthorized" });
      expect(presentSync({ ...failed, sync_state: "running" }, "EN")).not.toHaveProperty("error_code");
    });
    test("a valid token is used", async () => {
      await begin(5, { token: "right", given: "right" });
      data.repository.isPrivate = true;
      expect(await whenSettled(database, await link("right"))).toMatchObject({ sync_state: "ready", sync_items: 5 });
    });
    test("a 404 that passes is no reason to fail", async () => {
      await begin(20);
      let once = false;
      fault = ({ path }) => {
        if (once || !path.endsWith("/issues")) return undefined;
        once = true;
        return { status: 404, body: { message: "Not Found" } };
      };
      expect(await whenSettled(database, await link())).toMatchObject({ sync_state: "ready", sync_items: 18 });
    });
  });

  test("a repository that was renamed is followed, and another one in its place is not taken for it", async () => {
    await begin(20);
    const id = await link();
    await whenSettled(database, id);
    Object.assign(data.repository, { name: "booster", formerNames: ["acme/rocket"] });
    data.issues.push(trackerIssue(21, { updatedAt: "2025-06-02T00:00:00Z" }));
    expect(await again(id)).toMatchObject({ sync_state: "ready", sync_items: 19 });
    Object.assign(data.repository, { name: "rocket", formerNames: [], id: 99 });
    expect((await again(id)).sync_error).toMatch(/Another repository/);
  });

  test("removing a tracker takes its issues out of the index", async () => {
    await begin(20);
    const id = await link();
    await whenSettled(database, id);
    await database.db.deleteFrom("sources").execute();
    await running.sync.forget([id]);
    await whenForgotten(database);
    expect((await readStoredManifest(database.db, projectId)).issues).toBeNull();
    expect(await database.db.selectFrom("issues").selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom("accounts").selectAll().execute()).toEqual([]);
  });
});
