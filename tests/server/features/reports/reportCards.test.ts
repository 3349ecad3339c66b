/** Each card of a report has what the page has of it. */
import { expect, test } from "vitest";
import type { CardContent } from "../../../../contract/insights/cardContents.ts";
import type { DashboardCard } from "../../../../contract/insights/dashboardCards.ts";
import { reportCard, type ReportContent } from "../../../../server/features/reports/reportContent.ts";
import { reportCsv } from "../../../../server/features/reports/reportCsv.ts";
import { reportHtml, reportText } from "../../../../server/features/reports/reportDocument.ts";
import { changeSentences } from "../../../../server/features/reports/reportSentences.ts";
import { cardAnswers, dashboardCards } from "../../../fixtures/dashboards.ts";
import { insightChange, insights } from "../../../fixtures/insights.ts";
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
