/**
 * Messages of chats. Sources: Slack's Block Kit reference (50 blocks, 3,000 characters of a section, 150 of a header; `&`, `<` and `>` are
 * escaped in texts) and the Adaptive Cards schema 1.4 as Workflows of Microsoft Teams take it (28 KB a message).
 */
import type { OutgoingEvent } from "../../../contract/notices/outgoingWebhooks.ts";
import { CHAT_ISSUE_ACTIONS, type ChatIssueAction } from "../../../contract/notices/chatActionKinds.ts";
import { type Language, formatMessage, message } from "../../messages/messages.ts";
import { truncate, truncateLine } from "../../messages/oneLine.ts";
import { countEvents } from "./countedEvents.ts";
import { eventSentence } from "./eventSentence.ts";
import { escapeSlack, linkedSection } from "./slackSection.ts";

/** Events that one message lists; more are counted. 20 lines of the length below, in four bytes a character, stay within 28 KB. */
export const MAX_CHAT_EVENTS = 20;
/** Issues of one message that have buttons: those of more would not fit into 28 KB. */
const MAX_BUTTON_ISSUES = 5;
/** Characters of one line. */
export const MAX_CHAT_LINE_LENGTH = 220;

interface Line {
  readonly text: string;
  readonly url: string;
}

/** An event with the delivery that reports it. */
export interface ReportedEvent {
  readonly deliveryId: string;
  readonly event: OutgoingEvent;
  /** It is about an issue of a tracker that takes changes from here. */
  readonly takesChanges: boolean;
}

/** Whether a message about this many events counts them, and does not list each. */
export const isBundle = (eventCount: number): boolean => eventCount > MAX_CHAT_EVENTS;

/** The events that have buttons: the first ones about an issue that can be changed, each issue once. A message that counts has none. */
export function withChatButtons(reported: readonly ReportedEvent[]): ReadonlySet<ReportedEvent> {
  const issues = new Map<string, ReportedEvent>();
  if (isBundle(reported.length)) return new Set();
  for (const report of reported) {
    const id = report.event.data.issue?.id;
    if (id !== undefined && report.takesChanges && !issues.has(id) && issues.size < MAX_BUTTON_ISSUES)
      issues.set(id, report);
  }
  return new Set(issues.values());
}

/** The actions that are offered for an issue: one that is closed cannot be closed. */
export const offeredActions = ({ data: { issue } }: OutgoingEvent): ChatIssueAction[] =>
  CHAT_ISSUE_ACTIONS.filter((action) => !(action === "close" && issue?.state === "closed"));

/** One line for each event, or for each type of them where there are too many. */
export function messageLines(events: readonly OutgoingEvent[], language: Language): Line[] {
  const sentences = isBundle(events.length)
    ? countEvents(events)
    : events.map((event) => ({ sentence: eventSentence(event), url: event.data.url }));
  return sentences.map(({ sentence, url }) => ({
    text: truncateLine(formatMessage(sentence, language), MAX_CHAT_LINE_LENGTH),
    url,
  }));
}

/** The title of the message, and its lines. */
function contentsOf(events: readonly OutgoingEvent[], language: Language) {
  const lines = messageLines(events, language);
  const project = events[0]?.data.project?.name;
  const title = truncateLine(project ?? formatMessage(message("outgoing.company"), language), 100);
  return { title, lines };
}

/** A message of Slack's incoming webhooks. `verbatim` turns off that names of channels and people become mentions. */
export function slackMessage(events: readonly OutgoingEvent[], language: Language): object {
  const { title, lines } = contentsOf(events, language);
  const more = lines.length > 1 && !isBundle(events.length) ? ` (+${lines.length - 1})` : "";
  const summary = truncate(`${title}: ${lines[0]?.text ?? ""}${more}`, 300);
  return {
    text: escapeSlack(summary),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: { type: "plain_text", text: title, emoji: false } },
      ...lines.map(({ text, url }) => linkedSection(text, url)),
    ],
  };
}

/** The address of the page that asks to confirm an action on the issue of a delivery. */
export type ActionLink = (reported: ReportedEvent, action: ChatIssueAction) => string;

/**
 * A message of a workflow of Microsoft Teams. The text of a run is plain, unlike that of a block of text, which is Markdown; a mention would need an entity in
 * `msteams`. A workflow takes no answer, so a button opens a page.
 */
export function teamsMessage(reported: readonly ReportedEvent[], language: Language, linkOf: ActionLink): object {
  const { title, lines } = contentsOf(
    reported.map(({ event }) => event),
    language,
  );
  const withButtons = withChatButtons(reported);
  const buttonsOf = (report: ReportedEvent): object[] => [
    {
      type: "ActionSet",
      actions: offeredActions(report.event).map((action) => ({
        type: "Action.OpenUrl",
        title: formatMessage(message(`chat.button_${action}`), language),
        url: linkOf(report, action),
      })),
    },
  ];
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text: title, weight: "Bolder", size: "Medium" }] },
            ...lines.flatMap(({ text, url }, at) => {
              const report = reported[at];
              return [
                {
                  type: "RichTextBlock",
                  inlines: [{ type: "TextRun", text, color: "Accent", selectAction: { type: "Action.OpenUrl", url } }],
                },
                ...(report && withButtons.has(report) ? buttonsOf(report) : []),
              ];
            }),
          ],
        },
      },
    ],
  };
}
