import { ISSUE_TYPES } from "../../../contract/constants.ts";
import type { InsightFinding } from "../../../contract/insights/insights.ts";
import { INSIGHT_VIEWS, METRIC_IDS, type InsightView, type MetricId } from "../../../contract/insights/metrics.ts";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { isPeriod, periodChoice, type PeriodName } from "../../domain/insightPeriods.ts";
import type { Query } from "../paths.ts";

/** The point whose drill-down is open: of a metric, or of a view that is not a series. */
export type OpenPoint =
  | {
      readonly kind: "metric";
      readonly metric: MetricId;
      readonly series: string | null;
      /** First day of the bucket; null: the whole period. */
      readonly bucket: string | null;
    }
  | { readonly kind: "view"; readonly view: InsightView; readonly at: readonly string[] };

const FACETS = ["project", "repository", "tracker", "person", "label"] as const;
const FIRST: PeriodName = "3m";

/** Parses an address; an invalid pair of period and granularity becomes the nearest valid one, an unknown type is ignored. */
export function readInsights(params: URLSearchParams): InsightChoice {
  const named = params.get("period");
  const [project, repository, tracker, person, label] = FACETS.map((name) => params.getAll(name));
  return {
    ...periodChoice(isPeriod(named) ? named : FIRST, params.get("granularity")),
    project: project ?? [],
    repository: repository ?? [],
    tracker: tracker ?? [],
    person: person ?? [],
    label: label ?? [],
    type: ISSUE_TYPES.filter((type) => params.getAll("type").includes(type)),
  };
}

export function readPoint(params: URLSearchParams): OpenPoint | null {
  const view = INSIGHT_VIEWS.find((one) => one === params.get("view"));
  if (view) return { kind: "view", view, at: params.getAll("at") };
  const metric = METRIC_IDS.find((one) => one === params.get("metric"));
  return metric ? { kind: "metric", metric, series: params.get("series"), bucket: params.get("bucket") } : null;
}

/** Whether releases are drawn on the charts; null where the address leaves it to their number. */
export function readReleases(params: URLSearchParams): boolean | null {
  const named = params.get("releases");
  return named === "shown" ? true : named === "hidden" ? false : null;
}

export const insightsQuery = (choice: InsightChoice, point: OpenPoint | null, hasReleases: boolean | null): Query => ({
  ...choice,
  ...(hasReleases !== null && { releases: hasReleases ? "shown" : "hidden" }),
  ...(point?.kind === "metric" && { metric: point.metric, series: point.series, bucket: point.bucket }),
  ...(point?.kind === "view" && { view: point.view, at: point.at }),
});

/** The rows that prove a sentence. */
export const pointOf = (finding: InsightFinding): OpenPoint =>
  finding.code === "carried" && finding.work === "reviews"
    ? { kind: "view", view: "reviews", at: [] }
    : { kind: "metric", metric: metricOf(finding), series: null, bucket: null };

function metricOf(finding: InsightFinding): MetricId {
  if (finding.code === "backlog") return "issues_net";
  return finding.code === "carried" ? "commits" : finding.metric;
}
