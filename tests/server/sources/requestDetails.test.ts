/** The details of one request, field by field, against answers in the form that each host publishes. */
import { afterEach, describe, expect, test } from "vitest";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { requestsOf } from "../../../server/sources/providers/connectorRegistry.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import type { KnownRequest, RequestReader } from "../../../server/sources/connector/requestTypes.ts";
import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "../../providers/restHost.ts";

const egress = createEgress({ allowed: ["127.0.0.0/8"] });
const { signal } = new AbortController();
const HEAD = "6dcb09b5b57875f334f61aebed695e2e4193db5e";
const BASE = "c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc";
let host: RestHost;
afterEach(() => host.stop());

const ok = (body: unknown, headers?: Record<string, string>): RestAnswer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
const missing: RestAnswer = { status: 404, body: { message: "Not Found" } };
const known = (part: Partial<KnownRequest> = {}): KnownRequest => ({
  number: 1347,
  externalId: "1",
  url: "https://host.example/octocat/Hello-World/pull/1347",
  headHash: HEAD,
  isOpen: true,
  ...part,
});
const reader = (provider: string, path: string): RequestReader => {
  const found = requestsOf(provider, {
    url: `${host.url}${path}`,
    credential: new Credential({ token: "t", origin: host.url }),
    egress,
    retries: 0,
    retryDelayMs: 1,
  });
  if (!found) throw new Error("The provider has requests.");
  return found;
};

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

describe("GitLab", () => {
  const user = (username: string, id: number) => ({ id, username, name: username, state: "active", avatar_url: null });
  const note = (id: number, part: object) => ({
    id,
    type: "DiffNote",
    body: "Why?",
    author: user("root", 1),
    created_at: "2018-03-03T21:54:39.668Z",
    updated_at: "2018-03-03T21:54:39.668Z",
    system: false,
    noteable_type: "Merge request",
    resolvable: true,
    resolved: false,
    ...part,
  });
  const position = {
    base_sha: BASE,
    start_sha: BASE,
    head_sha: HEAD,
    old_path: "package.json",
    new_path: "package.json",
    position_type: "text",
    old_line: 27,
    new_line: 28,
    line_range: {
      start: { line_code: "588440f66559714280628a4f9799f0c4eb880a4a_10_10", type: "new", old_line: null, new_line: 26 },
      end: { line_code: "588440f66559714280628a4f9799f0c4eb880a4a_11_11", type: "new", old_line: null, new_line: 28 },
    },
  };
  const DISCUSSIONS = [
    {
      id: "6a9c1750b37d513a43987b574953fceb50b03ce7",
      individual_note: false,
      notes: [note(1126, { position, resolved: true }), note(1129, { type: "DiffNote", author: null, resolved: true })],
    },
    {
      id: "87805b7c09016a7058e91bdbe7b29d1f284a39e6",
      individual_note: true,
      notes: [note(1128, { type: null, body: "a single comment", resolvable: false, resolved: undefined })],
    },
    {
      id: "a",
      individual_note: true,
      notes: [note(2, { system: true, type: null, body: "approved this merge request", resolvable: false })],
    },
    {
      id: "b",
      individual_note: true,
      notes: [note(3, { system: true, type: null, body: "requested review from @root", resolvable: false })],
    },
    { id: "c", individual_note: false, notes: [note(4, { internal: true, body: "secret" })] },
    {
      id: "d",
      individual_note: false,
      notes: [note(5, { position: { ...position, new_line: null, new_path: "new.json", head_sha: "old" } })],
    },
  ];
  const answer = ({ path }: RestRequest): RestAnswer => {
    const rest = path.replace(/^\/api\/v4\/projects\/[^/]+/, "");
    if (rest === "")
      return ok({ id: 3, path_with_namespace: "acme/rocket", visibility: "private", default_branch: "main" });
    if (rest === "/merge_requests/1347")
      return ok({
        id: 1,
        iid: 1347,
        title: "x",
        diff_refs: { base_sha: BASE, head_sha: HEAD, start_sha: BASE },
        head_pipeline: {
          id: 29626725,
          sha: HEAD,
          ref: "patch-28719",
          status: "failed",
          web_url: "https://gitlab.example.com/my-group/my-project/pipelines/29626725",
          updated_at: "2019-09-06T18:09:13.268Z",
        },
      });
    if (rest === "/merge_requests/1347/discussions") return ok(DISCUSSIONS);
    if (rest === "/merge_requests/1347/diffs")
      return ok([{ old_path: "a", new_path: "a", diff: "@@ -1 +1,2 @@\n-a\n+b\n+c\n" }]);
    if (rest === "/merge_requests/1347/commits")
      return ok([
        { id: HEAD, title: "Second", author_name: "Ada", authored_date: "2014-02-27T10:01:38+01:00" },
        { id: BASE, title: "First", author_name: "Ada", authored_date: null },
      ]);
    return missing;
  };

  test("is read by its discussions, without internal notes", async () => {
    host = await startRestHost(answer);
    const found = await reader("gitlab", "/acme/rocket").details(known(), signal);
    expect(
      found.comments.map(({ externalId, thread, replyTo, isResolved }) => [externalId, thread, replyTo, isResolved]),
    ).toEqual([
      ["1126", DISCUSSIONS[0]?.id, null, true],
      ["1129", DISCUSSIONS[0]?.id, "1126", true],
      ["1128", null, null, null],
      ["5", "d", null, false],
    ]);
    expect(found.comments[1]?.author).toBeNull();
    expect(found.comments[0]?.place).toEqual({
      path: "package.json",
      side: "new",
      line: 28,
      startLine: 26,
      commitHash: HEAD,
      hunk: null,
      isOutdated: false,
    });
    expect(found.comments[3]?.place).toMatchObject({ path: "package.json", side: "old", line: 27, commitHash: BASE });
    expect(found.comments[3]?.place?.isOutdated).toBe(true);
    expect(found.leftOut).toEqual([{ kind: "internal_comment", externalId: "4", parentId: "request:1" }]);
    expect(JSON.stringify(found)).not.toContain("secret");
    expect(found.reviews.filter(({ state }) => state === "approved")).toHaveLength(1);
    expect(found.events.map(({ type, detail }) => [type, detail])).toEqual([["review_requested", "@root"]]);
    expect(found.commits.map(({ title }) => title)).toEqual(["First", "Second"]);
    expect(found.checks).toMatchObject([{ name: "Pipeline 29626725", state: "failure" }]);
    expect(found.baseHash).toBe(BASE);
  });

  test("without discussions, notes are comments of their own", async () => {
    host = await startRestHost((request) =>
      request.path.endsWith("/discussions")
        ? missing
        : request.path.endsWith("/notes")
          ? ok([note(9, { type: null, body: "old", resolvable: undefined })])
          : answer(request),
    );
    const found = await reader("gitlab", "/acme/rocket").details(known(), signal);
    expect(found.comments).toMatchObject([{ externalId: "9", thread: null, body: "old", isResolved: null }]);
  });

  test("a discussion that does not end is cut, and told", async () => {
    const endless = (request: RestRequest): RestAnswer =>
      ok(
        Array.from({ length: 100 }, (_, at) => ({
          id: `${request.query.get("page") ?? 1}-${at}`,
          individual_note: true,
          notes: [note(Number(request.query.get("page") ?? 1) * 1000 + at, { type: null })],
        })),
        { "x-next-page": String(Number(request.query.get("page") ?? 1) + 1) },
      );
    host = await startRestHost((request) =>
      request.path.endsWith("/discussions") ? endless(request) : answer(request),
    );
    const found = await reader("gitlab", "/acme/rocket").details(known(), signal);
    expect(found.isCut).toBe(true);
    expect(host.requests.filter((line) => line.endsWith("/discussions")).length).toBeLessThanOrEqual(100);
  });
});

describe("Bitbucket", () => {
  const user = (nickname: string, uuid: string) => ({ type: "user", display_name: nickname, nickname, uuid });
  const said = (id: number, part: object) => ({
    id,
    created_on: "2019-01-01T10:00:00.000000+00:00",
    updated_on: "2019-01-02T10:00:00.000000+00:00",
    content: { type: "rendered", raw: `text ${id}`, markup: "markdown", html: "<p>text</p>" },
    user: user("ada", "{1}"),
    deleted: false,
    type: "pullrequest_comment",
    links: { html: { href: `https://bitbucket.org/acme/rocket/pull-requests/1/_/diff#comment-${id}` } },
    ...part,
  });
  const update = (date: string, state: string, part: object = {}) => ({
    update: {
      state,
      date,
      author: user("ada", "{1}"),
      source: { commit: { hash: "aaaaaaaaaaaa" } },
      changes: {},
      ...part,
    },
  });
  const answer = ({ path }: RestRequest): RestAnswer => {
    const rest = path.replace(/^.*\/repositories\/acme\/rocket/, "");
    if (rest === "") return ok({ uuid: "{r}", full_name: "acme/rocket", is_private: true });
    const [, part] = /^\/pullrequests\/1347(\/.*)?$/.exec(rest) ?? [];
    switch (part ?? "") {
      case "":
        return ok({
          comment_count: 4,
          reviewers: [user("grace", "{2}")],
          participants: [
            {
              user: user("grace", "{2}"),
              role: "REVIEWER",
              approved: false,
              state: "changes_requested",
              participated_on: "2019-01-03T10:00:00.000000+00:00",
            },
          ],
        });
      case "/comments":
        return ok({
          values: [
            said(1, { inline: { from: null, to: 7, path: "README.md", start_to: 5 }, resolution: { type: "x" } }),
            said(2, { parent: { id: 1 }, user: null }),
            said(3, { parent: { id: 2 } }),
            said(4, { deleted: true, content: { raw: "" } }),
            said(5, { pending: true }),
            said(6, { inline: { from: 3, to: null, path: "old.md", outdated: true } }),
            said(7, {}),
          ],
        });
      case "/diffstat":
        return ok({ values: [{ old: { path: "a" }, new: null, lines_added: 0, lines_removed: 4 }] });
      case "/commits":
        return ok({
          values: [
            { hash: HEAD, message: "Second\n\nbody", date: "2019-01-01T00:00:00+00:00", author: { raw: "Ada <a@b>" } },
            { hash: BASE, message: "First", author: { raw: "x", user: user("ada", "{1}") } },
          ],
        });
      case "/activity":
        return ok({
          values: [
            update("2019-01-05T00:00:00+00:00", "MERGED", { source: { commit: { hash: "bbbbbbbbbbbb" } } }),
            { comment: said(7, {}) },
            update("2019-01-04T00:00:00+00:00", "OPEN", {
              source: { commit: { hash: "bbbbbbbbbbbb" } },
              changes: { title: { old: "A", new: "B" }, reviewers: { added: [user("grace", "{2}")] } },
            }),
            update("2019-01-01T00:00:00+00:00", "OPEN"),
          ],
        });
      case "/statuses":
        return ok({ values: [{ key: "build", name: "Build", state: "INPROGRESS", url: "https://ci.example/1" }] });
    }
    return missing;
  };

  test("is read with threads, activity, commits and statuses", async () => {
    host = await startRestHost(answer);
    const found = await reader("bitbucket", "/acme/rocket").details(known(), signal);
    expect(found.reviews).toMatchObject([{ person: { login: "grace" }, state: "changes_requested" }]);
    expect(found.reviewers).toMatchObject([{ login: "grace" }]);
    expect(
      found.comments.map(({ externalId, thread, replyTo, isResolved, place }) => [
        externalId,
        thread,
        replyTo,
        isResolved,
        place && [place.path, place.side, place.line, place.isOutdated],
      ]),
    ).toEqual([
      ["1", "1", null, true, ["README.md", "new", 7, false]],
      ["2", "1", "1", true, ["README.md", "new", 7, false]],
      ["3", "1", "2", true, ["README.md", "new", 7, false]],
      ["6", "6", null, false, ["old.md", "old", 3, true]],
      ["7", "7", null, null, null],
    ]);
    expect(found.comments[1]?.author).toBeNull();
    expect(found.events.map(({ type, detail }) => [type, detail])).toEqual([
      ["pushed", null],
      ["renamed", "A → B"],
      ["review_requested", "grace"],
      ["merged", null],
    ]);
    expect(found.commits.map(({ title, author }) => [title, author])).toEqual([
      ["First", "ada"],
      ["Second", "Ada"],
    ]);
    expect(found.checks).toMatchObject([{ name: "Build", state: "pending" }]);
    expect(found.files).toEqual([{ path: "a", additions: 0, deletions: 4 }]);
  });

  test("whose lists are gone is read without them", async () => {
    host = await startRestHost((request) =>
      /\/(activity|commits|statuses|comments|diffstat)$/.test(request.path) ? missing : answer(request),
    );
    const found = await reader("bitbucket", "/acme/rocket").details(known(), signal);
    expect(found).toMatchObject({ comments: [], events: [], commits: [], checks: [], files: [] });
  });
});
