import { SourceError } from "../SourceError.ts";
import { boundedWait, hostTime, readRetryAfter, DEFAULT_WAIT_MS } from "../retryAfter.ts";

/** An answer that is no success. */
export interface RefusedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Parsed JSON, or the text. */
  readonly data: unknown;
}

/** What a provider is called and how its credentials are named, for the sentences. */
export interface ProviderErrorContext {
  /** `GitLab` */
  readonly provider: string;
  /** As people know the host. */
  readonly host: string;
  /** What is read there: `project`, `repository`, `space`. */
  readonly thing: string;
  /** The scopes that reading needs, as the provider writes them. */
  readonly scopes: readonly string[];
  readonly hasCredential: boolean;
  /** The credential is a connected account, which is repaired in another place than a token. */
  readonly isOauth?: boolean;
}

/** Maps a refused request to an error. The headers distinguish an exhausted rate limit from a missing permission. */
export function restFailure(refusal: RefusedResponse, words: ProviderErrorContext, now: number): SourceError {
  const { status, data } = refusal;
  const { provider, host, thing, hasCredential } = words;
  const wait = waitOf(refusal, now);
  if (wait !== null) {
    const sentence = hasCredential
      ? `${host} asks for patience: its request limit is used up. The sync goes on by itself.`
      : `${host} lets visitors ask only a few times an hour. The sync goes on by itself; with a token it is much faster.`;
    return new SourceError("rate_limited", sentence, { retryAfter: wait });
  }
  const missing = missingScopes(data);
  switch (status) {
    case 401:
      if (missing !== null || /scope/i.test(sentenceOf(data))) return lacking(words, missing);
      return new SourceError(
        "unauthorized",
        !hasCredential
          ? `${host} wants a token for this ${thing}.`
          : words.isOauth
            ? `${host} does not accept the connected account any more. Connect it again in Settings > Integrations.`
            : `${host} does not accept the token. It may have expired or been revoked: reconnect with a new one.`,
      );
    case 403:
      return lacking(words, missing);
    case 404:
      return new SourceError(
        "not_found",
        hasCredential
          ? `${host} shows this token no such ${thing}. Check the spelling and that the token may read it.`
          : `${host} shows no such ${thing} to visitors. Check the spelling; a private one needs a token.`,
      );
    case 407:
      return new SourceError(
        "proxy",
        `A proxy between this server and ${host} asks for a sign-in. The operator has to open the way.`,
      );
    case 410:
      return new SourceError(
        "gone",
        `${host} has withdrawn what was asked for (410). The ${thing} may be gone for good, or this version of Clew is too old for ${provider}.`,
      );
    case 451:
      return new SourceError("forbidden", `${host} has blocked this ${thing} for legal reasons.`);
    default:
      return status >= 500
        ? new SourceError("host_failure", `${host} has trouble of its own (${status}). Try again later.`)
        : new SourceError("bad_answer", refusedWith(host, status, sentenceOf(data)));
  }
}

function lacking({ host, thing, scopes, hasCredential }: ProviderErrorContext, missing: string | null): SourceError {
  if (!hasCredential) {
    return new SourceError(
      "forbidden",
      `${host} does not show this ${thing} to visitors. Give a token that may read it.`,
    );
  }
  return new SourceError(
    "forbidden",
    missing !== null
      ? `The token is valid, but lacks a scope: ${missing}. Make one with it.`
      : `The token is valid, but may not read this ${thing}. It needs: ${scopes.join(", ")}.`,
  );
}

/** The scopes that the host says are missing, in its own spelling; null when it names none. */
function missingScopes(data: unknown): string | null {
  if (!isRecord(data)) return null;
  // GitLab: {"error": "insufficient_scope", "scope": "api read_api"}
  if (data["error"] === "insufficient_scope" && typeof data["scope"] === "string") return clean(data["scope"]);
  // Bitbucket: {"error": {"detail": {"required": [...], "granted": [...]}}}
  const detail = isRecord(data["error"]) ? data["error"]["detail"] : null;
  if (!isRecord(detail) || !Array.isArray(detail["required"])) return null;
  const granted: readonly unknown[] = Array.isArray(detail["granted"]) ? detail["granted"] : [];
  return clean(detail["required"].filter((scope) => !granted.includes(scope)).join(", ")) || null;
}

const clean = (text: string): string => text.replaceAll(/[^\w:., -]/g, "").slice(0, 200);

/** @param words of the host; "" for none */
export const refusedWith = (host: string, status: number, words: string): string =>
  words.trim() === ""
    ? `${host} refused the request with status ${status}.`
    : `${host} refused the request (${status}): ${words.slice(0, 200)}`;

/** Objects inside each other in which a host's own words are looked for, and characters of them that are looked at. */
const MAX_MESSAGE_DEPTH = 4;
const MAX_MESSAGE_LENGTH = 2000;

/** The host's own words, wherever it puts them. */
export function sentenceOf(data: unknown, depth = 0): string {
  if (typeof data === "string") {
    const text = data.slice(0, MAX_MESSAGE_LENGTH);
    return (depth === 0 ? text.replaceAll(/<[^>]*>|\s+/g, " ") : text).trim();
  }
  if (!isRecord(data) || depth > MAX_MESSAGE_DEPTH) return "";
  for (const name of ["message", "error_description", "error", "errorMessages", "title", "detail", "errors"]) {
    const value = data[name];
    const words = sentenceOf(Array.isArray(value) ? value[0] : value, depth + 1);
    if (words !== "" || Array.isArray(value)) return words;
  }
  return "";
}

/** Milliseconds to wait, when the answer says that it is about quota; null otherwise. */
function waitOf({ status, headers }: RefusedResponse, ours: number): number | null {
  if (status !== 403 && status !== 429 && status !== 503) return null;
  const now = hostTime(headers.get("date"), ours);
  const retryAfter = readRetryAfter(headers.get("retry-after"), now);
  if (retryAfter !== null) return boundedWait(retryAfter);
  if (status === 503) return null;
  const remaining = headers.get("ratelimit-remaining") ?? headers.get("x-ratelimit-remaining");
  if (status === 429 || remaining === "0") {
    const reset = resetOf(headers.get("ratelimit-reset") ?? headers.get("x-ratelimit-reset"), now);
    return boundedWait(reset ?? DEFAULT_WAIT_MS);
  }
  return null;
}

/** Seconds since 1970, seconds from now, or a date: the providers do not agree. */
function resetOf(value: string | null, now: number): number | null {
  if (value === null || value.trim() === "") return null;
  const figure = Number(value);
  if (Number.isFinite(figure)) return figure > 1e9 ? figure * 1000 - now + 1000 : figure * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date - now + 1000;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
