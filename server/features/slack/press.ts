/** What a button does: as the user who has linked the Slack user that pressed it, by the same calls as the app. */
import { z } from "zod";
import { type ChatIssueAction, CHAT_ISSUE_ACTIONS } from "../../../contract/notices/chatActionKinds.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { principalOf, type Principal } from "../../access/sessions/sessions.ts";
import type { SlackResult } from "../../db/schema/slackSchema.ts";
import type { ReadableNotice } from "../../db/tables/notices.ts";
import type { SlackAppRow } from "../../db/tables/slackApps.ts";
import { findSlackPrincipal, updateKindNotMessaged } from "../../db/tables/slackLinks.ts";
import {
  type SlackMessageRow,
  findDeliveredIssue,
  findSlackMessage,
  findVisibleNotice,
  leaseDueMessage,
  updateChannelMessageTs,
} from "../../db/tables/slackMessages.ts";
import { ApiError } from "../../errors.ts";
import type { Invoker } from "../../http/invoker.ts";
import { type Message, formatMessage, message, serializeMessage } from "../../messages/messages.ts";
import { type ActionWay, changeKey, readActionWays } from "../chatActions/issueAction.ts";
import { KIND_NAMES } from "../notices/unsubscribe.ts";
import { CLOSE_AS, UNDO, closeReasons } from "./messageParts.ts";
import { isSameButton, releaseClaim, settleMessage, storeResult } from "./results.ts";
import { SLACK_LEASE_MS, sendSlackMessage } from "./sendMessage.ts";
import { type SlackDeps, nowOf } from "./slackDeps.ts";

/** Milliseconds for all that one press does. */
const PRESS_TIMEOUT_MS = 2 * MINUTE_MS;
/** A claim without a stored change is that of a process that has ended: longer than one press. */
const CLAIM_MS = PRESS_TIMEOUT_MS + MINUTE_MS;

export interface PressDeps extends SlackDeps {
  readonly invoke: Invoker["invoke"];
  /** Answers the user who pressed, by the address that Slack gave for it. */
  readonly answer: (responseUrl: string | null, body: object) => Promise<void>;
}

export interface Press {
  readonly slackUserId: string;
  readonly action: string;
  readonly value: string;
  readonly responseUrl: string | null;
  /** Where the pressed message is; null where Slack does not name it. */
  readonly place: { readonly channel: string; readonly ts: string } | null;
}

interface Pressed {
  readonly user: Principal;
  readonly row: SlackMessageRow;
  /** Null in a channel. */
  readonly notice: ReadableNotice | null;
  /** Null where the notice is about something else, or the issue is gone. */
  readonly issue: { readonly slug: string; readonly issueId: string } | null;
  /** The delivery whose issue it is, in a channel. */
  readonly target: Pick<SlackResult, "target">;
  readonly value: string;
  readonly signal: AbortSignal;
}

/** What a press has done: a result of the message, an answer that its reader alone sees, or a question for the way. */
type Outcome =
  | { readonly result: SlackResult; readonly over?: string }
  | { readonly reply: Message }
  | { readonly ways: readonly ActionWay[] };

/** The value of a button that closes in one of several ways: that of the first button, and the way. */
const WayValue = z.tuple([z.string().max(300), z.string().min(1).max(500)]);

const ephemeral = (text: string) => ({ response_type: "ephemeral", replace_original: false, text });

/** Does what was pressed, and changes the message. Never throws for what the user may not do. */
export async function press(deps: PressDeps, app: SlackAppRow, buttonPress: Press): Promise<void> {
  const { db } = deps;
  // Slack reports the button with the link too.
  if (buttonPress.action === "open") return;
  const slackPrincipal = await findSlackPrincipal(db, app.company_id, buttonPress.slackUserId);
  if (!slackPrincipal) {
    // Who has pressed is not known, and neither is their language.
    const text = message("slack.link_first", { link: deps.link("/settings/notifications") });
    return deps.answer(
      buttonPress.responseUrl,
      ephemeral(`${formatMessage(text, "EN")}\n${formatMessage(text, "TR")}`),
    );
  }
  const user = principalOf(slackPrincipal, "", nowOf(deps));
  const say = (text: Message) => deps.answer(buttonPress.responseUrl, ephemeral(formatMessage(text, user.language)));
  if ((slackPrincipal.allowed_networks ?? "").trim() !== "") return say(message("slack.networks"));
  const way = buttonPress.action.startsWith(CLOSE_AS) ? readWay(buttonPress.value) : null;
  const pressed = await findPressed(deps, app, user, way?.value ?? buttonPress.value);
  if (!pressed) return say(message("slack.not_there"));
  const { row } = pressed;
  if (
    buttonPress.place &&
    row.webhook_id !== null &&
    row.ts === null &&
    buttonPress.place.channel === row.channel &&
    !way
  ) {
    await updateChannelMessageTs(db, row.id, buttonPress.place.ts);
  }
  const action = way ? "close" : buttonPress.action;
  const outcome = await act(deps, pressed, action, way?.id ?? null).catch((error: unknown): Outcome => {
    if (error instanceof ApiError) return refused(pressed, action, error.text);
    throw error;
  });
  if (outcome === null) return;
  if ("reply" in outcome) await say(outcome.reply);
  else if ("ways" in outcome)
    return deps.answer(buttonPress.responseUrl, closeReasons(pressed.value, outcome.ways, user.language));
  else if (!(await storeResult(deps, row.id, outcome.result, outcome.over ?? null))) {
    await takeBack(deps, pressed, outcome.result);
  }
  const now = nowOf(deps);
  const leaseUntil = new Date(now.getTime() + SLACK_LEASE_MS);
  const leased = await leaseDueMessage(db, { now, leaseUntil, id: row.id });
  if (leased) await sendSlackMessage(deps, leased);
}

/** The message, where it is one that the user can press: their own, or one in a channel, of which the issue is theirs to see by each call. */
async function findPressed(
  { db }: PressDeps,
  app: SlackAppRow,
  user: Principal,
  value: string,
): Promise<Pressed | undefined> {
  const [messageId = "", deliveryId = ""] = value.split(" ");
  const row = await findSlackMessage(db, messageId);
  if (row?.company_id !== app.company_id) return undefined;
  const pressed = { user, row, value, signal: AbortSignal.timeout(PRESS_TIMEOUT_MS) };
  if (row.webhook_id !== null) {
    if (!row.deliveries.includes(deliveryId)) return undefined;
    const issue = await findDeliveredIssue(db, { webhookId: row.webhook_id, deliveryId });
    return issue && { ...pressed, notice: null, issue, target: { target: deliveryId } };
  }
  const isOwn = row.user_id === user.id && row.notice_id !== null;
  const notice = isOwn ? await findVisibleNotice(db, user.id, row.notice_id ?? "") : undefined;
  if (!notice) return undefined;
  const { slug, subject_kind: kind, subject_id: issueId } = notice;
  const issue = kind === "issue" && issueId !== null && slug !== null ? { slug, issueId } : null;
  return { ...pressed, notice, issue, target: {} };
}

function readWay(value: string): { readonly value: string; readonly id: string } | null {
  try {
    const [of, id] = WayValue.parse(JSON.parse(value));
    return { value: of, id };
  } catch {
    return null;
  }
}

const isIssueAction = (action: string): action is ChatIssueAction =>
  CHAT_ISSUE_ACTIONS.some((candidate) => candidate === action);

/** Why something was not done: in a channel for its reader alone. */
function refused({ notice, target }: Pressed, action: string, reason: Message): Outcome {
  const text = message("slack.refused_action", { reason });
  if (!notice) return { reply: text };
  return { result: { action, ...target, isDone: false, text: serializeMessage(text) } };
}

const done = (action: string, text: Message): Outcome => ({
  result: { action, isDone: true, text: serializeMessage(text) },
});

async function act(deps: PressDeps, pressed: Pressed, action: string, wayId: string | null): Promise<Outcome | null> {
  const { user, notice, signal } = pressed;
  if (action.startsWith(UNDO)) return undo(deps, pressed, action.slice(UNDO.length));
  if (isIssueAction(action)) return hold(deps, pressed, action, wayId);
  if (!notice) return null;
  switch (action) {
    case "read":
      await deps.invoke("readNotice", { user, params: { noticeId: notice.id }, signal });
      return done(action, message("slack.read"));
    case "mute":
      await updateKindNotMessaged(deps.db, user.id, notice.kind);
      return done(action, message("slack.muted", { kind: KIND_NAMES[notice.kind] }));
    // Buttons of other versions.
    default:
      return null;
  }
}

/**
 * Stores a change of the issue by the user's own account at the tracker; it is sent once it can be taken back no more. The button is claimed before, so that
 * of several users who press it one stores a change, also where a process ends in between.
 */
async function hold(
  deps: PressDeps,
  pressed: Pressed,
  action: ChatIssueAction,
  wayId: string | null,
): Promise<Outcome | null> {
  const { user, row, issue, target, signal } = pressed;
  if (!issue) return refused(pressed, action, message("slack.not_there"));
  if (row.results.some((result) => result.isDone && isSameButton(result, { action, ...target }))) return null;
  const actionWays = await readActionWays(deps.invoke, { user, ...issue, signal }, action);
  if ("refusal" in actionWays) return refused(pressed, action, actionWays.refusal);
  const { account, ways } = actionWays;
  if (wayId === null && ways.length > 1) return { ways };
  const way = wayId === null ? ways[0] : ways.find(({ id }) => id === wayId);
  if (!way) return refused(pressed, action, message("slack.no_close"));
  const key = changeKey(`slack ${row.id} ${target.target ?? ""} ${action} ${row.round} ${user.id}`);
  const body = { key, account, issues: [issue.issueId], change: way.change };
  const pending = { userId: user.id, batch: key, isHeld: true, done: serializeMessage(way.done) };
  const text = serializeMessage(message("slack.held", { what: way.done }));
  const result = { action, ...target, isDone: true, text, pending };
  const claimedUntil = new Date(nowOf(deps).getTime() + CLAIM_MS).toISOString();
  const claim = { ...result, pending: { ...pending, isHeld: false, claimedUntil } };
  if (!(await storeResult(deps, row.id, claim))) return null;
  try {
    signal.throwIfAborted();
    await deps.invoke("holdWrites", { user, params: { id: issue.slug }, body, signal });
  } catch (error) {
    // After another failure it is not known whether the change was stored.
    if (error instanceof ApiError) await releaseClaim(deps, row.id, key);
    throw error;
  }
  return { result, over: key };
}

/** Takes back what waits to be sent, for the user who has pressed for it. */
async function undo(deps: PressDeps, pressed: Pressed, action: string): Promise<Outcome> {
  const { user, row, issue, target, signal } = pressed;
  const pending = row.results.find((result) => isSameButton(result, { action, ...target }))?.pending;
  if (!pending || !issue || pending.claimedUntil !== undefined) return { reply: message("slack.too_late") };
  if (pending.userId !== user.id) return { reply: message("slack.undo_other") };
  const { batch } = pending;
  const { counts } = await deps.invoke("undoWrites", { user, params: { id: issue.slug }, body: { batch }, signal });
  if (Object.values(counts).some((count) => count > 0)) {
    await settleMessage(deps, row.id);
    return { reply: message("slack.too_late") };
  }
  const text = serializeMessage(message("slack.undone", { name: user.name }));
  return { result: { action, ...target, isDone: false, text }, over: batch };
}

/** The claim was over before the change was stored, and another user has the button: what this press has stored is not sent. */
async function takeBack(deps: PressDeps, { user, row, issue, signal }: Pressed, { pending }: SlackResult) {
  const shown = (await findSlackMessage(deps.db, row.id))?.results;
  if (!pending || !issue || shown?.some((result) => result.pending?.batch === pending.batch)) return;
  const body = { batch: pending.batch };
  await deps.invoke("undoWrites", { user, params: { id: issue.slug }, body, signal });
}
