/** A report has each number that the page has of a card: those of the card's answer, in the text and in the HTML. */
import { expect, test } from "vitest";
import type { CardAnswer, CardContent } from "../../../../contract/insights/cardContents.ts";
import { DataCard } from "../../../../contract/insights/dashboardCards.ts";
import { METRIC_DISPLAYS } from "../../../../contract/insights/dashboardRules.ts";
import { METRIC_IDS } from "../../../../contract/insights/metrics.ts";
import { reportCard, type ReportContent } from "../../../../server/features/reports/reportContent.ts";
import { reportHtml, reportText } from "../../../../server/features/reports/reportDocument.ts";
import { valueText } from "../../../../server/features/reports/reportSentences.ts";
import { cardAnswers, chartAnswers, chartCards, dashboardCards } from "../../../fixtures/dashboards.ts";
import { leaving } from "../../../fixtures/experts.ts";
import { insightChange, insights, insightTarget, insightViews } from "../../../fixtures/insights.ts";
import { listAnswers, listCards } from "../../../fixtures/listCards.ts";
import { ownMetricContent } from "../../../fixtures/ownMetricCard.ts";
import { requestCard } from "../../../fixtures/requests.ts";

/** Numbers that no page shows as such: rows behind a value, intervals, the tint of a tile, and which notes there are. */
const NOT_SHOWN = /\.(?:n|few|interval|difference|score|notes)(?:\.|$)/;
/** Rows of a list have names on the page; an outdated page alone has a number. */
const OF_LISTED_ROW = /^\.results\.\d+\.(?!stale_references)/;
/** Points of a line: seen as a drawing on the page and in the PDF, as numbers in the CSV. */
const OF_LINE = /^(?:\.values)?\.series\.\d+\.values\./;
/** Cells of a week are tints. Their numbers are titles in HTML; the text has the largest. */
const OF_WEEK = /^\.activity\./;
/** A report lists this many rows of a map or of a cloud of points, and how many more there are. */
const ROWS = 20;
const UNITS = ["count", "hours", "days", "share", "per_week", "lines", "number"] as const;

type Leaf = readonly [path: string, value: number];

/** The numbers of an answer with their paths. */
const numbersOf = (value: unknown, path = ""): Leaf[] => {
  if (typeof value === "number") return [[path, value]];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => numbersOf(part, `${path}.${key}`));
};

/** The answer with other numbers, each of which occurs once: a number that is found is the right one. */
function withOwnNumbers<Content extends CardContent>(content: Content): Content {
  let next = 0;
  const own = (value: unknown, path: string): unknown => {
    if (value === 0) return 0;
    if (typeof value === "number") {
      next += 1;
      if (path.endsWith("share")) return next / 100;
      // Whole hours below two days would be hours, more are days.
      return path.endsWith("count") ? 900 + next : 1200 + 24 * next;
    }
    if (Array.isArray(value)) return value.map((part, at) => own(part, `${path}.${at}`));
    if (value === null || typeof value !== "object" || NOT_SHOWN.test(`${path}.`)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, own(part, `${path}.${key}`)]));
  };
  return own(content, "") as Content;
}

const cards = new Map([...dashboardCards(), ...chartCards(), ...listCards()].map((card) => [card.id, card]));
const PLACE = { x: 0, y: 0, w: 4, h: 3, title: null, project: null };
const metric = METRIC_IDS.flatMap((id) =>
  METRIC_DISPLAYS.map((display): [DataCard, CardContent] => {
    const { buckets, series, changes } = insights();
    const target = id === "lead_time" ? insightTarget({ metric: id }) : null;
    const change = changes.find((one) => one.metric === id) ?? (id === "lead_time" ? insightChange() : null);
    const mine = series.filter((one) => one.metric === id);
    return [
      { ...PLACE, kind: "metric", id: `${id}-${display}`, metric: id, display },
      { kind: "metric", buckets, series: mine, change, target, notes: [] },
    ];
  }),
);
const stored = [...cardAnswers().cards, ...chartAnswers().cards, ...listAnswers().cards].flatMap(
  (answer): [DataCard, CardContent][] => {
    const card = cards.get(answer.id);
    if (answer.state !== "ready" || card === undefined || card.kind === "text" || card.kind === "hidden") return [];
    return [[card, answer.content]];
  },
);
const compared = insightChange();
const others: [DataCard, CardContent][] = [
  [
    { ...PLACE, kind: "comparison", id: "projects", by: "projects" },
    {
      kind: "comparison",
      by: "projects",
      members: [
        { id: "atlas", name: "Atlas", is_earlier: false, changes: [compared], targets: [insightTarget()] },
        { id: "tern", name: "Tern", is_earlier: false, changes: [compared], targets: [] },
      ],
    },
  ],
  [
    { ...PLACE, kind: "comparison", id: "periods", by: "periods" },
    {
      kind: "comparison",
      by: "periods",
      members: [
        { id: "current", name: "", is_earlier: false, changes: [compared], targets: [] },
        { id: "year_before", name: "", is_earlier: true, changes: [compared], targets: [] },
      ],
    },
  ],
  [
    { ...PLACE, kind: "departure", id: "departure", project: "atlas", person: "jonas" },
    { kind: "departure", leaving: leaving(), truck_factor: 3 },
  ],
  [{ ...PLACE, kind: "own_metric", id: "own", metric: "m-1" }, ownMetricContent()],
  [
    { ...PLACE, kind: "map", id: "knowledge", map: "knowledge" },
    { kind: "knowledge", knowledge: insightViews().knowledge, truck_factor: 3 },
  ],
  [
    { ...PLACE, kind: "list", id: "requests", of: "requests", filter: {}, rows: 5 },
    { kind: "requests", count: 7, results: [{ ...requestCard(), project_name: "Atlas" }] },
  ],
];
const CASES = [...metric, ...stored, ...others];

const reportOf = (card: DataCard, content: CardContent): ReportContent => {
  const answer: CardAnswer = { id: card.id, state: "ready", project: { slug: "atlas", name: "Atlas" }, content };
  const made = reportCard(card, answer);
  if (made === null) throw new Error("The report has no such card.");
  return {
    version: 1,
    name: "Flow",
    page: "Flow",
    path: "/dashboards/d",
    madeAt: "2026-11-18T12:00:00Z",
    period: "3m",
    granularity: "weekly",
    timeZone: "UTC",
    cards: [made],
    before: null,
  };
};

/** The numbers of the answer that the report lacks. */
function missing(shown: string, card: DataCard, content: CardContent, isText: boolean): string[] {
  const longest = new Set(
    content.kind === "control"
      ? content.control
          .map(({ hours }) => hours)
          .toSorted((a, b) => b - a)
          .slice(0, ROWS)
      : [],
  );
  return numbersOf(content)
    .filter(([path]) => {
      if (NOT_SHOWN.test(path) || OF_LISTED_ROW.test(path) || (isText && OF_WEEK.test(path))) return false;
      if (OF_LINE.test(path)) return card.kind === "metric" && card.display === "table";
      // An earlier period is shown by the values before; the present ones are those of the present period.
      const member = /^\.members\.(\d+)\.changes\.\d+\.current\./.exec(path)?.[1];
      if (content.kind === "comparison" && content.members[Number(member)]?.is_earlier === true) return false;
      const row = /^\.(?:hotspots|knowledge|coupling)\.(\d+)\./.exec(path)?.[1];
      return row === undefined || Number(row) < ROWS;
    })
    .filter(([path, value]) => {
      // The points of a cloud: its numbers are of the issues that took longest.
      if (path.startsWith(".control.") && !longest.has(value)) return false;
      // A list without a row, and a bar from 0 on, have words for it.
      if (value === 0 && /^\.(?:count|lead_times\.0\.from)$/.test(path)) return false;
      const forms = [String(value), ...UNITS.map((unit) => valueText(value, unit, "EN"))];
      return !forms.some((form) => new RegExp(`(?<![\\d.,])${RegExp.escape(form)}(?![\\d]|[.,]\\d)`).test(shown));
    })
    .map(([path, value]) => `${card.id}${path}: ${value}`);
}

test("there is a case of each kind of card and of each thing that is listed", () => {
  const kinds = new Set(CASES.map(([{ kind }]) => kind));
  expect([...kinds].toSorted()).toEqual(DataCard.options.map(({ shape }) => shape.kind.value).toSorted());
  const contents = new Set(CASES.map(([, { kind }]) => kind));
  expect(contents.size).toBe(17);
  expect(new Set(metric.map(([, content]) => content.kind === "metric" && content.series.length > 0))).toEqual(
    new Set([true]),
  );
});

test.each(CASES.map(([card, content]) => [card.id, card, content] as const))(
  "%s: the text and the HTML have each number of the answer",
  (_id, card, given) => {
    const content = withOwnNumbers(given);
    const report = reportOf(card, content);
    const rendering = { language: "EN", link: (path: string) => path, footer: [], charts: true } as const;
    // Sizes and places of the layout are no numbers of the card.
    const html = reportHtml(report, rendering)
      .replace(/^.*?<section[^>]*>/s, "")
      .replaceAll(/<svg.*?<\/svg>/gs, "")
      .replaceAll(/ (?:style|href)="[^"]*"/g, "");
    expect(missing(reportText(report, rendering), card, content, true)).toEqual([]);
    expect(missing(html, card, content, false)).toEqual([]);
  },
);
