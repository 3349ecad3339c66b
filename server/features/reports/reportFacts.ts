/** The numbers of a card next to its main one, each with its name. */
import type { Language } from "../../../contract/access/users.ts";
import { METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";
import { formatMessage, message, verbatim } from "../../messages/messages.ts";
import { oneLine } from "../../messages/oneLine.ts";
import type { ReportCard, ReportUnit } from "./reportContent.ts";
import { valueText } from "./reportSentences.ts";

/** Numbers that have a name in each language (`report.fact_NAME`). */
export type FactName =
  | "commits"
  | "assigned"
  | "requests"
  | "reviews"
  | "truck_factor"
  | "left_out"
  | "none"
  | "lost_files"
  | "lost_issues"
  | "truck_factor_after"
  | SeriesName;
/** The periods of a comparison. */
export type PeriodName = "current" | "before" | "year_before";
/** A metric of a member of a comparison, or its target. */
interface ComparedName {
  readonly metric: MetricId;
  readonly of: PeriodName | { readonly text: string };
  readonly isTarget?: boolean;
}

/** Names of series of Insights that are words. */
const SERIES_NAMES = ["value", "median", "p75", "p90", "todo", "in_progress"] as const;
type SeriesName = (typeof SERIES_NAMES)[number];

/** Whether the name of a series has a word in each language. */
export const isSeriesName = (name: string): name is SeriesName => SERIES_NAMES.some((candidate) => candidate === name);

/** The name of a series of a card. @param metric that of Insights; null for one of the company's own, undefined for a count */
export function seriesName(name: string, metric: MetricId | null | undefined, language: Language): string {
  if (name === "") return factName("none", language);
  const isWord = typeof metric === "string" && METRICS[metric].shape !== "states" && isSeriesName(name);
  return factName(isWord ? name : { text: name }, language);
}

/** The name of a number in the words of a language, as one line of text. */
export function factName(name: ReportFact["name"], language: Language): string {
  if (typeof name === "string") return formatMessage(message(`report.fact_${name}`), language);
  if ("text" in name) return formatMessage(verbatim(oneLine(name.text)), language);
  const { metric, of, isTarget = false } = name;
  const member = typeof of === "string" ? message(`report.period_${of}`) : verbatim(oneLine(of.text));
  const parts = [member, message(`report.metric_${metric}`), ...(isTarget ? [message("report.target")] : [])];
  return parts.map((part) => formatMessage(part, language)).join(", ");
}

export interface ReportFact {
  /** `text`: a name that is the same in each language. */
  readonly name: FactName | { readonly text: string } | ComparedName;
  readonly value: number | null;
  /** That of the period before; left out where there is none. */
  readonly previous?: number | null;
  readonly unit: ReportUnit;
}

type Facts = Pick<ReportCard, "facts">;

function factsOf({ facts = [] }: Facts, language: Language): { name: string; value: string; previous: string }[] {
  return facts.map((fact) => {
    const { value, previous = null, unit } = fact;
    const before = message("report.before_clear", { value: valueText(previous, unit, language) });
    return {
      name: factName(fact.name, language),
      value: valueText(value, unit, language),
      previous: previous === null ? "" : formatMessage(before, language),
    };
  });
}

/** A row for each number. */
export function factsHtml(card: Facts, language: Language): string {
  const facts = factsOf(card, language);
  if (facts.length === 0) return "";
  const rows = facts.map(
    ({ name, value, previous }) =>
      `<tr><th scope="row" style="padding:2px 10px 2px 0;text-align:left;font-weight:400">${escapeHtml(name)}</th><td style="padding:2px 10px 2px 0;text-align:right;white-space:nowrap">${escapeHtml(value)}</td><td style="padding:2px 0;color:#5F5F6B">${escapeHtml(previous)}</td></tr>`,
  );
  return `<table style="margin:6px 0 0;border-collapse:collapse;font-size:13px">${rows.join("")}</table>`;
}

/** A line of text for each number. */
export const factLines = (card: Facts, language: Language): string[] =>
  factsOf(card, language).map(({ name, value, previous }) => `- ${name}: ${value}${previous && ` (${previous})`}`);

/** The name of a number in CSV, which is the same in each language. */
function seriesOf(name: ReportFact["name"]): string {
  if (typeof name === "string") return name;
  if ("text" in name) return name.text;
  const { metric, of, isTarget = false } = name;
  return `${metric} ${typeof of === "string" ? of : of.text}${isTarget ? " target" : ""}`;
}

/** The numbers as cells of CSV from the column `series` on; those of the period before have names that end in `_before`. */
export const factCells = ({ facts = [] }: Facts): string[][] =>
  facts.flatMap(({ name, value, previous = null, unit }) => {
    const series = seriesOf(name);
    const cells = (of: string, number: number | null): string[] => [
      of,
      "",
      "",
      number === null ? "" : String(number),
      unit,
    ];
    return [cells(series, value), ...(previous === null ? [] : [cells(`${series}_before`, previous)])];
  });
