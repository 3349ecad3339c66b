import { expect, test } from "vitest";
import type { ContractStage } from "../../providers/ContractStage.ts";
import { isRecord, type RestFault, type RestRequest } from "../../providers/restHost.ts";
import { contractStages } from "../support/contractStages.ts";

/*
 * Lists that a host never ends. What is a discussion is cut, and the source says so; a list that has to be complete, because what it does
 * not name is taken for deleted, fails the sync with a sentence, and what was stored stays.
 */

const stages = contractStages();
let stage: ContractStage;
const countOf = async (table: "issues" | "issue_comments" | "pages"): Promise<number> => {
  const { db } = stages.server.database;
  const { count } = await db
    .selectFrom(table)
    .select((is) => is.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};
const nextLink = ({ path, query }: RestRequest) => {
  const next = new URLSearchParams(query);
  next.set("page", String(Number(query.get("page") ?? 1) + 1));
  return { link: `<${stage.host.url}${path}?${next.toString()}>; rel="next"` };
};
/** Comments without an end, each page with new ones. */
const moreComments = (request: RestRequest, row: (id: number) => object): RestFault => {
  const page = Number(request.query.get("page") ?? 1);
  const body = Array.from({ length: 100 }, (_, at) => row(page * 1000 + at));
  return { status: 200, body, headers: nextLink(request) };
};

test("a discussion at GitLab that does not end is cut, and the source reports it until it ends", async () => {
  stage = await stages.open("GitLab");
  const [issue] = stage.work.issues.filter(({ comments, isHidden }) => comments.length > 0 && !isHidden);
  const notes = new RegExp(`/issues/${issue?.number}/notes$`);
  stage.host.fault = (request) =>
    notes.test(request.path)
      ? moreComments(request, (id) => ({
          id: 1_000_000 + id,
          body: `Note ${id}`,
          created_at: "2026-01-01T00:00:00Z",
          updated_at: "2026-01-01T00:00:00Z",
        }))
      : undefined;
  expect(await stage.sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(stage.host.requests.filter((line) => notes.test(line)).length).toBeLessThanOrEqual(100);
  const sentence = `Discussions that are longer than this server reads were cut: #${issue?.number}.`;
  expect(await stage.notes()).toContain(sentence);
  expect(await stage.sync()).toMatchObject({ sync_state: "ready" });
  expect(await stage.notes()).toContain(sentence);
  // Once it is read whole, nothing is said any more.
  stage.host.fault = undefined;
  if (issue) issue.updatedAt = new Date().toISOString();
  expect(await stage.sync()).toMatchObject({ sync_state: "ready" });
  expect(await stage.notes()).not.toContain("were cut");
  expect(await stage.stored()).toEqual(stage.held());
});

test("a discussion at GitHub that does not end is cut, and its comments that the list by time gave stay", async () => {
  stage = await stages.open("GitHub");
  await stage.sync();
  const before = await countOf("issue_comments");
  const [issue] = stage.work.issues.filter(({ comments }) => comments.length > 0);
  if (!issue) throw new Error("There is no issue with comments.");
  // The count that the host names differs, so that the thread is asked for by itself.
  const thread = new RegExp(`/issues/${issue.number}/comments$`);
  stage.host.fault = (request) => {
    if (!thread.test(request.path)) return undefined;
    return moreComments(request, (id) => ({
      id: 1_000_000 + id,
      issue_url: `${stage.host.url}/repos/acme/rocket/issues/${issue.number}`,
      html_url: "https://github.example/1",
      user: null,
      body: `Comment ${id}`,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
    }));
  };
  await stages.server.database.db
    .updateTable("issues")
    .set({ comments_count: 99_999 })
    .where("key", "=", `#${issue.number}`)
    .execute();
  expect(await stage.sync()).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(stage.host.requests.filter((line) => thread.test(line)).length).toBe(100);
  expect(await stage.notes()).toContain(`were cut: #${issue.number}.`);
  expect(await countOf("issue_comments")).toBe(before + 10_000);
});

const again = (request: RestRequest, body: unknown): RestFault => ({ status: 200, body, headers: nextLink(request) });

test.each([
  // The first page again and again, by a link that is always new.
  ["GitLab", /\/issues$/],
  ["GitHub", /\/issues$/],
] as const)("a list of issues of %s that repeats itself ends the sync with the host's fault", async (name, list) => {
  stage = await stages.open(name);
  await stage.sync();
  const before = await countOf("issues");
  let first: unknown;
  const { url } = stage.host;
  let requestCount = 0;
  stage.host.fault = (request) => {
    if (!list.test(request.path) || request.query.get("per_page") === "1") return undefined;
    requestCount += 1;
    return first === undefined ? undefined : again(request, first);
  };
  // One real page, to be given again.
  const token = stage.work.token;
  const headers: Record<string, string> =
    name === "GitLab" ? { "private-token": token } : { authorization: `token ${token}` };
  const path = stage.host.requests.find((line) => list.test(line))?.split(" ")[1] ?? "";
  first = await (await fetch(`${url}${path}?per_page=100&state=all&scope=all`, { headers })).json();
  requestCount = 0;
  const { sync_state: state, sync_error: error } = await stage.syncWhole();
  expect([state, error]).toEqual(["failed", expect.stringContaining("does not end, or is longer")]);
  expect(requestCount).toBeLessThan(60);
  expect(await countOf("issues")).toBe(before);
});

test("a search of Jira that gives the same page by ever new tokens ends the sync, and nothing is deleted", async () => {
  stage = await stages.open("Jira");
  await stage.sync();
  const before = await countOf("issues");
  let tokens = 0;
  stage.host.fault = ({ path, body }) => {
    if (!path.endsWith("/search/jql") || !isRecord(body) || Number(body["maxResults"]) < 5000) return undefined;
    tokens += 1;
    return { status: 200, body: { issues: [{ id: "10001" }], nextPageToken: `token ${tokens}` } };
  };
  const { sync_state: state, sync_error: error } = await stage.syncWhole();
  expect([state, error]).toEqual(["failed", expect.stringContaining("does not end, or is longer")]);
  expect(tokens).toBeLessThan(60);
  expect(await countOf("issues")).toBe(before);
});

test.each([
  ["spaces", /\/wiki\/api\/v2\/spaces$/],
  ["pages", /\/wiki\/api\/v2\/spaces\/[^/]+\/pages$/],
])("%s of Confluence that do not end fail the sync, and no page is deleted", async (_name, list) => {
  stage = await stages.open("Confluence");
  await stage.sync();
  const before = await countOf("pages");
  let requestCount = 0;
  stage.host.fault = ({ path }) => {
    if (!list.test(path)) return undefined;
    requestCount += 1;
    const results = path.endsWith("/spaces")
      ? [{ id: "1", key: "ROCKET", name: "Rocket" }]
      : [{ id: "1", status: "current", title: "One", spaceId: "1" }];
    return { status: 200, body: { results, _links: { next: `${path}?cursor=${requestCount}` } } };
  };
  const { sync_state: state, sync_error: error } = await stage.sync();
  expect([state, error]).toEqual(["failed", expect.stringContaining("does not end, or is longer")]);
  expect(requestCount).toBeLessThan(60);
  expect(await countOf("pages")).toBe(before);
  expect(before).toBeGreaterThan(0);
});
