import type { OwnMetricUnit } from "../../../contract/insights/ownMetricRules.ts";
import { measureFormatters } from "../../domain/measureFormatters.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ValueForm } from "../charts/chartData.ts";

const HOURS_A_DAY = 24;
/** Longer times, in hours, are shown in days, as in Insights. */
const DAYS_FROM = 48;

/** Formats of the values of each unit. */
export function useOwnMetricForms(): Record<OwnMetricUnit, ValueForm> {
  const { t, format, locale } = useTranslation("ownMetrics");
  const measure = measureFormatters(locale);
  const plain = (value: number): string => measure.decimal(value, 2);
  const time = (value: number, display: "short" | "narrow"): string => {
    const isLong = Math.abs(value) >= DAYS_FROM;
    return measure.unit(isLong ? value / HOURS_A_DAY : value, { unit: isLong ? "day" : "hour", display, digits: 1 });
  };
  const number: ValueForm = { full: plain, tick: format.compact };
  const integer: ValueForm = { ...number, isInteger: true };
  const share: ValueForm = { full: (value) => format.percent(value), tick: (value) => format.percent(value) };
  return {
    count: integer,
    lines: integer,
    per_week: { ...number, full: (value) => t("perWeek", { formatted: plain(value) }) },
    number,
    share,
    hours: { full: (value) => time(value, "short"), tick: (value) => time(value, "narrow") },
  };
}
