/**
 * The cookie by which a session is bound to the browser in which it began. Scripts cannot read it, so a token that a script copies out of
 * the page is of no use elsewhere. It grants nothing by itself: each call still needs the token.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallerOrigin } from "../access/sessions/sessions.ts";
import { newToken } from "../access/tokens/tokens.ts";
import { isOriginAllowed } from "./cors.ts";
import { clientAddress } from "./limits/clientAddress.ts";

const PLAIN_NAME = "clew_browser";
/** Browsers take this name only from the host itself over HTTPS, so that no neighbouring host can plant a value. */
const SECURE_NAME = `__Host-${PLAIN_NAME}`;
/** The longest time that browsers keep a cookie: 400 days (draft-ietf-httpbis-rfc6265bis, section 5.5). */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** The value that the browser of a request keeps; null where it has none. */
export const browserOf = (request: Pick<FastifyRequest, "headers">): string | null =>
  cookieOf(request, SECURE_NAME) ?? cookieOf(request, PLAIN_NAME) ?? null;

const cookieOf = ({ headers }: Pick<FastifyRequest, "headers">, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? "")?.[1];

/**
 * The value for a session that begins with this request; a browser without one gets one with the answer. Null for a client that is no page of
 * this host: it would not send the cookie back.
 */
export function keepBrowser(request: FastifyRequest, reply: FastifyReply): string | null {
  const { origin, host } = request.headers;
  if (origin === undefined || !isOriginAllowed(origin, host, [])) return null;
  const isSecure = origin.startsWith("https:");
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  // Over HTTPS the plain name is not taken over: a neighbouring host may have planted its value.
  const browser = cookieOf(request, name) ?? newToken();
  const attributes = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  void reply.header("set-cookie", `${name}=${browser}; ${attributes}`);
  return browser;
}

/** Where a request comes from, as a session is bound to it. */
export const callerOriginOf = (request: FastifyRequest): CallerOrigin => ({
  address: clientAddress(request),
  browser: browserOf(request),
});
