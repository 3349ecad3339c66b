import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GithubHost, type GithubHostOptions, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { withFaults } from "../../providers/githubFaults.ts";
import type { HostData, HostIssue } from "../../../server/demo/hosts/hostData.ts";
import { loadGithubDescription } from "./openApi.ts";

const at = (day: number): string => new Date(Date.UTC(2026, 4, day)).toISOString().replace(".000Z", "Z");

const issue = (number: number, more: Partial<HostIssue> = {}): HostIssue => ({
  number,
  title: `Search forgets word ${number}`,
  body: "Seen in `search.ts`.",
  author: "ada",
  assignees: [],
  labels: ["bug"],
  state: "open",
  createdAt: at(number),
  updatedAt: at(number),
  closedAt: null,
  comments: [],
  ...more,
});

const comment = (id: number, day: number) => ({
  id,
  author: "grace",
  body: "Same here.",
  createdAt: at(day),
  updatedAt: at(day),
});

const makeData = (): HostData => ({
  repository: {
    id: 77,
    owner: "ada",
    name: "thread",
    formerNames: ["ada/string"],
    description: null,
    language: "TypeScript",
    isPrivate: false,
    defaultBranch: "main",
    createdAt: at(1),
    updatedAt: at(2),
    pushedAt: at(3),
  },
  users: [
    { id: 1, login: "ada", name: "Ada", email: "ada@example.org" },
    { id: 2, login: "grace", name: null, email: null },
  ],
  labels: [{ name: "bug", color: "d73a4a", description: "Something is wrong" }],
  releases: [
    { id: 5, tag: "v1.0.0", name: null, body: null, author: "ada", createdAt: at(3), publishedAt: at(4) },
    {
      id: 6,
      tag: "v1.1.0-rc.1",
      name: "Nearly there",
      body: "- words",
      author: "grace",
      isPrerelease: true,
      createdAt: at(5),
      publishedAt: at(6),
    },
  ],
  issues: [
    issue(1, { assignees: ["ada", "grace"], comments: [comment(11, 4), comment(12, 6)], updatedAt: at(6) }),
    issue(2, { state: "closed", stateReason: "completed", closedAt: at(9), updatedAt: at(9), closedBy: "grace" }),
    issue(3, {
      isPullRequest: true,
      author: null,
      body: null,
      pull: {
        headRef: "ada/words",
        headSha: "a".repeat(40),
        baseSha: "b".repeat(40),
        mergeSha: "c".repeat(40),
        mergedAt: null,
        reviews: [{ id: 51, author: "grace", state: "approved", submittedAt: at(11), body: "" }],
        files: [{ path: "src/a b.ts", status: "added", additions: 3, deletions: 0 }],
      },
    }),
    issue(4, {
      labels: ["bug", "area: search"],
      comments: [comment(13, 5)],
      milestone: "1.0",
      type: "Bug",
      priority: "Urgent",
      reactions: 3,
      parent: 1,
      blockedBy: [1, 2],
    }),
  ],
  events: [
    { id: 1, issue: 2, kind: "labeled", actor: "ada", createdAt: at(2), label: "bug" },
    { id: 2, issue: 2, kind: "assigned", actor: null, createdAt: at(3), assignee: "grace" },
    { id: 3, issue: 2, kind: "closed", actor: "grace", createdAt: at(9) },
  ],
});

let data: HostData;
let host: GithubHost;
const start = async (options: Partial<GithubHostOptions> = {}): Promise<void> => {
  await host?.stop();
  host = await startGithubHost({ data, token: "secret", ...options });
};
beforeEach(async () => {
  data = makeData();
  host = await startGithubHost({ data, token: "secret" });
});
afterEach(() => host.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${host.url}${path}`, { headers, redirect: "manual" });
const numbers = async (path: string): Promise<number[]> =>
  ((await (await get(path)).json()) as { number: number }[]).map(({ number }) => number);

describe("GitHub's own description fits", () => {
  let description: ReturnType<typeof loadGithubDescription>;
  beforeAll(() => {
    description = loadGithubDescription();
  });

  const cases: readonly [path: string, described: string, status: number, headers?: Record<string, string>][] = [
    ["/repos/ada/thread", "/repos/{owner}/{repo}", 200],
    ["/repos/ada/nothing", "/repos/{owner}/{repo}", 404],
    ["/repos/ada/string", "/repos/{owner}/{repo}", 301],
    ["/repos/ada/thread/issues?state=all", "/repos/{owner}/{repo}/issues", 200],
    ["/repos/ada/thread/issues?state=ajar", "/repos/{owner}/{repo}/issues", 422],
    ["/repos/ada/thread/issues/1", "/repos/{owner}/{repo}/issues/{issue_number}", 200],
    ["/repos/ada/thread/issues/3", "/repos/{owner}/{repo}/issues/{issue_number}", 200],
    ["/repos/ada/thread/issues/4", "/repos/{owner}/{repo}/issues/{issue_number}", 200],
    [
      "/repos/ada/thread/issues/4/dependencies/blocked_by",
      "/repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by",
      200,
    ],
    ["/repos/ada/thread/issues/99", "/repos/{owner}/{repo}/issues/{issue_number}", 404],
    ["/repos/ada/thread/issues/comments", "/repos/{owner}/{repo}/issues/comments", 200],
    ["/repos/ada/thread/issues/1/comments", "/repos/{owner}/{repo}/issues/{issue_number}/comments", 200],
    ["/repos/ada/thread/issues/events", "/repos/{owner}/{repo}/issues/events", 200],
    ["/repos/ada/thread/releases", "/repos/{owner}/{repo}/releases", 200],
    ["/repos/ada/thread/pulls?state=all", "/repos/{owner}/{repo}/pulls", 200],
    ["/repos/ada/thread/pulls?state=ajar", "/repos/{owner}/{repo}/pulls", 422],
    ["/repos/ada/thread/pulls/3/reviews", "/repos/{owner}/{repo}/pulls/{pull_number}/reviews", 200],
    ["/repos/ada/thread/pulls/3/files", "/repos/{owner}/{repo}/pulls/{pull_number}/files", 200],
    ["/user", "/user", 200, { authorization: "Bearer secret" }],
    ["/user", "/user", 401, { authorization: "Bearer wrong" }],
    ["/user", "/user", 401],
    ["/rate_limit", "/rate_limit", 200],
  ];
  test.for(cases)("%s as %s, %i", async ([path, described, status, headers]) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(status);
    const validate = description(described, status);
    validate(await answer.json());
    expect(validate.errors ?? []).toEqual([]);
  });

  test("one pull request as /repos/{owner}/{repo}/pulls/{pull_number}, whose author is not null there", async () => {
    for (const issue of data.issues) issue.author ??= "ada";
    const validate = description("/repos/{owner}/{repo}/pulls/{pull_number}", 200);
    validate(await (await get("/repos/ada/thread/pulls/3")).json());
    expect(validate.errors ?? []).toEqual([]);
  });

  test("the check itself refuses an issue without a number", async () => {
    const body = (await (await get("/repos/ada/thread/issues/1")).json()) as Record<string, unknown>;
    const validate = description("/repos/{owner}/{repo}/issues/{issue_number}", 200);
    expect(validate({ ...body, number: undefined })).toBe(false);
    expect(validate({ ...body, created_at: "yesterday" })).toBe(false);
  });
});

describe("lists", () => {
  test("open issues and pull requests come newest first unless asked otherwise", async () => {
    expect(await numbers("/repos/ada/thread/issues")).toEqual([4, 3, 1]);
    expect(await numbers("/repos/ada/thread/issues?state=all&sort=updated&direction=asc")).toEqual([3, 4, 1, 2]);
    expect(await numbers("/repos/ada/thread/issues?state=closed")).toEqual([2]);
  });

  test("since counts the last change, and includes it", async () => {
    expect(await numbers(`/repos/ada/thread/issues?state=all&since=${at(6)}`)).toEqual([2, 1]);
  });

  test("labels, assignee and creator narrow the list", async () => {
    expect(await numbers("/repos/ada/thread/issues?labels=bug,area: search")).toEqual([4]);
    expect(await numbers("/repos/ada/thread/issues?assignee=grace")).toEqual([1]);
    expect(await numbers("/repos/ada/thread/issues?assignee=none")).toEqual([4, 3]);
    expect(await numbers("/repos/ada/thread/issues?assignee=*")).toEqual([1]);
    expect(await numbers("/repos/ada/thread/issues?creator=ada")).toEqual([4, 1]);
  });

  test("the links lead through all pages and end", async () => {
    const seen: number[] = [];
    let next: string | undefined = `${host.url}/repos/ada/thread/issues?state=all&per_page=3`;
    while (next) {
      const answer: Response = await fetch(next);
      seen.push(...((await answer.json()) as { number: number }[]).map(({ number }) => number));
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual([4, 3, 2, 1]);
  });

  test("a list of one page has no links, and a page holds 100 at most", async () => {
    data.issues.push(...Array.from({ length: 120 }, (_, index) => issue(index + 5)));
    const whole = await get("/repos/ada/thread/issues?state=closed");
    expect(whole.headers.get("link")).toBeNull();
    expect(await numbers("/repos/ada/thread/issues?per_page=500")).toHaveLength(100);
  });

  test("comments of the repository come in the order of their ids and know their issue", async () => {
    const all = (await (await get("/repos/ada/thread/issues/comments")).json()) as { id: number; issue_url: string }[];
    expect(all.map(({ id }) => id)).toEqual([11, 12, 13]);
    expect(all[2]?.issue_url).toBe(`${host.url}/repos/ada/thread/issues/4`);
    const late = (await (await get(`/repos/ada/thread/issues/comments?since=${at(5)}&sort=updated`)).json()) as {
      id: number;
    }[];
    expect(late.map(({ id }) => id)).toEqual([12, 13]);
  });
});

describe("headers and refusals", () => {
  test("what has not changed is answered by 304, for free, until it changes", async () => {
    const first = await get("/repos/ada/thread/issues/1");
    const etag = first.headers.get("etag") ?? "";
    const again = await get("/repos/ada/thread/issues/1", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("x-ratelimit-used")).toBe(first.headers.get("x-ratelimit-used"));
    data.issues[0]!.title = "Search forgets everything";
    expect((await get("/repos/ada/thread/issues/1", { "if-none-match": etag })).status).toBe(200);
  });

  test("when the requests of the hour are used up, the answer is 403 with the time to retry", async () => {
    await start({ rateLimit: 1, rateReset: 2_000_000_000 });
    expect((await get("/repos/ada/thread")).headers.get("x-ratelimit-remaining")).toBe("0");
    const refused = await get("/repos/ada/thread");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("x-ratelimit-reset")).toBe("2000000000");
    expect(((await refused.json()) as { message: string }).message).toMatch(/rate limit exceeded/);
    expect((await get("/rate_limit")).status).toBe(200);
  });

  test("a private repository does not exist for a visitor", async () => {
    data.repository.isPrivate = true;
    expect((await get("/repos/ada/thread")).status).toBe(404);
    expect((await get("/repos/ada/thread", { authorization: "token secret" })).status).toBe(200);
  });

  test("a wrong token is refused even for what is public", async () => {
    const refused = await get("/repos/ada/thread", { authorization: "Bearer wrong" });
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([401, "Bad credentials"]);
  });

  test("a former name redirects to the number, with the query kept", async () => {
    const moved = await get("/repos/ada/string/issues?state=all");
    expect([moved.status, moved.headers.get("location")]).toEqual([
      301,
      `${host.url}/repositories/77/issues?state=all`,
    ]);
    expect(await numbers("/repositories/77/issues?state=all")).toHaveLength(4);
  });

  test("a repository whose issues are switched off answers 410", async () => {
    data.repository.hasIssues = false;
    expect((await get("/repos/ada/thread/issues")).status).toBe(410);
  });

  test("below /api/v3 the addresses in the answers have it too", async () => {
    const body = (await (await get("/api/v3/repos/ada/thread/issues/1")).json()) as { url: string; html_url: string };
    expect(body.url).toBe(`${host.url}/api/v3/repos/ada/thread/issues/1`);
    expect(body.html_url).toBe(`${host.url}/ada/thread/issues/1`);
  });

  test("the page of an issue shows its text, and no markup of it", async () => {
    data.issues[0]!.body = "<script>alert(1)</script>";
    const page = await (await get("/ada/thread/issues/1", { accept: "text/html" })).text();
    expect(page).toContain("&#60;script&#62;");
    expect(page).not.toContain("<script>");
  });
});

describe("faults", () => {
  test("a prepared answer, a cut connection and an answer that breaks off", async () => {
    await host.stop();
    host = await startGithubHost({
      data,
      intercept: withFaults(({ count }) =>
        count === 1
          ? { status: 429, headers: { "retry-after": "7" }, body: { message: "slow down" } }
          : count === 2
            ? { drop: true }
            : count === 3
              ? { breakOffAfter: 20 }
              : undefined,
      ),
    });
    const first = await get("/repos/ada/thread");
    expect([first.status, first.headers.get("retry-after"), await first.json()]).toEqual([
      429,
      "7",
      { message: "slow down" },
    ]);
    await expect(get("/repos/ada/thread")).rejects.toThrow();
    await expect(get("/repos/ada/thread").then((answer) => answer.json())).rejects.toThrow();
    expect((await get("/repos/ada/thread")).status).toBe(200);
    expect(host.requests).toHaveLength(4);
  });
});
