/** What buttons have done, as the message shows it. Each change of it locks the message. */
import { SECOND_MS } from "../../../contract/durations.ts";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { Db } from "../../db/openDb.ts";
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import { listBatchWrites } from "../../db/tables/issues/heldWrites.ts";
import {
  type ChatMessageRow,
  listChatMessagesToSettle,
  lockChatMessage,
  updateChatResults,
  updateSettleTime,
} from "../../db/tables/chats/chatMessages.ts";
import { message, parseMessage, serializeMessage } from "../../messages/messages.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";

/** Interval at which a change in progress is checked: its host may ask for a pause, and a lost answer is looked for within an hour. */
const SETTLE_INTERVAL_MS = 10 * SECOND_MS;
const MAX_SETTLED = 100;

type ButtonKey = Pick<ChatResult, "action" | "target">;

/** Whether two results are of the same button. */
export const isSameButton = (result: ButtonKey, other: ButtonKey): boolean =>
  result.action === other.action && result.target === other.target;

/**
 * Stores what a button has done, in place of what it did before.
 * @param replacesBatch the change that it may replace: another one of the same action was pressed by another user
 * @returns false where that is done, or waits
 */
export async function storeResult(
  deps: Pick<ChatDeps, "db" | "now">,
  messageId: string,
  result: ChatResult,
  replacesBatch: string | null = null,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockChatMessage(tx, messageId);
    if (!row) return false;
    const before = row.results.find((stored) => isSameButton(stored, result));
    if (before?.isDone && (before.pending === undefined || before.pending.batch !== replacesBatch)) return false;
    const results = [...row.results.filter((stored) => !isSameButton(stored, result)), result];
    const now = nowOf(deps);
    const settleAt = results.some(({ pending }) => pending) ? after(now) : null;
    // A claim shows nothing yet.
    const isShown = result.pending?.claimedUntil === undefined;
    await updateChatResults(tx, messageId, results, { now, settleAt, refusals: result.isDone ? 0 : 1, isShown });
    return true;
  });
}

/** Frees a button whose change was refused before it was stored. */
export async function releaseClaim(
  deps: Pick<ChatDeps, "db" | "now">,
  messageId: string,
  batch: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockChatMessage(tx, messageId);
    const claim = row?.results.find(({ pending }) => pending?.batch === batch && pending.claimedUntil !== undefined);
    if (!row || !claim?.pending || (await listBatchWrites(tx, claim.pending.userId, batch)).length > 0) return;
    const results = row.results.filter((result) => result !== claim);
    const now = nowOf(deps);
    const settleAt = results.some(({ pending }) => pending) ? after(now) : null;
    await updateChatResults(tx, messageId, results, { now, settleAt, refusals: 0, isShown: false });
  });
}

const after = (now: Date): Date => new Date(now.getTime() + SETTLE_INTERVAL_MS);

/** Settles pending changes that buttons of a chat have stored, and has their messages changed. A failure of one message is reported. */
export async function completeResults(
  deps: Pick<ChatDeps, "db" | "now">,
  chat: Chat,
  onError: (error: unknown) => void,
): Promise<void> {
  const now = nowOf(deps);
  for (const id of await listChatMessagesToSettle(deps.db, chat, { now, limit: MAX_SETTLED })) {
    await settleMessage(deps, id).catch(async (error: unknown) => {
      onError(error);
      // It does not hold those that are due after it.
      await updateSettleTime(deps.db, id, after(now)).catch(onError);
    });
  }
}

/** The same for one message. */
export async function settleMessage(deps: Pick<ChatDeps, "db" | "now">, messageId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockChatMessage(tx, messageId);
    if (!row) return;
    const now = nowOf(deps);
    const results: ChatResult[] = [];
    for (const result of row.results) results.push(await settled(tx, row, result, now));
    const refusals = results.filter(({ isDone }, at) => !isDone && row.results[at]?.isDone).length;
    const isShown = results.some((result, at) => result !== row.results[at]);
    const settleAt = results.some(({ pending }) => pending) ? after(now) : null;
    await updateChatResults(tx, messageId, results, { now, settleAt, refusals, isShown });
  });
}

/** What a result is now: the same object where nothing has changed. */
async function settled(tx: Db, row: ChatMessageRow, result: ChatResult, now: Date): Promise<ChatResult> {
  const { pending: stored, ...rest } = result;
  if (!stored) return result;
  const { claimedUntil, ...pending } = stored;
  const [write] = await listBatchWrites(tx, pending.userId, pending.batch);
  const ended = (isDone: boolean, text: string): ChatResult => ({ ...rest, isDone, text });
  switch (write?.state) {
    case "held":
      return claimedUntil === undefined ? result : { ...result, pending: { ...pending, isHeld: true } };
    case "waiting":
    case "sent":
      return pending.isHeld || claimedUntil !== undefined
        ? { ...result, pending: { ...pending, isHeld: false } }
        : result;
    case "done":
      return ended(true, pending.done);
    case "discarded":
      return ended(false, serializeMessage(message("chat.taken_back")));
    case "refused": {
      // The words of a tracker are for the user who has asked it, and a channel has other readers.
      const reason = row.webhook_id === null && write.text !== null ? parseMessage(write.text) : message("chat.look");
      return ended(false, serializeMessage(message("chat.refused_action", { reason })));
    }
    case "lost":
      return ended(false, serializeMessage(message("chat.unknown", { reason: message("chat.look") })));
    // It was not stored yet, or its process has ended before; otherwise the issue is gone.
    case undefined: {
      if (claimedUntil !== undefined && new Date(claimedUntil) > now) return result;
      const reason = message(claimedUntil === undefined ? "chat.not_there" : "chat.try_again");
      return ended(false, serializeMessage(message("chat.refused_action", { reason })));
    }
  }
}
