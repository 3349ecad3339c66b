import { readRetryAfter } from "../../sources/rest/retryAfterHeader.ts";
import { HOUR_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { OutgoingKind } from "../../../contract/notices/outgoingEvents.ts";
import { type Message, message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { signatureOf } from "./signature.ts";

/** Milliseconds for a whole exchange. */
export const REQUEST_TIMEOUT_MS = 15 * SECOND_MS;
/** Characters of an answer that the log keeps. */
const MAX_RESPONSE_LENGTH = 1000;
/** A receiver cannot postpone longer by `Retry-After`. */
const MAX_POSTPONED_MS = HOUR_MS;

export interface OutgoingRequest {
  readonly kind: OutgoingKind;
  readonly url: string;
  /** The `webhook-id`: the same at each attempt. */
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** The outcome of a request. */
export interface RequestOutcome {
  /**
   * `refused`: the receiver never accepts this request; `closed`: it takes none any more; `postponed`: later, by its own words; `failed`:
   * worth another attempt.
   */
  readonly result: "sent" | "refused" | "closed" | "postponed" | "failed";
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: Message | null;
  readonly response: string;
  readonly retryAfterMs: number | null;
}

/** Sends one request through the guard of the egress. Redirects are not followed, and of the answer little is read. Never throws. */
export async function sendRequest(
  egress: Pick<Egress, "fetch">,
  { kind, url, id, body, secrets }: OutgoingRequest,
  timeoutMs: number = REQUEST_TIMEOUT_MS,
): Promise<RequestOutcome> {
  const started = performance.now();
  const durationMs = (): number => Math.round(performance.now() - started);
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatureOf({ id, timestamp, body }, secrets),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await egress.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Clew-Webhooks", ...(kind === "webhook" && signed) },
      body,
      signal,
    });
    // What the receiver says matters only for the log: a status without a readable body is an answer too.
    const bytes = await answer.read("account", new URL(url).host, signal).catch(() => new Uint8Array());
    // eslint-disable-next-line no-control-regex -- a text column holds no NUL
    const text = new TextDecoder().decode(bytes).replaceAll(/\u0000/g, "");
    const response = text.slice(0, MAX_RESPONSE_LENGTH).toWellFormed();
    const { status, headers } = answer;
    const retryAfterMs = waitOf(headers.get("retry-after"));
    return { status, durationMs: durationMs(), response, retryAfterMs, ...verdict(kind, status, response.trim()) };
  } catch (error) {
    const reason =
      error instanceof SourceError && error.code !== "aborted"
        ? error.text
        : message("outgoing.no_answer", { seconds: Math.round(timeoutMs / 1000) });
    return {
      result: "failed",
      status: null,
      durationMs: durationMs(),
      error: reason,
      response: "",
      retryAfterMs: null,
    };
  }
}

/** Refusals of Slack's incoming webhooks that no later attempt changes, by the word in the answer. */
const CLOSED_CHATS = {
  channel_is_archived: "outgoing.slack_channel_is_archived",
  channel_not_found: "outgoing.slack_channel_not_found",
  action_prohibited: "outgoing.slack_action_prohibited",
  no_service: "outgoing.slack_no_service",
  no_team: "outgoing.slack_no_service",
  invalid_token: "outgoing.slack_no_service",
} as const;

function verdict(kind: OutgoingKind, status: number, response: string): Pick<RequestOutcome, "result" | "error"> {
  if (status >= 200 && status < 300) return { result: "sent", error: null };
  if (status === 429) return { result: "postponed", error: message("outgoing.too_many") };
  if (kind === "slack") {
    const closed = Object.entries(CLOSED_CHATS).find(([word]) => response === word);
    if (closed) return { result: "closed", error: message(closed[1]) };
    if (status === 400) return { result: "refused", error: message("outgoing.slack_refused", { word: response }) };
  }
  if (kind === "teams" && (status === 400 || status === 413)) {
    return { result: "refused", error: message("outgoing.teams_refused") };
  }
  if (kind === "teams" && (status === 401 || status === 404)) {
    return { result: "closed", error: message("outgoing.teams_gone") };
  }
  if (status === 410) return { result: "closed", error: message("outgoing.gone") };
  return { result: "failed", error: message("outgoing.status", { status }) };
}

/** Milliseconds, at most those for which an event is postponed. */
function waitOf(retryAfter: string | null): number | null {
  const ms = readRetryAfter(retryAfter, Date.now());
  return ms !== null && ms > 0 ? Math.min(ms, MAX_POSTPONED_MS) : null;
}
