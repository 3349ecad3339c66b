/**
 * All HTTP requests to other hosts pass this module: the URL is checked before a packet leaves, the addresses
 * that a name resolves to are checked before the connection, and the connected socket's own address is checked before a byte of the
 * request is sent (a `lookup` hook alone never sees literal addresses, and a name may answer differently a second time).
 */
import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, type Dispatcher, type Response, fetch } from "undici";
import type { Authorization } from "./Credential.ts";
import { SourceError } from "../SourceError.ts";
import { MAX_HEADER_BYTES } from "../responses/responseLimits.ts";
import { type UnreadResponse, unread } from "../responses/UnreadResponse.ts";
import { keepCompressed } from "../responses/undiciHandler.ts";
import { describeFailure } from "./describeFailure.ts";
import { type LookupAll, guardedConnector, permittedAddresses } from "./guardedConnector.ts";
import { libraryFailure } from "./libraryFailure.ts";
import { type NetworkPolicy, createNetworkPolicy, privateNetwork } from "./networkPolicy.ts";
import { type PlainHeaders, plainHeaders } from "./plainHeaders.ts";
import { hostAndPort } from "./webAddress.ts";
import { message } from "../../messages/messages.ts";

export interface EgressOptions {
  /** The operator's allow-list: CIDR blocks, addresses, host names, each optionally with a port. */
  readonly allowed: readonly string[];
  /** Resolves a name; the system's resolver unless a test hands in its own. */
  readonly lookup?: LookupAll;
  readonly limits?: Partial<EgressLimits>;
  /** Called with the status of every response of a host, and null where there was none; for metrics. */
  readonly onResponse?: ((status: number | null) => void) | undefined;
}
export interface EgressLimits {
  /** Milliseconds. */
  readonly connectMs: number;
  /** Milliseconds of silence, before the head of the answer or inside its body. */
  readonly silenceMs: number;
  /** Milliseconds for the whole exchange. */
  readonly totalMs: number;
}
const LIMITS: EgressLimits = { connectMs: 10_000, silenceMs: 30_000, totalMs: 120_000 };
const MAX_REDIRECTS = 3;

/** A request of the egress. A secret travels as `authorization` or not at all. */
export interface EgressRequest {
  readonly method?: string;
  readonly headers?: PlainHeaders;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly authorization?: Authorization | null;
  /** Redirects that are followed; left out: three. */
  readonly maxRedirects?: 0;
}

export interface Egress {
  /**
   * Checks the form of a URL without touching the network: http or https, no user name inside, plain http only to what the operator
   * named, no literal address of a private network. SourceError otherwise.
   */
  check(url: URL): void;
  /** One permitted address of a host, for pinning. SourceError `dns` or `private_network`. */
  resolve(host: string, port: number): Promise<string>;
  /**
   * `fetch` through the guard. Any HTTP status is an answer. No error quotes what was sent.
   * @throws SourceError when there is no answer, and before a packet leaves when the authorization belongs to another origin; TypeError
   * for a header that is not in `PlainHeaders`
   */
  fetch(input: string | URL, request?: EgressRequest): Promise<UnreadResponse>;
  close(): Promise<void>;
}

export function createEgress(options: EgressOptions): Egress {
  const policy = createNetworkPolicy(options.allowed);
  const limits = { ...LIMITS, ...options.limits };
  const lookupAll = options.lookup ?? ((host: string) => systemLookup(host, { all: true, verbatim: true }));
  const agent = new Agent({
    connect: guardedConnector(policy, lookupAll, limits.connectMs),
    headersTimeout: limits.silenceMs,
    bodyTimeout: limits.silenceMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
  });
  const sender: Sender = { dispatcher: agent.compose(keepCompressed), onResponse: options.onResponse };
  return {
    check: (url) => checkUrl(policy, url),
    async resolve(host, port) {
      if (isIP(host) !== 0) {
        if (!policy.permits(host, host, port)) throw privateNetwork(host);
        return host;
      }
      const [first] = await permittedAddresses(policy, lookupAll, host, port);
      return first.address;
    },
    async fetch(input, request = {}) {
      let url = new URL(input);
      const limit = AbortSignal.timeout(limits.totalMs);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      for (let redirects = 0; ; redirects += 1) {
        checkUrl(policy, url);
        const response = await send(sender, url, request, signal);
        const location = isRedirect(response.status) ? response.headers.get("location") : null;
        if (location === null) return unread(response);
        // Its body may have broken off meanwhile.
        await response.body?.cancel().catch(() => undefined);
        url = redirectTarget(url, location, request, redirects);
      }
    },
    close: () => agent.destroy(),
  };
}

function checkUrl(policy: NetworkPolicy, url: URL): void {
  const { host, port } = hostAndPort(url);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new SourceError("protocol", message("address.scheme", { scheme: url.protocol }));
  }
  if (url.username !== "" || url.password !== "") {
    throw new SourceError("address", message("address.credential"));
  }
  if (isIP(host) !== 0 && !policy.permits(host, host, port)) throw privateNetwork(host);
  if (url.protocol === "http:" && !policy.names(host, port)) {
    throw new SourceError("protocol", message("address.plain_http"));
  }
}

interface Sender extends Pick<EgressOptions, "onResponse"> {
  readonly dispatcher: Dispatcher;
}

async function send(
  { dispatcher, onResponse }: Sender,
  url: URL,
  request: EgressRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { method = "GET", body, authorization } = request;
  const headers: [string, string][] = Object.entries(plainHeaders({ ...request.headers }));
  const secret = authorization?.headerFor(url);
  if (secret) headers.push([...secret]);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal,
      redirect: "manual",
      dispatcher,
    });
    onResponse?.(response.status);
    return response;
  } catch (error) {
    onResponse?.(null);
    throw withoutQuotes(describeFailure(error, url.hostname));
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** @throws SourceError `redirect` for a loop, and for a redirect that would take the credential or a change elsewhere */
function redirectTarget(url: URL, location: string, request: EgressRequest, redirects: number): URL {
  const { host } = url;
  const { authorization, method = "GET" } = request;
  const next = URL.canParse(location, url) ? new URL(location, url) : null;
  if (!next || redirects >= (request.maxRedirects ?? MAX_REDIRECTS))
    throw new SourceError("redirect", message("host.redirect_loop", { host }));
  if (authorization && next.origin !== url.origin) {
    throw new SourceError("redirect", message("host.redirect_credential", { host, target: next.host }));
  }
  if (!["GET", "HEAD"].includes(method.toUpperCase())) {
    throw new SourceError("redirect", message("host.redirect_method", { host, method }));
  }
  return next;
}

/** The same failure with causes that name the operation and the address, without the library's words. */
function withoutQuotes(failure: unknown): Error {
  if (!(failure instanceof SourceError)) return libraryFailure(failure);
  const { code, text, cause, retryAfterMs } = failure;
  if (cause === undefined) return failure;
  return new SourceError(code, text, { cause: libraryFailure(cause), ...(retryAfterMs !== null && { retryAfterMs }) });
}
