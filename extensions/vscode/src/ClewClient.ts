/** Client of the public API of a Clew server with an MCP token. Independent of the editor. */
import type { CodeBlame, CodeContent } from "../../../contract/code/code.ts";
import type { Expert } from "../../../contract/people/experts.ts";
import type { DocumentRelated, FoundDocument } from "../../../contract/documents/documents.ts";
import type { NamedThing } from "../../../contract/code/graph.ts";
import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import type { Issue, IssuePage } from "../../../contract/issues/issues.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import type { Project } from "../../../contract/projects.ts";
import type { Definitions } from "../../../contract/code/references.ts";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import type { CurrentMcpToken } from "../../../contract/access/users.ts";

/**
 * Kinds of failure. `unreachable`: no response; `notClew`: the server is not Clew; `signedOut`: the token is missing, wrong, deleted or expired;
 * `refused`: plan, role or token do not allow it; `limited`: too many calls.
 */
export type ClientErrorKind = "unreachable" | "notClew" | "signedOut" | "refused" | "notFound" | "limited" | "failed";

export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;
  /** @param message the server's own message, in the requested language; may be empty */
  constructor(kind: ClientErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const TIMEOUT_MS = 20_000;

export interface ClientOptions {
  readonly server: URL;
  readonly token: string;
  /** Language of the server's messages, `en` or `tr`. */
  readonly language: string;
}

/** First segments of the app's pages (`src/routes/paths.ts`), of the API and of MCP: what is before them is the base path. */
const PAGE =
  /\/(?:api\/v1|mcp|projects|wizard|login|register|forgot-password|reset-password|subscription-required|insights|notifications|settings|help|support|404)(?:\/.*)?$/;

/** Why a text is no address of a server. */
export type ServerFault = "scheme" | "secret" | "unreadable";

/** Parses the address of a server as typed, or of one of its pages. Without a scheme it is https, and http on this machine. */
export function parseServer(typed: string): URL | ServerFault {
  const text = typed.trim();
  const scheme = /^([a-z][a-z\d+.-]*):\//i.exec(text)?.[1];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return "scheme";
  const address = scheme === undefined ? `https://${text.replace(/^\/\//, "")}` : text;
  if (text === "" || !URL.canParse(address)) return "unreadable";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "secret";
  if (scheme === undefined && isLoopbackHost(url.hostname)) url.protocol = "http:";
  url.pathname = url.pathname.replace(PAGE, "").replace(/\/+$/, "");
  url.search = "";
  url.hash = "";
  return url;
}

/** As `parseServer`; undefined for what is no address. */
export function readServer(typed: string): URL | undefined {
  const server = parseServer(typed);
  return server instanceof URL ? server : undefined;
}

/** Without a trailing slash, as displayed and as the key of its token. */
export const addressOf = (server: URL): string => server.href.replace(/\/$/, "");

/** Whether a token would be sent unencrypted. */
export const isOpenWire = (server: URL): boolean => server.protocol === "http:" && !isLoopbackHost(server.hostname);

/** A file of a repository at a commit. */
export interface FileVersion {
  readonly source: string;
  readonly path: string;
  readonly revision: string;
}
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export class ClewClient {
  readonly address: string;
  readonly #token: string;
  readonly #language: string;

  constructor({ server, token, language }: ClientOptions) {
    this.address = addressOf(server);
    this.#token = token;
    this.#language = language;
  }

  /** The projects that the token covers. */
  token(signal: AbortSignal): Promise<CurrentMcpToken> {
    return this.#get("users/mcp-tokens/current/", ["projects"], signal);
  }
  project(slug: string, signal: AbortSignal): Promise<Project> {
    return this.#get(`projects/${part(slug)}/`, ["repositories", "wikis"], signal);
  }
  /** Open issues, the most recently updated first. */
  issues(slug: string, cursor: string | undefined, signal: AbortSignal): Promise<IssuePage> {
    const query = { state: "open", sort: "-updated_at", limit: 50, cursor };
    return this.#get(`projects/${part(slug)}/issues/`, ["results"], signal, query);
  }
  /** Issues by a word or a key, in any state. */
  findIssues(slug: string, q: string, signal: AbortSignal): Promise<IssuePage> {
    return this.#get(`projects/${part(slug)}/issues/`, ["results"], signal, { q, limit: 30 });
  }
  /** An issue with its text and comments. @param address its id, or its `address` as answers have it */
  issue(slug: string, address: string, signal: AbortSignal): Promise<Issue> {
    return this.#get(`projects/${part(slug)}/issues/${part(address)}/`, ["assignees", "comment_list"], signal);
  }
  localizeIssue(slug: string, issueId: string, signal: AbortSignal): Promise<Localization> {
    return this.#get(`projects/${part(slug)}/issues/${part(issueId)}/localization/`, ["files"], signal);
  }
  localizeText(slug: string, text: string, signal: AbortSignal): Promise<Localization> {
    return this.#send(`projects/${part(slug)}/localize/`, ["files"], signal, { body: { text: text.slice(0, 60_000) } });
  }
  experts(slug: string, path: string, signal: AbortSignal): Promise<Expert[]> {
    return this.#get(`projects/${part(slug)}/experts/`, null, signal, { path });
  }
  related(slug: string, source: string, path: string, signal: AbortSignal): Promise<DocumentRelated> {
    return this.#get(`projects/${part(slug)}/documents/related/`, ["pages", "issues"], signal, { source, path });
  }
  findDocuments(slug: string, q: string, signal: AbortSignal): Promise<FoundDocument[]> {
    return this.#get(`projects/${part(slug)}/documents/find/`, null, signal, { q, limit: 20 });
  }
  search(slug: string, q: string, signal: AbortSignal): Promise<SearchAnswer> {
    return this.#get(`projects/${part(slug)}/search/`, ["results", "sources"], signal, { q, limit: 30 });
  }
  /** The issue or request at an address of the app. */
  card(slug: string, kind: "issue" | "request", address: string, signal: AbortSignal): Promise<Issue | ChangeRequest> {
    return this.#get(`projects/${part(slug)}/${kind}s/${part(address)}/`, ["assignees"], signal);
  }
  /** What names of a text mean; those without a meaning are left out. @param names 100 at most */
  namedThings(slug: string, source: string, name: readonly string[], signal: AbortSignal): Promise<NamedThing[]> {
    return this.#get("named-things/", null, signal, { project: slug, source, name });
  }
  /** A file at the last synced commit. */
  content(slug: string, repository: string, path: string, signal: AbortSignal): Promise<CodeContent> {
    return this.#get(`projects/${part(slug)}/code/content/`, ["symbols"], signal, { repository, path });
  }
  blame(slug: string, { source, path, revision }: FileVersion, signal: AbortSignal): Promise<CodeBlame> {
    const query = { repository: source, path, revision };
    return this.#get(`code/${part(slug)}/blame/`, ["commits", "ranges"], signal, query);
  }
  /** @param at line and column from 1, the column in UTF-16 units */
  definitions(slug: string, file: FileVersion, at: TextPlace, signal: AbortSignal): Promise<Definitions> {
    const { source, path, revision } = file;
    return this.#get("definitions/", ["definitions"], signal, { project: slug, source, path, revision, ...at });
  }

  #get<T>(path: string, lists: readonly string[] | null, signal: AbortSignal, query: Query = {}): Promise<T> {
    return this.#send(path, lists, signal, { query });
  }

  /**
   * @param lists arrays that a response of Clew must have; null where it is an array itself
   * @throws ClientError; the reason of `signal` when that was aborted
   */
  async #send<T>(
    path: string,
    lists: readonly string[] | null,
    signal: AbortSignal,
    { query = {}, body }: { query?: Query; body?: unknown },
  ): Promise<T> {
    const url = new URL(`${this.address}/api/v1/${path}`);
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) {
        if (one !== undefined) url.searchParams.append(name, String(one));
      }
    }
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        // A redirect must not send the token to another server.
        redirect: "manual",
        headers: {
          accept: "application/json",
          "accept-language": this.#language,
          authorization: `Bearer ${this.#token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      answer = readJson(await response.text());
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new ClientError("unreachable", error instanceof Error ? error.message : String(error));
    }
    if (!response.ok) throw clientErrorOf(response.status, answer);
    if (!isAnswer(answer, lists)) throw new ClientError("notClew", "");
    return answer as T;
  }
}

const part = encodeURIComponent;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAnswer(answer: unknown, lists: readonly string[] | null): boolean {
  if (lists === null) return Array.isArray(answer);
  return (
    typeof answer === "object" &&
    answer !== null &&
    lists.every((name) => Array.isArray((answer as Record<string, unknown>)[name]))
  );
}

function clientErrorOf(status: number, answer: unknown): ClientError {
  const detail = (answer as { detail?: unknown } | undefined)?.detail;
  const sentence = typeof detail === "string" ? detail : "";
  if (status < 400 || (status === 404 && sentence === "")) return new ClientError("notClew", "");
  const kinds: Readonly<Record<number, ClientErrorKind>> = {
    401: "signedOut",
    402: "refused",
    403: "refused",
    404: "notFound",
    429: "limited",
    502: "unreachable",
    504: "unreachable",
  };
  return new ClientError(kinds[status] ?? "failed", sentence);
}
