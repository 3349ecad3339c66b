import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "./restHost.ts";
import { jiraWrites } from "./jiraWrites.ts";
import { PEOPLE, type Work, type WorkIssue } from "./work.ts";

/** The context path of the site, as behind many installations. */
export const CONTEXT = "/jira";
/** Fewer rows than a client asks for: `jira.search.views.default.max` of the host. */
const MOST_ROWS = 40;
/** Time zone of the token's owner, in which a time in a query is read. */
const ZONE = "America/New_York";

/** A saved filter, and the board that shows it: issues with the label `bug`. */
export const FILTER = 10_100;
export const BOARD = 12;

/** How a host differs from a present one. */
export interface DataCenterHostOptions {
  readonly version?: string;
  /** The texts of the fields and comments of an issue, in wiki markup. */
  readonly fieldsOf?: (issue: WorkIssue) => Record<string, unknown>;
  /** Called before a page of a search is answered. */
  readonly onSearch?: (jql: string, startAt: number) => void;
  readonly isServiceProject?: boolean;
}

/** Jira Server and Data Center's REST API (v2) over one project: https://docs.atlassian.com/software/jira/docs/api/REST/9.12.0/ */
export const startJiraDataCenterHost = (work: Work, options: DataCenterHostOptions = {}): Promise<RestHost> =>
  startRestHost((request, url) => {
    const { authorization } = request.headers;
    const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? passwordOf(authorization);
    if (token !== undefined && token !== work.token)
      return {
        status: 401,
        body: "<html><head><title>Unauthorized (401)</title></head></html>",
        headers: { "x-seraph-loginreason": "AUTHENTICATED_FAILED", "www-authenticate": 'OAuth realm="Jira"' },
      };
    if (!request.path.startsWith(`${CONTEXT}/`))
      return { status: 302, body: "", headers: { location: `${url}${CONTEXT}${request.path}?${request.query}` } };
    if (request.path === `${CONTEXT}/rest/agile/1.0/board/${BOARD}/configuration`)
      return { status: 200, body: { id: BOARD, name: "Rocket board", type: "scrum", filter: { id: String(FILTER) } } };
    const path = /^\/jira\/rest\/api\/2(\/.*)$/.exec(request.path)?.[1];
    if (path === undefined)
      return { status: 404, body: "<!DOCTYPE html><title>Oops, you've found a dead link.</title>" };
    return answer(work, path, request, {
      ...options,
      self: `${url}${CONTEXT}/rest/api/2`,
      isVisitor: token === undefined,
    });
  });

interface Answering extends DataCenterHostOptions {
  readonly self: string;
  readonly isVisitor: boolean;
}

function answer(work: Work, path: string, request: RestRequest, options: Answering): RestAnswer {
  const { version = "9.12.4", self, isVisitor } = options;
  const key = work.path.replace(/.*\//, "").toUpperCase();
  const project = {
    self: `${self}/project/${work.projectId}`,
    id: String(work.projectId),
    key,
    name: "Rocket",
    projectTypeKey: options.isServiceProject ? "service_desk" : "software",
  };
  if (path === "/serverInfo")
    return {
      status: 200,
      body: {
        baseUrl: self.replace("/rest/api/2", ""),
        version,
        versionNumbers: version.split(".").map(Number),
        deploymentType: "Server",
        buildNumber: 912_004,
        serverTitle: "Jira",
      },
    };
  if (path === "/myself")
    return isVisitor
      ? { status: 401, body: { message: "Client must be authenticated to access this resource.", "status-code": 401 } }
      : { status: 200, body: { ...user("ada", self), timeZone: ZONE, locale: "en_US" } };
  if (path === "/project") return { status: 200, body: [project] };
  if (path === `/project/${key}` || path === `/project/${work.projectId}`)
    return {
      status: 200,
      body: { ...project, description: "", lead: user("ada", self), components: [], versions: [] },
    };
  if (path === `/filter/${FILTER}`)
    return { status: 200, body: { id: String(FILTER), name: "Bugs of Rocket", jql: "labels = bug", favourite: true } };
  if (path === "/status") return { status: 200, body: work.statuses ?? [] };
  if (path === "/search") return search(work, request, { ...options, project });
  const written = jiraWrites(work, key, path, request, "data_center");
  if (written) return written;
  const [, id, part] = /^\/issue\/([^/]+)(\/comment)?$/.exec(path) ?? [];
  const issue = work.issues.find((one) => id === String(one.id) || id === `${key}-${one.number}`);
  if (!issue) return { status: 404, body: { errorMessages: ["Issue Does Not Exist"], errors: {} } };
  if (part === undefined)
    return { status: 200, body: rowOf(issue, { ...options, project }, fieldsOf(request), request.query.get("expand")) };
  const from = Number(request.query.get("startAt") ?? 0);
  const rows = issue.comments.map((one) => commentOf(one, self, request.query.get("expand") === "properties"));
  if (request.query.get("orderBy") === "-created") rows.reverse();
  return {
    status: 200,
    body: { startAt: from, maxResults: 2, total: rows.length, comments: rows.slice(from, from + 2) },
  };
}

const passwordOf = (header: string | undefined): string | undefined => {
  const given = /^Basic (.+)$/.exec(header ?? "")?.[1];
  return given === undefined ? undefined : Buffer.from(given, "base64").toString().split(":").slice(1).join(":");
};

/** A user of a version since 8.4, whose key is no name. */
const user = (name: string, self: string) => ({
  self: `${self}/user?username=${name}`,
  name,
  key: `JIRAUSER1010${PEOPLE.indexOf(name)}`,
  emailAddress: `${name}@corp.example`,
  avatarUrls: { "48x48": `${self}/useravatar?ownerId=${name}` },
  displayName: name,
  active: true,
  timeZone: ZONE,
});

/** `2025-01-01 10:00` in the zone of the token's owner as milliseconds. */
function instant(text: string): number {
  const asUtc = Date.parse(`${text.replace(" ", "T")}:00Z`);
  const shown = new Date(asUtc).toLocaleString("sv-SE", { timeZone: ZONE });
  return asUtc + (asUtc - Date.parse(`${shown.replace(" ", "T")}Z`));
}

/** Jira writes the zone of its server without a colon. */
const stamp = (time: string): string =>
  `${new Date(Date.parse(time) + 2 * 3_600_000).toISOString().replace("Z", "")}+0200`;

type Rows = Answering & { readonly project: Record<string, unknown> };

function search(work: Work, { query }: RestRequest, options: Rows): RestAnswer {
  const jql = query.get("jql") ?? "";
  if (/updated >= (?!"\d{4}-\d\d-\d\d \d\d:\d\d")/.test(jql))
    return { status: 400, body: { errorMessages: ["Date value is invalid."], errors: {} } };
  const startAt = Number(query.get("startAt") ?? 0);
  options.onSearch?.(jql, startAt);
  const [, time] = /updated >= "(\d{4}-\d\d-\d\d \d\d:\d\d)"/.exec(jql) ?? [];
  const ids = /id in \(([^)]*)\)/.exec(jql)?.[1]?.split(", ");
  const unknown = ids?.find((id) => !work.issues.some((one) => String(one.id) === id));
  if (unknown !== undefined && query.get("validateQuery") !== "false")
    return {
      status: 400,
      body: { errorMessages: [`A value with ID '${unknown}' does not exist for the field 'id'.`], errors: {} },
    };
  const project = /project = (\w+)/.exec(jql)?.[1];
  const by = /ORDER BY created/.test(jql) ? "createdAt" : "updatedAt";
  const sign = /DESC/.test(jql) ? -1 : 1;
  const found = work.issues
    .filter((issue) => time === undefined || Date.parse(issue.updatedAt) >= instant(time))
    .filter((issue) => !ids || ids.includes(String(issue.id)))
    .filter(({ labels }) => !jql.includes(`filter = ${FILTER}`) || labels.includes("bug"))
    .filter(() => project === undefined || project === options.project["id"])
    .toSorted((a, b) => sign * a[by].localeCompare(b[by]) || a.number - b.number);
  const maxResults = Math.min(Number(query.get("maxResults") ?? 50), MOST_ROWS);
  const issues = found.slice(startAt, startAt + maxResults);
  return {
    status: 200,
    body: {
      expand: "schema,names",
      startAt,
      maxResults,
      total: found.length,
      issues: issues.map((issue) => rowOf(issue, options, fieldsOf({ query }), query.get("expand"))),
    },
  };
}

const fieldsOf = ({ query }: Pick<RestRequest, "query">): readonly string[] | null =>
  query.get("fields")?.split(",") ?? null;

const commentOf = (
  { id, author, body, at, hidden }: WorkIssue["comments"][number],
  self: string,
  hasProperties: boolean,
) => ({
  self: `${self}/issue/1/comment/${id}`,
  id: String(id),
  author: user(author, self),
  body,
  updateAuthor: user(author, self),
  created: stamp(at),
  updated: stamp(at),
  ...(hidden === "role" && { visibility: { type: "role", value: "Administrators" } }),
  ...(hasProperties && {
    properties: hidden === "internal" ? [{ key: "sd.public.comment", value: { internal: true } }] : [],
  }),
});

function rowOf(issue: WorkIssue, options: Rows, fields: readonly string[] | null, expand: string | null) {
  const { self, project } = options;
  const all: Record<string, unknown> = {
    summary: issue.title,
    description: issue.body,
    status: {
      name: issue.isClosed ? "Done" : "To Do",
      statusCategory: { id: 3, key: issue.isClosed ? "done" : "new", name: "Done" },
    },
    issuetype: { id: "1", name: "Bug", subtask: false },
    priority: { id: "2", name: "High" },
    project,
    creator: user(issue.author, self),
    reporter: user(issue.author, self),
    assignee: issue.assignee === null ? null : user(issue.assignee, self),
    labels: issue.labels,
    security: issue.isHidden ? { id: "10021", name: "Only us", description: "" } : null,
    comment: {
      comments: issue.comments.map((one) => commentOf(one, self, false)),
      maxResults: issue.comments.length,
      total: issue.comments.length,
      startAt: 0,
    },
    created: stamp(issue.createdAt),
    updated: stamp(issue.updatedAt),
    resolutiondate: issue.isClosed ? stamp(issue.updatedAt) : null,
    ...options.fieldsOf?.(issue),
  };
  const histories = [
    {
      id: String(issue.id * 10),
      author: user("ada", self),
      created: stamp(issue.createdAt),
      items: [{ field: "status", fieldtype: "jira", from: "1", fromString: "Backlog", to: "2", toString: "To Do" }],
    },
  ];
  return {
    expand: "operations,versionedRepresentations,editmeta,changelog,renderedFields",
    id: String(issue.id),
    self: `${self}/issue/${issue.id}`,
    key: `${String(project["key"])}-${issue.number}`,
    fields: Object.fromEntries(Object.entries(all).filter(([name]) => fields === null || fields.includes(name))),
    ...(expand?.includes("changelog") && {
      changelog: { startAt: 0, maxResults: histories.length, total: histories.length, histories },
    }),
  };
}
