/** What a writer sends to GitHub, and what the simulated host answers, fits GitHub's published description. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { IssueChange } from "../../../contract/issues/issueWrites.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import type { Sources } from "../../../server/sources/sourceTypes.ts";
import { loadGithubDescription } from "./openApi.ts";

const TIME = "2026-05-01T00:00:00Z";
const description = loadGithubDescription();
const REPOSITORY = "/repos/{owner}/{repo}";
const issue = (number: number) => ({
  number,
  title: "A",
  body: null,
  author: "ada",
  assignees: [],
  labels: ["bug"],
  state: "open" as const,
  createdAt: TIME,
  updatedAt: TIME,
  closedAt: null,
  comments: [],
});
const data: HostData = {
  repository: {
    id: 77,
    owner: "ada",
    name: "thread",
    description: null,
    language: null,
    isPrivate: false,
    defaultBranch: "main",
    createdAt: TIME,
    updatedAt: TIME,
    pushedAt: TIME,
  },
  users: [{ id: 1, login: "ada", name: "Ada", email: null }],
  labels: ["bug", "search"].map((name) => ({ name, color: "d73a4a", description: null })),
  milestones: ["v1"],
  issues: [issue(1), issue(2)],
};
let host: GithubHost;
let sources: Sources;
const sent: { method: string; path: string; body: unknown }[] = [];

beforeAll(async () => {
  host = await startGithubHost({ data, accounts: { "t-ada": { login: "ada", role: "write" } } });
  const egress = createEgress({ allowed: ["127.0.0.0/8"] });
  sources = createSources({
    dataDir: "",
    allowedNetworks: [],
    allowedPaths: [],
    egress: {
      ...egress,
      fetch: (url, request = {}) => {
        const { method = "GET", body } = request;
        if (method !== "GET")
          sent.push({ method, path: new URL(url).pathname, body: body === undefined ? undefined : JSON.parse(body) });
        return egress.fetch(url, request);
      },
    },
  });
});
afterAll(async () => {
  await sources.close();
  await host.stop();
});

const describedAs = (path: string): string =>
  path
    .replace(/^.*\/repos\/ada\/thread/, REPOSITORY)
    .replace(/\/collaborators\/[^/]+/, "/collaborators/{username}")
    .replace(/\/comments\/\d+/, "/comments/{comment_id}")
    .replace(/\/issues\/\d+/, "/issues/{issue_number}")
    .replace(/\/labels\/.+$/, "/labels/{name}");

const CHANGES: readonly IssueChange[] = [
  { action: "comment", body: "a" },
  { action: "labels", add: ["search"], remove: ["bug"] },
  { action: "assignees", add: ["ada"], remove: [] },
  { action: "assignees", add: [], remove: ["ada"] },
  { action: "milestones", add: ["1"], remove: [] },
  { action: "state", from: "open", to: "not_planned", resolution: null },
  { action: "state", from: "not_planned", to: "open", resolution: null },
  { action: "duplicate", of: "#2" },
];

test("every request of a writer has a described body", async () => {
  const credential = { token: "t-ada", origin: host.url };
  const writer = sources.openWriter({ provider: "github", url: `${host.url}/ada/thread`, credential });
  const named = { externalId: "770001", key: "#1" };
  for (const change of CHANGES) {
    const prepared = await writer?.prepare(named, change, AbortSignal.timeout(20_000));
    await prepared?.send(AbortSignal.timeout(20_000));
  }
  expect(sent.map(({ method, path }) => `${method} ${describedAs(path).replace(REPOSITORY, "")}`)).toEqual([
    "POST /issues/{issue_number}/comments",
    "POST /issues/{issue_number}/labels",
    "DELETE /issues/{issue_number}/labels/{name}",
    "POST /issues/{issue_number}/assignees",
    "DELETE /issues/{issue_number}/assignees",
    "PATCH /issues/{issue_number}",
    "PATCH /issues/{issue_number}",
    "PATCH /issues/{issue_number}",
    "POST /issues/{issue_number}/comments",
    "PATCH /issues/{issue_number}",
  ]);
  for (const { method, path, body } of sent) {
    if (body === undefined || path.includes("/labels/")) continue;
    const isValid = description(describedAs(path), "body", method.toLowerCase());
    expect([path, isValid(body), isValid.errors]).toEqual([path, true, null]);
  }
});

test.each([
  ["POST", "/issues/1/comments", { body: "b" }, 201],
  ["POST", "/issues/1/comments", { body: "" }, 422],
  ["PATCH", "/issues/1", { state: "closed", state_reason: "completed" }, 200],
  ["PATCH", "/issues/1", { milestone: 9 }, 422],
  ["PATCH", "/issues/comments/1", { body: "c" }, 200],
  ["POST", "/issues/comments/1/reactions", { content: "+1" }, 201],
  ["POST", "/issues/comments/1/reactions", { content: "thumbsup" }, 422],
  ["GET", "/collaborators/ada/permission", undefined, 200],
  ["POST", "/issues/1/labels", { labels: ["bug"] }, 200],
  ["DELETE", "/issues/1/labels/bug", undefined, 200],
  ["POST", "/issues/1/assignees", { assignees: ["ada"] }, 201],
  ["DELETE", "/issues/1/assignees", { assignees: ["ada"] }, 200],
  ["GET", "/labels", undefined, 200],
  ["GET", "/assignees", undefined, 200],
  ["GET", "/milestones", undefined, 200],
])("%s %s answers as described", async (method, path, body, status) => {
  const answer = await fetch(`${host.url}/repos/ada/thread${path}`, {
    method,
    headers: { authorization: "token t-ada" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isValid = description(describedAs(`/repos/ada/thread${path}`), status, method.toLowerCase());
  const read: unknown = await answer.json();
  expect([answer.status, isValid(read), isValid.errors]).toEqual([status, true, null]);
});

test("a token that may not write is refused", async () => {
  const answer = await fetch(`${host.url}/repos/ada/thread/issues/1/comments`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(401);
});
