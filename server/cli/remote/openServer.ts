/** Which server, with which token, and which of its projects: from what was typed, the environment and what is kept. */
import { z } from "zod";
import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import { keysOfAddress } from "../../../contract/addresses/issueAddress.ts";
import { didYouMean } from "../parseArguments.ts";
import type { CliRequest } from "../readArguments.ts";
import { CliError, STATUS } from "../CliError.ts";
import { shown } from "../terminal.ts";
import { serverAddressOf, ClewServer, readServer } from "./ClewServer.ts";
import { readCredentials } from "./credentials.ts";

/** @throws CliError when no server is named and the user is signed in to none */
export function openServer(
  request: Pick<CliRequest, "server">,
  environment: NodeJS.ProcessEnv,
  warn: (line: string) => void,
  language?: string,
): ClewServer {
  const credentials = readCredentials(environment);
  const address = request.server ?? credentials.current;
  if (address === undefined || address === null) {
    throw new CliError(
      STATUS.usage,
      "Say where to ask: --repo DIR, or --server URL --project NAME (clew login keeps the server).",
    );
  }
  const url = readServer(address);
  const token = environment["CLEW_TOKEN"] ?? credentials.servers[serverAddressOf(url)]?.token;
  if (token !== undefined && !/^\S+$/.test(token)) {
    throw new CliError(STATUS.usage, "CLEW_TOKEN is empty or holds a space. It is the token and nothing else.");
  }
  if (token !== undefined && url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    warn(`Warning: the token travels to ${url.host} without encryption. Use https where you can.`);
  }
  return new ClewServer(url, token, language);
}

/** @throws CliError for a token that only reads */
export function requireSession(server: ClewServer): void {
  if (!server.isAgent) return;
  throw new CliError(
    STATUS.forbidden,
    `An MCP token only reads. Use an API token that may write, or sign in: clew login --server ${serverAddressOf(server.url)} --email ADDRESS`,
  );
}

export interface OpenedProject {
  readonly slug: string;
  readonly name: string;
}

/** The projects that the token or the session opens. @throws CliError */
export async function listOpened(server: ClewServer): Promise<OpenedProject[]> {
  if (server.isAgent) return (await server.call("currentMcpToken")).projects;
  if (server.isPersonal) return (await server.call("currentApiToken")).projects;
  return (await server.call("listProjects")).map(({ slug, name }) => ({ slug, name }));
}

/** Finds the slug of a project by its slug or name. @throws CliError, also when several match */
export async function projectOf(server: ClewServer, request: Pick<CliRequest, "project">): Promise<string> {
  const opened = await listOpened(server);
  const { project } = request;
  const slugs = opened.map(({ slug }) => slug).join(", ");
  if (project === undefined) {
    const [only] = opened;
    if (only && opened.length === 1) return only.slug;
    if (!only) throw new CliError(STATUS.notFound, "You can ask about no project there yet.");
    throw new CliError(STATUS.usage, `Say which project, --project NAME. There are: ${slugs}`);
  }
  const bySlug = opened.find(({ slug }) => slug === project);
  if (bySlug) return bySlug.slug;
  const folded = project.toLocaleLowerCase();
  const named = opened.filter(({ name }) => name.toLocaleLowerCase() === folded);
  const [first, second] = named;
  if (first && second) {
    throw new CliError(
      STATUS.usage,
      `Several are called so. Give the slug: ${named.map(({ slug }) => slug).join(", ")}`,
    );
  }
  if (first) return first.slug;
  const near = didYouMean(project, [...opened.map(({ slug }) => slug), ...opened.map(({ name }) => shown(name))]);
  throw new CliError(
    STATUS.notFound,
    `There is no project ${shown(project)} that you can ask about.${near}${slugs === "" ? "" : ` There are: ${slugs}`}`,
  );
}

/** Whether a text is written as the key of an issue (`#12`, `12`, `ABC-12`) or as an id. */
export const namesIssue = (text: string): boolean => keysOfAddress(text).length > 0 || z.uuid().safeParse(text).success;

/** Issues of one page; enough for keys that begin alike. */
const MAX_SEARCHED_ISSUES = 200;

/** The id of an issue by its id or key. @throws CliError when there is none, or several trackers have it */
export async function findIssueId(server: ClewServer, slug: string, key: string): Promise<string> {
  if (z.uuid().safeParse(key).success) return key;
  const keys = keysOfAddress(key);
  const [q = key] = keys;
  const params = { id: slug };
  const answer = await server.call("searchProject", { params, query: { q, kind: "issue", limit: 50 } });
  let ids = answer.results.filter(({ exact }) => exact === "key").map(({ id }) => id);
  if (ids.length === 0) {
    // The index of a search may be older than the list.
    const { results } = await server.call("listIssues", { params, query: { q, limit: MAX_SEARCHED_ISSUES } });
    ids = results.filter((issue) => issue.key === key || keys.includes(issue.key)).map(({ id }) => id);
  }
  const [id, other] = ids;
  if (id === undefined) {
    const { trackers } = await server.call("getProject", { params });
    const unread = trackers.filter(({ sync }) => sync.finished_at === null).map(({ name }) => shown(name));
    const why = unread.length > 0 ? ` Not read yet: ${unread.join(", ")}.` : "";
    throw new CliError(STATUS.notFound, `There is no issue ${shown(key)} in this project.${why}`);
  }
  if (other !== undefined) {
    throw new CliError(STATUS.usage, `Several issues are called ${shown(key)}. Give the id of one: ${ids.join(", ")}`);
  }
  return id;
}
