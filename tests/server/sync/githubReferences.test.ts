/** Links of GitHub between issues that name one another, by its GraphQL API: https://docs.github.com/graphql/reference/objects#crossreferencedevent */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { addSecret } from "../rows.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";

interface Asked {
  readonly query: string;
  readonly variables: { readonly since: string | null; readonly after: string | null };
}
const PAGE_SIZE = 2;
const event = (repository: string, number: number, more: { isPrivate?: boolean; title?: string } = {}) => ({
  source: {
    url: `https://HOST/${repository}/issues/${number}`,
    title: more.title ?? `Title of ${repository}#${number}`,
    repository: { isPrivate: more.isPrivate ?? false },
  },
});

onOneDatabase("issues of GitHub that name one another", (engine) => {
  let database: TestDb;
  let running: TestSync;
  let host: GithubHost;
  let data: HostData;
  let asked: Asked[];
  let source: string;
  /** What names each issue. */
  let named: Record<number, unknown[]>;
  /** Instead of an answer. */
  let refusal: { readonly status: number; readonly body: unknown } | null;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());

  async function graphql(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const body = JSON.parse(await text(request)) as Asked;
    asked.push(body);
    if (refusal) return refusal;
    const since = Date.parse(body.variables.since ?? "1970-01-01T00:00:00Z");
    const found = data.issues
      .filter(({ updatedAt, isPullRequest }) => Date.parse(updatedAt) >= since && isPullRequest !== true)
      .toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt));
    const from = Number(body.variables.after ?? 0);
    const nodes = found.slice(from, from + PAGE_SIZE).map(({ number, updatedAt }) => ({
      number,
      url: `${host.url}/acme/rocket/issues/${number}`,
      updatedAt,
      timelineItems: { nodes: named[number] ?? [] },
    }));
    const pageInfo = { hasNextPage: from + PAGE_SIZE < found.length, endCursor: String(from + PAGE_SIZE) };
    const answer = JSON.stringify({ data: { repository: { issues: { pageInfo, nodes } } } });
    return { status: 200, body: JSON.parse(answer.replaceAll("https://HOST", host.url)) };
  }

  beforeEach(async () => {
    [asked, refusal] = [[], null];
    data = { ...trackerData(0), events: [] };
    data.issues.push(...[1, 2, 3].map((number) => trackerIssue(number, { comments: [] })));
    named = {
      1: [
        event("acme/rocket", 2),
        event("acme/tools", 9, { title: "<b>Public</b>" }),
        event("acme/secret", 5, { isPrivate: true, title: "Layoffs" }),
        // Twice by one issue, a pull request, and what the token may not see.
        event("acme/rocket", 2),
        { source: {} },
        { source: null },
        null,
        { source: { url: "javascript:alert(1)", title: "x" } },
      ],
      3: [event("acme/rocket", 1)],
    };
    host = await startGithubHost({
      data,
      token: "right",
      intercept: async (request, response, answer) => {
        if (request.method !== "POST" || request.url?.endsWith("/graphql") !== true) return answer();
        const { status, body } = await graphql(request);
        response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
      },
    });
    const { projectId } = await makeProject(database);
    const company = await database.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
    await addSecret(database.db, company.id);
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      credential: { token: "right", username: "ada@example.org" },
    });
    source = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url: `${host.url}/acme/rocket`,
      secretId: "secret",
    });
  });
  afterEach(async () => {
    await running.stop();
    await host.stop();
    await emptyDatabase(database);
  });
  const sync = async () => {
    await running.sync.request([source]);
    expect(await whenSettled(database, source)).toMatchObject({ sync_state: "ready", sync_error: null });
  };
  const links = async () => {
    const rows = await database.db
      .selectFrom("issue_links")
      .innerJoin("issues", "issues.id", "issue_links.issue_id")
      .select(["issues.key", "origin", "kind", "other_key", "other_place", "other_title"])
      .orderBy("issues.key")
      .orderBy("position")
      .execute();
    return rows.map((row) => Object.values(row).join(" | "));
  };
  const FIRST = [
    "#1 | reference | mentioned_by | #2 |  | ",
    "#1 | reference | mentioned_by | #9 | acme/tools | <b>Public</b>",
    "#3 | reference | mentioned_by | #1 |  | ",
  ];

  test("are linked, by one request for a page of issues, and none of another private repository is", async () => {
    await sync();
    expect(await links()).toEqual(FIRST);
    expect(asked.map(({ variables }) => [variables.since, variables.after])).toEqual([
      [null, null],
      [null, "2"],
    ]);
  });

  test("are read again where an issue changed, in place of what was stored", async () => {
    await sync();
    asked = [];
    named[1] = [event("acme/rocket", 3)];
    named[3] = [event("acme/rocket", 2)];
    const changed = data.issues.find(({ number }) => number === 1);
    if (changed) changed.updatedAt = trackerIssue(50).updatedAt;
    await sync();
    // The issue that had changed last, and the one that changed now.
    expect(asked).toHaveLength(1);
    expect(await links()).toEqual([
      "#1 | reference | mentioned_by | #3 |  | ",
      "#3 | reference | mentioned_by | #2 |  | ",
    ]);
  });

  test.each([
    ["no points left", 200, { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] }],
    ["no GraphQL", 404, { message: "Not Found" }],
    ["a token without the right", 403, { message: "Resource not accessible by personal access token" }],
    ["another form", 200, { data: { repository: { issues: { nodes: "odd" } } } }],
  ])("%s: the sync ends well, keeps what it has, and the next one continues", async (_, status, body) => {
    refusal = { status, body };
    await sync();
    expect(await links()).toEqual([]);
    refusal = null;
    await sync();
    expect(await links()).toEqual(FIRST);
  });
});
