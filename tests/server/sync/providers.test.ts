import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { startBitbucketRepositoryHost } from "../../providers/bitbucketRepositoryHost.ts";
import { startConfluenceHost } from "../../providers/confluenceHost.ts";
import { heldRows, storedRows } from "../../providers/contractRows.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestFault, RestHost } from "../../providers/restHost.ts";
import { type Work, at, makeWork, workPage, workRequest } from "../../providers/work.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { addSecret } from "../rows.ts";

/** tests/providers/contract.ts has the tests of all providers; these are for features that only some of them have. */
const TRACKERS = [
  { provider: "gitlab", start: startGitlabHost, page: "/acme/rocket" },
  { provider: "jira", start: startJiraHost, page: "/browse/ROCKET" },
] as const;

let database: TestDb;
let running: TestSync;
let host: RestHost;
let work: Work;
let projectId: string;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  ({ projectId } = await makeProject(database));
});
afterEach(async () => {
  await running.stop();
  await host.stop();
  await emptyDatabase(database);
});

async function link(
  kind: "repository" | "tracker" | "wiki",
  provider: string,
  page: string,
  token = "right",
): Promise<string> {
  const company = await database.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  await addSecret(database.db, company.id);
  running = await startSync({
    database,
    dataDir: database.dataDir,
    credential: { token, username: kind === "repository" ? "" : "ada@example.org" },
  });
  const id = await addSource(database, projectId, { kind, provider, url: `${host.url}${page}`, secretId: "secret" });
  await running.sync.request([id]);
  return id;
}
const again = async (id: string) => {
  await running.sync.request([id]);
  return whenSettled(database, id);
};
const stored = () => storedRows(database.db);

describe.each(TRACKERS)("a tracker at $provider", ({ provider, start, page }) => {
  const begin = async (issues: number) => {
    work = makeWork(issues);
    host = await start(work);
  };

  test("reports the token's account, what it can read, and the error of a wrong one", async () => {
    await begin(5);
    const id = await link("tracker", provider, page);
    await whenSettled(database, id);
    const given = (token: string, url = `${host.url}${page}`) =>
      running.sources.validateTracker({ provider, url, credential: { token, username: "ada@example.org" } });
    expect(await given("right")).toMatchObject({ account: "ada", items: 5 });
    expect((await given("right")).sample?.[0]).toContain("Issue 5");
    await expect(given("wrong")).rejects.toMatchObject({ code: "unauthorized" });
    // An address where no API is.
    host.intended = [/ \/nowhere\//];
    await expect(given("right", `${host.url}/nowhere/else`)).rejects.toMatchObject({
      code: expect.stringMatching(/not_found|address|bad_answer/) as string,
    });
    host.fault = () => ({ status: 200, body: "<!doctype html><title>A shop</title>" });
    await expect(given("right")).rejects.toThrow(/This is not a/);
    host.fault = () => ({ status: 407, body: "" });
    await expect(given("right")).rejects.toMatchObject({ code: "proxy" });
    host.fault = () => ({ status: 410, body: {} });
    await expect(given("right")).rejects.toMatchObject({ code: "gone" });
    host.fault = () => ({ status: 403, body: { error: "insufficient_scope", scope: "api read_api" } });
    await expect(given("right")).rejects.toThrow(/read_api/);
  });
});

describe("a token of Jira that runs out", () => {
  test("is a visitor to Jira, who finds nothing anywhere: no issue and no comment is lost", async () => {
    work = makeWork(30);
    host = await startJiraHost(work);
    const id = await link("tracker", "jira", "/browse/ROCKET");
    await whenSettled(database, id);
    const nothing: RestFault = {
      status: 404,
      body: { errorMessages: ["Issue does not exist or you do not have permission."] },
    };
    const asVisitor = (path: string): RestFault | undefined => {
      if (path.endsWith("/jql")) return { status: 200, body: { issues: [], isLast: true } };
      if (path.endsWith("/approximate-count")) return { status: 200, body: { count: 0 } };
      return path.endsWith("/myself") ? { status: 401, body: {} } : nothing;
    };
    for (const issue of work.issues.slice(0, 10)) issue.updatedAt = at(7000);
    // It runs out before the sync, between the list and the comments, and after the last list.
    for (const [first, count] of [
      [/./, 1],
      [/\/comment$/, 1],
      [/\/jql$/, 2],
    ] as const) {
      let met = 0;
      host.fault = ({ path }) =>
        (first.test(path) && (met += 1) >= count) || met >= count ? asVisitor(path) : undefined;
      await again(id);
      host.fault = undefined;
      expect((await stored()).issues).toHaveLength(30);
      expect((await stored()).comments).toHaveLength(20);
    }
    expect(await again(id)).toMatchObject({ sync_state: "ready" });
    expect(await stored()).toEqual(
      heldRows(work, {
        issues: { key: (_work, number) => `ROCKET-${number}`, externalId: (_work, issue) => String(issue.id) },
      }),
    );
  });
});

describe("merge requests of GitLab", () => {
  test("come with who reviewed them and what they touch, and tie commits and issues together", async () => {
    work = makeWork(10);
    host = await startGitlabHost(work);
    const id = await link("tracker", "gitlab", "/acme/rocket");
    await whenSettled(database, id);
    const requests = await database.db
      .selectFrom("change_requests")
      .innerJoin("request_reviews", "request_reviews.request_id", "change_requests.id")
      .innerJoin("accounts", "accounts.id", "request_reviews.account_id")
      .select(["number", "change_requests.state", "login", "request_reviews.state as said"])
      .orderBy("number")
      .execute();
    expect(requests).toHaveLength(7);
    expect(requests[1]).toEqual({ number: 2, state: "merged", login: "grace", said: "approved" });
    expect(await database.db.selectFrom("request_files").select("path").distinct().execute()).toHaveLength(8);
    expect(await database.db.selectFrom("releases").select(["tag", "name"]).execute()).toEqual([
      { tag: "v2.0", name: "Two" },
    ]);
    const links = await database.db
      .selectFrom("issue_requests")
      .innerJoin("issues", "issues.id", "issue_requests.issue_id")
      .select(["key", "how"])
      .orderBy("number")
      .execute();
    expect(links).toEqual(work.requests.map(({ number }) => ({ key: `#${number}`, how: "closes" })));
    // A project that was renamed is still known by its number.
    Object.assign(work, { path: "acme/booster" });
    work.requests.push(workRequest(8, { updatedAt: at(9000) }));
    expect(await again(id)).toMatchObject({ sync_state: "ready", sync_error: null });
    expect(await database.db.selectFrom("change_requests").select("id").execute()).toHaveLength(8);
  });
});

describe("pull requests of a repository of Bitbucket", () => {
  test("that are refused for quota from the first question on are named, and read by the next sync", async () => {
    work = makeWork(0);
    host = await startBitbucketRepositoryHost(work);
    host.fault = ({ path }) =>
      path.endsWith("/pullrequests") ? { status: 429, headers: { "retry-after": "900" }, body: {} } : undefined;
    const id = await link("repository", "bitbucket", "/acme/rocket");
    const limited = await whenSettled(database, id);
    expect(limited).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 1 });
    expect(limited.notes).toEqual([
      {
        code: "requests",
        text: {
          code: "note.requests_not_read",
          params: { reason: { code: "host.rate_limited", params: { host: expect.any(String) as string } } },
        },
      },
    ]);
    host.fault = undefined;
    expect((await again(id)).notes).toEqual([]);
    expect(await database.db.selectFrom("change_requests").select("id").execute()).toHaveLength(7);
  });
});

describe("a wiki at Confluence", () => {
  const content = async () =>
    database.db
      .selectFrom("pages")
      .leftJoin("accounts", "accounts.id", "pages.author_id")
      .select(["pages.external_id", "title", "version", "parent_external_id", "labels", "body", "login"])
      .orderBy("title")
      .execute();

  test("is copied with versions, labels and files; changed, moved and deleted pages are followed", async () => {
    work = makeWork(0);
    host = await startConfluenceHost(work);
    const id = await link("wiki", "confluence", "/wiki/spaces/ROCKET");
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 12 });
    const pages = await content();
    expect(pages.find(({ external_id }) => external_id === "4")).toEqual({
      external_id: "4",
      title: "Page 4",
      version: 1,
      parent_external_id: "1",
      labels: ["howto"],
      body: "## About 4\n\nSee **src/file4.ts** & #4",
      login: "ada",
    });
    expect((await readStoredManifest(database.db, projectId)).pages).toMatchObject({ pages: 12 });

    Object.assign(work.pages[1] ?? {}, { title: "Renamed", version: 3, body: "<p>New</p>", updatedAt: at(5000) });
    Object.assign(work.pages[4] ?? {}, { parent: 2 });
    work.pages.splice(7, 1);
    work.pages.push(workPage(40));
    const requestCount = host.requests.length;
    expect(await again(id)).toMatchObject({ sync_state: "ready", sync_items: 12 });
    const after = await content();
    expect(after.map(({ external_id }) => external_id).toSorted()).toEqual(
      work.pages.map((one) => String(one.id)).toSorted(),
    );
    expect(after.find(({ external_id }) => external_id === "2")).toMatchObject({
      title: "Renamed",
      version: 3,
      body: "New",
    });
    expect(after.find(({ external_id }) => external_id === "5")).toMatchObject({ parent_external_id: "2", version: 1 });
    // Two pages were read; the one that is gone was asked for.
    expect(host.requests.slice(requestCount).filter((request) => /\/pages\/\d+$/.test(request))).toHaveLength(3);
    expect(
      await database.db.selectFrom("page_versions").select("number").where("number", ">", 1).execute(),
    ).toHaveLength(2);
  });
});
