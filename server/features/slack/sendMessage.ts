import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues.ts";
import { findMailedUser } from "../../db/tables/noticeMails.ts";
import { listNoticeChannels } from "../../db/tables/noticeSettings.ts";
import type { ReadableNotice } from "../../db/tables/notices.ts";
import { type SlackAppRow, findSlackApp, updateSlackApp } from "../../db/tables/slackApps.ts";
import { type SlackLinkRow, findSlackLink, updateSlackLink } from "../../db/tables/slackLinks.ts";
import { findOutgoingWebhook } from "../../db/tables/outgoingWebhooks.ts";
import { listDeliveriesByIds } from "../../db/tables/webhookDeliveries.ts";
import { type SlackMessageRow, findVisibleNotice, updateSlackMessage } from "../../db/tables/slackMessages.ts";
import { channelFor } from "../../events/writeNotices.ts";
import type { Language } from "../../messages/messages.ts";
import { serializeMessage } from "../../messages/messages.ts";
import { OUTBOX_DELAYS_MS } from "../../events/outboxDelays.ts";
import { readReported } from "../outgoingWebhooks/readReported.ts";
import { channelMessage } from "./channelMessage.ts";
import { noticeMessage } from "./noticeMessage.ts";
import { type SlackFailure, type SlackSuccess, callSlack, isEnded, slackTokenOf } from "./slackApi.ts";
import { type SlackDeps, nowOf } from "./slackDeps.ts";
import { endSlackApp } from "./slackSettings.ts";

/** Longer than both exchanges of a message together. */
export const SLACK_LEASE_MS = MINUTE_MS;
/** Age at which a notice that could not be sent gets no message. */
export const MAX_NOTICE_AGE_MS = 2 * DAY_MS;
/** Poll interval while Slack rejects the app. */
const ENDED_WAIT_MS = 10 * MINUTE_MS;

/** Words of Slack by which a message cannot be changed any more. */
const UNCHANGEABLE = new Set(["message_not_found", "cant_update_message", "edit_window_closed", "channel_not_found"]);

interface Sending {
  readonly app: SlackAppRow;
  readonly token: string;
  readonly row: SlackMessageRow;
  readonly link: SlackLinkRow;
  readonly notice: ReadableNotice;
  readonly language: Language;
}
/** Without the parts of a message about a notice: of one in a channel. */
type Sent = Pick<Sending, "app" | "row"> & { readonly link: SlackLinkRow | null };

/** Sends a leased message, or changes the one that is there. What its receiver may not see now is not sent. */
export async function sendSlackMessage(deps: SlackDeps, row: SlackMessageRow): Promise<void> {
  if (row.webhook_id !== null) return changeChannelMessage(deps, row, row.webhook_id);
  const sending = await prepare(deps, row);
  if (!sending) return updateSlackMessage(deps.db, row, { state: "dropped" });
  const opened = row.channel ?? sending.link.channel;
  const answer = opened === null ? await open(deps, sending) : null;
  if (answer && !answer.ok) return noteFailure(deps, sending, { ...answer, isLost: false });
  const channel = opened ?? idOf(answer?.channel);
  if (channel === null) return updateSlackMessage(deps.db, row, { state: "failed" });
  // The conversation is that of a Slack user who is not linked any more: nothing is for them.
  if (opened === null && !(await updateSlackLink(deps.db, sending.link, { channel }))) return;
  const posted = await post(deps, sending, channel);
  if (!posted.ok) return noteFailure(deps, sending, posted);
  await updateSlackMessage(deps.db, row, {
    state: "sent",
    channel: idOf(posted.channel) ?? channel,
    ts: posted.ts ?? row.ts,
    is_settled: sending.notice.read_at !== null,
  });
  if (sending.link.fault !== null) await updateSlackLink(deps.db, sending.link, { fault: null });
}

const idOf = (channel: SlackSuccess["channel"]): string | null =>
  channel === undefined ? null : typeof channel === "string" ? channel : channel.id;

/** Null where nothing is to be sent any more. */
async function prepare(deps: SlackDeps, row: SlackMessageRow): Promise<Sending | null> {
  const { db } = deps;
  const { user_id: userId, notice_id: noticeId } = row;
  if (userId === null || noticeId === null) return null;
  const [app, link, user, notice] = await Promise.all([
    findSlackApp(db, row.company_id),
    findSlackLink(db, userId),
    findMailedUser(db, userId),
    findVisibleNotice(db, userId, noticeId),
  ]);
  if (!app || !user || !notice || link?.company_id !== row.company_id) return null;
  if (row.ts === null) {
    const choices = await listNoticeChannels(db, [userId]);
    const isWanted = channelFor(choices, notice.kind, notice.project_id) === "slack";
    const isOld = nowOf(deps).getTime() - notice.at.getTime() > MAX_NOTICE_AGE_MS;
    if (notice.read_at !== null || !isWanted || isOld) return null;
  }
  const token = await slackTokenOf(deps, db, app);
  return token === null ? null : { app, token, row, link, notice, language: user.language };
}

const open = (deps: SlackDeps, { token, link }: Sending) =>
  callSlack(deps, "conversations.open", token, { users: link.slack_user_id });

async function post(
  deps: SlackDeps,
  { token, row, notice, language }: Sending,
  channel: string,
): Promise<SlackSuccess | SlackFailure> {
  const shared = await listIssuesWithSharedKey(
    deps.db,
    notice.subject_kind === "issue" && notice.subject_id !== null ? [notice.subject_id] : [],
  );
  const content = noticeMessage({ notice, row, shared, language, link: deps.link });
  if (row.ts !== null) return callSlack(deps, "chat.update", token, { channel, ts: row.ts, ...content });
  return callSlack(deps, "chat.postMessage", token, { channel, ...content, unfurl_links: false, unfurl_media: false });
}

async function noteFailure(deps: SlackDeps, { app, row, link }: Sent, failure: SlackFailure): Promise<void> {
  const { db } = deps;
  const after = (ms: number): Date => new Date(nowOf(deps).getTime() + ms);
  if (isEnded(failure)) {
    await endSlackApp(deps, app, failure);
    const change = { state: "waiting", next_attempt_at: after(ENDED_WAIT_MS), isPostponed: true } as const;
    return updateSlackMessage(db, row, change);
  }
  if (failure.retryAfterMs !== null) {
    const resumeAt = after(failure.retryAfterMs);
    await updateSlackApp(db, app.company_id, { resume_at: resumeAt });
    return updateSlackMessage(db, row, { state: "waiting", next_attempt_at: resumeAt, isPostponed: true });
  }
  if (row.ts !== null && UNCHANGEABLE.has(failure.error)) {
    return updateSlackMessage(db, row, { state: "sent", is_settled: true });
  }
  const isWorthAnother = failure.isLost || failure.error === "no_answer" || failure.error === "missing_scope";
  const delayMs = isWorthAnother ? OUTBOX_DELAYS_MS[row.attempts - 1] : undefined;
  if (!failure.isLost && link) {
    const channel = failure.error === "channel_not_found" ? null : link.channel;
    await updateSlackLink(db, link, { fault: serializeMessage(failure.text), channel });
  }
  if (delayMs === undefined) return updateSlackMessage(db, row, { state: "failed" });
  return updateSlackMessage(db, row, {
    state: "waiting",
    next_attempt_at: after(delayMs),
    is_repeat: row.is_repeat || (failure.isLost && row.ts === null),
  });
}

/** Changes a message in a channel, in the words of its webhook. What may not be shown any more is left out of it. */
async function changeChannelMessage(deps: SlackDeps, row: SlackMessageRow, webhookId: string): Promise<void> {
  const { db } = deps;
  const [app, webhook, deliveries] = await Promise.all([
    findSlackApp(db, row.company_id),
    findOutgoingWebhook(db, webhookId),
    listDeliveriesByIds(db, webhookId, row.deliveries),
  ]);
  const token = app && (await slackTokenOf(deps, db, app));
  const { reported } = await readReported(db, deliveries, deps.link);
  if (!app || !webhook || !token || row.ts === null || reported.length === 0) {
    return updateSlackMessage(db, row, { state: "dropped" });
  }
  const state = { id: row.id, results: row.results, isRepeat: row.is_repeat };
  const content = channelMessage(reported, state, webhook.language);
  const answer = await callSlack(deps, "chat.update", token, { channel: row.channel, ts: row.ts, ...content });
  if (!answer.ok) return noteFailure(deps, { app, row, link: null }, answer);
  await updateSlackMessage(db, row, { state: "sent" });
}
