import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { startBitbucketHost } from "../../providers/bitbucketHost.ts";
import { startConfluenceHost } from "../../providers/confluenceHost.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { makeWork } from "../../providers/work.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { addSecret } from "../rows.ts";

/*
 * What kill.test.ts does with a whole server a few times is done here at every single answer of a host, by counting and not by time:
 * the host refuses from the first, the second, the third … question on. Each page is stored with its place in one transaction, so this
 * is also every state in which a server can have died between two of them.
 */

let database: TestDb;
let running: TestSync;
let host: RestHost;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());
afterEach(async () => {
  await running.stop();
  await host.stop();
  await emptyDatabase(database);
});

/** All stored rows, without the columns that differ from run to run. */
async function everything() {
  const { db } = database;
  const rows = {
    people: db.selectFrom("accounts").select(["external_id", "login", "name", "is_bot"]).orderBy("external_id"),
    issues: db
      .selectFrom("issues")
      .leftJoin("accounts", "accounts.id", "author_id")
      .select([
        "issues.external_id",
        "key",
        "title",
        "body",
        "state",
        "labels",
        "login",
        "updated_at",
        "comments_count",
      ])
      .orderBy("issues.external_id"),
    comments: db
      .selectFrom("issue_comments")
      .leftJoin("accounts", "accounts.id", "author_id")
      .select(["issue_comments.external_id", "body", "login"])
      .orderBy("issue_comments.external_id"),
    events: db.selectFrom("issue_events").select(["external_id", "type", "detail"]).orderBy("external_id"),
    requests: db
      .selectFrom("change_requests")
      .leftJoin("request_reviews", "request_id", "change_requests.id")
      .select(["key", "title", "change_requests.state", "request_reviews.state as said"])
      .orderBy("key")
      .orderBy("said"),
    files: db.selectFrom("request_files").select(["path", "additions"]).orderBy("path").orderBy("additions"),
    links: db
      .selectFrom("issue_requests")
      .innerJoin("issues", "issues.id", "issue_id")
      .select(["key", "how"])
      .orderBy("key")
      .orderBy("how"),
    pages: db
      .selectFrom("pages")
      .leftJoin("accounts", "accounts.id", "author_id")
      .select(["pages.external_id", "title", "version", "parent_external_id", "labels", "body", "login"])
      .orderBy("pages.external_id"),
    versions: db.selectFrom("page_versions").select("number").orderBy("number"),
  };
  const found: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(rows)) found[name] = await query.execute();
  return found;
}

test.each([
  ["gitlab", "tracker", startGitlabHost, "/acme/rocket"],
  ["jira", "tracker", startJiraHost, "/browse/ROCKET"],
  ["confluence", "wiki", startConfluenceHost, "/wiki/spaces/ROCKET"],
] as const)(
  "%s may stop answering at any question: in the end all is there, once",
  async (provider, kind, start, page) => {
    host = await start(makeWork(9));
    running = await startSync({
      database,
      dataDir: database.dataDir,
      credential: { token: "right", username: "ada@example.org" },
    });
    const link = async () => {
      const { projectId, companyId } = await makeProject(database);
      await addSecret(database.db, companyId);
      return addSource(database, projectId, { kind, provider, url: `${host.url}${page}`, secretId: "secret" });
    };
    const sync = async (id: string) => {
      await running.sync.request([id]);
      return whenSettled(database, id);
    };
    expect(await sync(await link())).toMatchObject({ sync_state: "ready", sync_error: null });
    const expected = await everything();
    await emptyDatabase(database);

    const id = await link();
    let cuts = 0;
    for (let first = 1; ; first += 1) {
      let requestCount = 0;
      host.fault = () =>
        (requestCount += 1) >= first ? { status: 401, body: { message: "401 Unauthorized" } } : undefined;
      if ((await sync(id)).sync_state === "ready") break;
      cuts += 1;
    }
    host.fault = undefined;
    expect(cuts).toBeGreaterThan(6);
    expect(await everything()).toEqual(expected);
    expect(running.errors).toEqual([]);
  },
  120_000,
);

test("continues bitbucket's requests where they stopped, at every page", async () => {
  const work = makeWork(0);
  host = await startBitbucketHost(work);
  running = await startSync({ database, dataDir: database.dataDir });
  const given = { provider: "bitbucket", url: `${host.url}/acme/rocket`, credential: { token: "right" } };
  const { signal } = new AbortController();
  const seen = new Set<number>();
  let cursor: Record<string, unknown> | null = null;
  for (let first = 2; ; first += 1) {
    let requestCount = 0;
    host.fault = () => ((requestCount += 1) >= first ? { status: 401, body: {} } : undefined);
    try {
      for await (const found of running.sources.openRequests(given)?.changes(cursor, signal) ?? []) {
        for (const { number } of found.requests) seen.add(number);
        cursor = found.cursor;
      }
      break;
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "unauthorized") throw error;
    }
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual(work.requests.map(({ number }) => number));
});
