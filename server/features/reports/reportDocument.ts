/** A report as HTML and text. The HTML has no script, loads nothing, and is the page that a browser prints as PDF and PNG. */
import { escapeHtml } from "../../mail/escapeHtml.ts";
import type { Language } from "../../../contract/access/users.ts";
import { formatMessage, type Message, message } from "../../messages/messages.ts";
import { oneLine } from "../../messages/oneLine.ts";
import { bucketLines, bucketsHtml } from "./reportBuckets.ts";
import { chartHtml, type ChartRendering } from "./reportChart.ts";
import { factLines, factsHtml } from "./reportFacts.ts";
import { barLines, barsHtml, hoursHtml, hoursText } from "./reportFigures.ts";
import type { ReportCard, ReportContent, ReportCardRow } from "./reportContent.ts";
import { drawingHtml } from "./reportDrawings.ts";
import type { ReportMark } from "./reportInsights.ts";
import { definitionHtml, marksHtml, markLines, summaryHtml, summaryLines } from "./reportSummary.ts";
import { markdownHtml, markdownText } from "./reportMarkdown.ts";
import { cardValue, changeSentences, cardTitle, timeText, valueNotes, valueText } from "./reportSentences.ts";

interface Rendering {
  readonly language: Language;
  /** The full address of a path of the web app. */
  readonly link: (path: string) => string;
  /** Mail programs leave pictures of SVG out, and show the last values in words. */
  readonly charts: boolean;
  /** Shown at the end: whose report it is, and how to end it. */
  readonly footer: readonly Message[];
}

/** A whole page. */
export function reportHtml(content: ReportContent, { language, link, charts, footer }: Rendering): string {
  const say = (text: Message): string => escapeHtml(oneLine(formatMessage(text, language)).trim());
  const changes = changeSentences(content, language);
  const filter = filterLine(content, language);
  const { insights } = content;
  const shared = { language, link, charts, say, marks: insights?.marks ?? [], hasDefinitions: insights !== undefined };
  const cards = content.cards.map((card) => cardHtml(card, shared));
  return `<!doctype html>
<html lang="${language.toLowerCase()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(content.name)}</title>
<style>@page{margin:14mm}section{break-inside:avoid}</style></head>
<body style="margin:0;padding:24px 12px;background:#F0EFF2;font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1C1C22">
<div style="max-width:640px;margin:0 auto;padding:28px;background:#FFFFFF;border-radius:6px">
<p style="margin:0 0 20px;font-weight:700;font-size:17px">Clew</p>
<h1 style="margin:0 0 4px;font-size:22px;line-height:1.3">${escapeHtml(content.name)}</h1>
<p style="margin:0 0 20px;color:#5F5F6B"><a href="${escapeHtml(link(content.path))}" style="color:#1D4ED8">${escapeHtml(content.page)}</a> · ${escapeHtml(timeText(new Date(content.madeAt), language, content.timeZone))}</p>${filter && `\n<p style="margin:0 0 20px;color:#5F5F6B">${escapeHtml(oneLine(filter))}</p>`}
${
  content.before === null
    ? ""
    : `<h2 style="margin:0 0 6px;font-size:16px">${say(message("report.changed", { day: timeText(new Date(content.before.at), language, content.timeZone) }))}</h2>
${changes.length === 0 ? `<p style="margin:0 0 20px">${say(message("report.unchanged"))}</p>` : `<ul style="margin:0 0 20px;padding:0 0 0 20px">${changes.map((sentence) => `<li>${escapeHtml(oneLine(sentence))}</li>`).join("")}</ul>`}`
}${insights === undefined ? "" : `\n${summaryHtml(insights, content.granularity, language)}`}
${cards.join("\n")}
${insights === undefined ? "" : marksHtml(insights, language)}
${footer.map((line) => `<p style="margin:12px 0 0;font-size:13px;color:#5F5F6B">${say(line)}</p>`).join("\n")}
</div>
</body>
</html>
`;
}

/** What the page was filtered by; empty without a filter. */
const filterLine = ({ filters = [] }: ReportContent, language: Language): string =>
  filters.length === 0 ? "" : formatMessage(message("report.filtered", { names: filters.join(", ") }), language);

interface CardRendering extends Omit<Rendering, "footer"> {
  readonly say: (text: Message) => string;
  /** Drawn on the charts of metrics. */
  readonly marks: readonly ReportMark[];
  /** Whether a metric has how it is calculated, as on the page of Insights. A mail has no place for it. */
  readonly hasDefinitions: boolean;
}

function cardHtml(card: ReportCard, rendering: CardRendering): string {
  const { language, link, charts, say, marks, hasDefinitions } = rendering;
  const name = say(cardTitle(card));
  const heading = `${name === "" ? "" : `<h2 style="margin:0 0 2px;font-size:16px">${name}</h2>`}${
    card.project === null
      ? ""
      : `<p style="margin:0 0 4px;font-size:13px;color:#5F5F6B">${escapeHtml(card.project)}</p>`
  }`;
  const body = (): string => {
    switch (card.kind) {
      case "text":
        return markdownHtml(card.text);
      case "none":
        return `<p style="margin:0;color:#5F5F6B">${say(message("report.no_data"))}</p>`;
      case "rows":
        return card.rows.length === 0
          ? `<p style="margin:0;color:#5F5F6B">${say(message("report.nothing"))}</p>`
          : `${charts && card.drawing !== undefined ? drawingHtml(card.drawing, name, language) : ""}${card.of === "person" ? "" : `<p style="margin:0 0 4px;font-weight:600">${rowCount(card.count, card.isCapped)}</p>`}<ul style="margin:0;padding:0 0 0 20px">${card.rows.map((row) => rowHtml(row, { language, link })).join("")}</ul>${
              card.count > card.rows.length
                ? `<p style="margin:4px 0 0;color:#5F5F6B">${say(moreMessage(card))}</p>`
                : ""
            }`;
      case "bars":
        return barsHtml(card.bars, language);
      case "hours":
        return hoursHtml(card.activity, language);
      case "metric":
      case "count": {
        const value = hasValue(card)
          ? `<p style="margin:0;font-size:24px;font-weight:600">${escapeHtml(cardValue(card, language))}</p>`
          : "";
        const notes = valueNotes(card, language).map(
          (note) => `<p style="margin:0;font-size:13px;color:#5F5F6B">${escapeHtml(oneLine(note))}</p>`,
        );
        return `${value}${notes.join("")}${charts ? drawnHtml(card, { label: name, language, marks }) : ""}${bucketsHtml(card, language)}`;
      }
    }
  };
  return `<section style="margin:0 0 22px;padding:16px 0 0;border-top:1px solid #E3E2E8">${heading}${body()}${factsHtml(card, language)}${charts && hasDefinitions ? definitionHtml(card, language) : ""}</section>`;
}

/** What the page draws of the card: the value alone and a table have no line, a sparkline has that of the first series. */
function drawnHtml(card: Extract<ReportCard, { kind: "metric" | "count" }>, rendering: ChartRendering): string {
  const display = card.kind === "metric" ? card.display : "chart";
  if (display === "value" || display === "table") return "";
  return chartHtml(display === "sparkline" ? { ...card, series: card.series.slice(0, 1) } : card, rendering);
}

/** A metric of entities of their own has a number for each of them in place of one. */
const hasValue = ({ value, facts = [] }: Extract<ReportCard, { kind: "metric" | "count" }>): boolean =>
  value !== null || facts.length === 0;

function noteText(note: ReportCardRow["note"], language: Language): string {
  if (typeof note === "string") return note;
  if ("share" in note) return `${note.text}, ${valueText(note.share, "share", language)}`;
  if ("hours" in note) return valueText(note.hours, "hours", language);
  return formatMessage(message("report.outdated", { count: note.outdated }), language);
}

/** A number of rows; a lower bound with a plus, as that of a count. */
const rowCount = (count: number, isCapped = false): string => `${count}${isCapped ? "+" : ""}`;

const rowHtml = (
  { text, path, note: rowNote }: ReportCardRow,
  { language, link }: Pick<Rendering, "language" | "link">,
): string => {
  const note = noteText(rowNote, language);
  const shown = escapeHtml(oneLine(text));
  const linked = path === null ? shown : `<a href="${escapeHtml(link(path))}" style="color:#1D4ED8">${shown}</a>`;
  return `<li style="margin:0 0 4px">${linked}${note === "" ? "" : ` <span style="color:#5F5F6B">${escapeHtml(oneLine(note))}</span>`}</li>`;
};

/** How many rows are not listed. */
const moreMessage = ({ count, isCapped, rows }: Extract<ReportCard, { kind: "rows" }>): Message =>
  message("report.more", { count: rowCount(count - rows.length, isCapped) });

const rowText = (
  { text, path, note: rowNote }: ReportCardRow,
  { language, link }: Pick<Rendering, "language" | "link">,
): string => {
  const note = oneLine(noteText(rowNote, language)).trim();
  return `- ${oneLine(text)}${note === "" ? "" : ` (${note})`}${path === null ? "" : `\n  ${link(path)}`}`;
};

/** The same contents as plain text, without the charts. */
export function reportText(content: ReportContent, { language, link, footer }: Rendering): string {
  const say = (text: Message): string => oneLine(formatMessage(text, language)).trim();
  const changes = changeSentences(content, language);
  const parts = [
    [content.name, link(content.path), filterLine(content, language)].filter(Boolean).map(oneLine).join("\n"),
    ...(content.before === null
      ? []
      : [
          [
            say(message("report.changed", { day: timeText(new Date(content.before.at), language, content.timeZone) })),
            ...(changes.length === 0
              ? [say(message("report.unchanged"))]
              : changes.map((line) => `- ${oneLine(line)}`)),
          ].join("\n"),
        ]),
    ...(content.insights === undefined ? [] : summaryLines(content.insights, content.granularity, language)),
    ...content.cards.map((card) => [cardText(card, { language, link, say }), ...factLines(card, language)].join("\n")),
    ...(content.insights === undefined ? [] : markLines(content.insights, language)),
    ...footer.map(say),
    "-- \nClew",
  ];
  return `${parts.join("\n\n")}\n`;
}

function cardText(card: ReportCard, { language, link, say }: Pick<CardRendering, "language" | "link" | "say">): string {
  const name = [say(cardTitle(card)), card.project].filter(Boolean).join(", ");
  switch (card.kind) {
    case "text":
      return [name, markdownText(card.text)].filter(Boolean).join("\n");
    case "none":
      return `${name}: ${say(message("report.no_data"))}`;
    case "rows":
      return [
        card.of === "person" ? `${name}:` : `${name}: ${rowCount(card.count, card.isCapped)}`,
        ...card.rows.map((row) => rowText(row, { language, link })),
        ...(card.count > card.rows.length ? [say(moreMessage(card))] : []),
      ].join("\n");
    case "bars":
      return [name, ...barLines(card.bars, language).map(({ name: bar, n }) => `- ${bar}: ${n}`)].join("\n");
    case "hours":
      return [name, ...hoursText(card.activity, language).map((line) => `- ${line}`)].join("\n");
    case "metric":
    case "count":
      return [
        hasValue(card) ? `${name}: ${cardValue(card, language)}` : `${name}:`,
        ...valueNotes(card, language).map((note) => `- ${oneLine(note)}`),
        ...bucketLines(card, language),
      ].join("\n");
  }
}

/** Days of the period, for the name of a file. */
export const reportFileName = ({ name, madeAt }: ReportContent): string =>
  `${
    name
      .normalize("NFKD")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 60)
      // Half of a letter outside of the first plane would be no name of a file.
      .replace(/[\ud800-\udbff]$/, "") || "report"
  }-${madeAt.slice(0, 10)}`;
