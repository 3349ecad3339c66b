/** What one receiver is sent: the page's cards in their order, as they were computed for them. Stored in the archive as it is here. */
import { appPath } from "../../../contract/addresses/pageAddress.ts";
import { METRIC_IDS, METRICS, type MetricUnit } from "../../../contract/insights/metrics.ts";
import type { CardAnswer, CardContent } from "../../../contract/insights/cardContents.ts";
import type { DataCard, DashboardCard } from "../../../contract/insights/dashboardCards.ts";
import { DASHBOARD_MAPS, type LISTED_THINGS, type MetricDisplay } from "../../../contract/insights/dashboardRules.ts";
import type { Granularity, InsightBucket, InsightPeriod, InsightTarget } from "../../../contract/insights/insights.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import type { OwnMetricUnit } from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetric, OwnMetricValues } from "../../../contract/insights/ownMetrics.ts";
import { controlDrawing, hotspotDrawing, knowledgeDrawing, type ReportDrawing } from "./reportDrawings.ts";
import type { ReportInsights } from "./reportInsights.ts";
import type { PeriodName, ReportFact } from "./reportFacts.ts";
import { metricPart, ownMetricPart } from "./reportMetrics.ts";
import { listedRows } from "./reportLists.ts";

/** Rows of a list or map that a report has. */
const MAX_ROWS = 20;
/** Characters of a text card and of a title. */
const MAX_TEXT = 5000;

/** A series of a chart, or null where it has no value. */
export interface ReportSeries {
  /** `value`, `median`, `p75`, `p90`, or the name of a state. */
  readonly name: string;
  /** Left out where it is that of the card. */
  readonly unit?: ReportUnit;
  readonly values: readonly (number | null)[];
}

/** What a metric is meant to be, and whether it is. */
export interface ReportTarget {
  readonly is: OwnTarget["is"];
  readonly value: number;
  readonly verdict: OwnTarget["verdict"] | InsightTarget["verdict"];
}
type OwnTarget = NonNullable<OwnMetricValues["target"]>;

/** `number`: without a unit. */
export type ReportUnit = MetricUnit | OwnMetricUnit;

export interface ReportCardRow {
  readonly text: string;
  /** In the app. */
  readonly path: string | null;
  /** A text that is the same in every language, such a text and a share, hours, or a number of outdated names. */
  readonly note:
    | string
    | { readonly text: string; readonly share: number }
    | { readonly hours: number }
    | { readonly outdated: number };
}

export type ReportCard = {
  readonly id: string;
  /** Null: it is named by what it shows. */
  readonly title: string | null;
  readonly project: string | null;
  /** Left out where there are none, and in reports of older versions. */
  readonly facts?: readonly ReportFact[];
} & (
  | {
      readonly kind: "metric";
      /** Null: one of the company's own, which `title` names. */
      readonly metric: MetricId | null;
      /** As on the page. Left out for an own metric and in reports of older versions: a chart. */
      readonly display?: MetricDisplay;
      readonly unit: ReportUnit;
      readonly value: number | null;
      readonly previous: number | null;
      /** Whether the change is beyond chance. Null: it is not judged, as that of an own metric and of a source that begins in the period. */
      readonly isClear: boolean | null;
      readonly judgement: "better" | "worse" | null;
      /** Left out in reports of older versions. */
      readonly target?: ReportTarget | null;
      readonly buckets: readonly InsightBucket[];
      readonly series: readonly ReportSeries[];
    }
  | {
      readonly kind: "count";
      readonly of: "issues" | "requests" | "search";
      readonly value: number;
      readonly isCapped: boolean;
      readonly buckets: readonly InsightBucket[];
      readonly series: readonly ReportSeries[];
    }
  | {
      readonly kind: "rows";
      readonly of:
        | (typeof LISTED_THINGS)[number]
        | "hotspots"
        | "knowledge"
        | "person"
        | "control"
        | "coupling"
        | "comparison"
        | "departure";
      /** All of them, of which the first are listed. */
      readonly count: number;
      /** `count` is a lower bound. Left out in reports that are older than it. */
      readonly isCapped?: boolean;
      readonly rows: readonly ReportCardRow[];
      /** Left out where the page draws nothing, and in reports of older versions. */
      readonly drawing?: ReportDrawing;
    }
  | { readonly kind: "bars"; readonly bars: ContentOf<"lead_times">["lead_times"] }
  | { readonly kind: "hours"; readonly activity: ContentOf<"hours">["activity"] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none"; readonly metric: MetricId | null }
);

export interface ReportContent {
  readonly version: 1;
  readonly name: string;
  /** The name of the dashboard or project. */
  readonly page: string;
  /** Its path in the app. */
  readonly path: string;
  readonly madeAt: string;
  readonly period: InsightPeriod;
  readonly granularity: Granularity;
  readonly timeZone: string;
  /** Names of what the page was filtered by. Left out in reports of older versions. */
  readonly filters?: readonly string[];
  /** Ids of the projects that the numbers are of. Left out in reports of older versions. */
  readonly projects?: readonly string[];
  /** What the page of Insights has besides its cards. Left out in that of a dashboard and in reports of older versions. */
  readonly insights?: ReportInsights;
  readonly cards: readonly ReportCard[];
  /** The values of metric and count cards of the report before, by the id of the card; null for the first. */
  readonly before: { readonly at: string; readonly values: Readonly<Record<string, number | null>> } | null;
}

/**
 * The cards of Insights in the order of the page: each metric as a chart, then the views, then the own metrics.
 * @param metrics those that the receiver sees on the page
 */
export function insightCards(metrics: readonly Pick<OwnMetric, "id" | "name">[]): DataCard[] {
  // The project is that of the page: a card with a project of its own would leave its filters out.
  const head = { x: 0, y: 0, w: 12, h: 1, title: null, project: null };
  return [
    ...METRIC_IDS.map((metric) => ({
      ...head,
      kind: "metric" as const,
      id: metric,
      metric,
      display: "chart" as const,
    })),
    ...(["control", "lead_times"] as const).map((kind) => ({ ...head, kind, id: kind })),
    ...DASHBOARD_MAPS.map((map) => ({ ...head, kind: "map" as const, id: map, map })),
    ...(["coupling", "hours"] as const).map((kind) => ({ ...head, kind, id: kind })),
    ...metrics.map(({ id, name }) => ({
      ...head,
      kind: "own_metric" as const,
      id: `own-${id}`,
      // Also where it has no values.
      title: name,
      metric: id,
    })),
  ];
}

/** Cards as they are read: row by row. */
export const inReadingOrder = (cards: readonly DashboardCard[]): DashboardCard[] =>
  cards.toSorted((card, other) => card.y - other.y || card.x - other.x);

/** A card of a report, of a card of the page and what it shows. Null for one that its reader may not see. */
export function reportCard(card: DashboardCard, answer: CardAnswer | undefined): ReportCard | null {
  if (card.kind === "hidden") return null;
  const named = { id: card.id, title: card.title ?? queryOf(card) };
  if (card.kind === "text") return { ...named, project: null, kind: "text", text: card.text.slice(0, MAX_TEXT) };
  if (answer === undefined) return null;
  if (answer.state === "refused")
    return answer.reason === "hidden"
      ? null
      : { ...named, project: null, kind: "none", metric: card.kind === "metric" ? card.metric : null };
  const head = { ...named, project: answer.project?.name ?? null };
  const { content } = answer;
  switch (content.kind) {
    case "metric":
      return card.kind === "metric" ? { ...head, ...metricPart(card.metric, content), display: card.display } : null;
    case "own_metric":
      return { ...head, title: card.title ?? content.name, ...ownMetricPart(content) };
    case "count":
      return {
        ...head,
        kind: "count",
        of: card.kind === "count" ? card.of : "issues",
        value: content.count,
        isCapped: content.capped,
        buckets: content.buckets,
        series: content.buckets.length === 0 ? [] : [{ name: "value", values: content.counts }],
      };
    case "lead_times":
      return { ...head, kind: "bars", bars: content.lead_times };
    case "hours":
      return { ...head, kind: "hours", activity: content.activity };
    default:
      return { ...head, kind: "rows", ...rowsPart(content, answer.project?.slug ?? null) };
  }
}

/** The words of a search: a report may have several. */
const queryOf = (card: DashboardCard): string | null =>
  (card.kind === "count" || card.kind === "list") && card.of === "search" ? (card.filter["q"]?.[0] ?? null) : null;

export type ContentOf<K extends CardContent["kind"]> = Extract<CardContent, { kind: K }>;
export type PartOf<K extends ReportCard["kind"]> = Omit<Extract<ReportCard, { kind: K }>, "id" | "title" | "project">;

/** What is listed. */
export type ReportRows = Omit<PartOf<"rows">, "kind">;

function rowsPart(
  content: Exclude<CardContent, { kind: "metric" | "own_metric" | "count" | "lead_times" | "hours" }>,
  project: string | null,
): ReportRows {
  switch (content.kind) {
    case "issues":
    case "requests":
      return {
        of: content.kind,
        count: content.count,
        rows: content.results.slice(0, MAX_ROWS).map((row) => ({
          text: `${row.key} ${row.title}`,
          path: appPath(
            row.project,
            content.kind === "issues"
              ? { kind: "issue", id: row.address, key: row.key }
              : { kind: "request", id: row.address },
          ),
          note: [...(project === null ? [row.project_name] : []), ...row.labels].join(", "),
        })),
      };
    case "results":
    case "documents":
    case "commits":
      return listedRows(content, project, MAX_ROWS);
    case "person":
      return personRows(content, project);
    case "hotspots":
      return {
        of: "hotspots",
        count: content.hotspots.length,
        drawing: hotspotDrawing(content),
        rows: content.hotspots.slice(0, MAX_ROWS).map(({ path, commits, lines, people }) => ({
          text: path,
          path: null,
          note: `${commits} × ${lines}, ${people}`,
        })),
      };
    case "control":
      return slowestIssues(content);
    case "coupling":
      return coupledFiles(content);
    case "comparison":
      return comparedRows(content);
    case "departure":
      return lostFolders(content);
    case "knowledge":
      return {
        of: "knowledge",
        count: content.knowledge.length,
        drawing: knowledgeDrawing(content),
        facts: [{ name: "truck_factor", value: content.truck_factor, unit: "count" }],
        rows: content.knowledge.slice(0, MAX_ROWS).map(({ path, files, owner, share }) => ({
          text: path,
          path: null,
          note: { text: `${files}, ${owner ?? "–"}`, share },
        })),
      };
  }
}

const personRows = (content: ContentOf<"person">, project: string | null): ReportRows => ({
  of: "person",
  count: 1,
  rows: [
    {
      text: content.person.name,
      path: project === null ? null : `/projects/${project}/people/${encodeURIComponent(content.address)}`,
      note: "",
    },
  ],
  facts: (["commits", "assigned", "requests", "reviews"] as const).map((name) => ({
    name,
    value: content[name],
    unit: "count",
  })),
});

/** The issues that took longest: the points of a report cannot be opened. */
const slowestIssues = (content: ContentOf<"control">): ReportRows => ({
  of: "control",
  drawing: controlDrawing(content),
  facts: [
    { name: "median", value: content.median, unit: "hours" },
    { name: "p90", value: content.p90, unit: "hours" },
  ],
  count: content.control.length,
  rows: content.control
    .toSorted((issue, other) => other.hours - issue.hours)
    .slice(0, MAX_ROWS)
    .map(({ project, address, key, title, hours }) => ({
      text: `${key} ${title}`,
      path: appPath(project, { kind: "issue", id: address, key }),
      note: { hours },
    })),
});

const coupledFiles = ({ coupling }: ContentOf<"coupling">): ReportRows => ({
  of: "coupling",
  count: coupling.length,
  rows: coupling.slice(0, MAX_ROWS).map(({ a, b, together, share }) => ({
    text: `${a} ↔ ${b}`,
    path: null,
    note: { text: String(together), share },
  })),
});

/** Each metric of each member, with that of the period before. */
const comparedRows = ({ members }: ContentOf<"comparison">): ReportRows => ({
  of: "comparison",
  count: members.length,
  rows: members.filter(({ name }) => name !== "").map(({ name }) => ({ text: name, path: null, note: "" })),
  facts: members.flatMap(({ id, name, is_earlier: isEarlier, changes, targets }) => {
    const of = name === "" ? (id as PeriodName) : { text: name };
    return [
      ...changes.map(({ metric, unit, current, previous }): ReportFact =>
        isEarlier
          ? { name: { metric, of }, value: previous.value, unit }
          : { name: { metric, of }, value: current.value, previous: previous.value, unit },
      ),
      ...targets.map(({ metric, value }): ReportFact => ({
        name: { metric, of, isTarget: true },
        value,
        unit: changes.find((change) => change.metric === metric)?.unit ?? METRICS[metric].unit,
      })),
    ];
  }),
});

const lostFolders = ({ leaving, truck_factor: before }: ContentOf<"departure">): ReportRows => ({
  of: "departure",
  count: leaving.folders.length,
  rows: leaving.folders.slice(0, MAX_ROWS).map(({ path, files, next }) => ({
    text: path === "" ? "/" : path,
    path: null,
    note: `${files}, ${next?.name ?? "–"}`,
  })),
  facts: [
    { name: "lost_files", value: leaving.files, unit: "count" },
    { name: "lost_issues", value: leaving.issues, unit: "count" },
    { name: "truck_factor_after", value: leaving.truck_factor, previous: before, unit: "count" },
  ],
});

/** The values that the next report is compared with. */
export const valuesOf = (cards: readonly ReportCard[]): Record<string, number | null> =>
  Object.fromEntries(
    cards.flatMap((card) => (card.kind === "metric" || card.kind === "count" ? [[card.id, card.value]] : [])),
  );
