import type { StoredCard } from "../../contract/insights/dashboardCards.ts";
import type { StoredLayout } from "../../contract/insights/dashboards.ts";
import type { MetricId } from "../../contract/insights/metrics.ts";
import type { MetricDisplay } from "../../contract/insights/dashboardRules.ts";

/** What a new dashboard can begin with. */
export const DASHBOARD_TEMPLATES = ["empty", "delivery", "dora", "quality", "knowledge", "triage"] as const;
export type DashboardTemplate = (typeof DASHBOARD_TEMPLATES)[number];
/** That of the four keys needs metrics that are defined for it (`doraLayout`). */
export type FixedTemplate = Exclude<DashboardTemplate, "dora">;

type Place = readonly [x: number, y: number, w: number, h: number];
const placed = ([x, y, w, h]: Place, id: string) => ({ id, x, y, w, h, title: null });

const metric = (id: MetricId, display: MetricDisplay, place: Place): StoredCard => ({
  kind: "metric",
  ...placed(place, id),
  metric: id,
  display,
  project: null,
});
const values = (ids: readonly [MetricId, MetricId, MetricId, MetricId]): StoredCard[] =>
  ids.map((id, at) => metric(id, "sparkline", [at * 3, 0, 3, 2]));
const openIssues = (id: string, place: Place, filter: Record<string, string[]>): StoredCard => ({
  kind: "list",
  ...placed(place, id),
  of: "issues",
  project: null,
  filter: { state: ["open"], ...filter },
  rows: 10,
});
const openCount = (id: string, place: Place, filter: Record<string, string[]>): StoredCard => ({
  kind: "count",
  ...placed(place, id),
  of: "issues",
  project: null,
  filter: { state: ["open"], ...filter },
  display: "now",
});

const CARDS: Readonly<Record<FixedTemplate, readonly StoredCard[]>> = {
  empty: [],
  delivery: [
    ...values(["requests_merged", "cycle_time", "lead_time", "reopen_rate"]),
    metric("throughput", "chart", [0, 2, 6, 4]),
    metric("cycle_time", "chart", [6, 2, 6, 4]),
    metric("first_review", "chart", [0, 6, 6, 4]),
    metric("work_in_progress", "chart", [6, 6, 6, 4]),
  ].map((card, at) => ({ ...card, id: `card-${at}` })),
  quality: [
    ...values(["issues_net", "reopen_rate", "unreviewed", "request_size"]),
    { kind: "map", ...placed([0, 2, 8, 4], "hotspots"), map: "hotspots", project: null },
    metric("churn", "chart", [8, 2, 4, 4]),
    metric("unreviewed", "chart", [0, 6, 6, 4]),
    metric("document_age", "chart", [6, 6, 6, 4]),
  ].map((card, at) => ({ ...card, id: `card-${at}` })) as StoredCard[],
  knowledge: [
    { kind: "map", ...placed([0, 0, 8, 5], "knowledge"), map: "knowledge", project: null },
    metric("contributors", "chart", [8, 0, 4, 5]),
    { kind: "map", ...placed([0, 5, 8, 4], "hotspots"), map: "hotspots", project: null },
    metric("commits", "chart", [8, 5, 4, 4]),
  ],
  triage: [
    openCount("open", [0, 0, 3, 2], {}),
    openCount("unassigned", [3, 0, 3, 2], { assignee: ["none"] }),
    metric("first_response", "sparkline", [6, 0, 3, 2]),
    metric("unanswered", "sparkline", [9, 0, 3, 2]),
    openIssues("newest", [0, 2, 6, 5], { assignee: ["none"], sort: ["-created_at"] }),
    openIssues("oldest", [6, 2, 6, 5], { sort: ["created_at"] }),
  ],
};

/** Cards whose filter their kind does not tell, so that they have titles. */
export const TITLED_CARDS = ["open", "unassigned", "newest", "oldest"] as const;

/** The layout of a new dashboard. @param titleOf in the language of who makes it */
export const templateLayout = (
  template: FixedTemplate,
  titleOf: (card: (typeof TITLED_CARDS)[number]) => string,
): StoredLayout => ({
  period: "3m",
  granularity: "weekly",
  cards: CARDS[template].map((card) => {
    const titled = TITLED_CARDS.find((id) => id === card.id);
    return titled === undefined ? card : { ...card, title: titleOf(titled) };
  }),
});
