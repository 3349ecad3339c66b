import type { InsightBucket, InsightNote, InsightTarget } from "../../../contract/insights/insights.ts";
import { type InsightView, METRICS, type MetricUnit } from "../../../contract/insights/metrics.ts";
import type { ChartBucket, ValueForm } from "../charts/chartData.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { measureFormatters } from "../../domain/measureFormatters.ts";

const HOURS_A_DAY = 24;
/** Longer times, in hours, are shown in days. */
const DAYS_FROM = 48;

/** An hour, a day and their multiples by ten: ticks of a logarithmic axis. */
const HOUR_STEPS = [0.1, 1, HOURS_A_DAY, 10 * HOURS_A_DAY, 100 * HOURS_A_DAY, 1000 * HOURS_A_DAY];

/** Formats of the numbers, times and notes of Insights. */
export function useInsightFormats() {
  const { t, format, locale } = useTranslation("insights");
  const measure = measureFormatters(locale);
  const unit = (name: "hour" | "day", value: number, display: "short" | "narrow" = "short"): string =>
    measure.unit(value, { unit: name, display, digits: Math.abs(value) < 10 ? 1 : 0 });
  const hoursAs = (value: number, display: "short" | "narrow"): string =>
    Math.abs(value) >= DAYS_FROM ? unit("day", value / HOURS_A_DAY, display) : unit("hour", value, display);
  const number = (value: number): string => measure.decimal(value, 1);
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
  /** An interval of a difference, each end with its sign. A difference of shares is in percentage points. */
  const differenceIn = (name: MetricUnit, { low, high }: { readonly low: number; readonly high: number }): string => {
    const signed = (value: number): string => {
      const size = Math.abs(value);
      const formatted =
        name === "share" ? t("units.points", { formatted: measure.decimal(size * 100, 0) }) : valueIn(name, size);
      return `${value < 0 ? "−" : "+"}${formatted}`;
    };
    return t("units.range", { low: signed(low), high: signed(high) });
  };
  /** "target at most 24 hr". */
  const targetText = ({ metric, value }: Pick<InsightTarget, "metric" | "value">): string => {
    const { better, unit: name } = METRICS[metric];
    return t(better === "up" ? "target.atLeast" : "target.atMost", { value: valueIn(name, value) });
  };
  const labelOf = (start: string, granularity: string): string => {
    if (granularity === "quarterly") {
      const [calendarYear = "", monthOfYear = ""] = start.split("-");
      return t("quarter", { quarter: Math.ceil(Number(monthOfYear) / 3), year: calendarYear });
    }
    if (granularity === "weekly") return measure.dayMonth(start);
    return granularity === "yearly" ? measure.year(start) : measure.monthYear(start, "short");
  };
  const bucket = ({ start, end, partial }: InsightBucket, granularity: string): ChartBucket => ({
    label: labelOf(start, granularity),
    name: measure.days(start, end),
    isPartial: partial,
  });
  const note = ({ code, count }: InsightNote): string =>
    count === null
      ? t(`notes.${code as "no_events" | "no_states" | "no_statuses" | "no_requests"}`)
      : t(`notes.${code as "bots_left_out"}`, { count, formatted: format.number(count) });
  /** Title of the drill-down of a cell of a view. */
  const viewTitle = (view: InsightView, at: readonly string[]): string => {
    const [first = "", second = "", third = ""] = at;
    if (view === "hotspot") return t("rows.hotspot", { path: second });
    if (view === "reviews") return t("rows.reviews");
    if (view === "coupling") return t("rows.coupling", { a: second, b: third });
    if (view === "folder") return t("rows.folder", { path: second });
    if (view === "lead_time") return t("rows.leadTime", { from: hoursAs(Number(first), "short") });
    const day = measure.weekday(Number(first), "long");
    return t(view === "commits_at" ? "rows.commitsAt" : "rows.issuesAt", { day, hour: second });
  };
  return { formats, hours, bucket, note, viewTitle, valueIn, differenceIn, targetText, day: measure.day };
}
