/** The chart of a report has what the page shows: each value, what each line is, and the marks of the days. */
import { expect, test } from "vitest";
import { type ChartRendering, chartHtml } from "../../../../server/features/reports/reportChart.ts";

/** Weeks from Monday 5 October 2026 on. */
const buckets = Array.from({ length: 5 }, (_, week) => ({
  start: new Date(Date.UTC(2026, 9, 5 + 7 * week)).toISOString().slice(0, 10),
  end: new Date(Date.UTC(2026, 9, 12 + 7 * week)).toISOString().slice(0, 10),
  partial: false,
}));
const rendering = (label: string, marks: ChartRendering["marks"] = []): ChartRendering => ({
  label,
  language: "EN",
  marks,
});

test("a value between gaps is a point that is seen, and one with a neighbour is part of a line", () => {
  const series = [{ name: "", values: [null, 2, null, 1, 3] }];
  const html = chartHtml({ metric: null, buckets, series }, rendering("Rate"));
  expect(html.match(/<circle /g)).toHaveLength(1);
  expect(html.match(/[ML][\d.]+ [\d.]+/g)).toHaveLength(3);
  // One series is named by its card.
  expect(html).not.toContain("■");
});

test("the groups of an own metric are drawn and named, without the line of all together", () => {
  const series = ["", "Ada", "<b>Ben</b>", "", "Cem", "Dee"].map((name, at) => ({ name, values: [at, at + 1] }));
  const html = chartHtml({ metric: null, buckets, series }, rendering("Load"));
  expect(html.match(/<path /g)).toHaveLength(4);
  const words = html.slice(html.indexOf("</svg>")).replaceAll(/<[^>]*>/g, "");
  expect(words.trim()).toBe("■ Ada■ &lt;b&gt;Ben&lt;/b&gt;■ none■ CemAnd 1 more.");
});

test("categories are named in the language of the receiver", () => {
  const series = ["todo", "in_progress"].map((name) => ({ name, values: [1, 2] }));
  const html = chartHtml({ metric: "work_in_progress", buckets, series }, rendering("Work"));
  expect(html).toContain("To do");
  expect(html).toContain("In progress");
});

test("without a value there is no chart", () => {
  const series = [{ name: "", values: [null, null] }];
  expect(chartHtml({ metric: null, buckets, series }, rendering("Rate"))).toBe("");
});

test("a mark is a line at its day, and many releases are left out as on the page", () => {
  const series = [{ name: "value", values: [1, 2, 3, 2, 1] }];
  const marked = (marks: ChartRendering["marks"]) =>
    [
      ...chartHtml({ metric: "commits", buckets, series }, rendering("Commits", marks)).matchAll(
        /<line x1="([\d.]+)"[^>]*stroke-dasharray="3 3"><title>(.*?)<\/title>/g,
      ),
    ].map(([, x, title]) => [Number(x), title] as const);
  const incident = { kind: "incident", day: "2026-10-22", title: `<img src=x>` } as const;
  const lines = marked([incident, { kind: "note", day: "2026-10-13", title: "Freeze" }]);
  expect(lines.map(([, title]) => title)).toEqual(["&lt;img src=x&gt;", "Freeze"]);
  // Thursday of the third of five weeks is the middle of the chart, and the note is left of it.
  expect(lines[0]?.[0]).toBeCloseTo(280, 0);
  expect(lines[1]?.[0]).toBeLessThan(200);
  const releases = Array.from({ length: 13 }, (_, at) => ({
    kind: "release" as const,
    day: "2026-10-14",
    title: `v${at}`,
  }));
  expect(marked([...releases, incident])).toHaveLength(1);
  expect(marked([...releases.slice(1), incident])).toHaveLength(13);
  expect(marked([{ ...incident, day: "2026-01-01" }])).toEqual([]);
});
