/**
 * Definitions of the metrics of Insights, for the server that computes, the app that draws and the texts that explain them
 * (`insights.metrics.<id>` in both languages). Free of zod, so that the web app may import it.
 */

export type MetricUnit = "count" | "per_week" | "hours" | "days" | "share" | "lines";
/** The kind of the rows that a drill-down of the metric lists. */
export type MetricRowKind = "issue" | "request" | "commit" | "person" | "file" | "page" | "release";

interface MetricDefinition {
  readonly group: "flow" | "speed" | "requests" | "code" | "documents";
  readonly unit: MetricUnit;
  /**
   * `count`: how many, 0 for an empty bucket. `level`: the value at the end of a bucket. `durations`: median, 75th and 90th percentile.
   * `share`: part of a whole. `states`: a median for each state that the trackers name. `categories`: a level for each category of a
   * status.
   */
  readonly shape: "count" | "level" | "durations" | "share" | "states" | "categories";
  readonly rows: MetricRowKind;
  /** The kind of source that the metric requires; `statuses`: a tracker with statuses whose categories are known. */
  readonly needs: "tracker" | "repository" | "requests" | "statuses";
  /** The direction of an improvement; null where more is neither better nor worse. */
  readonly better: "up" | "down" | null;
}

export const METRICS = {
  issues_opened: { group: "flow", unit: "count", shape: "count", rows: "issue", needs: "tracker", better: null },
  issues_closed: { group: "flow", unit: "count", shape: "count", rows: "issue", needs: "tracker", better: "up" },
  issues_net: { group: "flow", unit: "count", shape: "count", rows: "issue", needs: "tracker", better: "down" },
  issues_open: { group: "flow", unit: "count", shape: "level", rows: "issue", needs: "tracker", better: "down" },
  work_in_progress: {
    group: "flow",
    unit: "count",
    shape: "categories",
    rows: "issue",
    needs: "statuses",
    better: "down",
  },
  throughput: { group: "flow", unit: "per_week", shape: "count", rows: "issue", needs: "tracker", better: "up" },
  lead_time: { group: "speed", unit: "hours", shape: "durations", rows: "issue", needs: "tracker", better: "down" },
  first_response: {
    group: "speed",
    unit: "hours",
    shape: "durations",
    rows: "issue",
    needs: "tracker",
    better: "down",
  },
  unanswered: { group: "speed", unit: "share", shape: "share", rows: "issue", needs: "tracker", better: "down" },
  open_age: { group: "speed", unit: "days", shape: "durations", rows: "issue", needs: "tracker", better: "down" },
  reopen_rate: { group: "speed", unit: "share", shape: "share", rows: "issue", needs: "tracker", better: "down" },
  time_in_state: { group: "speed", unit: "hours", shape: "states", rows: "issue", needs: "tracker", better: "down" },
  flow_efficiency: { group: "speed", unit: "share", shape: "share", rows: "issue", needs: "statuses", better: "up" },
  requests_opened: {
    group: "requests",
    unit: "count",
    shape: "count",
    rows: "request",
    needs: "requests",
    better: null,
  },
  requests_merged: {
    group: "requests",
    unit: "count",
    shape: "count",
    rows: "request",
    needs: "requests",
    better: null,
  },
  first_review: {
    group: "requests",
    unit: "hours",
    shape: "durations",
    rows: "request",
    needs: "requests",
    better: "down",
  },
  unreviewed: { group: "requests", unit: "share", shape: "share", rows: "request", needs: "requests", better: "down" },
  cycle_time: {
    group: "requests",
    unit: "hours",
    shape: "durations",
    rows: "request",
    needs: "requests",
    better: "down",
  },
  request_size: {
    group: "requests",
    unit: "lines",
    shape: "durations",
    rows: "request",
    needs: "requests",
    better: "down",
  },
  commits: { group: "code", unit: "count", shape: "count", rows: "commit", needs: "repository", better: null },
  contributors: { group: "code", unit: "count", shape: "count", rows: "person", needs: "repository", better: null },
  churn: { group: "code", unit: "lines", shape: "count", rows: "commit", needs: "repository", better: null },
  document_age: {
    group: "documents",
    unit: "days",
    shape: "durations",
    rows: "file",
    needs: "repository",
    better: "down",
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricId = keyof typeof METRICS;
export const METRIC_IDS = Object.keys(METRICS) as [MetricId, ...MetricId[]];

/** Whether a metric has several kinds of value: each of its rows is in one series. */
export const hasSeries = (metric: MetricId): boolean =>
  METRICS[metric].shape === "states" || METRICS[metric].shape === "categories";

/** The series of a metric by its shape; shape `states` has one series per state, named by the state. */
export const SERIES_OF_SHAPE = {
  count: ["value"],
  level: ["value"],
  share: ["value"],
  durations: ["median", "p75", "p90"],
  categories: ["todo", "in_progress"],
} as const;

/**
 * Metrics whose change to the period before is judged. Not in it: those whose rows are the same ones in both periods (what is open, the age
 * of documents), what older rows had longer for (reopening), distinct people, states, shares of time (which are no outcomes of rows), and
 * sums that one row may dominate (lines).
 */
export const COMPARED_METRICS = [
  "issues_opened",
  "issues_closed",
  "throughput",
  "lead_time",
  "first_response",
  "unanswered",
  "requests_opened",
  "requests_merged",
  "first_review",
  "unreviewed",
  "cycle_time",
  "request_size",
  "commits",
] as const satisfies readonly MetricId[];
export type ComparedMetric = (typeof COMPARED_METRICS)[number];

/**
 * What is known of a change: `up` or `down` beyond chance, `unclear` when chance may explain it, `few` when there are too few rows for an
 * interval, `uncovered` when the sources begin within the period before.
 */
export const CHANGE_VERDICTS = ["up", "down", "unclear", "few", "uncovered"] as const;

/** The values that a target may have, by the unit of its metric: from above 0 hours to ten years. */
export const TARGET_RANGES = {
  hours: { min: 0.1, max: 87_600 },
  per_week: { min: 0.1, max: 100_000 },
  share: { min: 0, max: 1 },
  lines: { min: 1, max: 1_000_000 },
} as const satisfies Partial<Record<MetricUnit, { readonly min: number; readonly max: number }>>;

/**
 * What is known of a target: `met` or `missed` when the interval of the value does not contain it, `unclear` when it does, `few` when
 * there are too few rows for an interval, `uncovered` when the sources of a rate begin within the period, `narrowed` when filters leave a
 * part of the project.
 */
export const TARGET_VERDICTS = ["met", "missed", "unclear", "few", "uncovered", "narrowed"] as const;

/** What members add to the charts of a project. `release` is also what the hosts and the tags of its repositories report. */
export const ANNOTATION_KINDS = ["release", "incident", "note"] as const;
/** Annotations of one project, characters of a title, and marks of each origin in one answer: of more, the newest. */
export const ANNOTATION_LIMITS = { stored: 500, titleChars: 100, listed: 500 } as const;

/** Whether a period is shorter than a year, so that the same days a year before are another period. */
export const isWithinYear = (period: string): boolean => period === "30d" || period === "3m" || period === "6m";

/** What people can carry most of, for the sentences at the top of Insights. */
export const CARRIED_WORK = ["reviews", "commits"] as const;

/**
 * The smallest number of values of which a percentile is given: of fewer, none of them need lie above it, so that it would describe
 * single rows. `median` is also that of each state.
 */
export const MIN_VALUES = { median: 3, p75: 4, p90: 10 } as const;

/** Views that are not series, by their drill-downs. */
export const INSIGHT_VIEWS = [
  "hotspot",
  "coupling",
  "folder",
  "commits_at",
  "issues_at",
  "lead_time",
  "reviews",
] as const;
export type InsightView = (typeof INSIGHT_VIEWS)[number];

/** Why a metric is incomplete, or what it excludes and how often. The app has a sentence for each (`insights.notes.<code>`). */
export const INSIGHT_NOTES = [
  "bots_left_out",
  "no_events",
  "no_states",
  "no_statuses",
  "without_status_changes",
  "no_requests",
  "without_answer",
  "comments_not_read",
  "without_review",
  "reviews_not_read",
  "without_files",
  "lines_not_counted",
  "large_commits_left_out",
  "points_capped",
] as const;
