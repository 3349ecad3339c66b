/** A pressed button of a card: who has pressed it, and what the card shows afterwards. */
import { z } from "zod";
import { principalOf } from "../../access/sessions/sessions.ts";
import type { ChatAppRow } from "../../db/tables/chatApps.ts";
import { findChatMessage, findVisibleNotice } from "../../db/tables/chatMessages.ts";
import { findChatPrincipal } from "../../db/tables/chatUsers.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues.ts";
import { type Message, formatMessage, message } from "../../messages/messages.ts";
import { nowOf } from "../chats/chatDeps.ts";
import { CHAT_TEXTS } from "../chats/chatTexts.ts";
import { type ActDeps, type Pressed, actOnPress, findPressed, storeOutcome } from "../chats/actOnPress.ts";
import { SHOW, closeCard, noticeCard } from "./teamsCard.ts";
import type { TeamsDeps } from "./teamsDeps.ts";

export interface TeamsPressDeps extends TeamsDeps, ActDeps {}

/** The data of an action, to which Teams adds the values of inputs. */
const Data = z.object({ message: z.string().min(1).max(100), way: z.string().min(1).max(500).nullish() });

export interface TeamsPress {
  /** The object id of who has pressed, in Microsoft Entra. */
  readonly entraUserId: string;
  readonly verb: string;
  readonly data: unknown;
}

/** What who has pressed sees: a card, or a text. */
export type PressAnswer = { readonly card: object } | { readonly text: string };

/** A text in all languages, for a reader whose language is not known. */
export const inAllLanguages = (text: Message): string => `${formatMessage(text, "EN")}\n\n${formatMessage(text, "TR")}`;

/** Does what was pressed. Never throws for what the user may not do. */
export async function pressInTeams(
  deps: TeamsPressDeps,
  app: ChatAppRow,
  { entraUserId, verb, data }: TeamsPress,
): Promise<PressAnswer> {
  const principal = await findChatPrincipal(deps.db, app, entraUserId);
  if (!principal) return { text: inAllLanguages(CHAT_TEXTS.teams.linkFirst(deps.link("/settings/notifications"))) };
  const user = principalOf(principal, "", nowOf(deps));
  const say = (text: Message): PressAnswer => ({ text: formatMessage(text, user.language) });
  if ((principal.allowed_networks ?? "").trim() !== "") return say(message("slack.networks"));
  const parsed = Data.safeParse(data);
  const pressed = parsed.success ? await findPressed(deps, app, user, parsed.data.message) : undefined;
  if (!pressed) return say(message("slack.not_there"));
  if (verb === SHOW) return showMessage(deps, pressed);
  const wayId = parsed.data?.way ?? null;
  const outcome = await actOnPress(deps, pressed, { action: verb, wayId, asksToClose: true });
  if (outcome && "reply" in outcome) return say(outcome.reply);
  if (outcome && "ways" in outcome) return { card: closeCard(pressed.row.id, outcome.ways, user.language) };
  if (outcome) await storeOutcome(deps, pressed, outcome);
  return showMessage(deps, pressed);
}

/** The card as it is now. */
async function showMessage(deps: TeamsPressDeps, { user, row: before, notice: seen }: Pressed): Promise<PressAnswer> {
  const row = await findChatMessage(deps.db, before.id);
  const notice = seen && (await findVisibleNotice(deps.db, user.id, seen.id));
  if (!row || !notice) return { text: formatMessage(message("slack.not_there"), user.language) };
  const about = notice.subject_kind === "issue" && notice.subject_id !== null ? [notice.subject_id] : [];
  const shared = await listIssuesWithSharedKey(deps.db, about);
  return { card: noticeCard({ notice, row, shared, language: user.language, link: deps.link }) };
}
