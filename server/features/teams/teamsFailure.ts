/** What an answer of Microsoft means for what waits to be sent. */
import { HOUR_MS, SECOND_MS } from "../../../contract/durations.ts";
import { type Message, message } from "../../messages/messages.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import { readRetryAfter } from "../../sources/rest/retryAfterHeader.ts";
import type { ChatFailure } from "../chats/chatClient.ts";

const DEFAULT_RETRY_MS = 30 * SECOND_MS;
const MAX_RETRY_MS = HOUR_MS;

/** Failures before a byte was sent. */
const UNSENT: ReadonlySet<SourceErrorCode> = new Set(["dns", "refused", "tls", "protocol", "private_network"]);

/** A failure with what is usual of it. */
export const teamsFailure = (error: string, text: Message, part: Partial<ChatFailure> = {}): ChatFailure => ({
  ok: false,
  error,
  text,
  isLost: false,
  retryAfterMs: null,
  isEnded: false,
  isUnchangeable: false,
  isWorthAnother: false,
  forgetsChannel: false,
  ...part,
});

/** A request to wait, by the header `Retry-After`. */
export function throttled(retryAfter: string | null): ChatFailure {
  const askedMs = readRetryAfter(retryAfter, Date.now()) ?? DEFAULT_RETRY_MS;
  const retryAfterMs = Math.min(Math.max(askedMs, SECOND_MS), MAX_RETRY_MS);
  return teamsFailure("throttled", message("teams.throttled"), { retryAfterMs });
}

/** A request without an answer. @throws what is no failure of a host */
export function unanswered(error: unknown): ChatFailure {
  if (!(error instanceof SourceError)) throw error;
  const text = error.code === "aborted" ? message("teams.no_answer") : error.text;
  return teamsFailure("no_answer", text, { isLost: !UNSENT.has(error.code), isWorthAnother: true });
}

/** The JSON of an answer; null for what is none. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
