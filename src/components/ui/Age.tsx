import type { ReactNode } from "react";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { useTranslation, type Translation } from "../../i18n/useTranslation.ts";
import { useNow } from "./Clock.ts";

export interface AgeProps {
  /** ISO 8601. */
  from: string;
  /** The end of the span, ISO 8601; null: ongoing. */
  until: string | null;
}

const SPANS = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** A span in its largest whole unit: days up to two months, months up to two years. */
export function largestUnit(from: string, until: string | number): { unit: (typeof SPANS)[number][0]; value: number } {
  const length = Math.max(0, (typeof until === "number" ? until : Date.parse(until)) - Date.parse(from));
  const [unit, size] =
    SPANS.find(([, size]) => length >= (size >= 30 * DAY_MS ? 2 * size : size)) ?? (["minute", MINUTE_MS] as const);
  return { unit, value: Math.floor(length / size) };
}

type T = Translation<"controls">["t"];

/** A duration, short enough for a column ("12d", "5mo"), and in full. */
export function ageParts(t: T, from: string, until: string | number): { short: string; full: string } {
  const { unit, value } = largestUnit(from, until);
  return { short: t(`ageShort.${unit}`, { count: value }), full: t(`age.${unit}`, { count: value }) };
}

/** The time from `from` until `until`, or until now. */
export function Age({ from, until }: AgeProps) {
  const { t } = useTranslation("controls");
  const now = useNow();
  return ageText(ageParts(t, from, until ?? now));
}

/** Shows the short form; screen readers get the full form. A function: a table renders hundreds of them. */
export const ageText = ({ short, full }: ReturnType<typeof ageParts>): ReactNode => (
  <span title={full}>
    <span aria-hidden>{short}</span>
    <span className="visually-hidden">{full}</span>
  </span>
);
