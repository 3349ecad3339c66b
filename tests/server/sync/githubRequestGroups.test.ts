/** How many calls the requests of a large repository of GitHub take, by its GraphQL API: https://docs.github.com/graphql/reference/objects#pullrequest */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { type Fault, withFaults } from "../../providers/githubFaults.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { addSecret } from "../rows.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

const COUNT = 430;
let database: TestDb;
let running: TestSync;
let host: GithubHost;
let source: string;
/** Numbers that each query of GraphQL asked for. */
let queries: number[][];
/** In place of an answer to the query of this number. */
let refusal: (query: number) => unknown;

const time = (minutes: number): string => new Date(Date.UTC(2025, 3, 1) + minutes * 60_000).toISOString();
const ada = { id: 1, login: "ada", type: "User" };
const list = (nodes: readonly unknown[]) => ({ pageInfo: { hasNextPage: false }, nodes });

function answer(path: string, query: URLSearchParams): Fault | undefined {
  if (/\/pulls\/\d+\/(?:reviews|files|comments)$/.test(path) || path.endsWith("/timeline"))
    return { status: 200, body: [] as never };
  if (!path.endsWith("/pulls")) return undefined;
  const sign = query.get("direction") === "asc" ? 1 : -1;
  const rows = Array.from({ length: COUNT }, (_, at) => ({
    id: (1000 + at) * 7,
    number: 1000 + at,
    title: `Pull ${1000 + at}`,
    body: "Why it is so",
    state: "closed",
    draft: false,
    user: ada,
    html_url: `${host.url}/acme/rocket/pull/${1000 + at}`,
    head: { ref: "topic", sha: "a".repeat(40) },
    base: { ref: "main" },
    created_at: time(at),
    updated_at: time(at),
    merged_at: null,
    closed_at: time(at),
  })).toSorted((a, b) => sign * a.updated_at.localeCompare(b.updated_at));
  const page = Number(query.get("page") ?? 1);
  const size = Number(query.get("per_page") ?? 30);
  const next = new URLSearchParams(query);
  next.set("page", String(page + 1));
  const headers = page * size < COUNT ? { link: `<${host.url}${path}?${next}>; rel="next"` } : undefined;
  return { status: 200, body: rows.slice((page - 1) * size, page * size) as never, ...(headers && { headers }) };
}

const actor = { __typename: "User", login: "grace", avatarUrl: null, databaseId: 2 };
const pull = (number: number) => ({
  number,
  reviews: list([
    {
      databaseId: number * 10,
      state: "APPROVED",
      body: `Good ${number}`,
      url: null,
      submittedAt: time(1),
      commit: null,
      author: actor,
    },
  ]),
  files: list([{ path: `src/${number}.ts`, additions: 3, deletions: 1 }]),
  commits: list([]),
  reviewThreads: list([]),
  timelineItems: list([]),
});

async function graphql(request: IncomingMessage): Promise<unknown> {
  const { query } = JSON.parse(await text(request)) as { query: string };
  if (query.includes("issues("))
    return { data: { repository: { issues: { pageInfo: { hasNextPage: false }, nodes: [] } } } };
  const numbers = [...query.matchAll(/r(\d+): pullRequest/g)].map(([, number]) => Number(number));
  queries.push(numbers);
  const data = { repository: Object.fromEntries(numbers.map((number) => [`r${number}`, pull(number)])) };
  return refusal(queries.length) ?? { data };
}

beforeEach(async () => {
  [queries, refusal] = [[], () => undefined];
  database = await openTestDb();
  const rest = withFaults(({ path, query }) => answer(path, query));
  host = await startGithubHost({
    data: { ...trackerData(3), events: [] },
    token: "t",
    intercept: async (request, response, normal) => {
      if (request.method !== "POST") return rest(request, response, normal);
      const body = JSON.stringify(await graphql(request));
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(body);
    },
  });
  running = await startSync({ database, dataDir: database.dataDir, credential: { token: "t" } });
  const { projectId, companyId } = await makeProject(database);
  await addSecret(database.db, companyId);
  const url = `${host.url}/acme/rocket`;
  source = await addSource(database, projectId, { kind: "tracker", provider: "github", url, secretId: "secret" });
});
afterEach(async () => {
  await running.stop();
  await host.stop();
  await database.close();
});

const sync = async () => {
  await running.sync.request([source]);
  expect(await whenSettled(database, source)).toMatchObject({ sync_state: "ready", sync_error: null });
};
const reviews = async () => (await database.db.selectFrom("request_reviews").select("id").execute()).length;
const detailCalls = () =>
  queries.length + host.requests.filter((request) => /\/(?:pulls|issues)\/\d+\//.test(request)).length;

test("the details of 430 requests take nine calls, newest activity first, and the next sync none", async () => {
  await sync();
  expect(await reviews()).toBe(COUNT);
  expect(detailCalls()).toBe(Math.ceil(COUNT / 50));
  expect(queries[0]?.[0]).toBe(1000 + COUNT - 1);
  const files = await database.db.selectFrom("request_files").select("path").execute();
  expect(files.map(({ path }) => path)).toContain("src/1007.ts");
  const before = detailCalls();
  await sync();
  expect(detailCalls()).toBe(before);
});

test("when the points are spent the sync is good and reports how many are left, and the next one continues there", async () => {
  refusal = (query) => (query === 4 ? { data: null, errors: [{ type: "RATE_LIMITED", message: "spent" }] } : undefined);
  await sync();
  expect(await reviews()).toBe(150);
  const { notes } = await database.db.selectFrom("sources").select("notes").executeTakeFirstOrThrow();
  expect(JSON.stringify(notes)).toContain("280");
  await sync();
  expect(await reviews()).toBe(COUNT);
  // Nothing is read twice but the query that was refused.
  expect(queries).toHaveLength(3 + 1 + 6);
});
