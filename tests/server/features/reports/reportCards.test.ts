/** Each card of a report has what the page has of it. */
import { expect, test } from "vitest";
import type { CardContent } from "../../../../contract/insights/cardContents.ts";
import type { DashboardCard } from "../../../../contract/insights/dashboardCards.ts";
import { reportCard, type ReportContent } from "../../../../server/features/reports/reportContent.ts";
import { reportCsv } from "../../../../server/features/reports/reportCsv.ts";
import { reportHtml, reportText } from "../../../../server/features/reports/reportDocument.ts";
import { changeSentences } from "../../../../server/features/reports/reportSentences.ts";
import { cardAnswers, dashboardCards } from "../../../fixtures/dashboards.ts";
import { insightChange, insights, insightTarget, insightViews } from "../../../fixtures/insights.ts";
import { ownMetricContent } from "../../../fixtures/ownMetricCard.ts";

const PLACE = { x: 0, y: 0, w: 4, h: 3, title: null, project: null };
const OWN = { ...PLACE, kind: "own_metric", id: "own", metric: "m-1" } as const;
const LEAD = { ...PLACE, kind: "metric", id: "lead", metric: "lead_time", display: "chart" } as const;
const RENDERING = { charts: false, footer: [], link: (path: string) => `https://clew.example${path}` };

const reportOf = (
  card: DashboardCard,
  content: CardContent | null,
  was: number | null = null,
  project: { readonly slug: string; readonly name: string } | null = null,
): ReportContent => {
  const answer = content && { id: card.id, state: "ready" as const, project, content };
  const made = reportCard(card, answer ?? undefined);
  if (made === null) throw new Error("The report has no such card.");
  return {
    version: 1,
    name: "Flow",
    page: "Flow",
    path: "/dashboards/d-1",
    madeAt: "2026-11-18T12:00:00Z",
    period: "3m",
    granularity: "weekly",
    timeZone: "UTC",
    cards: [made],
    before: was === null ? null : { at: "2026-11-11T12:00:00Z", values: { [card.id]: was } },
  };
};
const leadTimes = (verdict: "up" | "unclear" | "uncovered" | null): CardContent => {
  const { buckets, series } = insights();
  return {
    kind: "metric",
    buckets,
    series: series.filter(({ metric }) => metric === "lead_time"),
    change: verdict === null ? null : insightChange({ metric: "lead_time", verdict, judgement: null }),
    target: null,
    notes: [],
  };
};

test("a change of an own metric is not called chance: nothing is known of it", () => {
  const report = reportOf(OWN, ownMetricContent(), 3);
  expect(changeSentences(report, "EN")).toEqual(["Reviews a week: up from 3 to 42."]);
  expect(reportHtml(report, { ...RENDERING, language: "EN" })).not.toContain("chance");
  // Reports of older versions are kept with a judgement that was never made.
  const [card] = report.cards;
  const old = { ...report, cards: [{ ...card, isClear: false } as typeof card & object] };
  expect(changeSentences(old, "EN")).toEqual(["Reviews a week: up from 3 to 42."]);
});

test("a change is called chance where it was judged and is not clear", () => {
  const isCalledChance = (verdict: Parameters<typeof leadTimes>[0]): boolean =>
    changeSentences(reportOf(LEAD, leadTimes(verdict), 10_000), "EN")
      .join("")
      .includes("can be chance");
  expect(isCalledChance("up")).toBe(false);
  expect(isCalledChance("unclear")).toBe(true);
  expect(isCalledChance("uncovered")).toBe(false);
  expect(isCalledChance(null)).toBe(false);
});

test("a person has the four numbers of the page, and is linked", () => {
  const person = dashboardCards().find(({ kind }) => kind === "person");
  const answer = cardAnswers().cards.find(({ id }) => id === "ada");
  if (person === undefined || answer?.state !== "ready") throw new Error("The fixture has no person.");
  const report = reportOf(person, answer.content, null, answer.project);
  const text = reportText(report, { ...RENDERING, language: "TR" });
  expect(text).toContain("- Ada Kaya\n  https://clew.example/projects/atlas/people/Ada-Kaya");
  expect(text).toContain("- Commit’ler: 120\n- Atanan kayıtlar: 4\n- Açık istekler: 2\n- İncelemeler: 31");
  const html = reportHtml(report, { ...RENDERING, language: "EN" });
  for (const [name, value] of [
    ["Commits", 120],
    ["Assigned issues", 4],
    ["Open requests", 2],
    ["Reviews", 31],
  ])
    expect(html).toMatch(new RegExp(`>${name}</th><td[^>]*>${value}</td>`));
  expect(reportCsv(report, "EN")).toContain("reviews,,,31,count");
});

test("a text is formatted, and nothing of it is HTML of its author or loads a picture", () => {
  const text = [
    "# Goals",
    "**Answer** within a day, [as agreed](https://example.org/plan?a=1&b=2), not [here](javascript:alert(1)).",
    '- one <img src=x onerror="alert(1)">\n- [x] two\n  1. first\n  2. second',
    "| team | days |\n| --- | --- |\n| A & B | 3 |",
    "![chart](https://example.org/p.png) [![badge](https://example.org/b.svg)](https://example.org/ci)",
    "```\nx < y\n  z\n```",
    '<script>alert(1)</script>\n\n<!-- of the author -->\n\n<a href="https://example.org" onclick="alert(1)">raw</a>',
  ].join("\n\n");
  const report = reportOf({ ...PLACE, kind: "text", id: "note", text } as DashboardCard, null);
  const html = reportHtml(report, { ...RENDERING, language: "EN" });
  expect(html).toContain("<h3>Goals</h3>");
  expect(html).toContain("<strong>Answer</strong>");
  expect(html).toContain("<td>A &amp; B</td>");
  expect(html).toContain('href="https://example.org/plan?a=1&amp;b=2">as agreed</a>');
  expect(html).toContain(">chart</a>");
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toMatch(/<(?:img|script)|javascript:|<[^>]*\son\w+=|of the author/);
  const plain = reportText(report, { ...RENDERING, language: "EN" });
  expect(plain).toContain(
    'Goals\n\nAnswer within a day, as agreed (https://example.org/plan?a=1&b=2), not here.\n\n- one <img src=x onerror="alert(1)">\n- ☑ two\n  1. first\n  2. second\n\nteam | days\nA & B | 3\n\n',
  );
  expect(plain).toContain("x < y\n  z");
  expect(reportCsv(report, "EN")).toContain(
    "Answer within a day, as agreed (https://example.org/plan?a=1&b=2), not here.",
  );
});

test("a text that nests or repeats signs without end is formatted within a second", () => {
  for (const text of ["> ".repeat(2500), "- ".repeat(2500), "*a ".repeat(1600), "[".repeat(5000), "|a".repeat(2500)]) {
    const started = performance.now();
    const report = reportOf({ ...PLACE, kind: "text", id: "note", text } as DashboardCard, null);
    reportText(report, { ...RENDERING, language: "EN" });
    expect(performance.now() - started).toBeLessThan(1000);
  }
});

test("a metric has its target and the verdict, and whether its change is better", () => {
  const slow = leadTimes("up");
  if (slow.kind !== "metric" || slow.change === null) throw new Error("The fixture has no change.");
  const target = insightTarget({ metric: "lead_time", value: 24, verdict: "missed" });
  const report = reportOf(LEAD, { ...slow, change: { ...slow.change, judgement: "worse" }, target });
  for (const shown of [reportHtml, reportText].map((show) => show(report, { ...RENDERING, language: "EN" }))) {
    expect(shown).toContain("34 hours in the period before: this is worse");
    expect(shown).toContain("Target at most 24 hours: missed");
  }
  expect(reportText(report, { ...RENDERING, language: "TR" })).toContain("Hedef en çok 24 saat: tutturulamadı");
  const own = reportOf(OWN, ownMetricContent());
  expect(reportText(own, { ...RENDERING, language: "EN" })).toContain(
    "- 37 in the period before\n- Target at least 45: missed",
  );
  expect(reportCsv(own, "EN")).toContain("target_at_least_missed,,,45,count");
});

test("a metric of durations has the median, the 75th and the 90th percentile", () => {
  const content = leadTimes("up");
  if (content.kind !== "metric") throw new Error("The fixture is of another kind.");
  const at = (series: string, value: number) => ({
    ...content.series[0]!,
    series,
    current: { value, n: 9 },
    previous: { value: value + 1, n: 9 },
  });
  const report = reportOf(LEAD, { ...content, series: [at("median", 21), at("p75", 33), at("p90", 44)] });
  const text = reportText(report, { ...RENDERING, language: "EN" });
  expect(text).toContain(
    "- Median: 21 hours (22 hours in the period before)\n- 75th percentile: 33 hours (34 hours in the period before)\n- 90th percentile: 44 hours (45 hours in the period before)",
  );
  const html = reportHtml(report, { ...RENDERING, language: "TR", charts: true });
  for (const words of ["Ortanca", "75. yüzdelik", "90. yüzdelik"]) expect(html).toContain(`>${words}</th>`);
  expect(reportCsv(report, "EN")).toContain("p90_before,,,45,hours");
});

test("a knowledge map has its truck factor", () => {
  const { knowledge } = insightViews();
  const card = { ...PLACE, kind: "map", id: "map", map: "knowledge" } as const;
  const report = reportOf(card, { kind: "knowledge", knowledge, truck_factor: 4 });
  expect(reportText(report, { ...RENDERING, language: "EN" })).toMatch(/If this many people leave, .*: 4$/m);
  expect(reportHtml(report, { ...RENDERING, language: "TR" })).toMatch(/Kaç kişi ayrılırsa [^<]*<\/th><td[^>]*>4</);
  expect(reportCsv(report, "EN")).toContain("truck_factor,,,4,count");
});

test("a table has the values of each bucket, and no line", () => {
  const content = leadTimes("up");
  if (content.kind !== "metric") throw new Error("The fixture is of another kind.");
  const buckets = [
    { start: "2026-11-02", end: "2026-11-09", partial: false },
    { start: "2026-11-09", end: "2026-11-16", partial: true },
  ];
  const table = {
    ...content,
    buckets,
    series: content.series.slice(0, 1).map((one) => ({ ...one, values: [7, null] })),
  };
  const of = (display: "table" | "value" | "sparkline" | "chart") =>
    reportHtml(reportOf({ ...LEAD, display }, table), { ...RENDERING, language: "EN", charts: true });
  expect(of("table")).toMatch(
    />2\s–\s8 Nov 2026<\/th><td[^>]*>7 hours<\/td>.*>9\s–\s15 Nov 2026 \(so far\)<\/th><td[^>]*>–</,
  );
  expect(of("table")).not.toContain("<svg");
  expect(of("value")).not.toMatch(/<svg|Nov 2026<\/th>/);
  for (const drawn of [of("sparkline"), of("chart")]) expect(drawn).toContain("<svg");
  expect(reportText(reportOf({ ...LEAD, display: "table" }, table), { ...RENDERING, language: "TR" })).toMatch(
    /- 2\s?–\s?8 Kas 2026: 7 saat\n- 9\s?–\s?15 Kas 2026 \(şimdiye dek\): –/,
  );
});
