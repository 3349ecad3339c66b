/**
 * The repositories of an organisation, a group or a workspace, answered as the APIs of GitHub (`/orgs/{org}/repos`), GitLab
 * (`/groups/{id}/projects`) and Bitbucket (`/repositories/{workspace}`) publish it: pages with links, totals, and 404 for what a token may not see.
 */
import { BITBUCKET_CHECK } from "./bitbucketHost.ts";
import { GITLAB_CHECK } from "./gitlabHost.ts";
import type { CallCheck } from "./published/publishedCheck.ts";
import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "./restHost.ts";

export interface HostRepository {
  id: number;
  /** Below the group. */
  name: string;
  archived?: boolean;
  fork?: boolean;
  empty?: boolean;
  private?: boolean;
  topics?: string[];
  hasIssues?: boolean;
}

export interface GroupData {
  /** `acme`, or `acme/tools` at GitLab. */
  path: string;
  /** An account of a person. */
  isUser?: boolean;
  repositories: HostRepository[];
  /** The one token that sees private repositories; public ones are for all. */
  token?: string;
  /** Rows that no host of this kind would send, at the end of the first page. */
  odd?: unknown[];
  /** Pages have no links to the next one, as behind a proxy that removes them. */
  hasNoLinks?: boolean;
  /** The default branch of all repositories. */
  branch?: string;
}

const NOT_FOUND: RestAnswer = { status: 404, body: { message: "Not Found" } };

export const startGroupHost = (data: GroupData): Promise<RestHost> =>
  startRestHost(
    (request, url) => answer(data, request, url),
    undefined,
    (request, sent) => (data.odd === undefined ? checkOf(request)(request, sent) : []),
  );

/** GitHub's answers are those of its demo host, which tests/server/demo compares with its description. */
function checkOf({ path }: Pick<RestRequest, "path">): CallCheck {
  if (path.startsWith("/2.0/")) return BITBUCKET_CHECK;
  return path.startsWith("/api/v4/") ? GITLAB_CHECK : () => [];
}

function answer(data: GroupData, request: RestRequest, url: string): RestAnswer {
  const path = request.path.replace(/^\/api\/v[34]/, "");
  const [, owner = ""] = /^([^/]+)/.exec(data.path) ?? [];
  const seen = data.repositories.filter((one) => !one.private || hasToken(data, request));
  if (path.startsWith("/2.0/")) return bitbucket(data, seen, request, url);
  if (request.path.startsWith("/api/v4/")) return gitlab(data, seen, request, url);
  if (path.toLowerCase() === `/users/${owner}`)
    return { status: 200, body: { id: 1, login: owner, type: data.isUser ? "User" : "Organization" } };
  if (path === "/user" && hasToken(data, request)) return { status: 200, body: { id: 1, login: owner, type: "User" } };
  const list = data.isUser ? [`/users/${owner}/repos`, "/user/repos"] : [`/orgs/${owner}/repos`];
  if (!list.includes(path)) return NOT_FOUND;
  return linked(request, url, seen, data, (one) => ({
    id: one.id,
    name: one.name,
    full_name: `${owner}/${one.name}`,
    private: one.private ?? false,
    html_url: `https://elsewhere.example/${one.name}`,
    archived: one.archived ?? false,
    fork: one.fork ?? false,
    size: one.empty ? 0 : 42,
    topics: one.topics ?? [],
    has_issues: one.hasIssues ?? true,
    default_branch: data.branch ?? "main",
  }));
}

function gitlab(data: GroupData, seen: readonly HostRepository[], request: RestRequest, url: string): RestAnswer {
  const path = decodeURIComponent(request.path.replace("/api/v4", ""));
  if (path === `/groups/${data.path}` && !data.isUser)
    return { status: 200, body: { id: 7, full_path: data.path, name: data.path } };
  if (path === "/users" && data.isUser && request.query.get("username") === data.path)
    return { status: 200, body: [{ id: 7, username: data.path }] };
  if (path === "/users") return { status: 200, body: [] };
  if (path !== (data.isUser ? "/users/7/projects" : "/groups/7/projects"))
    return { status: 404, body: { message: "404 Group Not Found" } };
  return linked(request, url, seen, data, (one) => ({
    id: one.id,
    path_with_namespace: `${data.path}/${one.name}`,
    visibility: one.private ? "private" : "public",
    archived: one.archived ?? false,
    empty_repo: one.empty ?? false,
    ...(one.fork && { forked_from_project: { id: 1 } }),
    topics: one.topics ?? [],
    issues_access_level: one.hasIssues === false ? "disabled" : "enabled",
    default_branch: data.branch ?? "main",
    web_url: `https://elsewhere.example/${one.name}`,
  }));
}

function bitbucket(data: GroupData, seen: readonly HostRepository[], request: RestRequest, url: string): RestAnswer {
  if (request.path !== `/2.0/repositories/${data.path}`) return { status: 404, body: { type: "error" } };
  const { page, rows, last } = pageOf(request, seen, "pagelen");
  const next = new URL(`${request.path}?${request.query.toString()}`, url);
  next.searchParams.set("page", String(page + 1));
  return {
    status: 200,
    body: {
      size: seen.length,
      ...(page < last && { next: next.href }),
      values: rows.map((one) => ({
        type: "repository",
        uuid: `{${one.id}}`,
        slug: one.name,
        full_name: `${data.path}/${one.name}`,
        is_private: one.private ?? false,
        mainbranch: one.empty ? null : { type: "branch", name: data.branch ?? "main" },
        ...(one.fork && { parent: { type: "repository", full_name: "other/one" } }),
      })),
    },
  };
}

function pageOf(request: RestRequest, all: readonly HostRepository[], sizeName: string) {
  const size = Number(request.query.get(sizeName) ?? 30);
  const page = Number(request.query.get("page") ?? 1);
  return { page, rows: all.slice((page - 1) * size, page * size), last: Math.max(1, Math.ceil(all.length / size)) };
}

function linked(
  request: RestRequest,
  url: string,
  all: readonly HostRepository[],
  { odd, hasNoLinks = false }: GroupData,
  row: (one: HostRepository) => object,
): RestAnswer {
  const { page, rows, last } = pageOf(request, all, "per_page");
  const to = (number: number): string => {
    const target = new URL(`${request.path}?${request.query.toString()}`, url);
    target.searchParams.set("page", String(number));
    return target.href;
  };
  const link: Record<string, string> =
    page < last && !hasNoLinks ? { link: `<${to(page + 1)}>; rel="next", <${to(last)}>; rel="last"` } : {};
  return { status: 200, body: [...rows.map(row), ...(page === 1 ? (odd ?? []) : [])], headers: link };
}

const hasToken = ({ token }: GroupData, { headers }: RestRequest): boolean =>
  token === undefined ||
  [headers.authorization?.replace(/^(?:Bearer|token) /i, ""), headers["private-token"]].includes(token);
