import { ENDED_WAIT_MS } from "./chatLimits.ts";
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { findChatApp, updateChatApp } from "../../db/tables/chats/chatApps.ts";
import { type ChatMessageRow, findVisibleNotice, updateChatMessage } from "../../db/tables/chats/chatMessages.ts";
import { findChatUser, updateChatUser } from "../../db/tables/chats/chatUsers.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { findMailedUser } from "../../db/tables/notices/noticeMails.ts";
import { listNoticeChannels } from "../../db/tables/notices/noticeSettings.ts";
import { OUTBOX_DELAYS_MS } from "../../events/outboxDelays.ts";
import { channelFor } from "../../events/writeNotices.ts";
import { serializeMessage } from "../../messages/messages.ts";
import { chatSecretOf, endChatApp } from "./chatApps.ts";
import type { ChatClient, ChatFailure, NoticeSending } from "./chatClient.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";

/** Longer than all exchanges of a message together. */
export const CHAT_LEASE_MS = MINUTE_MS;
/** Age at which a notice that could not be sent gets no message. */
export const MAX_NOTICE_AGE_MS = 2 * DAY_MS;

/** Without the parts of a message about a notice: of one in a channel. */
type Sent = Pick<NoticeSending, "app" | "row"> & { readonly link: NoticeSending["link"] | null };

/** Sends a leased message, or changes the one that is there. What its receiver may not see now is not sent. */
export async function sendChatMessage(deps: ChatDeps, client: ChatClient, row: ChatMessageRow): Promise<void> {
  if (row.webhook_id !== null) return client.changeInChannel(row);
  const sending = await prepare(deps, client, row);
  if (!sending) return updateChatMessage(deps.db, row, { state: "dropped" });
  const posted = await client.post(sending);
  if (posted === null) return;
  if (!posted.ok) return noteChatFailure(deps, sending, posted);
  await updateChatMessage(deps.db, row, {
    state: "sent",
    channel: posted.channel,
    ts: posted.ts ?? row.ts,
    is_settled: sending.notice.read_at !== null,
  });
  if (sending.link.fault !== null) await updateChatUser(deps.db, sending.link, { fault: null });
}

/** Null where nothing is to be sent any more. */
async function prepare(
  deps: ChatDeps,
  { chat }: Pick<ChatClient, "chat">,
  row: ChatMessageRow,
): Promise<NoticeSending | null> {
  const { db } = deps;
  const { user_id: userId, notice_id: noticeId } = row;
  if (userId === null || noticeId === null) return null;
  const [app, link, user, notice] = await Promise.all([
    findChatApp(db, chat, row.company_id),
    findChatUser(db, chat, userId),
    findMailedUser(db, userId),
    findVisibleNotice(db, userId, noticeId),
  ]);
  if (!app || !user || !notice || link?.company_id !== row.company_id) return null;
  if (row.ts === null) {
    const choices = await listNoticeChannels(db, [userId]);
    const isWanted = channelFor(choices, notice.kind, notice.project_id) === chat;
    const isOld = nowOf(deps).getTime() - notice.at.getTime() > MAX_NOTICE_AGE_MS;
    if (notice.read_at !== null || !isWanted || isOld) return null;
  }
  const secret = await chatSecretOf(deps, db, app);
  if (secret === null) return null;
  const about = notice.subject_kind === "issue" && notice.subject_id !== null ? [notice.subject_id] : [];
  const shared = await listIssuesWithSharedKey(db, about);
  return { app, secret, row, link, notice, shared, language: user.language };
}

/** Notes why a message could not be sent or changed, and when it is tried again. */
export async function noteChatFailure(
  deps: Pick<ChatDeps, "db" | "now">,
  { app, row, link }: Sent,
  failure: ChatFailure,
): Promise<void> {
  const { db } = deps;
  const after = (ms: number): Date => new Date(nowOf(deps).getTime() + ms);
  if (failure.isEnded) {
    await endChatApp(deps, app, failure);
    const change = { state: "waiting", next_attempt_at: after(ENDED_WAIT_MS), isPostponed: true } as const;
    return updateChatMessage(db, row, change);
  }
  if (failure.retryAfterMs !== null) {
    const resumeAt = after(failure.retryAfterMs);
    await updateChatApp(db, app, { resume_at: resumeAt });
    return updateChatMessage(db, row, { state: "waiting", next_attempt_at: resumeAt, isPostponed: true });
  }
  if (row.ts !== null && failure.isUnchangeable) {
    return updateChatMessage(db, row, { state: "sent", is_settled: true });
  }
  const delayMs = failure.isLost || failure.isWorthAnother ? OUTBOX_DELAYS_MS[row.attempts - 1] : undefined;
  if (!failure.isLost && link) {
    const channel = failure.forgetsChannel ? null : link.channel;
    await updateChatUser(db, link, { fault: serializeMessage(failure.text), channel });
  }
  if (delayMs === undefined) return updateChatMessage(db, row, { state: "failed" });
  return updateChatMessage(db, row, {
    state: "waiting",
    next_attempt_at: after(delayMs),
    is_repeat: row.is_repeat || (failure.isLost && row.ts === null),
  });
}
