/** Details of many requests by GitHub's GraphQL API: https://docs.github.com/graphql/reference/objects#pullrequest */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestReader } from "../../../server/sources/connector/requestTypes.ts";
import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "../../providers/restHost.ts";
import { BASE, HEAD, known, missing, ok, readerOf } from "./requestReader.ts";

const { signal } = new AbortController();
let host: RestHost;
afterEach(() => host.stop());

const list = (nodes: readonly unknown[], hasNextPage = false) => ({ pageInfo: { hasNextPage }, nodes });
const actor = (login: string, databaseId: number | null, type = "User") => ({
  __typename: type,
  login,
  avatarUrl: `https://avatars.example/${login}`,
  ...(databaseId !== null && { databaseId }),
});
const event = (type: string, id: string, more: Record<string, unknown> = {}) => ({
  __typename: type,
  id,
  createdAt: "2022-04-13T20:13:51Z",
  actor: actor("octocat", 1),
  ...more,
});
const lineComment = (databaseId: number, more: Record<string, unknown> = {}) => ({
  databaseId,
  body: "Great stuff!",
  url: `https://github.com/octocat/Hello-World/pull/1#discussion_r${databaseId}`,
  path: "file1.txt",
  createdAt: "2011-04-14T16:00:49Z",
  updatedAt: "2011-04-14T16:00:49Z",
  line: 2,
  originalLine: 5,
  startLine: 1,
  originalStartLine: 3,
  subjectType: "LINE",
  outdated: false,
  diffHunk: "@@ -16,33 +16,40 @@",
  commit: { oid: HEAD },
  originalCommit: { oid: BASE },
  pullRequestReview: { databaseId: "2200000080" },
  author: actor("hubot", 2),
  ...more,
});
const pull = (number: number, more: Record<string, unknown> = {}) => ({
  number,
  reviews: list([
    {
      // More than 32 bits: such a number is text.
      databaseId: "2200000080",
      state: "APPROVED",
      body: "Good",
      url: "https://github.com/octocat/Hello-World/pull/1#pullrequestreview-80",
      submittedAt: "2019-11-17T17:43:43Z",
      commit: { oid: HEAD },
      author: actor("dependabot", 27, "Bot"),
    },
    { databaseId: 81, state: "PENDING", body: "", url: null, submittedAt: null, commit: null, author: null },
  ]),
  files: list([{ path: "file1.txt", additions: 103, deletions: 21 }]),
  commits: list([
    {
      commit: {
        oid: HEAD,
        messageHeadline: "Fix all the bugs",
        author: { name: "Monalisa Octocat", date: "2014-11-07T22:01:45Z" },
      },
    },
  ]),
  reviewThreads: list([
    {
      isResolved: true,
      diffSide: "RIGHT",
      comments: list([lineComment(10), lineComment(11, { body: "Thanks", author: null, outdated: true })]),
    },
  ]),
  timelineItems: list([
    {
      __typename: "IssueComment",
      databaseId: 1002,
      body: "In the conversation",
      url: "https://github.com/octocat/Hello-World/pull/1#issuecomment-1002",
      createdAt: "2022-04-14T20:14:00Z",
      updatedAt: "2022-04-15T20:14:00Z",
      author: actor("octocat", 1),
    },
    event("ReviewRequestedEvent", "RRE_1", { requestedReviewer: { __typename: "Team", name: "core" } }),
    event("AssignedEvent", "AE_1", { assignee: { __typename: "User", login: "hubot" } }),
    event("LabeledEvent", "LE_1", { label: { name: "bug" } }),
    event("RenamedTitleEvent", "RTE_1", { previousTitle: "Old", currentTitle: "New" }),
    event("ConvertToDraftEvent", "CTDE_1"),
    event("HeadRefForcePushedEvent", "HRFPE_1"),
    event("MilestonedEvent", "ME_1", { milestoneTitle: "1.0" }),
    event("MergedEvent", "MGE_1", { commit: { oid: BASE } }),
  ]),
  headRefOid: HEAD,
  last: {
    nodes: [
      {
        commit: {
          oid: HEAD,
          statusCheckRollup: {
            contexts: list([
              {
                __typename: "CheckRun",
                name: "build",
                status: "COMPLETED",
                conclusion: "SUCCESS",
                detailsUrl: "https://ci.example/1",
                startedAt: "2022-04-13T20:13:51Z",
                completedAt: "2022-04-13T20:15:51Z",
              },
              { __typename: "CheckRun", name: "slow", status: "IN_PROGRESS", conclusion: null, detailsUrl: null },
              {
                __typename: "StatusContext",
                context: "ci/lint",
                state: "FAILURE",
                targetUrl: "https://ci.example/2",
                createdAt: "2022-04-13T20:13:51Z",
              },
              { __typename: "StatusContext", context: "ci/late", state: "EXPECTED", targetUrl: null, createdAt: null },
            ]),
          },
        },
      },
    ],
  },
  ...more,
});

/** Aliases of the query, by which the host answers. */
const asked = ({ body }: RestRequest): number[] =>
  [...JSON.stringify(body).matchAll(/r(\d+): pullRequest/g)].map(([, number]) => Number(number));
let change: (number: number) => unknown;
let bodies: unknown[];
let graphql: (request: RestRequest) => RestAnswer;
const answer = (request: RestRequest): RestAnswer => {
  if (request.path === "/api/graphql") return graphql(request);
  return request.path === "/api/v3/repos/octocat/Hello-World"
    ? ok({ id: 1, full_name: "octocat/Hello-World" })
    : missing;
};
beforeEach(async () => {
  bodies = [];
  change = (number) => pull(number);
  graphql = (request) => {
    bodies.push(request.body);
    return ok({
      data: { repository: Object.fromEntries(asked(request).map((number) => [`r${number}`, change(number)])) },
    });
  };
  host = await startRestHost(answer);
});

const groups = () => {
  const reader: RequestReader = readerOf(host, "github", "/octocat/Hello-World");
  if (!reader.groups) throw new Error("GitHub has groups.");
  return reader.groups;
};
const requests = (count: number, isOpen = false) =>
  Array.from({ length: count }, (_, at) => known({ number: at + 1, externalId: String(at + 1), isOpen }));
const calls = () => host.requests.filter((request) => request.endsWith("/graphql")).length;

test("a request is read with reviews, threads, events, commits and checks", async () => {
  const details = (await groups().read(requests(1, true), signal)).get("1");
  expect(bodies).toMatchObject([{ variables: { owner: "octocat", name: "Hello-World" } }]);
  expect(details?.reviews).toMatchObject([
    {
      externalId: "2200000080",
      person: { externalId: "27", login: "dependabot[bot]", isBot: true },
      state: "approved",
      commitHash: HEAD,
    },
  ]);
  expect(details?.files).toEqual([{ path: "file1.txt", additions: 103, deletions: 21 }]);
  expect(details?.commits).toEqual([
    { hash: HEAD, title: "Fix all the bugs", author: "Monalisa Octocat", authoredAt: new Date("2014-11-07T22:01:45Z") },
  ]);
  expect(details?.events.map(({ externalId, type, detail }) => [externalId, type, detail])).toEqual([
    ["RRE_1", "review_requested", "core"],
    ["AE_1", "assigned", "hubot"],
    ["LE_1", "labeled", "bug"],
    ["RTE_1", "renamed", "Old → New"],
    ["CTDE_1", "converted_to_draft", null],
    ["HRFPE_1", "force_pushed", null],
    ["ME_1", "milestoned", "1.0"],
    ["MGE_1", "merged", BASE],
  ]);
  expect(details?.comments).toMatchObject([
    { externalId: "issue:1002", thread: null, body: "In the conversation", author: { login: "octocat" }, place: null },
    {
      externalId: "10",
      thread: "10",
      review: "2200000080",
      replyTo: null,
      isResolved: true,
      place: { path: "file1.txt", side: "new", line: 5, startLine: 3, commitHash: BASE, isOutdated: false },
    },
    { externalId: "11", thread: "10", replyTo: "10", author: null, isResolved: true, place: { isOutdated: true } },
  ]);
  expect(details?.checks?.map(({ name, state }) => [name, state])).toEqual([
    ["build", "success"],
    ["slow", "pending"],
    ["ci/lint", "failure"],
    ["ci/late", "pending"],
  ]);
});

test("18,000 requests take 360 calls, and a closed one has no checks", async () => {
  const reader = groups();
  const details = await reader.read(requests(500), signal);
  expect(details.size).toBe(500);
  expect(details.get("7")?.checks).toBeNull();
  expect(calls() * (18_000 / 500)).toBe(360);
});

test.each([
  [
    "more comments of a thread",
    { reviewThreads: list([{ isResolved: false, diffSide: "LEFT", comments: list([lineComment(10)], true) }]) },
  ],
  ["more files", { files: list([{ path: "a", additions: 1, deletions: 1 }], true) }],
  ["more events", { timelineItems: list([], true) }],
  ["a part that the host left out", { reviews: null }],
])("a request with %s is left to be read by itself, and the others are not", async (_name, part) => {
  change = (number) => pull(number, number === 2 ? part : {});
  expect([...(await groups().read(requests(3), signal)).keys()]).toEqual(["1", "3"]);
});

test("an error about one request leaves out that request", async () => {
  const normal = graphql;
  graphql = (request) => ({
    ...normal(request),
    body: {
      ...(normal(request).body as object),
      errors: [{ type: "FORBIDDEN", path: ["repository", "r2", "last"], message: "Resource not accessible" }],
    },
  });
  const reader = groups();
  expect([...(await reader.read(requests(3), signal)).keys()]).toEqual(["1", "3"]);
  expect(reader.isAbsent).toBe(false);
});

test.each([
  ["a gateway that gives up", { status: 502, body: { message: "Bad Gateway" } }],
  [
    "a query that took too long",
    ok({ data: null, errors: [{ message: "Something went wrong while executing your query." }] }),
  ],
])("after %s the groups are smaller, and all requests are read", async (_name, refusal) => {
  const normal = graphql;
  graphql = (request) => (asked(request).length > 15 ? refusal : normal(request));
  const reader = groups();
  expect((await reader.read(requests(60), signal)).size).toBe(60);
  expect(reader.isAbsent).toBe(false);
  // 50 and 25 are too many, 13 are not.
  expect(calls()).toBe(7);
});

test.each([
  ["no GraphQL", missing],
  [
    "a field that it does not know",
    ok({ errors: [{ message: "Field 'subjectType' doesn't exist on type 'PullRequestReviewComment'" }] }),
  ],
  [
    "a token that may not use it",
    { status: 403, body: { message: "Resource not accessible by personal access token" } },
  ],
])("a host with %s is asked once", async (_name, refusal) => {
  graphql = () => refusal;
  const reader = groups();
  expect((await reader.read(requests(120), signal)).size).toBe(0);
  expect(reader.isAbsent).toBe(true);
  expect(calls()).toBe(1);
});

test("points that are spent end the reading", async () => {
  graphql = () => ok({ data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] });
  await expect(groups().read(requests(2), signal)).rejects.toMatchObject({ code: "rate_limited" });
});
