import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "./restHost.ts";
import { gitlabReports } from "./gitlabReports.ts";
import { gitlabWrites } from "./gitlabWrites.ts";
import { publishedCheck } from "./published/publishedCheck.ts";
import { PEOPLE, type Work, type WorkIssue, type WorkRequest } from "./work.ts";

const user = (login: string) => ({
  id: PEOPLE.indexOf(login) + 1,
  username: login,
  name: login.toUpperCase(),
  state: "active",
});
const missing: RestAnswer = { status: 404, body: { message: "404 Project Not Found" } };

/** What is sent to GitLab and what it answers, as it publishes both. */
export const GITLAB_CHECK = publishedCheck("gitlab", {
  prefix: "/api/v4",
  undocumentedParameters: {
    "GET /groups/{id} with_projects": "https://docs.gitlab.com/api/groups/ has it, and the declarations do not",
  },
});

/** GitLab's REST API (v4) over a project: https://docs.gitlab.com/api/ */
export const startGitlabHost = (work: Work): Promise<RestHost> =>
  startRestHost((request, url) => gitlabAnswer(work, request, url), undefined, GITLAB_CHECK);

/** The answer of GitLab's API to one request. */
export function gitlabAnswer(work: Work, request: RestRequest, url: string): RestAnswer {
  const token = request.headers["private-token"] ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token !== undefined && token !== work.token) return { status: 401, body: { message: "401 Unauthorized" } };
  const path = /^\/api\/v4(\/.*)$/.exec(request.path)?.[1];
  if (path === undefined) return { status: 404, body: "<!doctype html><title>404</title>" };
  if (path === "/user") return { status: 200, body: user(work.account ?? "ada") };
  if (path === "/personal_access_tokens/self") return { status: 200, body: { scopes: ["read_api"] } };
  const [, name = "", rest = ""] = /^\/projects\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (![String(work.projectId), work.path].includes(decodeURIComponent(name))) return missing;
  return project(work, rest, request, url);
}

function project(work: Work, rest: string, request: RestRequest, url: string): RestAnswer {
  const page = `${url}/${work.path}`;
  const issueRow = (issue: WorkIssue) => ({
    id: issue.id,
    iid: issue.number,
    project_id: work.projectId,
    title: issue.title,
    description: issue.body,
    state: issue.isClosed ? "closed" : "opened",
    web_url: `${page}/-/issues/${issue.number}`,
    author: user(issue.author),
    assignees: issue.assignee === null ? [] : [user(issue.assignee)],
    labels: issue.labels,
    issue_type: "issue",
    confidential: issue.isHidden ?? false,
    user_notes_count: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.isClosed ? issue.updatedAt : null,
    closed_by: issue.isClosed ? user("linus") : null,
    ...issue.fields,
  });
  const requestRow = (one: WorkRequest) => ({
    id: one.id,
    iid: one.number,
    title: one.title,
    description: one.body,
    state: one.isMerged ? "merged" : one.isClosed === true ? "closed" : "opened",
    draft: false,
    author: user(one.author),
    source_branch: one.branch,
    target_branch: "main",
    sha: one.head ?? "f".repeat(40),
    merge_commit_sha: one.mergeHash,
    web_url: `${page}/-/merge_requests/${one.number}`,
    created_at: one.updatedAt,
    updated_at: one.updatedAt,
    merged_at: one.isMerged ? one.updatedAt : null,
  });
  if (rest === "") {
    return {
      status: 200,
      body: {
        id: work.projectId,
        path_with_namespace: work.path,
        visibility: "private",
        default_branch: "main",
        issues_enabled: true,
      },
    };
  }
  const reported = gitlabReports(work, rest, request, requestRow);
  if (reported) return reported;
  const written = gitlabWrites(work, rest, request, issueRow);
  if (written) return written;
  const links = work.linksAt ?? url;
  if (rest === "/issues") return listed(work.issues, issueRow, request, links, work.mostOffset);
  if (rest === "/releases") {
    const body = [
      {
        tag_name: "v2.0",
        name: "Two",
        description: "Notes",
        author: user("ada"),
        created_at: "2025-02-01T00:00:00.000Z",
        released_at: "2025-02-01T00:00:00.000Z",
        upcoming_release: false,
        _links: { self: `${page}/-/releases/v2.0` },
      },
    ];
    return { status: 200, body };
  }
  if (rest === "/merge_requests") return listed(work.requests, requestRow, request, links, work.mostOffset);
  const [, number, part, kind] =
    /^\/issues\/(\d+)(\/notes|\/links|\/resource_(state|label|milestone)_events)?$/.exec(rest) ?? [];
  const issue = work.issues.find((one) => String(one.number) === number);
  if (issue && kind !== undefined) {
    if (!issue.changes) return { status: 404, body: { error: "404 Not Found" } };
    return pageOf(issue.changes[kind as "state"], request, links);
  }
  if (issue && part === "/links") return pageOf(issue.links ?? [], request, links);
  if (issue && part === "/notes") {
    const rows = issue.comments.map(({ id, author, body, at, hidden, isSystem = false }) => ({
      id,
      body,
      author: user(author),
      system: isSystem,
      // Both names, as GitLab answers since 15.5; older versions know `confidential` alone.
      confidential: hidden !== undefined,
      ...(work.isOld ? {} : { internal: hidden !== undefined }),
      created_at: at,
      updated_at: at,
    }));
    return { status: 200, body: request.query.get("sort") === "desc" ? rows.toReversed() : rows };
  }
  if (issue) return { status: 200, body: issueRow(issue) };
  const [, iid, what] = /^\/merge_requests\/(\d+)\/(notes|diffs)$/.exec(rest) ?? [];
  const one = work.requests.find((other) => String(other.number) === iid);
  if (one && what === "diffs") {
    const body = one.files.map((file) => ({ old_path: file, new_path: file, diff: "@@ -1 +1,2 @@\n-a\n+b\n+c\n" }));
    return { status: 200, body };
  }
  if (one) {
    const note = { author: user(one.reviewer), created_at: one.updatedAt, updated_at: one.updatedAt };
    const body = [
      { id: one.id * 10, body: "approved this merge request", system: true, ...note },
      { id: one.id * 10 + 1, body: "Thanks", system: false, ...note, author: user(one.author) },
      ...(one.internalNotes ?? []).map((said, index) => ({
        id: one.id * 10 + 2 + index,
        body: said,
        system: false,
        internal: true,
        ...note,
        author: user("linus"),
      })),
    ];
    return { status: 200, body };
  }
  return { status: 404, body: { message: "404 Not found" } };
}

/** A list as GitLab pages it: by number, with a link to the next. */
function listed<T extends { number: number; createdAt?: string; updatedAt: string }>(
  all: readonly T[],
  row: (item: T) => unknown,
  { query, path }: RestRequest,
  url: string,
  mostOffset = 50_000,
): RestAnswer {
  // Without this a list shows what the caller has made.
  const mine = query.get("scope") === "all" ? all : [];
  const numbers = query.getAll("iids[]");
  const by = (item: T) =>
    query.get("order_by") === "updated_at" ? item.updatedAt : (item.createdAt ?? item.updatedAt);
  const sign = query.get("sort") === "asc" ? 1 : -1;
  const since = Date.parse(query.get("updated_after") ?? "");
  const made = Date.parse(query.get("created_after") ?? "");
  const found = mine
    .filter(({ number }) => numbers.length === 0 || numbers.includes(String(number)))
    .filter((item) => Number.isNaN(since) || Date.parse(item.updatedAt) >= since)
    .filter((item) => Number.isNaN(made) || Date.parse(item.createdAt ?? item.updatedAt) >= made)
    .toSorted((a, b) => sign * by(a).localeCompare(by(b)));
  if ((Number(query.get("page") ?? 1) - 1) * Math.min(100, Number(query.get("per_page") ?? 20)) >= mostOffset) {
    const error = `Offset pagination has a maximum allowed offset of ${mostOffset} for requests that return objects of type Issue.`;
    return { status: 405, body: { error } };
  }
  return pageOf(found.map(row), { query, path }, url);
}

/** One page of a list, with a link to the next. */
function pageOf(
  rows: readonly unknown[],
  { query, path }: Pick<RestRequest, "query" | "path">,
  url: string,
): RestAnswer {
  const size = Math.min(100, Number(query.get("per_page") ?? 20));
  const page = Number(query.get("page") ?? 1);
  const next = new URLSearchParams(query);
  next.set("page", String(page + 1));
  const hasNext = page * size < rows.length;
  return {
    status: 200,
    body: rows.slice((page - 1) * size, page * size),
    headers: {
      "x-total": String(rows.length),
      "x-next-page": hasNext ? String(page + 1) : "",
      ...(hasNext && { link: `<${url}${path}?${next}>; rel="next"` }),
      "ratelimit-remaining": "1999",
    },
  };
}
