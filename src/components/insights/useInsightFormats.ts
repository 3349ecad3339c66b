import type { InsightBucket, InsightNote, InsightTarget } from "../../../contract/insights/insights.ts";
import { type InsightView, METRICS, type MetricUnit } from "../../../contract/insights/metrics.ts";
import type { ChartBucket, ValueForm } from "../charts/chartData.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { DAY_MS } from "../../../contract/durations.ts";

const HOURS_A_DAY = 24;
/** Longer times, in hours, are shown in days. */
const DAYS_FROM = 48;

/** An hour, a day and their multiples by ten: ticks of a logarithmic axis. */
const HOUR_STEPS = [0.1, 1, HOURS_A_DAY, 10 * HOURS_A_DAY, 100 * HOURS_A_DAY, 1000 * HOURS_A_DAY];

/** Formats of the numbers, times and notes of Insights. */
export function useInsightFormats() {
  const { t, format, locale } = useTranslation("insights");
  const unit = (name: "hour" | "day", value: number, unitDisplay: "short" | "narrow" = "short"): string =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay,
      maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0,
    }).format(value);
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const hoursAs = (value: number, display: "short" | "narrow"): string =>
    Math.abs(value) >= DAYS_FROM ? unit("day", value / HOURS_A_DAY, display) : unit("hour", value, display);
  const number = (value: number): string => plain.format(value);
  const share = (value: number): string => format.percent(value);
  const hours: ValueForm = {
    full: (value) => hoursAs(value, "short"),
    // On an axis in days every tick is shown in days, including the first.
    tick: (value, inUnit = 1) =>
      value === 0
        ? "0"
        : inUnit === HOURS_A_DAY
          ? unit("day", value / HOURS_A_DAY, "narrow")
          : hoursAs(value, "narrow"),
    unitOf: (most) => (most >= DAYS_FROM ? HOURS_A_DAY : 1),
    steps: HOUR_STEPS,
  };
  const formats: Record<MetricUnit, ValueForm> = {
    count: { full: number, tick: format.compact, isInteger: true },
    per_week: { full: (value) => t("units.perWeek", { formatted: number(value) }), tick: number },
    hours,
    days: { full: (value) => unit("day", value), tick: (value) => unit("day", value, "narrow") },
    share: { full: share, tick: share },
    lines: {
      full: (value) => t("units.lines", { count: Math.round(value), formatted: format.compact(value) }),
      tick: format.compact,
      isInteger: true,
    },
  };
  const valueIn = (name: MetricUnit, value: number): string => formats[name].full(value);
  const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  /** An interval of a difference, each end with its sign. A difference of shares is in percentage points. */
  const differenceIn = (name: MetricUnit, { low, high }: { readonly low: number; readonly high: number }): string => {
    const signed = (value: number): string => {
      const size = Math.abs(value);
      const formatted =
        name === "share" ? t("units.points", { formatted: points.format(size * 100) }) : valueIn(name, size);
      return `${value < 0 ? "−" : "+"}${formatted}`;
    };
    return t("units.range", { low: signed(low), high: signed(high) });
  };
  /** "target at most 24 hr". */
  const target = ({ metric, value }: Pick<InsightTarget, "metric" | "value">): string => {
    const { better, unit: name } = METRICS[metric];
    return t(better === "up" ? "target.atLeast" : "target.atMost", { value: valueIn(name, value) });
  };
  const dayMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  // With the full year: "Nov 26" could be a day.
  const month = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC" });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  // A bucket's days have no time: noon UTC is on the same day in the time zones that matter for formatting.
  const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
  const dayName = (day: string): string => dates.format(noon(day));
  const labelOf = (start: string, granularity: string): string => {
    if (granularity === "quarterly") {
      const [calendarYear = "", monthOfYear = ""] = start.split("-");
      return t("quarter", { quarter: Math.ceil(Number(monthOfYear) / 3), year: calendarYear });
    }
    return (granularity === "weekly" ? dayMonth : granularity === "yearly" ? year : month).format(noon(start));
  };
  const bucket = ({ start, end, partial }: InsightBucket, granularity: string): ChartBucket => ({
    label: labelOf(start, granularity),
    name: dates.formatRange(noon(start), noon(end) - DAY_MS),
    isPartial: partial,
  });
  const note = ({ code, count }: InsightNote): string =>
    count === null
      ? t(`notes.${code as "no_events" | "no_states" | "no_statuses" | "no_requests"}`)
      : t(`notes.${code as "bots_left_out"}`, { count, formatted: format.number(count) });
  const monday = Date.UTC(2024, 0, 1, 12);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  /** Title of the drill-down of a cell of a view. */
  const viewTitle = (view: InsightView, at: readonly string[]): string => {
    const [first = "", second = "", third = ""] = at;
    if (view === "hotspot") return t("rows.hotspot", { path: second });
    if (view === "reviews") return t("rows.reviews");
    if (view === "coupling") return t("rows.coupling", { a: second, b: third });
    if (view === "folder") return t("rows.folder", { path: second });
    if (view === "lead_time") return t("rows.leadTime", { from: hoursAs(Number(first), "short") });
    const day = weekday.format(monday + (Number(first) - 1) * HOURS_A_DAY * 60 * 60 * 1000);
    return t(view === "commits_at" ? "rows.commitsAt" : "rows.issuesAt", { day, hour: second });
  };
  return { formats, hours, bucket, note, viewTitle, valueIn, differenceIn, target, day: dayName };
}
