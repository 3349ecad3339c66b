/** The message about a notice, with its buttons. */
import { escapeSlack, linkedSection } from "../outgoingWebhooks/slackSection.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import type { ChatMessageRow } from "../../db/tables/chats/chatMessages.ts";
import { type Language, message, sayIn } from "../../messages/messages.ts";
import { offeredNoticeActions } from "../chats/offeredActions.ts";
import { hrefOf } from "../notices/noticeHref.ts";
import { noticeSentence } from "../notices/noticeSentence.ts";
import { presentNotice } from "../notices/present.ts";
import { actionButton, actionElement, messageLineOf, resultLines, contextBlock, undoButtons } from "./messageParts.ts";

export interface NoticeMessageFacts {
  readonly notice: ReadableNotice;
  readonly row: Pick<ChatMessageRow, "id" | "is_repeat" | "results">;
  /** Ids of issues whose key another issue of the project has. */
  readonly shared: ReadonlySet<string>;
  readonly language: Language;
  readonly link: (path: string) => string;
}

/** The fallback text and the blocks of a message. */
export interface MessageContent {
  readonly text: string;
  readonly blocks: readonly object[];
}

/** The message about a notice as it is now. */
export function noticeMessage({ notice, row, shared, language, link }: NoticeMessageFacts): MessageContent {
  const say = sayIn(language);
  const url = link(hrefOf(presentNotice(notice, shared)));
  const sentence = messageLineOf(say(noticeSentence(notice)));
  const lines = [
    ...(notice.project_name === null ? [] : [notice.project_name]),
    ...(row.is_repeat ? [say(message("slack.repeated"))] : []),
    ...resultLines(row.results, language),
  ];
  const buttons = offeredNoticeActions(notice, row.results).map((action) => actionButton(action, row.id, say));
  return {
    text: escapeSlack(sentence),
    blocks: [
      linkedSection(sentence, url),
      ...contextBlock(lines),
      {
        type: "actions",
        elements: [
          { ...actionElement("open", row.id, say(message("chat.button_open"))), url },
          ...undoButtons(row.results, row.id, say),
          ...buttons,
        ],
      },
    ],
  };
}
