/** The words of a report: names of metrics, values with units, and what changed since the report before. */
import type { Language } from "../../../contract/access/users.ts";
import { type Message, formatMessage, message, verbatim } from "../../messages/messages.ts";
import type { ReportCard, ReportContent, ReportUnit } from "./reportContent.ts";

/** From this number of hours on a duration is shown in days. */
const HOURS_AS_DAYS = 48;
/** A change of less than this part of the value is called the same. */
const SAME_PART = 0.005;

/** The locale of numbers, days and times of a language. */
export const LOCALES: Readonly<Record<Language, string>> = { EN: "en-GB", TR: "tr-TR" };

const COUNTED: Readonly<Record<"issues" | "requests" | "search", Message>> = {
  issues: message("report.counted_issues"),
  requests: message("report.counted_requests"),
  search: message("report.counted_search"),
};
const LISTED: Readonly<Record<Extract<ReportCard, { kind: "rows" }>["of"], Message>> = {
  issues: message("report.listed_issues"),
  requests: message("report.listed_requests"),
  search: message("report.counted_search"),
  documents: message("report.listed_documents"),
  commits: message("report.listed_commits"),
  hotspots: message("report.listed_hotspots"),
  knowledge: message("report.listed_knowledge"),
  person: message("report.listed_person"),
  control: message("report.listed_control"),
  coupling: message("report.listed_coupling"),
  comparison: message("report.listed_comparison"),
  departure: message("report.listed_departure"),
};

/** What a card is called: its title, else what it shows. */
export function cardTitle(card: ReportCard): Message {
  if (card.title !== null && card.title !== "") return verbatim(card.title);
  switch (card.kind) {
    case "count":
      return COUNTED[card.of];
    case "rows":
      return LISTED[card.of];
    case "bars":
      return message("report.lead_times");
    case "hours":
      return message("report.hours");
    case "metric":
    case "none":
      return card.metric === null ? verbatim("") : message(`report.metric_${card.metric}`);
    case "text":
      return verbatim("");
  }
}

/** A value in the words of a language: `3.2 days`, `45 %`. A dash where there is none. */
export function valueText(value: number | null, unit: ReportUnit, language: Language): string {
  if (value === null) return "–";
  const number = (options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1, ...options }).format(
      unit === "hours" && value >= HOURS_AS_DAYS ? value / 24 : value,
    );
  switch (unit) {
    case "share":
      return number({ style: "percent", maximumFractionDigits: 0 });
    case "hours":
      return number({ style: "unit", unit: value >= HOURS_AS_DAYS ? "day" : "hour", unitDisplay: "long" });
    case "days":
      return number({ style: "unit", unit: "day", unitDisplay: "long" });
    case "per_week":
      return formatMessage(message("report.per_week", { value: number({}) }), language);
    case "lines":
      return formatMessage(message("report.lines", { value: number({ maximumFractionDigits: 0 }) }), language);
    case "number":
      return number({ maximumFractionDigits: 2 });
    case "count":
      return number({ maximumFractionDigits: 0 });
  }
}

/** The unit of the value of a card. */
export const cardUnit = (card: Extract<ReportCard, { kind: "metric" | "count" }>): ReportUnit =>
  card.kind === "metric" ? card.unit : "count";

/** The value of a card; of one that counting ended early, with a plus. */
export const cardValue = (card: Extract<ReportCard, { kind: "metric" | "count" }>, language: Language): string =>
  `${valueText(card.value, cardUnit(card), language)}${card.kind === "count" && card.isCapped ? "+" : ""}`;

/** Whether chance can explain the change. An own metric has no such judgement; reports of older versions store a false one. */
export const isByChance = (card: Extract<ReportCard, { kind: "metric" | "count" }>): boolean =>
  card.kind === "metric" && card.metric !== null && card.isClear === false;

/** What is known of a value: that of the period before with its judgement, and the target with its verdict. */
export function valueNotes(card: Extract<ReportCard, { kind: "metric" | "count" }>, language: Language): string[] {
  if (card.kind === "count") return [];
  const { previous, judgement, unit, target = null } = card;
  const code = isByChance(card) ? "before" : (`before_${judgement ?? "clear"}` as const);
  const notes = [
    ...(previous === null ? [] : [message(`report.${code}`, { value: valueText(previous, unit, language) })]),
    ...(target === null
      ? []
      : [
          message(`report.target_${target.is}`, {
            value: valueText(target.value, unit, language),
            verdict: message(`report.verdict_${target.verdict}`),
          }),
        ]),
  ];
  return notes.map((note) => formatMessage(note, language));
}

/**
 * What changed since the report before, one sentence for each card with another value. A card whose change is within chance over its own
 * period is said to be so.
 */
export function changeSentences({ cards, before }: ReportContent, language: Language): string[] {
  if (before === null) return [];
  return cards.flatMap((card) => {
    if (card.kind !== "metric" && card.kind !== "count") return [];
    const old = before.values[card.id];
    if (old === undefined || old === null || card.value === null || isSame(old, card.value)) return [];
    const params = {
      name: cardTitle(card),
      was: valueText(old, cardUnit(card), language),
      is: cardValue(card, language),
    };
    const sentence = message(card.value > old ? "report.rose" : "report.fell", params);
    return [formatMessage(isByChance(card) ? message("report.by_chance", { sentence }) : sentence, language)];
  });
}

const isSame = (old: number, value: number): boolean =>
  Math.abs(value - old) <= SAME_PART * Math.max(Math.abs(old), Math.abs(value));

/** The day and time of a moment. */
export const timeText = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeStyle: "short", timeZone }).format(at);
