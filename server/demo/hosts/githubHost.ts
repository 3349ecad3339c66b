/**
 * A host that answers like GitHub's REST API, over real HTTP on the loopback interface and from data in memory. The demo's tracker is
 * one, and tests run the connectors against it. Its answers are checked against GitHub's published OpenAPI description.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Places, ownAccountAnswer, rateLimitAnswer, repositoryAnswer } from "./hostAnswers.ts";
import type { HostData } from "./hostData.ts";
import { errorAnswers } from "./errorAnswers.ts";
import { commentCall } from "./commentCalls.ts";
import { type HostCaller, permissionsAnswer, writeCall } from "./issueWriteCalls.ts";
import { type Answer, TOPICS } from "./hostCalls.ts";
import { repositoryCall } from "./repositoryCalls.ts";
import { HOST_PAGE_POLICY, type HostPage, renderHostPage } from "./hostPage.ts";
import { missingPage, repositoryPage } from "./repositoryPages.ts";

/** Handles a request; `answer` answers it from the data. */
export type Interceptor = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
) => Promise<void>;

export interface GithubHostOptions {
  /** Read at each request, so that a test may change it between two. */
  readonly data: HostData;
  /** Further repositories of the host. */
  readonly others?: readonly HostData[];
  /** The one token that is accepted. Without it a visitor reads what is public. */
  readonly token?: string;
  /** Whose token it is: a login among the users. The first user when left out. */
  readonly tokenOwner?: string;
  /** Further tokens, whose accounts may also write. */
  readonly accounts?: Readonly<Record<string, HostCaller>>;
  /** Requests until `rateReset`; 5,000 when left out. */
  readonly rateLimit?: number;
  /** Seconds since 1970 at which the rate limit is reset; one hour after the start when left out. */
  readonly rateReset?: number;
  readonly port?: number;
  /** Called around each answer. */
  readonly intercept?: Interceptor;
  /** Called first, for other responses at this URL: a page for browsers or an answer for API clients. */
  readonly handleOther?: (path: string, query: URLSearchParams) => { readonly page: HostPage } | Answer | undefined;
}

export interface GithubHost {
  /** `http://127.0.0.1:<port>`. The API answers there and below `/api/v3`, where GitHub's own server for companies has it. */
  readonly url: string;
  /** `METHOD path?query` of each request since the start. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

/** A host that runs. */
interface HostState {
  readonly options: GithubHostOptions;
  readonly rate: { readonly limit: number; readonly reset: number; used: number };
  readonly requests: string[];
  /** Its own address. */
  web: string;
}

export async function startGithubHost(options: GithubHostOptions): Promise<GithubHost> {
  const requests: string[] = [];
  const host: HostState = {
    options,
    rate: {
      limit: options.rateLimit ?? 5000,
      reset: options.rateReset ?? Math.floor(Date.now() / 1000) + 3600,
      used: 0,
    },
    requests,
    web: "",
  };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const answer = (): Promise<void> => handle(host, request, response);
    (options.intercept?.(request, response, answer) ?? answer()).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  host.web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: host.web,
    requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function handle(host: HostState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, web } = host;
  const { data } = options;
  const url = new URL(request.url ?? "/", web);
  const other = options.handleOther?.(url.pathname, url.searchParams);
  if (other && !("page" in other)) return send(host, request, response, other);
  if (request.headers.accept?.includes("text/html")) {
    const page = other?.page ?? repositoryPage(data, url.pathname);
    response
      .writeHead(page === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": HOST_PAGE_POLICY,
      })
      .end(renderHostPage(page ?? missingPage(data)));
    return;
  }
  send(host, request, response, answerOf(host, request, url, await readBody(request)));
}

/** Bytes of a body that are read. */
const MAX_BODY_BYTES = 1_000_000;

/** Null without a body, and for one that is no JSON. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method === "GET" || request.method === "HEAD") return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown;
  } catch {
    return null;
  }
}

function answerOf({ options, rate, web }: HostState, request: IncomingMessage, url: URL, body: unknown): Answer {
  const { data } = options;
  const prefix = url.pathname.startsWith("/api/v3/") ? "/api/v3" : "";
  const path = url.pathname.slice(prefix.length);
  const credential = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const caller = credential === undefined ? undefined : options.accounts?.[credential];
  if (credential !== undefined && credential !== options.token && !caller)
    return { status: 401, body: errorAnswers.badCredentials() };
  const isSignedIn = credential !== undefined;
  if (path === "/rate_limit")
    return { status: 200, body: rateLimitAnswer({ ...rate, remaining: rate.limit - rate.used }) };
  if (rate.used >= rate.limit)
    return { status: 403, body: errorAnswers.rateLimited(isSignedIn ? "user ID 1" : "127.0.0.1") };
  rate.used += 1;
  const places = { api: web + prefix, web };
  if (path === "/user") {
    const login = caller?.login ?? options.tokenOwner;
    const owner = data.users.find((user) => user.login === login) ?? data.users[0];
    if (!isSignedIn || !owner)
      return { status: 401, body: errorAnswers.requiresAuthentication("users/users#get-the-authenticated-user") };
    return { status: 200, body: ownAccountAnswer(data, owner, places) };
  }
  const { method = "GET" } = request;
  const change = method === "GET" || method === "HEAD" ? undefined : { method, body };
  const match = [data, ...(options.others ?? [])].find(({ repository }) => isAt(repository, path)) ?? data;
  return repositoryAt(match, path, { url, places, isSignedIn, caller, change });
}

interface RepositoryRequest {
  readonly url: URL;
  readonly places: Places;
  readonly isSignedIn: boolean;
  /** The account of a token that may write. */
  readonly caller: HostCaller | undefined;
  /** Method and body of a call that changes something. */
  readonly change: { readonly method: string; readonly body: unknown } | undefined;
}

/** The form of the path of a repository, its number or name in it, and the rest. */
function partsOf(path: string): { readonly form: string; readonly name: string; readonly rest: string } {
  const [, form = "", ...names] = path.split("/");
  const name = form === "repositories" ? names.shift() : names.splice(0, 2).join("/");
  return { form, name: (name ?? "").toLowerCase(), rest: names.join("/") };
}

function isAt({ id, owner, name: ofIt }: HostData["repository"], path: string): boolean {
  const { form, name } = partsOf(path);
  return form === "repositories" ? name === String(id) : form === "repos" && name === `${owner}/${ofIt}`.toLowerCase();
}

/** @param path of the URL, below the root of the API */
function repositoryAt(
  data: HostData,
  path: string,
  { url, places, isSignedIn, caller, change }: RepositoryRequest,
): Answer {
  const { repository } = data;
  const { name, rest } = partsOf(path);
  const isFormer = repository.formerNames?.some((former) => former.toLowerCase() === name);
  if ((!isAt(repository, path) && !isFormer) || (repository.isPrivate && !isSignedIn))
    return { status: 404, body: errorAnswers.notFound(TOPICS.repository) };
  const address = (path: string): string => `${places.api}/repositories/${repository.id}${path && `/${path}`}`;
  if (isFormer) {
    const location = address(rest) + url.search;
    return { status: 301, body: errorAnswers.moved(location), headers: { location } };
  }
  const call = { query: url.searchParams, places, address };
  if (change) {
    return caller
      ? (commentCall(data, rest, { ...call, ...change, caller }) ??
          writeCall(data, rest, { ...call, ...change, caller }))
      : { status: 401, body: errorAnswers.requiresAuthentication("issues/issues") };
  }
  if (rest === "" && caller)
    return { status: 200, body: { ...repositoryAnswer(data, places), permissions: permissionsAnswer(caller.role) } };
  return repositoryCall(data, rest, call);
}

function send(
  { rate, requests }: HostState,
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: Answer,
): void {
  const text = JSON.stringify(body);
  const etag = `W/"${createHash("sha256").update(text).digest("hex")}"`;
  const isKnown = status === 200 && request.headers["if-none-match"] === etag;
  // GitHub does not count an answer that has not changed.
  if (isKnown) rate.used -= 1;
  response.writeHead(isKnown ? 304 : status, {
    "x-github-media-type": "github.v3; format=json",
    "x-github-request-id": `${requests.length.toString(16).toUpperCase().padStart(4, "0")}:CLEW`,
    "x-ratelimit-limit": String(rate.limit),
    "x-ratelimit-remaining": String(rate.limit - rate.used),
    "x-ratelimit-used": String(rate.used),
    "x-ratelimit-reset": String(rate.reset),
    "x-ratelimit-resource": "core",
    ...(status === 200 && {
      etag,
      "cache-control": "private, max-age=60, s-maxage=60",
      vary: "Accept, Authorization, Cookie",
    }),
    ...headers,
    ...(!isKnown && { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) }),
  });
  if (isKnown || request.method === "HEAD") response.end();
  else response.end(text);
}
