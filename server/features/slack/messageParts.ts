/**
 * Parts of messages with buttons. Source: docs.slack.dev/reference/block-kit (75 characters of a button, 3,000 of a section; `&`, `<` and `>`
 * escaped in `mrkdwn`; `plain_text` is shown as it is).
 */
import { MAX_BUTTON_LENGTH } from "../chats/chatLimits.ts";
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import {
  type Language,
  type Message,
  formatMessage,
  formatStored,
  message,
  type sayIn,
} from "../../messages/messages.ts";
import { truncateLine } from "../../messages/oneLine.ts";
import { type ChatAction, UNDO, undoableActions } from "../chats/offeredActions.ts";
import { MAX_CHAT_LINE_LENGTH } from "../outgoingWebhooks/chatMessages.ts";

/** A context block has at most ten elements. */
const MAX_LINES = 10;

/** The action of a button that closes in one of several ways; Slack wants different ones in a block. */
export const CLOSE_AS = "close_as_";

type Say = ReturnType<typeof sayIn>;

/** A text that Slack shows as it is. */
export const plainTextElement = (text: string) => ({ type: "plain_text", text, emoji: false }) as const;

/** A line of a message. */
export const messageLineOf = (text: string): string => truncateLine(text, MAX_CHAT_LINE_LENGTH);

/** A button whose press names its value. */
export const actionElement = (action: string, value: string, text: string) => ({
  type: "button",
  action_id: action,
  value,
  text: plainTextElement(truncateLine(text, MAX_BUTTON_LENGTH)),
});

/** A block of small lines; none where there is no line. */
export const contextBlock = (lines: readonly string[]): object[] =>
  lines.length === 0
    ? []
    : [{ type: "context", elements: lines.slice(0, MAX_LINES).map((line) => plainTextElement(messageLineOf(line))) }];

/** What was done, in the order in which it was pressed. */
export const resultLines = (results: readonly ChatResult[], language: Language): string[] =>
  results.map(({ text }) => formatStored(text, language));

/** The button of an action. Closing is asked for. */
export const actionButton = (action: ChatAction, value: string, say: Say) => ({
  ...actionElement(action, value, say(message(`chat.button_${action}`))),
  ...(action === "close" && { confirm: closeQuestion(say) }),
});

/** Buttons that take back what waits to be sent. */
export const undoButtons = (results: readonly ChatResult[], value: string, say: Say) =>
  undoableActions(results).map((action) => actionElement(`${UNDO}${action}`, value, say(message("chat.button_undo"))));

const closeQuestion = (say: Say) => ({
  title: plainTextElement(say(message("chat.close_title"))),
  text: plainTextElement(say(message("chat.close_question"))),
  confirm: plainTextElement(say(message("chat.button_close"))),
  deny: plainTextElement(say(message("chat.cancel"))),
});

/** The question for the way to close, which its reader alone sees. An actions block has at most 25 buttons. */
export function closeReasons(
  value: string,
  ways: readonly { readonly id: string; readonly name: Message }[],
  language: Language,
): object {
  const question = formatMessage(message("chat.reason_question"), language);
  return {
    response_type: "ephemeral",
    replace_original: false,
    text: question,
    blocks: [
      { type: "section", text: plainTextElement(question) },
      {
        type: "actions",
        elements: ways
          .slice(0, 25)
          .map(({ id, name }, at) =>
            actionElement(`${CLOSE_AS}${at}`, JSON.stringify([value, id]), formatMessage(name, language)),
          ),
      },
    ],
  };
}
