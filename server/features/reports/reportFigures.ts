/** Figures of a report that mail programs show too: tables with tinted cells, without a script or a picture. */
import type { Language } from "../../../contract/access/users.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { InsightViews } from "../../../contract/insights/insights.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";
import { formatMessage, type Message, message } from "../../messages/messages.ts";
import { LOCALES, valueText } from "./reportSentences.ts";

type Bars = InsightViews["lead_times"];
type Activity = InsightViews["activity"];

/** Any Monday, for the names of the days. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const COLOR = "#1D4ED8";
const OF: Readonly<Record<keyof Activity, Message>> = {
  commits: message("report.hours_commits"),
  issues: message("report.hours_issues"),
};
const KINDS = ["commits", "issues"] as const;

const maxCount = (counts: readonly number[]): number => Math.max(1, ...counts);

/** The name and the number of each bar of a histogram. */
export function barLines(bars: Bars, language: Language): { readonly name: string; readonly n: number }[] {
  const hours = (value: number): string => valueText(value, "hours", language);
  return bars.map(({ from, to, n }) => {
    const [lower, upper] = [hours(from), hours(to ?? 0)];
    const between =
      from === 0
        ? message("report.bar_up_to", { to: upper })
        : message("report.bar_between", { from: lower, to: upper });
    return { name: formatMessage(to === null ? message("report.bar_from", { from: lower }) : between, language), n };
  });
}

/** A histogram: a row for each bar. */
export function barsHtml(bars: Bars, language: Language): string {
  if (bars.every(({ n }) => n === 0)) return nothing(language);
  const highest = maxCount(bars.map(({ n }) => n));
  const rows = barLines(bars, language).map(
    ({ name, n }) =>
      `<tr><th scope="row" style="padding:2px 10px 2px 0;text-align:left;font-weight:400;white-space:nowrap">${escapeHtml(name)}</th><td style="padding:2px 0;width:100%"><div style="width:${Math.round((n / highest) * 100)}%;height:12px;background:${COLOR}"></div></td><td style="padding:2px 0 2px 10px;text-align:right">${valueText(n, "count", language)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse;font-size:13px;print-color-adjust:exact">${rows.join("")}</table>`;
}

const dayName = (day: number, language: Language, weekday: "short" | "long"): string =>
  new Intl.DateTimeFormat(LOCALES[language], { weekday, timeZone: "UTC" }).format(MONDAY + day * DAY_MS);
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Two tables of days and hours. A cell is the darker the more happened in it, and its number is its title. */
export function hoursHtml(activity: Activity, language: Language): string {
  return KINDS.map((of) => {
    const counts = activity[of];
    const name = escapeHtml(formatMessage(OF[of], language));
    const highest = maxCount(counts.flat());
    const head = Array.from(
      { length: 24 },
      (_, hour) => `<th scope="col" style="font-weight:400;text-align:left">${hour % 6 === 0 ? hour : ""}</th>`,
    ).join("");
    const rows = counts.map((hours, day) => {
      const cells = hours.map((n) => {
        const tint = n === 0 ? "#F0EFF2" : `rgba(29,78,216,${(0.15 + 0.85 * Math.sqrt(n / highest)).toFixed(2)})`;
        return `<td title="${n}" style="height:14px;background:${tint}"></td>`;
      });
      const title = escapeHtml(dayName(day, language, "short"));
      return `<tr><th scope="row" style="width:36px;font-weight:400;text-align:left">${title}</th>${cells.join("")}</tr>`;
    });
    return `<p style="margin:4px 0;font-size:13px;color:#5F5F6B">${escapeHtml(busiestHour(of, counts.flat(), language))}</p>
<table aria-label="${name}" style="width:100%;table-layout:fixed;border-spacing:1px;font-size:11px;print-color-adjust:exact"><tr><td style="width:36px"></td>${head}</tr>${rows.join("")}</table>`;
  }).join("\n");
}

/** The hour of each table in which most happened. */
export const hoursText = (activity: Activity, language: Language): string[] =>
  KINDS.map((of) => busiestHour(of, activity[of].flat(), language));

function busiestHour(of: keyof Activity, counts: readonly number[], language: Language): string {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all === 0) return formatMessage(message("report.hours_none", { of: OF[of] }), language);
  const n = maxCount(counts);
  const at = counts.indexOf(n);
  const [day, hour] = [Math.floor(at / 24), at % 24];
  const params = { of: OF[of], day: dayName(day, language, "long"), from: clock(hour), to: clock(hour + 1), n, all };
  return formatMessage(message("report.hours_most", params), language);
}

/** Each hour of the week with its number. */
export const hourLines = (
  activity: Activity,
  language: Language,
): { readonly of: keyof Activity; readonly start: string; readonly end: string; readonly n: number }[] =>
  KINDS.flatMap((of) =>
    activity[of].flatMap((hours, day) =>
      hours.map((n, hour) => {
        const name = dayName(day, language, "long");
        return { of, start: `${name} ${clock(hour)}`, end: `${name} ${clock(hour + 1)}`, n };
      }),
    ),
  );

const nothing = (language: Language): string =>
  `<p style="margin:0;color:#5F5F6B">${escapeHtml(formatMessage(message("report.nothing"), language))}</p>`;
