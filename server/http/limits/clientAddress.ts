/**
 * The network address of a client, for rate limits and the audit log. Behind a proxy that the operator did not name, every request
 * comes from the proxy's address, and all clients share its limits. What it appends to `X-Forwarded-For` only recognizes known clients.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { HOUR_MS } from "../../../contract/durations.ts";
import { forwardedBy, isAddress } from "../../access/sessions/clientNetwork.ts";
import { memoize } from "../../memoize.ts";

/** The warning is repeated at most this often for each proxy, and for this many proxies. */
const WARN_INTERVAL_MS = HOUR_MS;
const MAX_PROXIES = 100;
const warnedProxies = memoize(
  (_server: FastifyInstance) => new LRUCache<string, true>({ max: MAX_PROXIES, ttl: WARN_INTERVAL_MS }),
);

/** @returns one address, or `forwardedBy` of two where an unnamed proxy forwarded the request */
export function clientAddress(request: FastifyRequest): string {
  const peer = request.socket.remoteAddress ?? "";
  // Fastify has replaced the address of a proxy that the operator named.
  if (request.ip !== peer) return withoutPort(request.ip);
  const claimed = lastForwarded(request.headers["x-forwarded-for"]);
  if (claimed === null) return peer;
  warnOnce(request, peer);
  return forwardedBy(peer, claimed);
}

/** Some proxies, such as Azure Application Gateway, append the port of the client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry;

/** The last entry is the one that the nearest proxy appended; a client can write only those before it. */
function lastForwarded(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const last = withoutPort([header].flat().at(-1)?.split(",").at(-1)?.trim() ?? "");
  return isAddress(last) ? last : null;
}

function warnOnce({ server, log }: FastifyRequest, proxy: string): void {
  const warned = warnedProxies(server);
  if (warned.has(proxy)) return;
  warned.set(proxy, true);
  log.warn(
    { proxy },
    "X-Forwarded-For arrives from an address that is not in CLEW_TRUSTED_PROXIES. If it is your proxy, add it there: until then a person who mistypes passwords can lock others out.",
  );
}
