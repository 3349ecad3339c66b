import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { type Fault, type HostRequest, withFaults } from "../../providers/githubFaults.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";

/*
 * A transferred issue, as GitHub has it: its old repository no longer lists it and redirects to its new one,
 * where it has another id and number. A caller without access to the new repository gets 404; a deleted issue is 410.
 */

let database: TestDb;
let running: TestSync;
let host: GithubHost;
let data: HostData;
let fault: ((request: HostRequest) => Fault | undefined) | undefined;
let id: string;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  fault = undefined;
  const { projectId } = await makeProject(database);
  data = trackerData(30);
  host = await startGithubHost({ data, intercept: withFaults((request) => fault?.(request)) });
  running = await startSync({ database, dataDir: database.dataDir });
  id = await addSource(database, projectId, { kind: "tracker", provider: "github", url: `${host.url}/acme/rocket` });
  await sync();
});
afterEach(async () => {
  await running.stop();
  await host.stop();
  await emptyDatabase(database);
});

async function sync() {
  await running.sync.request([id]);
  return whenSettled(database, id);
}
const keys = async () =>
  (await database.db.selectFrom("issues").select("key").where("source_id", "=", id).orderBy("number").execute()).map(
    ({ key }) => key,
  );
const comments = async () =>
  database.db
    .selectFrom("issue_comments")
    .innerJoin("issues", "issues.id", "issue_comments.issue_id")
    .select(["key", "issue_comments.body"])
    .orderBy("number")
    .orderBy("issue_comments.external_id")
    .execute();
const held = () =>
  data.issues
    .filter(({ isPullRequest }) => !isPullRequest)
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ number, comments: all }) => all.map(({ body }) => ({ key: `#${number}`, body })));

/** Answers what is asked of these issues by a redirect to number 5 of another repository on this host, with a comment of its own. */
const moved =
  (numbers: readonly number[], rest?: typeof fault): typeof fault =>
  (request) => {
    const [, number, part = ""] = /\/issues\/(\d+)(\/comments)?$/.exec(request.path) ?? [];
    const isElsewhere = request.path.startsWith("/repositories/88/");
    if (!isElsewhere && numbers.includes(Number(number))) {
      const location = `${host.url}/repositories/88/issues/5${part}`;
      return { status: 301, headers: { location }, body: { message: "Moved Permanently", url: location } };
    }
    if (!isElsewhere) return rest?.(request);
    const page = `${host.url}/acme/booster/issues/5`;
    const user = { id: 7, login: "ada", type: "User" };
    const times = { created_at: "2025-01-01T00:00:00Z", updated_at: "2025-01-01T00:00:00Z" };
    const comment = {
      id: 880_051,
      user,
      body: "In the other place",
      issue_url: `${host.url}/repos/acme/booster/issues/5`,
    };
    const issue = {
      id: 880_005,
      number: 5,
      title: "Moved",
      state: "open",
      html_url: page,
      user,
      comments: 1,
      ...times,
    };
    return {
      status: 200,
      body: JSON.stringify(part ? [{ ...comment, html_url: page, ...times }] : issue),
    };
  };

test("is removed with its comments after a redirect, 404 or 410; the rest keeps its own", async () => {
  const [gone, hidden, deleted] = [data.issues[10], data.issues[12], data.issues[14]].map((one) => one?.number ?? 0);
  for (const number of [gone, hidden, deleted]) {
    data.issues.splice(
      data.issues.findIndex((one) => one.number === number),
      1,
    );
  }
  fault = moved([gone ?? 0], ({ path }) =>
    path.endsWith(`/issues/${deleted}`) ? { status: 410, body: { message: "This issue was deleted" } } : undefined,
  );
  expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  const now = await keys();
  for (const number of [gone, hidden, deleted]) expect(now).not.toContain(`#${number}`);
  expect(now).toHaveLength(24);
  expect(await comments()).toEqual(held());
  expect(running.errors).toEqual([]);
});

test("while its thread is read, does not give its new comments to the issue that has that number here", async () => {
  const requested = data.issues.find(({ number, isPullRequest }) => number !== 5 && !isPullRequest);
  // A comment was added, and before the thread is requested the issue is transferred.
  const kept = await comments();
  Object.assign(requested ?? {}, { updatedAt: "2026-05-01T00:00:00Z" });
  requested?.comments.push({
    id: 990_001,
    author: "ada",
    body: "An old word that came along",
    createdAt: "2020-01-01T00:00:00Z",
    updatedAt: "2020-01-01T00:00:00Z",
  });
  fault = moved([requested?.number ?? 0]);
  expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  expect((await comments()).filter(({ body }) => body === "In the other place")).toEqual([]);
  expect((await comments()).filter(({ key }) => key === "#5")).toEqual(kept.filter(({ key }) => key === "#5"));
});

test("into a repository is read with its comments, though its last change is older than the last reading", async () => {
  const came = trackerIssue(400);
  const old = "2020-03-01T00:00:00Z";
  Object.assign(came, { createdAt: old, updatedAt: old, closedAt: null, state: "open", isPullRequest: false });
  came.comments = [
    { id: 400_001, author: "ada", body: "From before", createdAt: old, updatedAt: old },
    { id: 400_002, author: "ada", body: "From before too", createdAt: old, updatedAt: old },
  ];
  data.issues.push(came);
  const transfer = {
    id: 7001,
    issue: 400,
    kind: "transferred" as const,
    actor: "grace",
    createdAt: "2026-05-01T00:00:00Z",
  };
  Object.assign(data, { events: [transfer] });
  expect(await sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(await keys()).toContain("#400");
  expect(await comments()).toEqual(held());
  const events = database.db
    .selectFrom("issue_events")
    .innerJoin("issues", "issues.id", "issue_id")
    .innerJoin("accounts", "accounts.id", "actor_id")
    .select(["key", "issue_events.type", "login"]);
  expect(await events.execute()).toEqual([{ key: "#400", type: "transferred", login: "grace" }]);
  // It is there now, and costs nothing more.
  const { length } = host.requests;
  await sync();
  expect(host.requests.slice(length).filter((one) => /issues\/400/.test(one))).toEqual([]);
});
