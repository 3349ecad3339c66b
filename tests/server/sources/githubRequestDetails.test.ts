/** The details of one request, field by field, against answers in the form that the host publishes. */
import { afterEach, describe, expect, test } from "vitest";
import type { RequestReader } from "../../../server/sources/connector/requestTypes.ts";
import { type RestAnswer, type RestRequest, type RestHost, startRestHost } from "../../providers/restHost.ts";
import { BASE, HEAD, known, missing, ok, readerOf } from "./requestReader.ts";

const { signal } = new AbortController();
let host: RestHost;
afterEach(() => host.stop());
const reader = (provider: string, path: string): RequestReader => readerOf(host, provider, path);

describe("GitHub", () => {
  const user = (login: string, id: number) => ({
    login,
    id,
    node_id: "MDQ6VXNlcjE=",
    avatar_url: "https://github.com/images/error/octocat_happy.gif",
    type: "User",
    site_admin: false,
  });
  const review = {
    id: 80,
    node_id: "MDE3OlB1bGxSZXF1ZXN0UmV2aWV3ODA=",
    user: user("hubot", 2),
    body: "Here is the body for the review.",
    state: "APPROVED",
    html_url: "https://github.com/octocat/Hello-World/pull/1347#pullrequestreview-80",
    submitted_at: "2019-11-17T17:43:43Z",
    commit_id: HEAD,
    author_association: "COLLABORATOR",
  };
  const comment = {
    url: "https://api.github.com/repos/octocat/Hello-World/pulls/comments/1",
    pull_request_review_id: 80,
    id: 10,
    diff_hunk: "@@ -16,33 +16,40 @@ public class Connection : IConnection...",
    path: "file1.txt",
    position: 1,
    original_position: 4,
    commit_id: HEAD,
    original_commit_id: "9c48853fa3dc5c1c3d6f1f1cd1f2743e72652840",
    user: user("hubot", 2),
    body: "Great stuff!",
    created_at: "2011-04-14T16:00:49Z",
    updated_at: "2011-04-14T16:00:49Z",
    html_url: "https://github.com/octocat/Hello-World/pull/1#discussion-diff-1",
    start_line: 1,
    original_start_line: 3,
    start_side: "RIGHT",
    line: 2,
    original_line: 5,
    side: "RIGHT",
    subject_type: "line",
  };
  const reply = {
    ...comment,
    id: 11,
    in_reply_to_id: 10,
    user: null,
    body: "Thanks",
    line: null,
    position: null,
    side: "LEFT",
  };
  const timeline = [
    {
      sha: HEAD,
      node_id: "MDY6Q29tbWl0",
      html_url: "https://github.com/octocat/Hello-World/commit/6dcb09b",
      author: { date: "2014-11-07T22:01:45Z", name: "Monalisa Octocat", email: "mona@github.com" },
      committer: { date: "2014-11-07T22:01:45Z", name: "Monalisa Octocat", email: "mona@github.com" },
      message: "Fix all the bugs\n\nReally.",
      event: "committed",
    },
    {
      id: 6430295168,
      event: "review_requested",
      actor: user("octocat", 1),
      requested_reviewer: user("hubot", 2),
      created_at: "2022-04-13T20:13:51Z",
    },
    { id: 5, event: "labeled", actor: user("octocat", 1), label: { name: "bug" }, created_at: "2022-04-13T20:14:00Z" },
    { id: 6, event: "subscribed", actor: user("hubot", 2), created_at: "2022-04-13T20:14:01Z" },
    {
      id: 1002,
      event: "commented",
      actor: user("octocat", 1),
      user: user("octocat", 1),
      body: "In the conversation",
      html_url: "https://github.com/octocat/Hello-World/pull/1347#issuecomment-1002",
      created_at: "2022-04-14T20:14:00Z",
      updated_at: "2022-04-15T20:14:00Z",
    },
    { id: 7, event: "merged", actor: user("hubot", 2), commit_id: BASE, created_at: "2022-04-16T20:14:00Z" },
  ];
  const answers = (over: Record<string, RestAnswer> = {}) => {
    const all: Record<string, RestAnswer> = {
      "": ok({ id: 1296269, full_name: "octocat/Hello-World", private: false }),
      "/pulls/1347/reviews": ok([review]),
      "/pulls/1347/files": ok([{ sha: "b", filename: "file1.txt", status: "added", additions: 103, deletions: 21 }]),
      "/issues/1347/timeline": ok(timeline),
      "/pulls/1347/comments": ok([comment, reply]),
      [`/commits/${HEAD}/check-runs`]: ok({
        total_count: 1,
        check_runs: [
          {
            id: 4,
            name: "mighty_readme",
            status: "completed",
            conclusion: "neutral",
            html_url: "https://github.com/github/hello-world/runs/4",
            started_at: "2018-05-04T01:14:52Z",
            completed_at: "2018-05-04T02:14:52Z",
          },
          { id: 5, name: "slow", status: "in_progress", conclusion: null, html_url: null, started_at: null },
        ],
      }),
      [`/commits/${HEAD}/status`]: ok({
        state: "failure",
        statuses: [
          {
            context: "ci/build",
            state: "error",
            target_url: "https://ci.example.com/1000/output",
            updated_at: "2012-07-20T01:19:13Z",
          },
        ],
      }),
      ...over,
    };
    return ({ path, body }: RestRequest): RestAnswer => {
      if (path === "/api/graphql") {
        expect(body).toMatchObject({ variables: { owner: "octocat", name: "Hello-World", number: 1347 } });
        return ok({
          data: {
            repository: {
              pullRequest: {
                reviewThreads: {
                  pageInfo: { hasNextPage: false, endCursor: "abc" },
                  nodes: [{ isResolved: true, comments: { nodes: [{ databaseId: 10 }] } }, null],
                },
              },
            },
          },
        });
      }
      return all[path.replace("/api/v3/repos/octocat/Hello-World", "")] ?? missing;
    };
  };

  test("is read with reviews, threads, events, commits and checks", async () => {
    host = await startRestHost(answers());
    const found = await reader("github", "/octocat/Hello-World").details(known(), signal);
    expect(found.reviews).toMatchObject([
      {
        externalId: "80",
        person: { login: "hubot" },
        state: "approved",
        body: review.body,
        url: review.html_url,
        commitHash: HEAD,
        submittedAt: new Date("2019-11-17T17:43:43Z"),
      },
    ]);
    expect(found.files).toEqual([{ path: "file1.txt", additions: 103, deletions: 21 }]);
    expect(found.commits).toEqual([
      {
        hash: HEAD,
        title: "Fix all the bugs",
        author: "Monalisa Octocat",
        authoredAt: new Date("2014-11-07T22:01:45Z"),
      },
    ]);
    expect(found.events.map(({ type, detail, actor }) => [type, detail, actor?.login])).toEqual([
      ["review_requested", "hubot", "octocat"],
      ["labeled", "bug", "octocat"],
      ["merged", BASE, "hubot"],
    ]);
    expect(found.comments).toEqual([
      {
        externalId: "issue:1002",
        thread: null,
        review: null,
        replyTo: null,
        author: expect.objectContaining({ login: "octocat" }) as unknown,
        body: "In the conversation",
        url: "https://github.com/octocat/Hello-World/pull/1347#issuecomment-1002",
        place: null,
        isResolved: null,
        createdAt: new Date("2022-04-14T20:14:00Z"),
        updatedAt: new Date("2022-04-15T20:14:00Z"),
      },
      {
        externalId: "10",
        thread: "10",
        review: "80",
        replyTo: null,
        author: expect.objectContaining({ login: "hubot" }) as unknown,
        body: "Great stuff!",
        url: comment.html_url,
        // Where it was written: the file at the commit that was reviewed.
        place: {
          path: "file1.txt",
          side: "new",
          line: 5,
          startLine: 3,
          commitHash: comment.original_commit_id,
          hunk: comment.diff_hunk,
          isOutdated: false,
        },
        isResolved: true,
        createdAt: new Date("2011-04-14T16:00:49Z"),
        updatedAt: new Date("2011-04-14T16:00:49Z"),
      },
      expect.objectContaining({
        externalId: "11",
        thread: "10",
        replyTo: "10",
        author: null,
        isResolved: true,
        place: expect.objectContaining({ side: "old", isOutdated: true }) as unknown,
      }),
    ]);
    expect(found.checks?.map(({ name, state }) => [name, state])).toEqual([
      ["mighty_readme", "neutral"],
      ["slow", "pending"],
      ["ci/build", "failure"],
    ]);
    expect(found.isCut).toBe(false);
  });

  test("costs one call more than its reviews and files, and others only where there is something to read", async () => {
    host = await startRestHost(answers({ "/pulls/1347/reviews": ok([]) }));
    const found = await reader("github", "/octocat/Hello-World").details(known({ isOpen: false }), signal);
    expect(found.checks).toBeNull();
    expect(found.comments).toHaveLength(1);
    const asked = host.requests.map((line) => line.replace(/.*Hello-World/, ""));
    expect(asked.filter((path) => path !== "")).toEqual([
      "/pulls/1347/reviews",
      "/pulls/1347/files",
      "/issues/1347/timeline",
    ]);
  });

  test("of a host without a timeline, checks and GraphQL has what the others tell", async () => {
    const older = answers({
      "/issues/1347/timeline": missing,
      [`/commits/${HEAD}/check-runs`]: { status: 403, body: { message: "Resource not accessible by integration" } },
      [`/commits/${HEAD}/status`]: missing,
    });
    host = await startRestHost((request) => (request.path === "/api/graphql" ? missing : older(request)));
    const found = await reader("github", "/octocat/Hello-World").details(known(), signal);
    expect(found).toMatchObject({ commits: [], events: [], checks: [] });
    expect(found.comments.map(({ externalId, isResolved }) => [externalId, isResolved])).toEqual([
      ["10", null],
      ["11", null],
    ]);
  });

  test("has the state of its threads from a server that lacks numbers of 64 bits", async () => {
    const rest = answers();
    host = await startRestHost((request) =>
      JSON.stringify(request.body ?? "").includes("fullDatabaseId")
        ? ok({ errors: [{ message: "Field 'fullDatabaseId' doesn't exist on type 'PullRequestReviewComment'" }] })
        : rest(request),
    );
    const found = await reader("github", "/octocat/Hello-World").details(known(), signal);
    expect(found.comments.map(({ isResolved }) => isResolved)).toEqual([null, true, true]);
  });

  test("is read over pages, and an exhausted quota in the middle is reported", async () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({ ...timeline[2], id: at + 1 }));
    const paged = ({ query }: RestRequest): RestAnswer => {
      const page = Number(query.get("page") ?? 1);
      const next = `<${host.url}/api/v3/repos/octocat/Hello-World/issues/1347/timeline?page=${page + 1}>; rel="next"`;
      return ok(rows.slice((page - 1) * 100, page * 100), page < 3 ? { link: next } : undefined);
    };
    const answer = answers();
    host = await startRestHost((request) => (request.path.endsWith("/timeline") ? paged(request) : answer(request)));
    const requests = reader("github", "/octocat/Hello-World");
    expect((await requests.details(known(), signal)).events).toHaveLength(250);
    host.fault = ({ path, query }) =>
      path.endsWith("/timeline") && query.get("page") === "2"
        ? { status: 403, body: { message: "API rate limit exceeded" }, headers: { "x-ratelimit-remaining": "0" } }
        : undefined;
    await expect(requests.details(known(), signal)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("a list in which nothing has changed is asked for by its tag", async () => {
    const pull = {
      id: 7,
      number: 1347,
      title: "Amazing new feature",
      state: "open",
      user: user("octocat", 1),
      html_url: "https://github.com/octocat/Hello-World/pull/1347",
      head: { ref: "new-topic", sha: HEAD },
      base: { ref: "main", sha: BASE },
      labels: [{ id: 208045946, name: "bug", color: "f29513" }],
      assignees: [user("octocat", 1)],
      requested_reviewers: [user("hubot", 2)],
      created_at: "2011-01-26T19:01:12Z",
      updated_at: "2011-01-26T19:01:12Z",
    };
    const answer = answers();
    host = await startRestHost((request) => {
      if (!request.path.endsWith("/pulls")) return answer(request);
      return request.headers["if-none-match"] === '"tag"' ? { status: 304, body: "" } : ok([pull], { etag: '"tag"' });
    });
    const requests = reader("github", "/octocat/Hello-World");
    const [first] = await Array.fromAsync(requests.changes(null, signal));
    expect(first?.requests).toMatchObject([
      {
        labels: ["bug"],
        assignees: [{ login: "octocat" }],
        reviewers: [{ login: "hubot" }],
        baseHash: BASE,
        mergedBy: null,
      },
    ]);
    const [second] = await Array.fromAsync(requests.changes(first?.cursor ?? null, signal));
    expect(second?.requests).toHaveLength(1);
    expect(await Array.fromAsync(requests.changes(second?.cursor ?? null, signal))).toEqual([]);
  });
});
