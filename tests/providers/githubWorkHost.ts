import { startGithubHost } from "../../server/demo/hosts/githubHost.ts";
import { type Fault, withFaults } from "./githubFaults.ts";
import type { HostData, HostIssue } from "../../server/demo/hosts/hostData.ts";
import type { RestFault, RestHost } from "./restHost.ts";
import { PEOPLE, type Work, type WorkIssue, type WorkRequest } from "./work.ts";

/** GitHub counts issues and pull requests in one row of numbers. */
export const GITHUB_REQUESTS_FROM = 1000;
/** GitHub returns times in whole seconds. */
const seconds = (time: string): string => time.replace(".000Z", "Z");

/** GitHub's REST API over the same work as the other hosts, with the same switches. */
export async function startGithubWorkHost(work: Work): Promise<RestHost> {
  const data = githubData(work);
  const host = await startGithubHost({
    data,
    get token() {
      return work.token;
    },
    intercept: withFaults(({ path, query, headers, count }) => {
      const received = { method: "GET", path, query, headers, body: null, count };
      return faultOf(found.fault?.(received));
    }),
  });
  const found: RestHost = {
    url: host.url,
    get requests() {
      return host.requests.map((request) => request.split("?")[0] ?? "");
    },
    // tests/server/demo compares the answers of this host with GitHub's description.
    deviations: () => [],
    intended: [],
    fault: undefined,
    stop: () => host.stop(),
  };
  return found;
}

function faultOf(fault: RestFault | undefined): Fault | undefined {
  if (fault && "until" in fault) throw new Error("This host does not wait.");
  if (!fault || !("status" in fault)) return fault;
  const { status, headers, body } = fault;
  return { status, ...(headers && { headers }), body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Read at each request, as the work changes. */
export function githubData(work: Work): HostData {
  const first = work.path;
  return {
    get repository() {
      const [owner = "", name = ""] = work.path.split("/");
      return {
        id: work.projectId,
        owner,
        name,
        formerNames: work.path === first ? [] : [first],
        description: null,
        language: null,
        isPrivate: true,
        defaultBranch: "main",
        createdAt: "2025-01-01T00:00:00Z",
        updatedAt: "2025-01-01T00:00:00Z",
        pushedAt: "2025-01-01T00:00:00Z",
      };
    },
    users: PEOPLE.map((login, index) => ({
      id: index + 1,
      login,
      name: login.toUpperCase(),
      email: null,
      isBot: login.endsWith("bot"),
    })),
    labels: [],
    get issues() {
      return [...work.issues.map(issueOf), ...work.requests.map(requestOf)];
    },
  };
}

const issueOf = (issue: WorkIssue): HostIssue => ({
  number: issue.number,
  title: issue.title,
  body: issue.body,
  author: issue.author,
  assignees: issue.assignee === null ? [] : [issue.assignee],
  labels: issue.labels,
  state: issue.isClosed ? "closed" : "open",
  createdAt: seconds(issue.createdAt),
  updatedAt: seconds(issue.updatedAt),
  closedAt: issue.isClosed ? seconds(issue.updatedAt) : null,
  comments: issue.comments.map(({ id, author, body, at }) => ({
    id,
    author,
    body,
    createdAt: seconds(at),
    updatedAt: seconds(at),
  })),
});

function requestOf(one: WorkRequest): HostIssue {
  const time = seconds(one.updatedAt);
  const end = one.isMerged ? time : null;
  return {
    number: GITHUB_REQUESTS_FROM + one.number,
    title: one.title,
    body: one.body,
    author: one.author,
    assignees: [],
    labels: [],
    state: one.isMerged ? "closed" : "open",
    createdAt: time,
    updatedAt: time,
    closedAt: end,
    isPullRequest: true,
    pull: {
      headRef: one.branch,
      headSha: "f".repeat(40),
      baseSha: "e".repeat(40),
      mergeSha: one.mergeHash,
      mergedAt: end,
      reviews: [{ id: one.id, author: one.reviewer, state: "approved", submittedAt: time, body: "" }],
      files: one.files.map((path) => ({ path, status: "modified", additions: 2, deletions: 1 })),
    },
    comments: [],
  };
}
