import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeRepository, temporaryFolder } from "../server/sources/gitFixture.ts";
import { serveGit } from "./gitHost.ts";
import { type RestAnswer, type RestHost, type RestRequest, isRecord, startRestHost } from "./restHost.ts";
import { type Work, type WorkRequest, at } from "./work.ts";

/** Below the origin, as many installations are. */
export const CONTEXT = "/bitbucket";
/** Rows of a page, whatever is asked for. */
const SIZE = 3;

/** What tests change of the host, beyond its data. */
export interface DataCenterHostOptions {
  version?: string;
  displayName?: string;
  /** `created`: "newest" sorts by the time of creation. */
  order?: "updated" | "created";
  /** More fields of a request, or others. */
  fieldsOf?: (request: WorkRequest) => Record<string, unknown>;
  /** Activities of a request, the newest first; without it, those of its approval. */
  activitiesOf?: (request: WorkRequest) => unknown[];
  buildsOf?: (hash: string) => unknown[];
  repository?: Record<string, unknown>;
  /** Rows of the list of repositories of the project. */
  repositories?: unknown[];
  /** Code Insights and build statuses. */
  reports?: DataCenterReportData;
  /** Answers that visitors get too. */
  isPublic?: boolean;
}

const PEOPLE = ["ada", "grace", "linus", "renovate-bot"];
export const account = (login: string) => ({
  name: login,
  emailAddress: `${login}@corp.example`,
  active: true,
  displayName: login.toUpperCase(),
  id: 100 + PEOPLE.indexOf(login),
  slug: login,
  type: "NORMAL",
});
/** What the host has of reports on commits, by `commit/key`. */
export interface DataCenterReportData {
  readonly reports: Map<string, Record<string, unknown>>;
  readonly annotations: Map<string, Record<string, unknown>[]>;
  readonly builds: Map<string, Record<string, unknown>>;
}

const HASH = /^[0-9a-f]{40}$/;
const refusal = (status: number, message: string, exceptionName: string): RestAnswer => ({
  status,
  body: { errors: [{ context: null, message, exceptionName: `com.atlassian.bitbucket.${exceptionName}` }] },
});
const MISSING = refusal(404, "It does not exist.", "NoSuchEntityException");

/** A page of `values` from `start`, as every list of the API is paged. */
function paged(values: readonly unknown[], { query }: RestRequest): RestAnswer {
  const start = Number(query.get("start") ?? 0);
  const rows = values.slice(start, start + Math.min(SIZE, Number(query.get("limit") ?? 25)));
  const end = start + rows.length;
  const isLastPage = end >= values.length;
  return {
    status: 200,
    body: { size: rows.length, limit: SIZE, isLastPage, values: rows, start, nextPageStart: isLastPage ? null : end },
  };
}

/** A repository of Bitbucket Data Center by its REST API (1.0) and git: https://developer.atlassian.com/server/bitbucket/rest/ */
export async function startBitbucketDataCenterHost(work: Work, options: DataCenterHostOptions = {}): Promise<RestHost> {
  const folder = temporaryFolder();
  const [project = "", slug = ""] = work.path.split("/");
  const repository = join(folder.path, "scm", project, `${slug}.git`);
  mkdirSync(repository, { recursive: true });
  makeRepository(repository, [{ message: "Begin", files: { "README.md": "# Rocket\n" } }]);
  const host = await startRestHost(
    (request, url) => dataCenterAnswer(work, request, options, url),
    (request, response) => {
      if (!request.url?.startsWith(`${CONTEXT}/scm/`)) return false;
      // A token of a project is refused in any other form.
      const isAllowed = options.isPublic === true || request.headers.authorization === `Bearer ${work.token}`;
      if (isAllowed) {
        request.url = request.url.slice(CONTEXT.length);
        serveGit(folder.path, request, response, undefined);
      } else response.writeHead(401, { "www-authenticate": 'Basic realm="Atlassian Bitbucket"' }).end();
      return true;
    },
  );
  const { stop } = host;
  return Object.assign(host, {
    async stop() {
      await stop();
      folder.remove();
    },
  });
}

export function dataCenterAnswer(
  work: Work,
  request: RestRequest,
  options: DataCenterHostOptions,
  url: string,
): RestAnswer {
  const path = request.path.startsWith(CONTEXT) ? request.path.slice(CONTEXT.length) : "";
  if (path === "/rest/api/1.0/application-properties") {
    const { version = "8.19.2", displayName = "Bitbucket" } = options;
    return { status: 200, body: { version, buildNumber: "8019002", buildDate: "1700000000000", displayName } };
  }
  const { authorization } = request.headers;
  const isUser = authorization === `Bearer ${work.token}`;
  if (!isUser && (authorization !== undefined || options.isPublic !== true))
    return refusal(
      401,
      "Authentication failed. Please check your credentials.",
      "auth.IncorrectPasswordAuthenticationException",
    );
  const builds = /^\/rest\/build-status\/1\.0\/commits\/([0-9a-f]{40})$/.exec(path)?.[1];
  if (builds !== undefined) return paged(options.buildsOf?.(builds) ?? [], request);
  const reported = options.reports && reportAnswer(options.reports, path, request);
  if (reported) return reported;
  const found = /^\/rest\/api\/1\.0\/projects\/([^/]+)\/repos(?:\/([^/]+)(\/.*)?)?$/.exec(path);
  if (!found) return MISSING;
  const [, project = "", slug, rest = ""] = found.map((part) => part && decodeURIComponent(part));
  const [ownProject = "", ownSlug = ""] = work.path.split("/");
  if (project.toLowerCase() !== ownProject)
    return refusal(404, `Project ${project} does not exist.`, "project.NoSuchProjectException");
  if (slug === undefined) return paged(options.repositories ?? [], request);
  if (slug === "rocket" && ownSlug !== "rocket") {
    const to = `${url}${CONTEXT}/rest/api/1.0/projects/${ownProject.toUpperCase()}/repos/${ownSlug}${rest}`;
    return { status: 301, body: "", headers: { location: `${to}?${request.query}` } };
  }
  if (slug !== ownSlug)
    return refusal(404, `Repository ${slug} does not exist.`, "repository.NoSuchRepositoryException");
  const key = ownProject.toUpperCase();
  const repository = {
    id: work.projectId,
    slug,
    name: slug,
    state: "AVAILABLE",
    public: false,
    archived: false,
    project: { id: 1, key, type: "NORMAL" },
    ...options.repository,
  };
  if (rest === "")
    return { status: 200, body: repository, headers: isUser ? { "x-ausername": work.account ?? "ada" } : {} };
  return requestAnswer(work, rest, repository, request, options);
}

const millis = (time: string): number => Date.parse(time);

function requestRow(one: WorkRequest, repository: object, options: DataCenterHostOptions) {
  const state = one.isMerged ? "MERGED" : one.isClosed === true ? "DECLINED" : "OPEN";
  return {
    id: one.number,
    version: 1,
    title: one.title,
    description: one.body,
    state,
    open: state === "OPEN",
    closed: state !== "OPEN",
    draft: false,
    createdDate: millis(at(one.number)) - 1000,
    updatedDate: millis(one.updatedAt),
    ...(state !== "OPEN" && { closedDate: millis(one.updatedAt) }),
    fromRef: {
      id: `refs/heads/${one.branch}`,
      displayId: one.branch,
      latestCommit: one.head ?? "f".repeat(40),
      type: "BRANCH",
      repository: { ...repository, ...(one.sourceProject && { id: one.sourceProject }) },
    },
    toRef: { id: "refs/heads/main", displayId: "main", latestCommit: "e".repeat(40), type: "BRANCH", repository },
    locked: false,
    author: { user: account(one.author), role: "AUTHOR", approved: false, status: "UNAPPROVED" },
    reviewers: [
      {
        user: account(one.reviewer),
        role: "REVIEWER",
        approved: true,
        status: "APPROVED",
        lastReviewedCommit: one.head ?? "f".repeat(40),
      },
    ],
    participants: [],
    properties: {
      openTaskCount: 0,
      ...(HASH.test(one.mergeHash ?? "") && {
        mergeCommit: { id: one.mergeHash, displayId: one.mergeHash?.slice(0, 11) },
      }),
    },
    links: { self: [{ href: `http://inside.example:7990/projects/X/repos/y/pull-requests/${one.number}` }] },
    ...options.fieldsOf?.(one),
  };
}

function requestAnswer(
  work: Work,
  rest: string,
  repository: object,
  request: RestRequest,
  options: DataCenterHostOptions,
): RestAnswer {
  if (rest === "/pull-requests") {
    const { query } = request;
    const state = query.get("state") ?? "OPEN";
    const time = (one: WorkRequest): number => (options.order === "created" ? one.number : millis(one.updatedAt));
    const sign = query.get("order") === "OLDEST" ? 1 : -1;
    const rows = work.requests
      .toSorted((a, b) => sign * (time(a) - time(b)))
      .map((one) => requestRow(one, repository, options))
      .filter((row) => state === "ALL" || row.state === state);
    return paged(rows, request);
  }
  const [, number, part = ""] = /^\/pull-requests\/(\d+)(\/\w+)?$/.exec(rest) ?? [];
  const one = work.requests.find((other) => String(other.number) === number);
  if (!one) return refusal(404, `Pull request ${number} does not exist.`, "pull.NoSuchPullRequestException");
  switch (part) {
    case "":
      return { status: 200, body: requestRow(one, repository, options) };
    case "/activities": {
      const approval = {
        id: one.number * 10,
        createdDate: millis(one.updatedAt),
        user: account(one.reviewer),
        action: "APPROVED",
      };
      return paged(options.activitiesOf?.(one) ?? [approval], request);
    }
    case "/changes":
      return paged(
        one.files.map((file) => ({
          contentId: "a".repeat(40),
          path: { components: file.split("/"), name: file, toString: file },
          type: "MODIFY",
          nodeType: "FILE",
        })),
        request,
      );
    case "/commits":
      return paged(
        [
          {
            id: one.head ?? "f".repeat(40),
            message: "Do it\n\nWell",
            author: { name: "ada", emailAddress: "ada@corp.example" },
            authorTimestamp: millis(one.updatedAt),
          },
        ],
        request,
      );
    default:
      return MISSING;
  }
}

const isOneOf = (value: unknown, names: readonly string[]): boolean =>
  typeof value === "string" && names.includes(value);
const isText = (value: unknown, longest: number): boolean =>
  typeof value === "string" && value !== "" && value.length <= longest;

/** As the description of the API restricts them. Undefined for a call that is none of these. */
function reportAnswer(
  { reports, annotations, builds }: DataCenterReportData,
  path: string,
  { method, body, query }: RestRequest,
): RestAnswer | undefined {
  const sent: Record<string, unknown> = isRecord(body) ? body : {};
  const [, commit, key, tail = ""] =
    /^\/rest\/insights\/1\.0\/projects\/ACME\/repos\/rocket\/commits\/([0-9a-f]{40})\/reports\/([\w-]+)(\/annotations)?$/.exec(
      path,
    ) ?? [];
  const id = `${commit}/${key}`;
  if (commit !== undefined && tail === "" && method === "PUT") {
    const data = Array.isArray(sent["data"]) ? sent["data"] : [];
    const isRight =
      isText(sent["title"], 450) && isText(sent["details"], 2000) && isOneOf(sent["result"], ["PASS", "FAIL"]);
    if (!isRight || data.length > 6 || !URL.canParse(String(sent["link"])))
      return refusal(400, "Invalid", "InvalidException");
    reports.set(id, sent);
    return { status: 200, body: { ...sent, key } };
  }
  if (commit !== undefined && !reports.has(id)) return MISSING;
  if (commit !== undefined && method === "DELETE") {
    annotations.delete(id);
    return { status: 204, body: "" };
  }
  if (commit !== undefined && method === "POST") {
    const rows = Array.isArray(sent["annotations"]) ? sent["annotations"].filter(isRecord) : [];
    const isRight = rows.every(
      (row) => isText(row["message"], 2000) && isOneOf(row["severity"], ["LOW", "MEDIUM", "HIGH"]),
    );
    if (!isRight || rows.length === 0) return refusal(400, "Invalid", "InvalidException");
    // It has no rule that one is there already.
    annotations.set(id, [...(annotations.get(id) ?? []), ...rows]);
    return { status: 204, body: "" };
  }
  const [, built] = /\/commits\/([0-9a-f]{40})\/builds$/.exec(path) ?? [];
  if (built === undefined) return undefined;
  if (method === "GET") {
    const found = builds.get(`${built}/${query.get("key")}`);
    return found ? { status: 200, body: found } : MISSING;
  }
  const isRight =
    isText(sent["key"], 255) && isOneOf(sent["state"], ["SUCCESSFUL", "FAILED"]) && URL.canParse(String(sent["url"]));
  if (!isRight) return refusal(400, "Invalid", "InvalidException");
  builds.set(`${built}/${String(sent["key"])}`, sent);
  return { status: 204, body: "" };
}
