import { SourceError } from "../SourceError.ts";
import { boundedWait, hostTime, readRetryAfter, resetWait, DEFAULT_WAIT_MS } from "./retryAfterHeader.ts";
import { type Message, message } from "../../messages/messages.ts";

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
  /** The display name of the host. */
  readonly host: string;
  /** What is read there: `project`, `repository`, `space`. */
  readonly thing: string;
  /** The scopes that reading needs, as the provider writes them; empty where its tokens have none. */
  readonly scopes: readonly string[];
  readonly hasCredential: boolean;
  /** The credential is a connected account, which is repaired in another place than a token. */
  readonly isOauth?: boolean;
}

/** Maps a refused request to an error. The headers distinguish an exhausted rate limit from a missing permission. */
export function restFailure(refused: RefusedResponse, context: ProviderErrorContext, now: number): SourceError {
  const { code, text, retryAfterMs } = failureOf(refused, context, now);
  const refusal = { status: refused.status, words: wordsOf(refused.data) };
  return new SourceError(code, text, { ...(retryAfterMs !== null && { retryAfterMs }), refusal });
}

function failureOf(refusal: RefusedResponse, context: ProviderErrorContext, now: number): SourceError {
  const { status, data } = refusal;
  const { provider, host, thing, hasCredential } = context;
  const wait = waitOf(refusal, now);
  if (wait !== null) {
    const sentence = hasCredential
      ? message("host.rate_limited", { host })
      : message("host.rate_limited_visitor", { host });
    return new SourceError("rate_limited", sentence, { retryAfterMs: wait });
  }
  if (isChallenged(refusal)) return new SourceError("unauthorized", message("source.captcha", { host }));
  const missing = missingScopes(data);
  switch (status) {
    case 401:
      // Bitbucket Data Center accepts the token and refuses the action.
      if (hasCredential && isUnauthorizedAction(data)) return lacking(context, null);
      if (missing !== null || /scope/i.test(sentenceOf(data))) return lacking(context, missing);
      return new SourceError(
        "unauthorized",
        !hasCredential
          ? message("thing.token_needed", { host, thing })
          : context.isOauth
            ? message("source.connection_refused", { host })
            : message("source.token_refused", { host }),
      );
    case 403:
      return lacking(context, missing);
    case 404:
      return new SourceError(
        "not_found",
        hasCredential ? message("thing.not_shown", { host, thing }) : message("thing.not_visible", { host, thing }),
      );
    case 407:
      return new SourceError("proxy", message("host.proxy", { host }));
    case 410:
      return new SourceError("gone", message("thing.gone", { host, thing, provider }));
    case 451:
      return new SourceError("forbidden", message("thing.blocked", { host, thing }));
    default:
      return status >= 500
        ? new SourceError("host_failure", message("host.failure_status", { host, status }))
        : new SourceError("bad_answer", refusedWith(host, status, sentenceOf(data)));
  }
}

/** Jira and Confluence Data Center refuse an account after failed sign-ins until its owner has solved a CAPTCHA. */
const isChallenged = ({ status, headers }: RefusedResponse): boolean =>
  (status === 401 || status === 403) &&
  /^\s*CAPTCHA_CHALLENGE/i.test(headers.get("x-authentication-denied-reason") ?? "");

/** `{"errors": [{"exceptionName": "com.atlassian.bitbucket.AuthorisationException"}]}` */
function isUnauthorizedAction(data: unknown): boolean {
  const errors: unknown = isRecord(data) ? data["errors"] : null;
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const name: unknown = isRecord(first) ? first["exceptionName"] : null;
  return typeof name === "string" && name.endsWith(".AuthorisationException");
}

function lacking({ host, thing, scopes, hasCredential }: ProviderErrorContext, missing: string | null): SourceError {
  if (!hasCredential) {
    return new SourceError("forbidden", message("thing.hidden", { host, thing }));
  }
  if (missing !== null) return new SourceError("forbidden", message("source.token_scope", { scope: missing }));
  return new SourceError(
    "forbidden",
    scopes.length === 0
      ? message("thing.permission", { thing, host })
      : message("thing.scopes", { thing, scopes: scopes.join(", ") }),
  );
}

/** The scopes that the host reports as missing, in its spelling; null when it names none. */
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
export const refusedWith = (host: string, status: number, words: string): Message =>
  words.trim() === ""
    ? message("host.refused_status", { host, status })
    : message("host.refused_reason", { host, status, reason: words.slice(0, 200) });

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

/** Words of one refusal that are kept. */
const MAX_WORDS_LENGTH = 500;
/** Fields of a refusal that are for programs. */
const CODES: ReadonlySet<string> = new Set(["documentation_url", "status", "code", "resource", "id", "type", "errno"]);

/**
 * All words of a refusal that are for people: a host may give a sentence for each field. A field that is no list of a host's own is named
 * with its sentence.
 */
export function wordsOf(data: unknown): string {
  if (typeof data === "string") return sentenceOf(data).slice(0, MAX_WORDS_LENGTH);
  const result: string[] = [];
  const collect = (value: unknown, name: string, depth: number): void => {
    if (depth > MAX_MESSAGE_DEPTH || result.length >= 10) return;
    if (typeof value === "string" && value.trim() !== "") {
      const text = value.slice(0, MAX_WORDS_LENGTH).trim();
      result.push(name === "" ? text : `${name}: ${text}`);
    } else if (Array.isArray(value)) for (const item of value) collect(item, name, depth + 1);
    else if (isRecord(value)) {
      // GitHub describes a refused field by its name and a code.
      if (typeof value["field"] === "string" && typeof value["code"] === "string" && value["message"] === undefined)
        collect(value["code"], value["field"], depth + 1);
      else
        for (const [key, inner] of Object.entries(value))
          if (!CODES.has(key) && key !== "field" && key !== "value")
            collect(
              inner,
              /^(?:message|messages|errors?|errorMessages|error_description|detail|base)$/.test(key) ? name : key,
              depth + 1,
            );
    }
  };
  collect(data, "", 0);
  return [...new Set(result)].join("; ").slice(0, MAX_WORDS_LENGTH);
}

/** Milliseconds to wait, when the answer is about quota; null otherwise. */
function waitOf({ status, headers }: RefusedResponse, ours: number): number | null {
  if (status !== 403 && status !== 429 && status !== 503) return null;
  const now = hostTime(headers.get("date"), ours);
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), now);
  if (retryAfterMs !== null) return boundedWait(retryAfterMs);
  if (status === 503) return null;
  const remaining = headers.get("ratelimit-remaining") ?? headers.get("x-ratelimit-remaining");
  if (status === 429 || remaining === "0") {
    const reset = resetWait(headers.get("ratelimit-reset") ?? headers.get("x-ratelimit-reset"), now);
    return boundedWait(reset ?? intervalOf(headers.get("x-ratelimit-interval-seconds")) ?? DEFAULT_WAIT_MS);
  }
  return null;
}

/** The seconds after which Data Center products of Atlassian grant further requests. */
const intervalOf = (value: string | null): number | null =>
  value !== null && /^\d{1,6}$/.test(value.trim()) ? Number(value) * 1000 : null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
