/** Rules of dashboards for both sides. Free of zod, so that the web app may import it. */

/** Columns of the grid; rows of the tallest card and of the lowest place. */
export const DASHBOARD_GRID = { columns: 12, height: 20, rows: 1000 } as const;

/** Cards of one dashboard, dashboards of one company and of one owner, characters of a text, rows of a list, and seconds of a rotation. */
export const DASHBOARD_LIMITS = {
  cards: 40,
  ofCompany: 500,
  ofOwner: 100,
  textChars: 5000,
  rows: 20,
  seconds: { min: 5, max: 3600, default: 30 },
} as const;

/** `private`: its owner alone; `admins`: its Admins too; `read` and `edit`: what all others of the company may do, while Admins edit both. */
export const DASHBOARD_SHARING = ["private", "admins", "read", "edit"] as const;
export type DashboardSharing = (typeof DASHBOARD_SHARING)[number];

export const METRIC_DISPLAYS = ["value", "sparkline", "chart", "table"] as const;
export type MetricDisplay = (typeof METRIC_DISPLAYS)[number];
export const COUNT_DISPLAYS = ["now", "over_time"] as const;
export const COUNTED_THINGS = ["issues", "requests", "search"] as const;
export const LISTED_THINGS = ["issues", "requests", "search", "documents", "commits"] as const;
/** The search whose results are the newest commits of projects: merges would come after them, and are no work of their own. */
export const NEWEST_COMMITS = "kind:commit -is:merge";
export const DASHBOARD_MAPS = ["hotspots", "knowledge"] as const;
export type DashboardMap = (typeof DASHBOARD_MAPS)[number];
/** What a comparison has next to each other. */
export const DASHBOARD_COMPARISONS = ["projects", "sources", "periods"] as const;
export type DashboardComparison = (typeof DASHBOARD_COMPARISONS)[number];
/** Charts of Insights that are neither a metric nor a map. Each is a kind of card. */
export const DASHBOARD_CHARTS = ["control", "lead_times", "coupling", "hours"] as const;
export type DashboardChart = (typeof DASHBOARD_CHARTS)[number];

/** The projects that the filter of a search names. */
export const projectsOfFilter = (filter: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  filter["project"] ?? [];

/** Whether the card is one of the charts. */
export const isChartCard = <Card extends { readonly kind: string }>(
  card: Card,
): card is Extract<Card, { readonly kind: DashboardChart }> => DASHBOARD_CHARTS.some((kind) => kind === card.kind);

/** Why a card has no data. The app has a sentence for each (`dashboards.refusals.<reason>`), where `detail` is null. */
export const CARD_REFUSALS = ["hidden", "choose_project", "slow", "failed"] as const;

/** The first field of an exported file, and the version of its format. */
export const DASHBOARD_FILE = { format: "clew-dashboard", version: 1 } as const;

/** A rectangle of the grid, in columns and rows from 0. */
export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Whether two rectangles share a cell. */
export const isOverlapping = (a: GridPlace, b: GridPlace): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
