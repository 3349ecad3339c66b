/** A pressed button of a card: who has pressed it, and what the card shows afterwards. */
import { isLimitedToNetworks } from "../../access/accessPolicy.ts";
import { z } from "zod";
import { principalOf } from "../../access/sessions/sessions.ts";
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import {
  type ChatMessageRow,
  findChatMessage,
  findVisibleNotice,
  updateChannelMessageTs,
} from "../../db/tables/chats/chatMessages.ts";
import { findChatPrincipal } from "../../db/tables/chats/chatUsers.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { type Message, formatMessage, message, inEachLanguage } from "../../messages/messages.ts";
import { nowOf } from "../chats/chatDeps.ts";
import { readChannelContent } from "../chats/changeInChannel.ts";
import { CHAT_TEXTS } from "../chats/chatTexts.ts";
import { type ActDeps, type PressedButton, actOnPress, findPressed, storeOutcome } from "../chats/actOnPress.ts";
import { type ChannelCardState, channelCard } from "./channelCard.ts";
import { SHOW, closeCard, noticeCard } from "./teamsCard.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { channelOf } from "./teamsPlace.ts";

export interface TeamsPressDeps extends TeamsDeps, ActDeps {}

/** The data of an action, to which Teams adds the values of inputs. */
const Data = z.object({ message: z.string().min(1).max(300), way: z.string().min(1).max(500).nullish() });

export interface TeamsPress {
  /** The object id of the user who has pressed, in Microsoft Entra. */
  readonly entraUserId: string;
  readonly verb: string;
  readonly data: unknown;
  /** The conversation of the press, and the pressed message where Teams names it. */
  readonly place: { readonly conversation: string; readonly messageId: string | null };
}

/** The answer to a press: a card, or a text. */
export type PressAnswer = { readonly card: object } | { readonly text: string };

/** Does what was pressed. Never throws for what the user may not do. */
export async function pressInTeams(
  deps: TeamsPressDeps,
  app: ChatAppRow,
  { entraUserId, verb, data, place }: TeamsPress,
): Promise<PressAnswer> {
  const parsed = Data.safeParse(data);
  const value = parsed.data?.message ?? "";
  const principal = await findChatPrincipal(deps.db, app, entraUserId);
  if (!principal) return askToLink(deps, app, value, place);
  const user = principalOf(principal, "", nowOf(deps));
  const say = (text: Message): PressAnswer => ({ text: formatMessage(text, user.language) });
  if (isLimitedToNetworks(principal)) return say(message("chat.networks"));
  const pressed = parsed.success ? await findPressed(deps, app, user, value) : undefined;
  if (!pressed || !isThere(pressed.row, place)) return say(message("chat.not_there"));
  if (pressed.row.webhook_id !== null && pressed.row.ts === null && place.messageId !== null) {
    await updateChannelMessageTs(deps.db, pressed.row.id, place.messageId, place.conversation);
  }
  if (verb === SHOW) return showMessage(deps, pressed);
  const wayId = parsed.data?.way ?? null;
  const outcome = await actOnPress(deps, pressed, { action: verb, wayId, asksToClose: true });
  if (outcome && "reply" in outcome) return say(outcome.reply);
  if (outcome && "ways" in outcome) return { card: closeCard(pressed.value, outcome.ways, user.language) };
  if (outcome) await storeOutcome(deps, pressed, outcome);
  return showMessage(deps, pressed);
}

/** The card as it is now. */
async function showMessage(
  deps: TeamsPressDeps,
  { user, row: before, notice: seen }: PressedButton,
): Promise<PressAnswer> {
  const row = await findChatMessage(deps.db, before.id);
  if (row && row.webhook_id !== null) {
    return (await showInChannel(deps, row)) ?? { text: formatMessage(message("chat.not_there"), user.language) };
  }
  const notice = seen && (await findVisibleNotice(deps.db, user.id, seen.id));
  if (!row || !notice) return { text: formatMessage(message("chat.not_there"), user.language) };
  const about = notice.subject_kind === "issue" && notice.subject_id !== null ? [notice.subject_id] : [];
  const shared = await listIssuesWithSharedKey(deps.db, about);
  return { card: noticeCard({ notice, row, shared, language: user.language, link: deps.link }) };
}

/** Whether a message may be pressed in a conversation: one in a channel only there. */
const isThere = ({ webhook_id: webhookId, channel }: ChatMessageRow, { conversation }: TeamsPress["place"]): boolean =>
  webhookId === null || (channel !== null && channelOf(channel) === channelOf(conversation));

/** The card of a message in a channel; null where nothing of it may be shown any more. */
async function showInChannel(
  deps: TeamsPressDeps,
  row: ChatMessageRow,
  note?: ChannelCardState["note"],
): Promise<PressAnswer | null> {
  const content = await readChannelContent(deps, row);
  if (!content) return null;
  const state = { id: row.id, results: row.results, isRepeat: row.is_repeat, ...(note && { note }) };
  return { card: channelCard(content.reported, state, content.webhook.language) };
}

/** How a user is linked: in a channel, the message with that above it, which other readers do not see. Neither the user nor their language is known. */
async function askToLink(
  deps: TeamsPressDeps,
  app: ChatAppRow,
  value: string,
  place: TeamsPress["place"],
): Promise<PressAnswer> {
  const url = deps.link("/settings/notifications");
  const text = CHAT_TEXTS.teams.linkFirst(url);
  const row = await findChatMessage(deps.db, value.split(" ", 1)[0] ?? "");
  const isOfApp = row?.company_id === app.company_id && row.chat === app.chat && row.webhook_id !== null;
  const title = inEachLanguage(message("teams.button_link")).join(" / ");
  const note = {
    lines: inEachLanguage(text),
    action: { type: "Action.OpenUrl", title, url },
  };
  const shown = isOfApp && isThere(row, place) ? await showInChannel(deps, row, note) : null;
  return shown ?? { text: inEachLanguage(text).join("\n\n") };
}
