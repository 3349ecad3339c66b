/**
 * Cards of messages about notices. Source: adaptivecards.io/explorer (schema 1.5) and learn.microsoft.com/microsoftteams/platform/task-modules-and-cards
 * (six actions of a card at most; `Action.Execute`). The runs of a `RichTextBlock` are plain text; a block of text would be Markdown.
 */
import { MAX_BUTTON_LENGTH } from "../chats/chatLimits.ts";
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import { type Language, formatMessage, formatStored, message, sayIn } from "../../messages/messages.ts";
import { truncateLine } from "../../messages/oneLine.ts";
import type { ActionWay } from "../chatActions/issueAction.ts";
import { CHAT_TEXTS } from "../chats/chatTexts.ts";
import { UNDO, offeredNoticeActions, undoableActions } from "../chats/offeredActions.ts";
import { hrefOf } from "../notices/noticeHref.ts";
import { noticeSentence } from "../notices/noticeSentence.ts";
import { presentNotice } from "../notices/present.ts";
import { MAX_CHAT_LINE_LENGTH } from "../outgoingWebhooks/chatMessages.ts";

const MAX_LINES = 10;
const MAX_WAYS = 50;

export const CARD_TYPE = "application/vnd.microsoft.card.adaptive";
/** The action that shows the message again. */
export const SHOW = "show";

/** What an action of a card has as its data: the message, in a channel with the delivery, and the way to close. */
export interface CardData {
  readonly message: string;
  readonly way?: string;
}

export interface NoticeCardFacts {
  readonly notice: ReadableNotice;
  readonly row: { readonly id: string; readonly is_repeat: boolean; readonly results: readonly ChatResult[] };
  readonly shared: ReadonlySet<string>;
  readonly language: Language;
  readonly link: (path: string) => string;
}

/** A line of a card. */
export const cardTextOf = (text: string, length = MAX_CHAT_LINE_LENGTH): string => truncateLine(text, length);

/** A line of plain text. */
export const textLine = (text: string, look: object = {}, length = MAX_CHAT_LINE_LENGTH) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text: cardTextOf(text, length), ...look }],
});

/** A button that acts. */
export const executeAction = (verb: string, title: string, data: CardData, isSecondary = false) => ({
  type: "Action.Execute",
  verb,
  title: truncateLine(title, MAX_BUTTON_LENGTH),
  data,
  ...(isSecondary && { associatedInputs: "none" }),
});

/** A card as its schema wants it. */
export const adaptiveCard = (body: readonly object[], actions: readonly object[]) => ({
  $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
  type: "AdaptiveCard",
  version: "1.5",
  body,
  ...(actions.length > 0 && { actions }),
});

/** The card about a notice as it is now. */
export function noticeCard({ notice, row, shared, language, link }: NoticeCardFacts): object {
  const data = { message: row.id };
  const lines = [
    ...(notice.project_name === null ? [] : [notice.project_name]),
    ...(row.is_repeat ? [formatMessage(CHAT_TEXTS.teams.repeated, language)] : []),
    ...row.results.map(({ text }) => formatStored(text, language)),
  ];
  const title = (code: Parameters<typeof message>[0]): string => formatMessage({ code }, language);
  return adaptiveCard(
    [
      textLine(formatMessage(noticeSentence(notice), language), { weight: "Bolder" }),
      ...lines.slice(0, MAX_LINES).map((text) => textLine(text, { size: "Small" })),
    ],
    [
      { type: "Action.OpenUrl", title: title("chat.button_open"), url: link(hrefOf(presentNotice(notice, shared))) },
      ...undoableActions(row.results).map((action) => executeAction(UNDO + action, title("chat.button_undo"), data)),
      ...offeredNoticeActions(notice, row.results).map((action) =>
        executeAction(action, title(`chat.button_${action}`), data),
      ),
    ],
  );
}

/** The activity that sends a card; `summary` is what a list of notifications shows. */
export const noticeActivity = (facts: NoticeCardFacts): object => ({
  type: "message",
  summary: cardTextOf(formatMessage(noticeSentence(facts.notice), facts.language)),
  attachments: [{ contentType: CARD_TYPE, content: noticeCard(facts) }],
});

/** The question before an issue is closed, with the ways where there are several. @param value names the message, in a channel with the delivery */
export function closeCard(value: string, ways: readonly ActionWay[], language: Language): object {
  const say = sayIn(language);
  const choices = ways.slice(0, MAX_WAYS).map(({ id, name }) => ({ title: cardTextOf(say(name)), value: id }));
  const [first] = choices;
  const hasChoice = choices.length > 1;
  return adaptiveCard(
    [
      textLine(say(message("chat.close_title")), { weight: "Bolder" }),
      textLine(say(message("chat.close_question")), { size: "Small" }),
      ...(hasChoice && first
        ? [
            {
              type: "Input.ChoiceSet",
              id: "way",
              label: say(message("chat.reason_question")),
              style: "compact",
              value: first.value,
              isRequired: true,
              errorMessage: say(message("chat.reason_question")),
              choices,
            },
          ]
        : []),
    ],
    [
      executeAction("close", say(message("chat.button_close")), {
        message: value,
        ...(!hasChoice && first && { way: first.value }),
      }),
      executeAction(SHOW, say(message("chat.cancel")), { message: value }, true),
    ],
  );
}
