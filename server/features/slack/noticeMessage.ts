/** The message about a notice, with its buttons. */
import { CHAT_ISSUE_ACTIONS } from "../../../contract/notices/chatActionKinds.ts";
import type { SlackResult } from "../../db/schema/slackSchema.ts";
import type { ReadableNotice } from "../../db/tables/notices.ts";
import type { SlackMessageRow } from "../../db/tables/slackMessages.ts";
import { type Language, message } from "../../messages/messages.ts";
import { takesIssueChanges } from "../chatActions/issueAction.ts";
import { hrefOf } from "../notices/noticeHref.ts";
import { noticeSentence } from "../notices/noticeSentence.ts";
import { presentNotice } from "../notices/present.ts";
import { escapeSlack } from "../outgoingWebhooks/chatMessages.ts";
import {
  SLACK_ACTIONS,
  type SlackAction,
  actionButton,
  button,
  messageLineOf,
  linkedLine,
  resultLines,
  sayIn,
  smallLines,
  undoButtons,
} from "./messageParts.ts";

const ISSUE_ACTIONS: ReadonlySet<SlackAction> = new Set(CHAT_ISSUE_ACTIONS);

export interface NoticeMessageFacts {
  readonly notice: ReadableNotice;
  readonly row: Pick<SlackMessageRow, "id" | "is_repeat" | "results">;
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
  const buttons = SLACK_ACTIONS.filter((action) => isOffered(action, notice, row.results)).map((action) =>
    actionButton(action, row.id, say),
  );
  return {
    text: escapeSlack(sentence),
    blocks: [
      linkedLine(sentence, url),
      ...smallLines(lines),
      {
        type: "actions",
        elements: [
          { ...button("open", row.id, say(message("slack.button_open"))), url },
          ...undoButtons(row.results, row.id, say),
          ...buttons,
        ],
      },
    ],
  };
}

/** Buttons of what is done already, or cannot be done to what the notice is about, are left out. */
function isOffered(
  action: SlackAction,
  { subject_kind: kind, subject_id: id, tracker, read_at: readAt }: ReadableNotice,
  results: readonly SlackResult[],
): boolean {
  if (results.some((result) => result.action === action && result.isDone)) return false;
  if (action === "read") return readAt === null;
  return !ISSUE_ACTIONS.has(action) || (kind === "issue" && id !== null && takesIssueChanges(tracker));
}
