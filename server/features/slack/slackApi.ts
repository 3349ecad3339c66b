/**
 * Methods of Slack's Web API: a POST of JSON with the token of the app, answered by `{ok, error}`, also with status 200. Source:
 * docs.slack.dev/apis/web-api, and of each method docs.slack.dev/reference/methods.
 */
import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "../../../contract/durations.ts";
import { type Message, message } from "../../messages/messages.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import { readRetryAfter } from "../../sources/rest/retryAfterHeader.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import type { SlackDeps } from "./slackDeps.ts";

/** Milliseconds for a whole exchange. */
const TIMEOUT_MS = 10 * SECOND_MS;
const DEFAULT_RETRY_MS = 30 * SECOND_MS;
const MAX_RETRY_MS = HOUR_MS;

/** A conversation as lists of it have it. Source: docs.slack.dev/reference/objects/conversation-object. */
const Channel = z.object({
  id: z.string().max(100),
  name: z.string().max(300).optional(),
  is_member: z.boolean().optional(),
  is_private: z.boolean().optional(),
  is_archived: z.boolean().optional(),
});

/** The fields of an answer that are read here. */
const Answer = z.object({
  ok: z.boolean(),
  error: z.string().max(200).optional(),
  needed: z.string().max(500).optional(),
  ts: z.string().max(100).optional(),
  channel: z.union([z.string().max(100), Channel]).optional(),
  team: z.string().max(300).optional(),
  team_id: z.string().max(100).optional(),
  user_id: z.string().max(100).optional(),
  bot_id: z.string().max(100).optional(),
  enterprise_id: z.string().max(100).nullish(),
  channels: z.array(Channel).max(2000).optional(),
  response_metadata: z.object({ next_cursor: z.string().max(1000).optional() }).optional(),
});

export type SlackSuccess = z.output<typeof Answer> & {
  readonly ok: true;
  /** The scopes of the token, by the header `x-oauth-scopes`; null where Slack did not name them. */
  readonly scopes: readonly string[] | null;
};

export type SlackMethod =
  "auth.test" | "conversations.info" | "conversations.list" | "conversations.open" | "chat.postMessage" | "chat.update";

/** Methods that read take a form: Slack reads no JSON for them. */
const FORM_METHODS: ReadonlySet<SlackMethod> = new Set(["conversations.info", "conversations.list"]);

/** Words of Slack by which it does not know the token any more. */
const ENDED = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "team_access_not_granted",
  "org_login_required",
]);
/** Words by which a message cannot be changed any more. */
const UNCHANGEABLE = new Set(["message_not_found", "cant_update_message", "edit_window_closed", "channel_not_found"]);

/** Failures before a byte was sent. */
const UNSENT: ReadonlySet<SourceErrorCode> = new Set(["dns", "refused", "tls", "protocol", "private_network"]);

function textOf(error: string, needed: string | undefined): Message {
  switch (error) {
    case "invalid_auth":
    case "not_authed":
      return message("slack.invalid_auth");
    case "account_inactive":
    case "token_revoked":
    case "token_expired":
      return message("slack.token_revoked", { word: error });
    case "missing_scope":
      return message("slack.missing_scope", { scopes: needed ?? "?" });
    case "not_in_channel":
      return message("slack.not_in_channel");
    case "channel_not_found":
      return message("slack.channel", { word: error });
    case "is_archived":
      return message("slack.is_archived");
    case "user_not_found":
    case "user_disabled":
    case "cannot_dm_bot":
    case "user_not_visible":
      return message("slack.user_gone", { word: error });
    case "ratelimited":
      return message("slack.ratelimited");
    default:
      return message("slack.refused", { word: error });
  }
}

/** Calls a method. A failure is returned, with words for people. */
export async function callSlack(
  { egress, slackUrl }: Pick<SlackDeps, "egress" | "slackUrl">,
  method: SlackMethod,
  token: string,
  body: Readonly<Record<string, unknown>>,
): Promise<SlackSuccess | ChatFailure> {
  const url = new URL(`/api/${method}`, slackUrl);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const isForm = FORM_METHODS.has(method);
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json; charset=utf-8";
  try {
    const answer = await egress.fetch(url, {
      method: "POST",
      headers: { "content-type": type, "user-agent": "Clew" },
      authorization: new Credential({ token, origin: url.origin }).as("bearer"),
      body: isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
      signal,
    });
    const { status, headers } = answer;
    if (status === 429) {
      const retryAfterMs = readRetryAfter(headers.get("retry-after"), Date.now()) ?? DEFAULT_RETRY_MS;
      return slackFailure("ratelimited", { retryAfterMs: Math.min(Math.max(retryAfterMs, SECOND_MS), MAX_RETRY_MS) });
    }
    const bytes = await answer.read(method === "conversations.list" ? "page" : "description", url.host, signal);
    const parsed = status === 200 ? Answer.safeParse(jsonOf(bytes)) : null;
    if (!parsed?.success) return slackFailure(`status_${status}`, { isLost: true });
    const { ok, error = "unknown_error", needed } = parsed.data;
    if (!ok) return slackFailure(error, { needed, retryAfterMs: error === "ratelimited" ? DEFAULT_RETRY_MS : null });
    const scopes = headers.get("x-oauth-scopes")?.split(/[\s,]+/) ?? null;
    return { ...parsed.data, ok: true, scopes };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const text = error.code === "aborted" ? message("slack.no_answer") : error.text;
    return { ...slackFailure("no_answer", { isLost: !UNSENT.has(error.code) }), text };
  }
}

/** What a word of Slack means for what waits to be sent. */
export function slackFailure(
  error: string,
  {
    needed,
    isLost = false,
    retryAfterMs = null,
  }: { readonly needed?: string | undefined; readonly isLost?: boolean; readonly retryAfterMs?: number | null } = {},
): ChatFailure {
  return {
    ok: false,
    error,
    text: textOf(error, needed),
    isLost,
    retryAfterMs,
    isEnded: ENDED.has(error),
    isUnchangeable: UNCHANGEABLE.has(error),
    isWorthAnother: error === "no_answer" || error === "missing_scope",
    forgetsChannel: error === "channel_not_found",
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
