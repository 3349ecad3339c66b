/** The charts of Insights in a report: as HTML for mails and PDF, as text and as CSV. */
import { expect, test } from "vitest";
import type { CardAnswer, CardContent } from "../../../../contract/insights/cardContents.ts";
import type { DashboardCard } from "../../../../contract/insights/dashboardCards.ts";
import { type ReportContent, reportCard } from "../../../../server/features/reports/reportContent.ts";
import { reportCsv } from "../../../../server/features/reports/reportCsv.ts";
import { reportHtml, reportText } from "../../../../server/features/reports/reportDocument.ts";
import { insightViews } from "../../../fixtures/insights.ts";

const HOSTILE = `<img src=x onerror="alert(1)">`;
const views = insightViews();
const [pair] = views.coupling;
const CONTENTS: readonly CardContent[] = [
  {
    kind: "control",
    control: views.control.map((issue, at) => (at === 30 ? { ...issue, hours: 2400, title: HOSTILE } : issue)),
    median: 100,
    p90: 300,
    notes: [],
  },
  { kind: "lead_times", lead_times: views.lead_times },
  { kind: "coupling", coupling: [...(pair ? [{ ...pair, a: HOSTILE }] : []), ...views.coupling.slice(1)] },
  { kind: "hours", activity: views.activity, time_zone: "Europe/Istanbul" },
];
const report = (contents: readonly CardContent[]): ReportContent => ({
  version: 1,
  name: "Flow",
  page: "Flow",
  path: "/dashboards/d-1",
  madeAt: "2026-11-18T12:00:00Z",
  period: "3m",
  granularity: "weekly",
  timeZone: "UTC",
  before: null,
  cards: contents.flatMap((content) => {
    const card = { kind: content.kind, id: content.kind, x: 0, y: 0, w: 4, h: 3, title: null, project: null };
    const answer: CardAnswer = { id: content.kind, state: "ready", project: null, content };
    return reportCard(card as DashboardCard, answer) ?? [];
  }),
});
const rendering = (language: "EN" | "TR") => ({
  language,
  charts: true,
  footer: [],
  link: (path: string) => `https://clew.example${path}`,
});

test("the page has each chart, and nothing of a title is markup", () => {
  const html = reportHtml(report(CONTENTS), rendering("EN"));
  for (const name of ["Closed issues that took longest", "How long issues took", "When work happens"])
    expect(html).toContain(`>${name}</h2>`);
  expect(html).not.toContain("<img");
  // The issue that took longest is the first.
  expect(html).toMatch(/<li [^>]*><a href="https:\/\/clew\.example\/projects\/atlas\/issues\/30"[^<]*>#30 &lt;img/);
  expect(html).toContain("100 days");
  expect(html).toContain("And 40 more.");
  expect(html).toMatch(/4 hours to under 24 hours<\/th>.*?>14<\/td>/);
  expect(html.match(/title="\d+"/g)).toHaveLength(2 * 7 * 24);
  expect(html).toMatch(/<li [^>]*>&lt;img[^<]* ↔ tests\/server\/a\.test\.ts <span[^>]*>12, 86%/);
});

test("the text has what the page has of each row, and how many rows are left out", () => {
  const text = reportText(report(CONTENTS), rendering("EN"));
  expect(text).toContain(`${HOSTILE} (100 days)\n  https://clew.example/projects/atlas/issues/30`);
  expect(text).toContain("And 40 more.");
  expect(text).toContain("tests/server/a.test.ts (12, 86%)");
});

test("the words are in the language of the receiver", () => {
  const html = reportHtml(report(CONTENTS), rendering("TR"));
  for (const words of ["En uzun süren kapatılmış kayıtlar", "4 saat altında", "Birlikte değişen dosyalar", "Pzt"])
    expect(html).toContain(words);
});

test("the CSV has all numbers of each chart", () => {
  const lines = reportCsv(report(CONTENTS), "EN").trim().split("\r\n");
  const of = (kind: string) => lines.filter((line) => line.split(",")[1] === kind);
  expect(of("hours")).toHaveLength(2 * 7 * 24);
  expect(of("hours")).toContain("When work happens,hours,,commits,Tuesday 10:00,Tuesday 11:00,4,count");
  expect(of("bars")).toEqual(
    [
      [0, 4, 6],
      [4, 24, 14],
      [24, 72, 22],
      [72, 168, 9],
      [168, "", 3],
    ].map(([from, to, n]) => `How long issues took,bars,,hours,${from},${to},${n},count`),
  );
  expect(lines.filter((line) => line.endsWith(",2400,hours"))).toHaveLength(1);
});

test("the text names each bar and the hour in which most happened", () => {
  const text = reportText(report(CONTENTS), rendering("EN"));
  expect(text).toContain("- 4 hours to under 24 hours: 14");
  expect(text).toMatch(/- Commits by weekday and hour: most on \w+ from \d\d:00 to \d\d:00 \(8 of \d+\)/);
});

test("a chart without data has words for it", () => {
  const empty = report([
    { kind: "control", control: [], median: null, p90: null, notes: [] },
    { kind: "lead_times", lead_times: views.lead_times.map((bar) => ({ ...bar, n: 0 })) },
    { kind: "coupling", coupling: [] },
    {
      kind: "hours",
      time_zone: "UTC",
      activity: { commits: Array(7).fill(Array(24).fill(0)), issues: Array(7).fill(Array(24).fill(0)) },
    },
  ]);
  const html = reportHtml(empty, rendering("EN"));
  expect(html.match(/Nothing\./g)).toHaveLength(3);
  expect(html).toContain("Commits by weekday and hour: none");
});
