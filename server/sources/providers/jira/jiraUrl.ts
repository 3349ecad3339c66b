import { SourceError } from "../../SourceError.ts";
import { encodePath, hostAndPort, pathParts, readWebAddress } from "../../egress/webAddress.ts";
import { message } from "../../../messages/messages.ts";

/** A Jira project, the issues of a filter or of a board, or a whole site when none of them is named. */
export interface JiraUrl {
  readonly host: string;
  /** Where people open it, without a slash at the end. */
  readonly site: string;
  /** Root of the API, without a slash at the end. */
  readonly api: string;
  /** `ABC`; null: all projects that the token sees, unless a filter or a board is named. */
  readonly project: string | null;
  /** The number of a saved filter. */
  readonly filter: string | null;
  /** The number of a board whose address names no project. */
  readonly board: string | null;
  readonly page: URL;
}

const FORM = message("address.jira");
const PLACES = new Set(["browse", "projects", "jira", "issues", "secure", "rest", "servicedesk"]);
/** What follows `/jira` in an address of Jira Cloud. Elsewhere it is the context path of a Jira Data Center. */
const CLOUD_PAGES = new Set([
  "software",
  "core",
  "servicedesk",
  "your-work",
  "for-you",
  "people",
  "dashboards",
  "filters",
]);

/**
 * Reads the address of a project, a board, a filter or an issue. The API is below `/rest/api` of the site; a site behind a prefix or a context path
 * keeps it, and so does `https://api.atlassian.com/ex/jira/{cloudId}`.
 * @throws SourceError `address`
 */
export function readJiraUrl(text: string): JiraUrl {
  const url = readWebAddress(text, FORM);
  const { host } = hostAndPort(url);
  const parts = pathParts(url, FORM);
  const begin = host === "api.atlassian.com" ? 3 : 0;
  const position = parts.findIndex(
    (part, index) =>
      index >= begin && PLACES.has(part) && !(part === "jira" && isContextPath(host, parts.slice(index + 1))),
  );
  const prefix = position < 0 ? parts.slice(0, isKey(parts.at(-1)) ? -1 : undefined) : parts.slice(0, position);
  const rest = position < 0 ? parts.slice(prefix.length) : parts.slice(position);
  const projectParameter = url.searchParams.get("projectKey");
  const key = projectKey(rest) ?? (projectParameter !== null && isKey(projectParameter) ? projectParameter : null);
  if (host === "api.atlassian.com" && prefix.length < 3) throw new SourceError("address", FORM);
  const site = `${url.origin}${encodePath(prefix)}`;
  const project = key?.toUpperCase() ?? null;
  const filter = project === null ? numberIn(url, "filter", /\/filter\/(\d+)(?:\/|$)/) : null;
  const board = project === null && filter === null ? numberIn(url, "rapidView", /\/boards?\/(\d+)(?:\/|$)/) : null;
  const shown =
    project !== null
      ? `/browse/${project}`
      : filter !== null
        ? `/issues/?filter=${filter}`
        : board === null
          ? ""
          : `/secure/RapidBoard.jspa?rapidView=${board}`;
  return { host: url.host, site, api: `${site}/rest/api/3`, project, filter, board, page: new URL(`${site}${shown}`) };
}

/** A number in a parameter or in the path; null for none. A filter of the system has a negative one, and is another one for each reader. */
function numberIn(url: URL, parameter: string, path: RegExp): string | null {
  const parameterValue = url.searchParams.get(parameter);
  return parameterValue !== null && /^\d{1,18}$/.test(parameterValue)
    ? parameterValue
    : (path.exec(url.pathname)?.[1]?.slice(0, 18) ?? null);
}

function isContextPath(host: string, [next, after]: readonly string[]): boolean {
  if (host.endsWith(".atlassian.net") || host === "api.atlassian.com") return false;
  if (next === "projects") return after !== undefined;
  return next === undefined || !CLOUD_PAGES.has(next) || (next === "servicedesk" && after === "customer");
}

const isKey = (part: string | undefined): part is string =>
  part !== undefined && /^[A-Z][A-Z0-9_]{1,19}$/i.test(part) && !PLACES.has(part);

/** `browse/ABC-12`, `projects/ABC/…`, `jira/software/c/projects/ABC/boards/1`, `rest/api/3/project/ABC`, or the key alone. */
function projectKey(parts: readonly string[]): string | null {
  const [first] = parts;
  if (first === "browse") {
    const key = /^([A-Z][A-Z0-9_]{1,19})(?:-\d+)?$/i.exec(parts[1] ?? "")?.[1];
    if (key === undefined) throw new SourceError("address", FORM);
    return key;
  }
  const after = parts.findIndex((part) => part === "projects" || part === "project");
  if (after >= 0) {
    const key = parts[after + 1];
    if (key !== undefined && !isKey(key)) throw new SourceError("address", FORM);
    return key ?? null;
  }
  return parts.length === 1 && isKey(first) ? first : null;
}
