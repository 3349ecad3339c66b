/** The values of each bucket of a card that is a table on the page, and of a count over time. */
import type { Language } from "../../../contract/access/users.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { InsightBucket } from "../../../contract/insights/insights.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import type { ReportCard } from "./reportContent.ts";
import { seriesName } from "./reportFacts.ts";
import { cardTitle, LOCALES, cardUnit, valueText } from "./reportSentences.ts";

type BucketCard = Extract<ReportCard, { kind: "metric" | "count" }>;

/** Whether the page shows each value as a number. */
const isTable = (card: BucketCard): boolean => card.kind === "count" || card.display === "table";

/** Its days; with a mark where it has not ended. */
function bucketName({ start, end, partial }: InsightBucket, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeZone: "UTC" });
  // The end is the day after the last one.
  const days = format.formatRange(new Date(start), new Date(Date.parse(end) - DAY_MS));
  return partial ? formatMessage(message("report.so_far", { days }), language) : days;
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly string[] }[];
}

function tableOf(card: BucketCard, language: Language): Table | null {
  if (!isTable(card) || card.series.length === 0) return null;
  const unit = cardUnit(card);
  return {
    columns: card.series.map(({ name }) =>
      card.kind === "count" ? formatMessage(cardTitle(card), language) : seriesName(name, card.metric, language),
    ),
    rows: card.buckets.map((bucket, at) => ({
      name: bucketName(bucket, language),
      values: card.series.map(({ values, unit: ownUnit = unit }) => valueText(values[at] ?? null, ownUnit, language)),
    })),
  };
}

/** A row for each bucket; empty for a card that is no table. */
export function bucketsHtml(card: BucketCard, language: Language): string {
  const table = tableOf(card, language);
  if (table === null) return "";
  const cell = 'style="padding:2px 0 2px 12px;text-align:right;font-weight:400"';
  const head = table.columns.map((name) => `<th scope="col" ${cell}>${escapeHtml(name)}</th>`);
  const rows = table.rows.map(
    ({ name, values }) =>
      `<tr><th scope="row" style="padding:2px 0;text-align:left;font-weight:400">${escapeHtml(name)}</th>${values.map((value) => `<td ${cell}>${escapeHtml(value)}</td>`).join("")}</tr>`,
  );
  return `<table style="width:100%;margin:6px 0 0;border-collapse:collapse;font-size:13px"><tr><td></td>${head.join("")}</tr>${rows.join("")}</table>`;
}

/** A line for each bucket. */
export function bucketLines(card: BucketCard, language: Language): string[] {
  const table = tableOf(card, language);
  if (table === null) return [];
  const { columns, rows } = table;
  return rows.map(({ name, values }) => {
    const named = values.map((value, at) => (columns.length === 1 ? value : `${columns[at] ?? ""} ${value}`));
    return `- ${name}: ${named.join(", ")}`;
  });
}
