/** The message about events in a channel: a line for each event and buttons for the first issues, or a count of many events. */
import { openEventActions } from "../chats/offeredActions.ts";
import { escapeSlack, linkedSection } from "../outgoingWebhooks/slackSection.ts";
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import { type Language, message, sayIn } from "../../messages/messages.ts";
import { type ReportedEvent, messageLines, withChatButtons } from "../outgoingWebhooks/chatMessages.ts";
import type { PostedMessage } from "../outgoingWebhooks/renderRequest.ts";
import {
  actionButton,
  messageLineOf,
  plainTextElement,
  resultLines,
  contextBlock,
  undoButtons,
} from "./messageParts.ts";
import type { MessageContent } from "./noticeMessage.ts";

/** What is known of the message besides its events. */
export interface ChannelMessageState extends PostedMessage {
  readonly results: readonly ChatResult[];
}

/** The message before anything was pressed. */
export const newChannelMessage = (
  reported: readonly ReportedEvent[],
  posted: PostedMessage,
  language: Language,
): MessageContent => channelMessage(reported, { ...posted, results: [] }, language);

/** The value of the buttons of one event. */
export const valueOf = (messageId: string, deliveryId: string): string => `${messageId} ${deliveryId}`;

/** The message as it is now. Slack takes 50 blocks: a title, 20 lines, and two blocks for each of five issues. */
export function channelMessage(
  reported: readonly ReportedEvent[],
  { id, results, isRepeat }: ChannelMessageState,
  language: Language,
): MessageContent {
  const say = sayIn(language);
  const project = reported[0]?.event.data.project?.name ?? say(message("outgoing.company"));
  const lines = messageLines(
    reported.map(({ event }) => event),
    language,
  );
  const withButtons = withChatButtons(reported);
  return {
    text: escapeSlack(messageLineOf(`${project}: ${lines[0]?.text ?? ""}`)),
    blocks: [
      { type: "section", text: plainTextElement(messageLineOf(project)) },
      ...contextBlock(isRepeat ? [say(message("slack.repeated"))] : []),
      ...lines.flatMap(({ text, url }, at) => {
        const report = reported[at];
        const line = linkedSection(text, url);
        if (!report || !withButtons.has(report)) return [line];
        const done = results.filter(({ target }) => target === report.deliveryId);
        return [line, ...contextBlock(resultLines(done, language)), ...issueButtons(report, done, id, say)];
      }),
    ],
  };
}

/** A block of buttons; none where nothing is left to do. */
function issueButtons(
  report: ReportedEvent,
  done: readonly ChatResult[],
  messageId: string,
  say: ReturnType<typeof sayIn>,
): object[] {
  const value = valueOf(messageId, report.deliveryId);
  const elements = [
    ...undoButtons(done, value, say),
    ...openEventActions(report, done).map((action) => actionButton(action, value, say)),
  ];
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}
