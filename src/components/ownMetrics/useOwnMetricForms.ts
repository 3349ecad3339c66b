import type { OwnMetricUnit } from "../../../contract/insights/ownMetricRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ValueForm } from "../charts/chartData.ts";

const HOURS_A_DAY = 24;
/** Longer times, in hours, are shown in days, as in Insights. */
const DAYS_FROM = 48;

/** Formats of the values of each unit. */
export function useOwnMetricForms(): Record<OwnMetricUnit, ValueForm> {
  const { t, format, locale } = useTranslation("ownMetrics");
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const time = (value: number, unitDisplay: "short" | "narrow"): string => {
    const isLong = Math.abs(value) >= DAYS_FROM;
    const style = { style: "unit", unit: isLong ? "day" : "hour", unitDisplay, maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(locale, style).format(isLong ? value / HOURS_A_DAY : value);
  };
  const number: ValueForm = { full: (value) => plain.format(value), tick: format.compact };
  const integer: ValueForm = { ...number, isInteger: true };
  const share: ValueForm = { full: (value) => format.percent(value), tick: (value) => format.percent(value) };
  return {
    count: integer,
    lines: integer,
    per_week: { ...number, full: (value) => t("perWeek", { formatted: plain.format(value) }) },
    number,
    share,
    hours: { full: (value) => time(value, "short"), tick: (value) => time(value, "narrow") },
  };
}
