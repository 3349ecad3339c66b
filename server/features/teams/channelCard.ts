/** The card about events in a channel: a line for each event, and buttons for the first issues. */
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import { type Language, formatMessage, formatStored, message, sayIn } from "../../messages/messages.ts";
import { CHAT_TEXTS } from "../chats/chatTexts.ts";
import { UNDO, undoableActions, openEventActions } from "../chats/offeredActions.ts";
import { type ReportedEvent, messageLines, withChatButtons } from "../outgoingWebhooks/chatMessages.ts";
import type { PostedMessage } from "../outgoingWebhooks/renderRequest.ts";
import { KILOBYTE } from "../../sizes.ts";
import { CARD_TYPE, adaptiveCard, executeAction, textLine, cardTextOf } from "./teamsCard.ts";

/** Teams takes messages of 28 KB; the rest is for what is around the card. */
const MAX_CARD_BYTES = 26 * KILOBYTE;
/** Characters of a line where the card would be larger: 20 events and their results in four bytes a character then fit. */
const SHORT_LINE_LENGTH = 60;
/** Lines of what was done to one issue, the newest ones. */
const MAX_RESULTS = 4;

/** What is known of the message besides its events. */
export interface ChannelCardState extends PostedMessage {
  readonly results: readonly ChatResult[];
  /** Lines above the others and a button, for one reader alone. */
  readonly note?: { readonly lines: readonly string[]; readonly action: object };
}

const eventsOf = (reported: readonly ReportedEvent[]) => reported.map(({ event }) => event);

/** The data of the buttons of one event. */
const dataOf = (messageId: string, deliveryId: string) => ({ message: `${messageId} ${deliveryId}` });

/** The activity that posts a card; `summary` is what a list of notifications shows. */
export function channelActivity(
  reported: readonly ReportedEvent[],
  state: ChannelCardState,
  language: Language,
): object {
  const project = reported[0]?.event.data.project?.name ?? formatMessage(message("outgoing.company"), language);
  const [first] = messageLines(eventsOf(reported), language);
  return {
    type: "message",
    summary: cardTextOf(`${project}: ${first?.text ?? ""}`),
    attachments: [{ contentType: CARD_TYPE, content: channelCard(reported, state, language) }],
  };
}

/** The message before anything was pressed. */
export const newChannelActivity = (
  reported: readonly ReportedEvent[],
  posted: PostedMessage,
  language: Language,
): object => channelActivity(reported, { ...posted, results: [] }, language);

/** The card as it is now, with shorter lines where Teams would not take it. */
export function channelCard(reported: readonly ReportedEvent[], state: ChannelCardState, language: Language): object {
  const card = render(reported, state, language);
  return Buffer.byteLength(JSON.stringify(card)) <= MAX_CARD_BYTES
    ? card
    : render(reported, state, language, SHORT_LINE_LENGTH);
}

function render(
  reported: readonly ReportedEvent[],
  { id, isRepeat, results, note }: ChannelCardState,
  language: Language,
  length?: number,
): object {
  const say = sayIn(language);
  const project = reported[0]?.event.data.project?.name ?? say(message("outgoing.company"));
  const small = (text: string): object => textLine(text, { size: "Small" }, length);
  const withButtons = withChatButtons(reported);
  const body = [
    ...(note?.lines ?? []).map((text) => textLine(text, { weight: "Bolder" })),
    textLine(project, { weight: "Bolder", size: "Medium" }, length),
    ...(isRepeat ? [small(say(CHAT_TEXTS.teams.repeated))] : []),
    ...messageLines(eventsOf(reported), language).flatMap(({ text, url }, at) => {
      const report = reported[at];
      const sentence = textLine(text, { color: "Accent", selectAction: { type: "Action.OpenUrl", url } }, length);
      if (!report || !withButtons.has(report)) return [sentence];
      const done = results.filter(({ target }) => target === report.deliveryId);
      const lines = done.slice(-MAX_RESULTS).map(({ text }) => small(formatStored(text, language)));
      return [sentence, ...lines, ...issueButtons(report, done, id, language)];
    }),
  ];
  return adaptiveCard(body, note ? [note.action] : []);
}

/** A row of buttons; none where nothing is left to do. */
function issueButtons(
  report: ReportedEvent,
  done: readonly ChatResult[],
  messageId: string,
  language: Language,
): object[] {
  const data = dataOf(messageId, report.deliveryId);
  const actions = [
    ...undoableActions(done).map((action) =>
      executeAction(UNDO + action, formatMessage(message("chat.button_undo"), language), data),
    ),
    ...openEventActions(report, done).map((action) =>
      executeAction(action, formatMessage(message(`chat.button_${action}`), language), data),
    ),
  ];
  return actions.length === 0 ? [] : [{ type: "ActionSet", actions }];
}
