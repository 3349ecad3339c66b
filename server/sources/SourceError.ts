import { MessageError } from "../messages/MessageError.ts";
import type { Message } from "../messages/messages.ts";

/**
 * Why a source could not be reached or read. The code is for programs (and for tests), the text is for the person who linked the source.
 * A text never holds a credential.
 */
const SOURCE_ERROR_CODES = [
  "provider",
  "connection",
  "address",
  "protocol",
  "path_not_allowed",
  "private_network",
  "dns",
  "refused",
  "tls",
  "proxy",
  "timeout",
  "cut",
  "redirect",
  "too_large",
  "unauthorized",
  "forbidden",
  "not_found",
  "gone",
  "rate_limited",
  "host_failure",
  "unsupported",
  "bad_answer",
  "host_key",
  "not_a_repository",
  "damaged",
  "disk_full",
  "git_missing",
  "ssh_missing",
  "aborted",
  "changed_meanwhile",
  "not_offered",
  "not_taken",
  "account_changed",
] as const;
export type SourceErrorCode = (typeof SOURCE_ERROR_CODES)[number];

export interface SourceErrorDetail {
  readonly cause?: unknown;
  /** Milliseconds to wait before the next request, by the host's answer. */
  readonly retryAfterMs?: number;
  /** The answer that refused. */
  readonly refusal?: HostRefusal;
}

/** An answer that is no success, with all words in it that are for people. */
export interface HostRefusal {
  readonly status: number;
  readonly words: string;
}

export class SourceError extends MessageError {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  readonly retryAfterMs: number | null;
  readonly refusal: HostRefusal | null;

  constructor(code: SourceErrorCode, text: Message, detail: SourceErrorDetail = {}) {
    super(text, { cause: detail.cause });
    this.code = code;
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.refusal = detail.refusal ?? null;
  }
}

/** The first SourceError in an error and its causes: undici and the octokit client wrap what a connector threw. */
export function findSourceError(error: unknown): SourceError | null {
  const seen = new Set<unknown>();
  let at: unknown = error;
  while (at instanceof Error && !seen.has(at)) {
    if (at instanceof SourceError) return at;
    seen.add(at);
    if (at instanceof AggregateError) {
      for (const inner of at.errors) {
        const sourceError = findSourceError(inner);
        if (sourceError) return sourceError;
      }
    }
    at = at.cause;
  }
  return null;
}

/** The `code` (ENOTFOUND, CERT_HAS_EXPIRED, UND_ERR_…) nearest to the root of an error and its causes; "" when none has one. */
export function rootCode(error: unknown): string {
  let code = "";
  let at: unknown = error;
  for (let depth = 0; depth < 8 && at instanceof Error; depth += 1) {
    if ("code" in at && typeof at.code === "string") code = at.code;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return code;
}
