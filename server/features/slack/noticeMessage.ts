/**
 * The message about a notice, with its buttons. Source: docs.slack.dev/reference/block-kit (75 characters of a button, 3,000 of a section,
 * `&`, `<` and `>` escaped in `mrkdwn`; `plain_text` is shown as it is).
 */
import type { SlackResult } from "../../db/slackSchema.ts";
import type { ReadableNotice } from "../../db/tables/notices.ts";
import type { SlackMessageRow } from "../../db/tables/slackMessages.ts";
import { type Language, type Message, formatMessage, formatStored, message } from "../../messages/messages.ts";
import { oneLine } from "../../messages/oneLine.ts";
import { hrefOf } from "../notices/noticeHref.ts";
import { noticeSentence } from "../notices/noticeSentence.ts";
import { presentNotice } from "../notices/present.ts";
import { cut, escapeSlack } from "../outgoingWebhooks/chatMessages.ts";

/** What the buttons do; `open` is a link. */
export const SLACK_ACTIONS = ["read", "assign", "close", "mute"] as const;
export type SlackAction = (typeof SLACK_ACTIONS)[number];
const ISSUE_ACTIONS: ReadonlySet<SlackAction> = new Set(["assign", "close"]);
const MAX_BUTTON_LENGTH = 75;
const MAX_LINE_LENGTH = 220;
/** A context block has at most ten elements. */
const MAX_LINES = 10;

const plain = (text: string) => ({ type: "plain_text", text, emoji: false }) as const;

const button = (action: string, value: string, text: string) => ({
  type: "button",
  action_id: action,
  value,
  text: plain(cut(oneLine(text), MAX_BUTTON_LENGTH)),
});

export interface NoticeMessageFacts {
  readonly notice: ReadableNotice;
  readonly row: Pick<SlackMessageRow, "id" | "is_repeat" | "results">;
  /** Ids of issues whose key another issue of the project has. */
  readonly shared: ReadonlySet<string>;
  readonly language: Language;
  readonly link: (path: string) => string;
}

/** The fallback text and the blocks. */
export function noticeMessage({ notice, row, shared, language, link }: NoticeMessageFacts): {
  readonly text: string;
  readonly blocks: readonly object[];
} {
  const say = (text: Message): string => formatMessage(text, language);
  const url = link(hrefOf(presentNotice(notice, shared)));
  const sentence = cut(oneLine(formatMessage(noticeSentence(notice), language)).trim(), MAX_LINE_LENGTH);
  const lines = [
    ...(notice.project_name === null ? [] : [notice.project_name]),
    ...(row.is_repeat ? [say(message("slack.repeated"))] : []),
    ...row.results.map(({ text }) => formatStored(text, language)),
  ];
  const buttons = SLACK_ACTIONS.filter((action) => isOffered(action, notice, row.results)).map((action) => ({
    ...button(action, row.id, say(message(`slack.button_${action}`))),
    ...(action === "close" && { confirm: closeQuestion(say) }),
  }));
  const elements = lines.slice(0, MAX_LINES).map((line) => plain(cut(oneLine(line), MAX_LINE_LENGTH)));
  return {
    text: escapeSlack(sentence),
    blocks: [
      {
        type: "section",
        text: { type: "mrkdwn", text: `<${escapeSlack(url)}|${escapeSlack(sentence)}>`, verbatim: true },
      },
      ...(elements.length === 0 ? [] : [{ type: "context", elements }]),
      {
        type: "actions",
        elements: [{ ...button("open", row.id, say(message("slack.button_open"))), url }, ...buttons],
      },
    ],
  };
}

/** Buttons of what is done already, or cannot be done to what the notice is about, are left out. */
function isOffered(
  action: SlackAction,
  { subject_kind: kind, subject_id: id, read_at: readAt }: ReadableNotice,
  results: readonly SlackResult[],
): boolean {
  if (results.some((result) => result.action === action && result.isDone)) return false;
  if (action === "read") return readAt === null;
  return !ISSUE_ACTIONS.has(action) || (kind === "issue" && id !== null);
}

const closeQuestion = (say: (text: Message) => string) => ({
  title: plain(say(message("slack.close_title"))),
  text: plain(say(message("slack.close_question"))),
  confirm: plain(say(message("slack.button_close"))),
  deny: plain(say(message("slack.cancel"))),
});

/** A way to close an issue at its tracker. */
export interface CloseChoice {
  readonly to: string;
  readonly resolution: string | null;
  readonly name: string;
}

/** The action of a button that closes as one of the tracker's reasons; Slack wants different ones in a block. */
export const CLOSE_AS = "close_as_";

/** The question for the reason, which its reader alone sees. An actions block has at most 25 buttons. */
export function closeReasons(messageId: string, choices: readonly CloseChoice[], language: Language): object {
  const question = formatMessage(message("slack.reason_question"), language);
  return {
    response_type: "ephemeral",
    replace_original: false,
    text: question,
    blocks: [
      { type: "section", text: plain(question) },
      {
        type: "actions",
        elements: choices
          .slice(0, 25)
          .map(({ to, resolution, name }, at) =>
            button(`${CLOSE_AS}${at}`, JSON.stringify([messageId, to, resolution]), name),
          ),
      },
    ],
  };
}
