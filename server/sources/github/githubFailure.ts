import { SourceError, findSourceError } from "../SourceError.ts";
import { refusedWith } from "../rest/restFailure.ts";
import { boundedWait, hostTime, readRetryAfter, DEFAULT_WAIT_MS } from "../retryAfter.ts";

export interface GithubFailureContext {
  /** As people know it. */
  readonly host: string;
  readonly hasToken: boolean;
  readonly now: number;
  /** The request named a version, so that "not modified" is an answer to it. */
  readonly isConditional: boolean;
}

interface Answered {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** What a failed call of the client means. An error that no host caused comes back as it is. */
export function githubFailure(error: unknown, { host, hasToken, now, isConditional }: GithubFailureContext): unknown {
  const known = findSourceError(error);
  if (known) return known;
  const answered = asAnswered(error);
  if (!answered || (answered.status === 304 && isConditional)) return error;
  const { status, message, headers } = answered;
  const detail = { cause: error };
  const wait = waitOf(answered, now);
  if (wait !== null) {
    const sentence = hasToken
      ? `${host} asks for patience: its request limit is used up. The sync goes on by itself.`
      : `${host} lets visitors ask only a few times an hour. The sync goes on by itself; with a token it is much faster.`;
    return new SourceError("rate_limited", sentence, { ...detail, retryAfter: wait });
  }
  switch (status) {
    case 401:
      return new SourceError(
        "unauthorized",
        hasToken
          ? `${host} does not accept the token. It may have expired or been revoked: reconnect with a new one.`
          : `${host} wants a token for this repository.`,
        detail,
      );
    case 403:
      return new SourceError("forbidden", forbidden(host, headers), detail);
    case 404:
      return new SourceError(
        "not_found",
        hasToken
          ? `${host} shows this token no such repository. Check the spelling and that the token may read it.`
          : `${host} shows no such repository to visitors. Check the spelling; a private one needs a token.`,
        detail,
      );
    case 410:
      return new SourceError("gone", `Issues are switched off in this repository on ${host}.`, detail);
    case 451:
      return new SourceError("forbidden", `${host} has blocked this repository for legal reasons.`, detail);
    default:
      return status >= 500
        ? new SourceError("host_failure", `${host} has trouble of its own (${status}). Try again later.`, detail)
        : new SourceError("bad_answer", refusedWith(host, status, message), detail);
  }
}

function forbidden(host: string, headers: Answered["headers"]): string {
  if (headers["x-github-sso"] !== undefined) {
    return `The organisation wants single sign-on: authorize the token for it on ${host}.`;
  }
  const scopes = headers["x-accepted-github-permissions"] ?? headers["x-accepted-oauth-scopes"];
  return typeof scopes === "string" && scopes !== ""
    ? `The token is valid, but lacks a permission. ${host} wants one of: ${scopes.slice(0, 200)}.`
    : `The token is valid, but may not read the issues. Give it read access to issues and metadata.`;
}

/** Milliseconds to wait, when the answer says that it is about quota; null otherwise. GitHub says so by 403 or by 429. */
function waitOf({ status, message, headers }: Answered, ours: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const now = hostTime(headers["date"], ours);
  const retryAfter = readRetryAfter(headers["retry-after"], now);
  if (retryAfter !== null) return boundedWait(retryAfter);
  if (headers["x-ratelimit-remaining"] === "0") {
    const reset = Number(headers["x-ratelimit-reset"]);
    return boundedWait(Number.isFinite(reset) && reset > 0 ? reset * 1000 - now + 1000 : DEFAULT_WAIT_MS);
  }
  return status === 429 || /rate limit|abuse/i.test(message) ? DEFAULT_WAIT_MS : null;
}

function asAnswered(error: unknown): Answered | null {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return null;
  const response = "response" in error && typeof error.response === "object" ? error.response : null;
  const headers = response && "headers" in response && typeof response.headers === "object" ? response.headers : null;
  return { status: error.status, message: error.message, headers: { ...headers } };
}
