/** The chart of a report has what the page shows: each value, and what each line is. */
import { expect, test } from "vitest";
import { chartHtml } from "../../../../server/features/reports/reportChart.ts";

test("a value between gaps is a point that is seen, and one with a neighbour is part of a line", () => {
  const html = chartHtml({ metric: null, series: [{ name: "", values: [null, 2, null, 1, 3] }] }, "Rate", "EN");
  expect(html.match(/<circle /g)).toHaveLength(1);
  expect(html.match(/[ML][\d.]+ [\d.]+/g)).toHaveLength(3);
  // One series is named by its card.
  expect(html).not.toContain("■");
});

test("the groups of an own metric are drawn and named, without the line of all together", () => {
  const series = ["", "Ada", "<b>Ben</b>", "", "Cem", "Dee"].map((name, at) => ({ name, values: [at, at + 1] }));
  const html = chartHtml({ metric: null, series }, "Load", "EN");
  expect(html.match(/<path /g)).toHaveLength(4);
  const words = html.slice(html.indexOf("</svg>")).replaceAll(/<[^>]*>/g, "");
  expect(words.trim()).toBe("■ Ada■ &lt;b&gt;Ben&lt;/b&gt;■ none■ CemAnd 1 more.");
});

test("categories are named in the language of the receiver", () => {
  const series = ["todo", "in_progress"].map((name) => ({ name, values: [1, 2] }));
  const html = chartHtml({ metric: "work_in_progress", series }, "Work", "EN");
  expect(html).toContain("To do");
  expect(html).toContain("In progress");
});

test("without a value there is no chart", () => {
  expect(chartHtml({ metric: null, series: [{ name: "", values: [null, null] }] }, "Rate", "EN")).toBe("");
});
