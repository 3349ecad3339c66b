/** What a report of Insights has besides its cards, as on the page: sentences, marks, and how each metric is calculated. */
import type { Language } from "../../../contract/access/users.ts";
import type { Granularity } from "../../../contract/insights/insights.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";
import { formatMessage, type Message, message } from "../../messages/messages.ts";
import { oneLine } from "../../messages/oneLine.ts";
import type { ReportCard } from "./reportContent.ts";
import { findingSentences, markText, type ReportInsights } from "./reportInsights.ts";

const HEADING = 'style="margin:0 0 6px;font-size:16px"';

const say = (text: Message, language: Language): string => escapeHtml(formatMessage(text, language));

const list = (lines: readonly string[]): string =>
  `<ul style="margin:0 0 20px;padding:0 0 0 20px">${lines.map((line) => `<li style="margin:0 0 4px">${escapeHtml(oneLine(line))}</li>`).join("")}</ul>`;

/** The sentences at the top, or that too little happened for them. */
export function summaryHtml(insights: ReportInsights, granularity: Granularity, language: Language): string {
  const sentences = findingSentences(insights, granularity, language);
  const body =
    sentences.length === 0
      ? `<p style="margin:0 0 20px">${say(message("report.summary_none"), language)}</p>`
      : list(sentences);
  return `<h2 ${HEADING}>${say(message("report.summary"), language)}</h2>${body}`;
}

/** Releases, incidents and notes of the period; empty without one. */
export const marksHtml = ({ marks }: ReportInsights, language: Language): string =>
  marks.length === 0
    ? ""
    : `<h2 ${HEADING}>${say(message("report.marks"), language)}</h2>${list(marks.map((mark) => markText(mark, language)))}`;

const paragraph = (title: Message, lines: readonly string[], language: Language): string =>
  [formatMessage(title, language), ...lines.map((line) => `- ${oneLine(line)}`)].join("\n");

/** The sentences as a paragraph of text. */
export function summaryLines(insights: ReportInsights, granularity: Granularity, language: Language): string[] {
  const sentences = findingSentences(insights, granularity, language);
  return sentences.length === 0
    ? [formatMessage(message("report.summary_none"), language)]
    : [paragraph(message("report.summary"), sentences, language)];
}

/** The marks as a paragraph of text; none without one. */
export function markLines({ marks }: ReportInsights, language: Language): string[] {
  const lines = marks.map((mark) => markText(mark, language));
  return lines.length === 0 ? [] : [paragraph(message("report.marks"), lines, language)];
}

/** What a metric of Insights counts, what it leaves out, and where its rows come from; empty for other cards. */
export function definitionHtml(card: ReportCard, language: Language): string {
  if (card.kind !== "metric" || card.metric === null) return "";
  const parts = [
    [message("report.how_counts"), message(`report.says_${card.metric}`)],
    [message("report.how_leaves"), message(`report.leaves_${card.metric}`)],
    [message("report.how_source"), message(`report.source_${card.metric}`)],
  ] as const;
  const rows = parts.map(([name, text]) => `<b>${say(name, language)}:</b> ${say(text, language)}`);
  return `<p style="margin:8px 0 0;font-size:12px;color:#5F5F6B">${say(message("report.how"), language)}. ${rows.join(" ")}</p>`;
}
