/** What a button of a message does: as the user who has linked the user of the chat that pressed it, by the same calls as the app. */
import { type ChatIssueAction, CHAT_ISSUE_ACTIONS } from "../../../contract/notices/chatActionKinds.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import {
  type ChatMessageRow,
  findChatMessage,
  findDeliveredIssue,
  findVisibleNotice,
  leaseDueMessage,
} from "../../db/tables/chats/chatMessages.ts";
import { updateKindNotMessaged } from "../../db/tables/chats/chatUsers.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import { ApiError } from "../../errors.ts";
import type { Invoker } from "../../http/invoker.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import { type ActionWay, changeKey, readActionWays } from "../chatActions/issueAction.ts";
import { KIND_NAMES } from "../notices/unsubscribe.ts";
import type { ChatClient } from "./chatClient.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";
import { UNDO } from "./offeredActions.ts";
import { isSameButton, releaseClaim, settleMessage, storeResult } from "./buttonResults.ts";
import { CHAT_LEASE_MS, sendChatMessage } from "./sendMessage.ts";

/** Milliseconds for all that one press does. */
const PRESS_TIMEOUT_MS = 2 * MINUTE_MS;
/** A claim without a stored change is that of a process that has ended: longer than one press. */
const CLAIM_MS = PRESS_TIMEOUT_MS + MINUTE_MS;

export interface ActDeps extends ChatDeps {
  readonly invoke: Invoker["invoke"];
}

/** A button of a message, and who has pressed it. */
export interface PressedButton {
  readonly user: Principal;
  readonly row: ChatMessageRow;
  /** Null in a channel. */
  readonly notice: ReadableNotice | null;
  /** Null where the notice is about something else, or the issue is gone. */
  readonly issue: { readonly slug: string; readonly issueId: string } | null;
  /** The delivery whose issue it is, in a channel. */
  readonly target: Pick<ChatResult, "target">;
  readonly value: string;
  readonly signal: AbortSignal;
}

/** What is to be done. */
export interface PressedAction {
  readonly action: string;
  /** One of several ways to close; null where none was chosen. */
  readonly wayId: string | null;
  /** Closing asks for its way also where there is one: the chat has no other question before it. */
  readonly asksToClose?: boolean;
}

/** What a press has done: a result of the message, an answer that its reader alone sees, or a question for the way. */
export type PressOutcome =
  | { readonly result: ChatResult; readonly replacesBatch?: string }
  | { readonly reply: Message }
  | { readonly ways: readonly ActionWay[] };

/** The message, where it is one that the user can press: their own, or one in a channel, of which the issue is theirs to see by each call. */
export async function findPressed(
  { db }: Pick<ChatDeps, "db">,
  app: ChatAppRow,
  user: Principal,
  value: string,
): Promise<PressedButton | undefined> {
  const [messageId = "", deliveryId = ""] = value.split(" ");
  const row = await findChatMessage(db, messageId);
  if (row?.company_id !== app.company_id || row.chat !== app.chat) return undefined;
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

/** Does what was pressed. What the user may not do is an outcome. @returns null where there is nothing to do */
export async function actOnPress(
  deps: ActDeps,
  pressed: PressedButton,
  pressedAction: PressedAction,
): Promise<PressOutcome | null> {
  try {
    return await dispatch(deps, pressed, pressedAction);
  } catch (error) {
    if (error instanceof ApiError) return refusedOutcome(pressed, pressedAction.action, error.text);
    throw error;
  }
}

/** Stores a result in its message; a change whose button another user has meanwhile is taken back. */
export async function storeOutcome(
  deps: ActDeps,
  pressed: PressedButton,
  { result, replacesBatch }: Extract<PressOutcome, { readonly result: ChatResult }>,
): Promise<void> {
  if (!(await storeResult(deps, pressed.row.id, result, replacesBatch ?? null))) await takeBack(deps, pressed, result);
}

/** Changes a pressed message now, where no other process does. */
export async function sendPressed(deps: ChatDeps, client: ChatClient, id: string): Promise<void> {
  const now = nowOf(deps);
  const leaseUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  const leased = await leaseDueMessage(deps.db, client.chat, { now, leaseUntil, id });
  if (leased) await sendChatMessage(deps, client, leased);
}

const isIssueAction = (action: string): action is ChatIssueAction =>
  CHAT_ISSUE_ACTIONS.some((candidate) => candidate === action);

/** Why something was not done: in a channel for its reader alone. */
function refusedOutcome({ notice, target }: PressedButton, action: string, reason: Message): PressOutcome {
  const text = message("chat.refused_action", { reason });
  if (!notice) return { reply: text };
  return { result: { action, ...target, isDone: false, text: serializeMessage(text) } };
}

const doneOutcome = (action: string, text: Message): PressOutcome => ({
  result: { action, isDone: true, text: serializeMessage(text) },
});

async function dispatch(
  deps: ActDeps,
  pressed: PressedButton,
  pressedAction: PressedAction,
): Promise<PressOutcome | null> {
  const { user, notice, row, signal } = pressed;
  const { action } = pressedAction;
  if (action.startsWith(UNDO)) return undo(deps, pressed, action.slice(UNDO.length));
  if (isIssueAction(action)) return holdChange(deps, pressed, { ...pressedAction, action });
  if (!notice) return null;
  switch (action) {
    case "read":
      await deps.invoke("readNotice", { user, params: { noticeId: notice.id }, signal });
      return doneOutcome(action, message("chat.read"));
    case "mute":
      await updateKindNotMessaged(deps.db, row.chat, user.id, notice.kind);
      return doneOutcome(action, message("chat.muted", { kind: KIND_NAMES[notice.kind] }));
    // Buttons of other versions.
    default:
      return null;
  }
}

/**
 * Stores a change of the issue by the user's own account at the tracker; it is sent once it can be taken back no more. The button is claimed before, so that
 * of several users who press it one stores a change, also where a process ends before it is done.
 */
async function holdChange(
  deps: ActDeps,
  pressed: PressedButton,
  { action, wayId, asksToClose = false }: PressedAction & { readonly action: ChatIssueAction },
): Promise<PressOutcome | null> {
  const { user, row, issue, target, signal } = pressed;
  if (!issue) return refusedOutcome(pressed, action, message("chat.not_there"));
  if (row.results.some((result) => result.isDone && isSameButton(result, { action, ...target }))) return null;
  const actionWays = await readActionWays(deps.invoke, { user, ...issue, signal }, action);
  if ("refusal" in actionWays) return refusedOutcome(pressed, action, actionWays.refusal);
  const { account, ways } = actionWays;
  if (wayId === null && (ways.length > 1 || (asksToClose && action === "close"))) return { ways };
  const way = wayId === null ? ways[0] : ways.find(({ id }) => id === wayId);
  if (!way) return refusedOutcome(pressed, action, message("chat.no_close"));
  const key = changeKey(`${row.chat} ${row.id} ${target.target ?? ""} ${action} ${row.round} ${user.id}`);
  const body = { key, account, issues: [issue.issueId], change: way.change };
  const pending = { userId: user.id, batch: key, isHeld: true, done: serializeMessage(way.done) };
  const text = serializeMessage(message("chat.held", { what: way.done }));
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
  return { result, replacesBatch: key };
}

/** Takes back what waits to be sent, for the user who has pressed for it. */
async function undo(deps: ActDeps, pressed: PressedButton, action: string): Promise<PressOutcome> {
  const { user, row, issue, target, signal } = pressed;
  const pending = row.results.find((result) => isSameButton(result, { action, ...target }))?.pending;
  if (!pending || !issue || pending.claimedUntil !== undefined) return { reply: message("chat.too_late") };
  if (pending.userId !== user.id) return { reply: message("chat.undo_other") };
  const { batch } = pending;
  const { counts } = await deps.invoke("undoWrites", { user, params: { id: issue.slug }, body: { batch }, signal });
  if (Object.values(counts).some((count) => count > 0)) {
    await settleMessage(deps, row.id);
    return { reply: message("chat.too_late") };
  }
  const text = serializeMessage(message("chat.undone", { name: user.name }));
  return { result: { action, ...target, isDone: false, text }, replacesBatch: batch };
}

/** The claim was over before the change was stored, and another user has the button: what this press has stored is not sent. */
async function takeBack(deps: ActDeps, { user, row, issue, signal }: PressedButton, { pending }: ChatResult) {
  const shown = (await findChatMessage(deps.db, row.id))?.results;
  if (!pending || !issue || shown?.some((result) => result.pending?.batch === pending.batch)) return;
  const body = { batch: pending.batch };
  await deps.invoke("undoWrites", { user, params: { id: issue.slug }, body, signal });
}
