/** The chart of a card of a report: lines over the buckets as SVG, and what each line is. */
import { annotationPlace, MAX_DRAWN_RELEASES } from "../../../contract/insights/annotationPlaces.ts";
import { oneLine } from "../../messages/oneLine.ts";
import type { ReportMark } from "./reportInsights.ts";
import { escapeHtml } from "../../mail/escapeHtml.ts";
import type { Language } from "../../../contract/access/users.ts";
import { formatMessage, message } from "../../messages/messages.ts";
import { seriesName } from "./reportFacts.ts";
import type { ReportCard, ReportSeries } from "./reportContent.ts";

const CHART = { width: 560, height: 120, pad: 4, point: 3 } as const;
/** Lines of one chart. */
const MAX_LINES = 4;
const LINE_COLORS = ["#1D4ED8", "#0F766E", "#B45309", "#7E22CE"] as const;

const MARK_COLORS = { release: "#5F5F6B", incident: "#B91C1C", note: "#B45309" } as const;

type ChartedCard = Pick<Extract<ReportCard, { kind: "metric" | "count" }>, "series" | "buckets"> & {
  /** Null: one of the company's own. */
  readonly metric?: Extract<ReportCard, { kind: "metric" }>["metric"];
};

export interface ChartRendering {
  /** Escaped. */
  readonly label: string;
  readonly language: Language;
  /** Drawn where they happened; their names are in a list of the report. */
  readonly marks: readonly ReportMark[];
}

/** A gap ends a line, and a value between gaps is a point. */
export function chartHtml(
  { metric, series, buckets }: ChartedCard,
  { label, language, marks }: ChartRendering,
): string {
  // Of an own metric with groups the groups are drawn, as on the page; the first series is all of them together.
  const drawn = metric === null && series.length > 1 ? series.slice(1) : series;
  const withValues = drawn.filter(({ values }) => values.some((value) => value !== null));
  const shown = withValues.slice(0, MAX_LINES);
  const places = drawnMarks(marks).flatMap((mark) => {
    const place = annotationPlace(mark.day, buckets);
    return place === null ? [] : [{ ...mark, at: place.bucket + place.share - 0.5 }];
  });
  const svg = chartSvg(shown, label, places);
  if (svg === "" || drawn.length < 2) return svg;
  const items = shown.map(
    ({ name }, line) =>
      `<span style="margin:0 12px 0 0"><span aria-hidden="true" style="color:${colorOf(line)}">■</span> ${escapeHtml(seriesName(name, metric, language))}</span>`,
  );
  const rest = withValues.length - shown.length;
  return `${svg}
<p style="margin:4px 0 0;font-size:13px;color:#5F5F6B">${items.join("")}${rest > 0 ? escapeHtml(formatMessage(message("report.more", { count: rest }), language)) : ""}</p>`;
}

const colorOf = (line: number): string => LINE_COLORS[line] ?? LINE_COLORS[0];

/** As on the page, many releases are not drawn. */
function drawnMarks(marks: readonly ReportMark[]): readonly ReportMark[] {
  const hasMany = marks.filter(({ kind }) => kind === "release").length > MAX_DRAWN_RELEASES;
  return hasMany ? marks.filter(({ kind }) => kind !== "release") : marks;
}

/** @param marks `at`: a position among the buckets */
function chartSvg(
  shown: readonly ReportSeries[],
  label: string,
  marks: readonly (ReportMark & { readonly at: number })[],
): string {
  const all = shown.flatMap(({ values }) => values.filter((value) => value !== null));
  const length = shown[0]?.values.length ?? 0;
  if (all.length === 0 || length < 2) return "";
  const { width, height, pad, point } = CHART;
  const edge = pad + point;
  const low = Math.min(0, ...all);
  const high = Math.max(...all, low + 1e-9);
  const x = (at: number): string =>
    (edge + (Math.min(Math.max(0, at), length - 1) / (length - 1)) * (width - 2 * edge)).toFixed(1);
  const y = (value: number): string =>
    (height - edge - ((value - low) / (high - low)) * (height - 2 * edge)).toFixed(1);
  const drawn = marks.map(
    ({ kind, title, at }) =>
      `<line x1="${x(at)}" x2="${x(at)}" y1="${pad}" y2="${height - pad}" stroke="${MARK_COLORS[kind]}" stroke-dasharray="3 3"><title>${escapeHtml(oneLine(title))}</title></line>`,
  );
  const lines = shown.map(({ values }, line) => {
    const color = colorOf(line);
    const valueAt = (at: number): number | null => values[at] ?? null;
    const path = values
      .map((value, at) => (value === null ? "" : `${valueAt(at - 1) === null ? "M" : "L"}${x(at)} ${y(value)}`))
      .join("");
    const points = values.map((value, at) =>
      value !== null && valueAt(at - 1) === null && valueAt(at + 1) === null
        ? `<circle cx="${x(at)}" cy="${y(value)}" r="${point}" fill="${color}"/>`
        : "",
    );
    return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>${points.join("")}`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" width="100%" role="img" aria-label="${label}" style="display:block;margin:8px 0 0">
<line x1="${edge}" y1="${y(0)}" x2="${width - edge}" y2="${y(0)}" stroke="#C8C7D0"/>${drawn.join("")}${lines.join("")}</svg>`;
}
