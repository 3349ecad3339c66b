import { SourceError, findSourceError } from "../../SourceError.ts";
import { refusedWith, wordsOf } from "../../rest/restFailure.ts";
import { boundedWait, hostTime, readRetryAfter, resetWait, DEFAULT_WAIT_MS } from "../../rest/retryAfterHeader.ts";
import { type Message, message } from "../../../messages/messages.ts";

export interface GithubFailureContext {
  /** The display name. */
  readonly host: string;
  readonly hasToken: boolean;
  readonly now: number;
  /** The request named a version, so that "not modified" is an answer to it. */
  readonly isConditional: boolean;
}

interface Answered {
  readonly status: number;
  readonly message: string;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** What a failed call of the client means. An error that no host caused comes back as it is. */
export function githubFailure(error: unknown, { host, hasToken, now, isConditional }: GithubFailureContext): unknown {
  const sourceError = findSourceError(error);
  if (sourceError) return sourceError;
  const answered = asAnswered(error);
  if (!answered || (answered.status === 304 && isConditional)) return error;
  const { status, headers } = answered;
  const detail = { cause: error, refusal: { status, words: wordsOf(answered.data) } };
  const wait = waitOf(answered, now);
  if (wait !== null) {
    const sentence = hasToken ? message("host.rate_limited", { host }) : message("host.rate_limited_visitor", { host });
    return new SourceError("rate_limited", sentence, { ...detail, retryAfterMs: wait });
  }
  switch (status) {
    case 401:
      return new SourceError(
        "unauthorized",
        hasToken
          ? message("source.token_refused", { host })
          : message("thing.token_needed", { thing: "repository", host }),
        detail,
      );
    case 403:
      return new SourceError("forbidden", forbidden(host, headers), detail);
    case 404:
      return new SourceError(
        "not_found",
        hasToken
          ? message("thing.not_shown", { thing: "repository", host })
          : message("thing.not_visible", { thing: "repository", host }),
        detail,
      );
    case 410:
      return new SourceError("gone", message("source.issues_off_repository", { host }), detail);
    case 451:
      return new SourceError("forbidden", message("thing.blocked", { thing: "repository", host }), detail);
    default:
      return status >= 500
        ? new SourceError("host_failure", message("host.failure_status", { host, status }), detail)
        : new SourceError("bad_answer", refusedWith(host, status, answered.message), detail);
  }
}

function forbidden(host: string, headers: Answered["headers"]): Message {
  if (headers["x-github-sso"] !== undefined) {
    return message("source.single_sign_on", { host });
  }
  const scopes = headers["x-accepted-github-permissions"] ?? headers["x-accepted-oauth-scopes"];
  return typeof scopes === "string" && scopes !== ""
    ? message("source.token_permission", { host, scopes: scopes.slice(0, 200) })
    : message("source.token_issues");
}

/** Milliseconds to wait, when the answer is about quota; null otherwise. GitHub answers 403 or 429. */
function waitOf({ status, message, headers }: Answered, ours: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const now = hostTime(headers["date"], ours);
  const retryAfterMs = readRetryAfter(headers["retry-after"], now);
  if (retryAfterMs !== null) return boundedWait(retryAfterMs);
  if (headers["x-ratelimit-remaining"] === "0") {
    return boundedWait(resetWait(headers["x-ratelimit-reset"], now) ?? DEFAULT_WAIT_MS);
  }
  return status === 429 || /rate limit|abuse/i.test(message) ? DEFAULT_WAIT_MS : null;
}

/** GraphQL answers with 200 when its points are spent; the client's library makes an error of these words of it. */
const NO_POINTS = "GraphQL Rate Limit Exceeded";

function asAnswered(error: unknown): Answered | null {
  if (!(error instanceof Error)) return null;
  const status = error.message === NO_POINTS ? 429 : "status" in error ? error.status : null;
  if (typeof status !== "number") return null;
  const response = "response" in error && typeof error.response === "object" ? error.response : null;
  const headers = response && "headers" in response && typeof response.headers === "object" ? response.headers : null;
  const data = response && "data" in response ? response.data : undefined;
  return { status, message: error.message, data, headers: { ...headers } };
}
