/**
 * Origins whose pages may call this server: its own and those that the operator lists, so by default there is no CORS. A session is a token
 * in a header and never a cookie, so no response allows credentials and a foreign page cannot use it (CSRF).
 */
import type { FastifyInstance } from "fastify";

const METHODS = "GET, POST, PUT, DELETE";
const HEADERS = "authorization, content-type, accept-language, x-request-id";
/** Headers of an answer that the app reads. */
const EXPOSED_HEADERS = "x-request-id, retry-after, content-disposition";
/** Seconds that a browser keeps a permission. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Whether a page may open the socket: one of this host, by any of its names, or of an origin that the operator named.
 * @param host the request's own Host header
 */
export function isOriginAllowed(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/** Lets pages of the named origins read the answers. */
export function allowOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    // What is kept on the way for one origin is not another's.
    void reply.header("vary", "Origin");
    if (origin === undefined || !allowed.includes(origin)) return undefined;
    void reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED_HEADERS });
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) {
      return undefined;
    }
    return reply
      .headers({
        "access-control-allow-methods": METHODS,
        "access-control-allow-headers": HEADERS,
        "access-control-max-age": String(PREFLIGHT_MAX_AGE_SECONDS),
      })
      .code(204)
      .send();
  });
}
