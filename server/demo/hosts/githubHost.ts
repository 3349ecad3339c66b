/**
 * A host that answers like GitHub's REST API, over real HTTP on the loopback interface and from data in memory. The demo's tracker is
 * one, and tests run the connectors against it. Its answers are checked against GitHub's published OpenAPI description.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Places, ownAccountAnswer, rateLimitAnswer } from "./hostAnswers.ts";
import type { HostData } from "./hostData.ts";
import { errorAnswers } from "./errorAnswers.ts";
import { type Answer, repositoryCall, TOPICS } from "./repositoryCalls.ts";
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
  /** The one token that is accepted. Without it a visitor reads what is public. */
  readonly token?: string;
  /** Whose token it is: a login among the users. The first user when left out. */
  readonly tokenOwner?: string;
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
  send(host, request, response, answerOf(host, request, url));
}

function answerOf({ options, rate, web }: HostState, request: IncomingMessage, url: URL): Answer {
  const { data } = options;
  const prefix = url.pathname.startsWith("/api/v3/") ? "/api/v3" : "";
  const path = url.pathname.slice(prefix.length);
  const credential = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (credential !== undefined && credential !== options.token)
    return { status: 401, body: errorAnswers.badCredentials() };
  const isSignedIn = credential !== undefined;
  if (path === "/rate_limit")
    return { status: 200, body: rateLimitAnswer({ ...rate, remaining: rate.limit - rate.used }) };
  if (rate.used >= rate.limit)
    return { status: 403, body: errorAnswers.rateLimited(isSignedIn ? "user ID 1" : "127.0.0.1") };
  rate.used += 1;
  const places = { api: web + prefix, web };
  if (path === "/user") {
    const owner = data.users.find(({ login }) => login === options.tokenOwner) ?? data.users[0];
    if (!isSignedIn || !owner)
      return { status: 401, body: errorAnswers.requiresAuthentication("users/users#get-the-authenticated-user") };
    return { status: 200, body: ownAccountAnswer(data, owner, places) };
  }
  return repositoryAt(data, path, { url, places, isSignedIn });
}

/** @param path of the URL, below the root of the API */
function repositoryAt(
  data: HostData,
  path: string,
  { url, places, isSignedIn }: { readonly url: URL; readonly places: Places; readonly isSignedIn: boolean },
): Answer {
  const { repository } = data;
  const [, form, ...names] = path.split("/");
  const name = form === "repositories" ? names.shift() : names.splice(0, 2).join("/");
  const isFormer = repository.formerNames?.some((former) => former.toLowerCase() === name?.toLowerCase());
  const isIt =
    form === "repositories"
      ? name === String(repository.id)
      : form === "repos" && name?.toLowerCase() === `${repository.owner}/${repository.name}`.toLowerCase();
  if ((!isIt && !isFormer) || (repository.isPrivate && !isSignedIn))
    return { status: 404, body: errorAnswers.notFound(TOPICS.repository) };
  const rest = names.join("/");
  const address = (path: string): string => `${places.api}/repositories/${repository.id}${path && `/${path}`}`;
  if (isFormer) {
    const location = address(rest) + url.search;
    return { status: 301, body: errorAnswers.moved(location), headers: { location } };
  }
  return repositoryCall(data, rest, { query: url.searchParams, places, address });
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
