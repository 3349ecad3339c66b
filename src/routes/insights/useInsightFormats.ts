import type { InsightBucket, InsightNote } from "../../../contract/insights.ts";
import type { MetricUnit } from "../../../contract/metrics.ts";
import type { ChartBucket, ValueForm } from "../../components/Chart/chartData.ts";
import { useWords } from "../../i18n/useWords.ts";

const HOURS_A_DAY = 24;
/** From so many hours on a time is said in days. */
const DAYS_FROM = 72;

/** How the numbers, times and notes of Insights are said. */
export function useInsightFormats() {
  const { t, format, locale } = useWords("insights");
  const unit = (name: "hour" | "day", value: number, unitDisplay: "short" | "narrow" = "short"): string =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay,
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value);
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const hoursAs = (value: number, display: "short" | "narrow"): string =>
    value >= DAYS_FROM ? unit("day", value / HOURS_A_DAY, display) : unit("hour", value, display);
  const number = (value: number): string => plain.format(value);
  const share = (value: number): string => format.percent(value);
  const hours: ValueForm = { full: (value) => hoursAs(value, "short"), tick: (value) => hoursAs(value, "narrow") };
  const formats: Record<MetricUnit, ValueForm> = {
    count: { full: number, tick: format.compact },
    per_week: { full: (value) => t("units.perWeek", { formatted: number(value) }), tick: number },
    hours,
    days: { full: (value) => unit("day", value), tick: (value) => unit("day", value, "narrow") },
    share: { full: share, tick: share },
    lines: {
      full: (value) => t("units.lines", { count: Math.round(value), formatted: format.compact(value) }),
      tick: format.compact,
    },
  };
  const dayMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(locale, { month: "short", year: "2-digit", timeZone: "UTC" });
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC" });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  // A bucket's days have no time: noon of UTC is on the same day everywhere that matters for writing them.
  const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
  const bucket = ({ start, end, partial }: InsightBucket, granularity: string): ChartBucket => ({
    label: (granularity === "weekly" ? dayMonth : granularity === "yearly" ? year : month).format(noon(start)),
    name: whole.formatRange(noon(start), noon(end) - 24 * 60 * 60 * 1000),
    isPartial: partial,
  });
  const note = ({ code, count }: InsightNote): string =>
    count === null
      ? t(`notes.${code as "no_events" | "no_states" | "no_requests"}`)
      : t(`notes.${code as "bots_left_out"}`, { count, formatted: format.number(count) });
  return { formats, hours, bucket, note };
}
