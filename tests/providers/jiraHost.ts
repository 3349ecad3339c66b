import { type RestAnswer, type RestHost, type RestRequest, isRecord, startRestHost } from "./restHost.ts";
import { jiraWrites } from "./jiraWrites.ts";
import { publishedCheck } from "./published/publishedCheck.ts";
import { PEOPLE, type Work, type WorkIssue } from "./work.ts";

const user = (login: string) => ({
  accountId: `acc-${PEOPLE.indexOf(login)}`,
  displayName: login,
  accountType: login.endsWith("bot") ? "app" : "atlassian",
});
const adf = (text: string) => ({
  type: "doc",
  version: 1,
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
/** Jira writes its zone without a colon. */
const stamp = (time: string) => time.replace("Z", "+0000");
const SHOWN = 1;
/** Time zone of the token's owner, in which a time in a query is read. */
const ZONE = "America/New_York";
/** `2025-01-01 10:00` in that zone as milliseconds. New York is five hours behind in winter; the tests' data begin there. */
function instant(text: string): number {
  const asUtc = Date.parse(`${text.replace(" ", "T")}:00Z`);
  const shown = new Date(asUtc).toLocaleString("sv-SE", { timeZone: ZONE });
  return asUtc + (asUtc - Date.parse(`${shown.replace(" ", "T")}Z`));
}

const CHECK = publishedCheck("jira", {
  undocumented: {
    "GET /rest/api/2/serverInfo":
      "It is asked before it is known which kind of Jira answers; Data Center has no version 3.",
  },
});

/** Jira Cloud's REST API (v3) over one project: https://developer.atlassian.com/cloud/jira/platform/rest/v3/ */
export const startJiraHost = (work: Work): Promise<RestHost> =>
  startRestHost(
    (request) => {
      const { authorization } = request.headers;
      const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? basic(authorization);
      if (token !== undefined && token !== work.token) return { status: 401, body: "<html>Unauthorized</html>" };
      const path = /^\/rest\/api\/3(\/.*)$/.exec(request.path)?.[1];
      const key = work.path.replace(/.*\//, "").toUpperCase();
      if (path === undefined) return { status: 404, body: "<!doctype html><title>404</title>" };
      if (path === "/myself") return { status: 200, body: { ...user("ada"), timeZone: ZONE } };
      if (path === "/search") return { status: 410, body: { errorMessages: ["The requested API has been removed."] } };
      if (path === `/project/${key}` || path === `/project/${work.projectId}`) {
        return { status: 200, body: { id: String(work.projectId), key, name: "Rocket", isPrivate: true } };
      }
      if (path === "/field") return { status: 200, body: work.fields ?? [] };
      if (path === "/status") return { status: 200, body: work.statuses ?? [] };
      if (path === "/search/jql") return search(work, key, request);
      if (path === "/search/approximate-count") return { status: 200, body: { count: matching(work, request).length } };
      if (path === "/issue/bulkfetch") return bulkFetch(work, key, request);
      const written = jiraWrites(work, key, path, request);
      if (written) return written;
      const [, id, part] = /^\/issue\/([^/]+)(?:\/(comment|changelog))?$/.exec(path) ?? [];
      const issue = work.issues.find((one) => id === String(one.id) || id === `${key}-${one.number}`);
      if (!issue)
        return { status: 404, body: { errorMessages: ["Issue does not exist or you do not have permission."] } };
      const rows = issue.comments.map(commentRow);
      const from = Number(request.query.get("startAt") ?? 0);
      if (part === "comment" && request.query.get("orderBy") === "-created")
        return { status: 200, body: { total: rows.length, startAt: 0, comments: rows.toReversed().slice(0, 50) } };
      if (part === "comment")
        return { status: 200, body: { total: rows.length, startAt: from, comments: rows.slice(from, from + 2) } };
      if (part === "changelog") return { status: 200, body: { total: 0, values: [] } };
      return { status: 200, body: row(work, key, issue, null) };
    },
    undefined,
    CHECK,
  );

const basic = (header: string | undefined): string | undefined =>
  /^Basic (.+)$/.exec(header ?? "")?.[1] &&
  Buffer.from(/^Basic (.+)$/.exec(header ?? "")?.[1] ?? "", "base64")
    .toString()
    .split(":")
    .at(-1);

const bodyOf = ({ body }: RestRequest): Record<string, unknown> => (isRecord(body) ? body : {});

/** The few words of JQL that a connector needs; an unbounded query is refused as Jira does. */
function matching(work: Work, request: RestRequest): WorkIssue[] {
  const jql = String(bodyOf(request)["jql"]);
  const [, time] = /updated >= "(\d{4}-\d\d-\d\d \d\d:\d\d)"/.exec(jql) ?? [];
  const since = time === undefined ? 0 : instant(time);
  const ids = /id in \(([^)]*)\)/.exec(jql)?.[1]?.split(", ");
  const project = /project = (\w+)/.exec(jql)?.[1];
  return work.issues.filter(
    (issue) =>
      Date.parse(issue.updatedAt) >= since &&
      (!ids || ids.includes(String(issue.id))) &&
      (project === undefined || project === String(work.projectId)),
  );
}

function search(work: Work, key: string, request: RestRequest): RestAnswer {
  const body = bodyOf(request);
  const jql = String(body["jql"]);
  // Times in any other form than the documented one are refused.
  if (/updated >= (?!"\d{4}-\d\d-\d\d \d\d:\d\d")/.test(jql))
    return { status: 400, body: { errorMessages: ["Date value is invalid."] } };
  if (!/project =|updated >=|id in/.test(jql)) return { status: 400, body: { errorMessages: ["Unbounded JQL"] } };
  const by = /ORDER BY created/.test(jql) ? "createdAt" : "updatedAt";
  const sign = /DESC/.test(jql) ? -1 : 1;
  const found = matching(work, request).toSorted((a, b) => sign * a[by].localeCompare(b[by]));
  const size = Math.min(Number(body["maxResults"] ?? 50), 100);
  const from = Number(body["nextPageToken"] ?? 0);
  const fields = Array.isArray(body["fields"]) ? body["fields"].map(String) : ["id"];
  const isLast = from + size >= found.length;
  return {
    status: 200,
    body: {
      issues: found.slice(from, from + size).map((issue) => row(work, key, issue, fields)),
      isLast,
      ...(!isLast && { nextPageToken: String(from + size) }),
    },
  };
}

/** Issues by their ids or keys. What does not exist, or may not be seen, is missing in the answer. */
function bulkFetch(work: Work, key: string, request: RestRequest): RestAnswer {
  const { issueIdsOrKeys: asked, fields } = bodyOf(request);
  if (request.method !== "POST" || !Array.isArray(asked) || asked.length > 100)
    return { status: 400, body: { errorMessages: ["issueIdsOrKeys"] } };
  const wanted = new Set(asked.map(String));
  const found = work.issues.filter(({ id, number }) => wanted.has(String(id)) || wanted.has(`${key}-${number}`));
  const names = Array.isArray(fields) ? fields.map(String) : null;
  return {
    status: 200,
    body: { issues: found.map((issue) => row(work, key, issue, names)), issueErrors: [] },
  };
}

const commentRow = ({ id, author, body, document, at, hidden }: WorkIssue["comments"][number]) => ({
  id: String(id),
  jsdPublic: hidden !== "internal",
  ...(hidden === "role" && {
    visibility: { type: "role", value: "Administrators", identifier: "Administrators" },
  }),
  author: user(author),
  body: document ?? adf(body),
  created: stamp(at),
  updated: stamp(at),
});

function row(work: Work, key: string, issue: WorkIssue, fields: readonly string[] | null) {
  const all: Record<string, unknown> = {
    summary: issue.title,
    description: adf(issue.body),
    status: { name: issue.isClosed ? "Done" : "To Do", statusCategory: { key: issue.isClosed ? "done" : "new" } },
    issuetype: { name: "Bug" },
    priority: { name: "High" },
    project: { id: String(work.projectId), key },
    creator: user(issue.author),
    reporter: user(issue.author),
    assignee: issue.assignee === null ? null : user(issue.assignee),
    labels: issue.labels,
    security: issue.isHidden
      ? { self: "https://example.org/rest/api/3/securitylevel/10021", id: "10021", name: "Only us", description: "" }
      : null,
    // The search shows the first comments alone.
    comment: { total: issue.comments.length, comments: issue.comments.slice(0, SHOWN).map(commentRow) },
    created: stamp(issue.createdAt),
    updated: stamp(issue.updatedAt),
    resolutiondate: issue.isClosed ? stamp(issue.updatedAt) : null,
    ...issue.fields,
  };
  return {
    id: String(issue.id),
    key: `${key}-${issue.number}`,
    fields: Object.fromEntries(Object.entries(all).filter(([name]) => fields === null || fields.includes(name))),
    changelog: {
      total: 1,
      histories: [
        {
          id: String(issue.id * 10),
          author: user("ada"),
          created: stamp(issue.createdAt),
          items: [{ field: "status", fromString: "Backlog", toString: "To Do" }],
        },
      ],
    },
  };
}
