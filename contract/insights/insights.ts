/** Insights: series of metrics over the buckets of a period, the drill-down of each point, and the views that are not series. */
import { z } from "zod";
import { GRANULARITIES, INSIGHT_PERIODS, ISSUE_TYPES, PROJECT_ROLES } from "../constants.ts";
import { Id, PageQuery, Slug, Timestamp, pageOf, repeated } from "../fieldSchemas.ts";
import {
  CARRIED_WORK,
  CHANGE_VERDICTS,
  COMPARED_METRICS,
  INSIGHT_NOTES,
  INSIGHT_VIEWS,
  METRIC_IDS,
  METRICS,
  isWithinYear,
  TARGET_RANGES,
  TARGET_VERDICTS,
} from "./metrics.ts";
import { TARGET_METRICS } from "./targetMetrics.ts";

const periods = Object.keys(INSIGHT_PERIODS) as [keyof typeof INSIGHT_PERIODS, ...(keyof typeof INSIGHT_PERIODS)[]];
export const InsightPeriod = z.enum(periods);
export type InsightPeriod = z.infer<typeof InsightPeriod>;
export const Granularity = z.enum(GRANULARITIES);
export type Granularity = z.infer<typeof Granularity>;

/** `project` omitted: all of the caller's. `person`: issues opened by or assigned to them, and their requests and commits. */
const filters = {
  project: repeated(Slug),
  repository: repeated(Id),
  tracker: repeated(Id),
  person: repeated(Id),
  label: repeated(z.string().min(1).max(200)),
  type: repeated(z.enum(ISSUE_TYPES)),
};
const query = { ...filters, period: InsightPeriod, granularity: Granularity };

/** Only the pairs of the specification's section 9; the message lists the allowed ones. */
export const withAllowedPair = <T extends z.ZodType<{ period: InsightPeriod; granularity: Granularity }>>(schema: T) =>
  schema.superRefine(({ period, granularity }, context) => {
    const allowed: readonly string[] = INSIGHT_PERIODS[period];
    if (allowed.includes(granularity)) return;
    const params = { period, allowed: allowed.join(", ") };
    context.addIssue({ code: "custom", path: ["granularity"], message: "field.granularity", params });
  });

export const InsightsQuery = withAllowedPair(z.object(query));
export type InsightsQuery = z.infer<typeof InsightsQuery>;

/** With what the numbers are compared: as many buckets before, or the same days a year before, where the period is shorter than a year. */
export const InsightSeriesQuery = withAllowedPair(
  z.object({ ...query, against: z.enum(["before", "year_before"]).default("before") }),
).superRefine(({ period, against }, context) => {
  if (against === "before" || isWithinYear(period)) return;
  context.addIssue({ code: "custom", path: ["against"], message: "field.one_of", params: { values: "before" } });
});
export type InsightSeriesQuery = z.infer<typeof InsightSeriesQuery>;

/** Days are in the time zone that the response names; `end` is exclusive. */
export const InsightBucket = z.object({ start: z.iso.date(), end: z.iso.date(), partial: z.boolean() });
export type InsightBucket = z.infer<typeof InsightBucket>;

export const InsightSeries = z.object({
  metric: z.enum(METRIC_IDS),
  /** `value`, `median`, `p75`, `p90`, or the name of a tracker's state. */
  series: z.string(),
  unit: z.enum(["count", "per_week", "hours", "days", "share", "lines"]),
  /** One per bucket; null without data: a gap, never 0. */
  values: z.array(z.number().nullable()),
  /** Number of rows behind each value. */
  n: z.array(z.number().int().nonnegative()),
  /** The values behind a median, ascending, one list per bucket, where they are too few for one. Empty everywhere else. */
  few: z.array(z.array(z.number())),
  /** The value over the whole period, and over the same number of buckets before it. */
  current: z.object({ value: z.number().nullable(), n: z.number().int() }),
  previous: z.object({ value: z.number().nullable(), n: z.number().int() }),
});
export type InsightSeries = z.infer<typeof InsightSeries>;

export const InsightNote = z.object({
  metric: z.enum(METRIC_IDS).nullable(),
  code: z.enum(INSIGHT_NOTES),
  count: z.number().int().nonnegative().nullable(),
});
export type InsightNote = z.infer<typeof InsightNote>;

const Interval = z.object({ low: z.number(), high: z.number() });

/**
 * A metric over the whole period against the same number of buckets before it: medians of durations and sizes, shares, and counts per
 * week. Each side is as it was known when it ended. Intervals are at 99 %.
 */
export const InsightChange = z.object({
  metric: z.enum(COMPARED_METRICS),
  unit: z.enum(["per_week", "hours", "share", "lines"]),
  verdict: z.enum(CHANGE_VERDICTS),
  /** Whether the direction is an improvement; null without a clear one, and where more is neither better nor worse. */
  judgement: z.enum(["better", "worse"]).nullable(),
  current: z.object({ value: z.number().nullable(), n: z.number().int(), interval: Interval.nullable() }),
  previous: z.object({ value: z.number().nullable(), n: z.number().int(), interval: Interval.nullable() }),
  /** The interval of current minus previous. */
  difference: Interval.nullable(),
});
export type InsightChange = z.infer<typeof InsightChange>;

/** What a project wants a metric to be, at most or at least by the metric's direction of improvement, and whether it is. */
export const InsightTarget = z.object({
  metric: z.enum(TARGET_METRICS),
  /** In the unit of the metric's comparison. */
  value: z.number(),
  verdict: z.enum(TARGET_VERDICTS),
  /** Name of the user who set it; null when the account is gone. */
  set_by: z.string().nullable(),
  set_at: Timestamp,
});
export type InsightTarget = z.infer<typeof InsightTarget>;

export const InsightTargetBody = z
  .object({ metric: z.enum(TARGET_METRICS), value: z.number() })
  .superRefine(({ metric, value }, context) => {
    const { min, max } = TARGET_RANGES[METRICS[metric].unit];
    if (value < min)
      context.addIssue({ code: "custom", path: ["value"], message: "field.min", params: { min: String(min) } });
    if (value > max)
      context.addIssue({ code: "custom", path: ["value"], message: "field.max", params: { max: String(max) } });
  });

/** A sentence as a code with its numbers; the app words it. */
export const InsightFinding = z.discriminatedUnion("code", [
  /** A clear change, or, where there are few of them, what is typical without one. Its numbers are in `changes`. */
  z.object({ code: z.literal("change"), metric: z.enum(COMPARED_METRICS) }),
  z.object({ code: z.literal("level"), metric: z.enum(COMPARED_METRICS) }),
  /** More issues were opened than closed, or fewer, beyond chance. `difference` is the interval of opened minus closed. */
  z.object({
    code: z.literal("backlog"),
    direction: z.enum(["up", "down"]),
    opened: z.number().int(),
    closed: z.number().int(),
    difference: Interval,
  }),
  /** The smallest number of people who did at least 80 % of the work of the period. */
  z.object({
    code: z.literal("carried"),
    work: z.enum(CARRIED_WORK),
    people: z.number().int(),
    of_people: z.number().int(),
    share: z.number(),
    n: z.number().int(),
  }),
]);
export type InsightFinding = z.infer<typeof InsightFinding>;

export const Insights = z.object({
  computed_at: Timestamp,
  time_zone: z.string(),
  buckets: z.array(InsightBucket),
  series: z.array(InsightSeries),
  changes: z.array(InsightChange),
  /** The targets of the project, if the answer is about one project only. */
  targets: z.array(InsightTarget),
  /** The sentences at the top, five at most: the clearest and largest first. Empty where there is too little. */
  findings: z.array(InsightFinding),
  notes: z.array(InsightNote),
  /** Names of excluded bots, fifty at most. */
  bots: z.array(z.string()),
});
export type Insights = z.infer<typeof Insights>;

/** Values of the filters, within the requested projects. */
export const InsightOptionsQuery = z.object({ project: repeated(Slug) });
const Option = z.object({ id: Id, name: z.string() });
export const InsightOptions = z.object({
  /** `role`: that of the caller in the project. */
  projects: z.array(z.object({ slug: Slug, name: z.string(), role: z.enum(PROJECT_ROLES) })),
  repositories: z.array(Option),
  trackers: z.array(Option),
  people: z.array(Option),
  labels: z.array(z.string()),
  types: z.array(z.enum(ISSUE_TYPES)),
});
export type InsightOptions = z.infer<typeof InsightOptions>;

/** Drill-down of one point: of the bucket that starts on this day, or of the whole period. `count` equals the point's `n`. */
export const InsightRowsQuery = withAllowedPair(
  z.object({
    ...query,
    metric: z.enum(METRIC_IDS),
    series: z.string().max(200).optional(),
    bucket: z.iso.date().optional(),
    ...PageQuery,
  }),
);
/**
 * Drill-down of a cell of a view. `at`: repository and path (two paths for coupling), weekday (1 is Monday) and hour, the lower bound of
 * a bar in hours, or nothing for reviews.
 */
export const InsightViewRowsQuery = withAllowedPair(
  z.object({ ...query, view: z.enum(INSIGHT_VIEWS), at: repeated(z.string().max(4096)), ...PageQuery }),
);
export const InsightRow = z.object({
  kind: z.enum(["issue", "request", "commit", "person", "file", "page", "release"]),
  id: z.string(),
  project: Slug,
  /** `#12`, `!7`, a hash prefix; empty where there is none. */
  key: z.string(),
  title: z.string(),
  /** At the host. */
  url: z.string().nullable(),
  at: Timestamp.nullable(),
  person: z.string().nullable(),
  /** An id of that person, for the address of their page; null where only the name is known. */
  person_id: z.string().nullable(),
  /** How the address of an issue's page names it; null for everything else. */
  address: z.string().nullable(),
  /** The row's contribution to the number, in the metric's unit; null where it only counts. */
  value: z.number().nullable(),
});
export type InsightRow = z.infer<typeof InsightRow>;
export const InsightRowPage = pageOf(InsightRow);

/** Files that change often and are large: change frequency times lines (A. Tornhill, Your Code as a Crime Scene, 2015). */
export const Hotspot = z.object({
  repository: Id,
  project: Slug,
  path: z.string(),
  commits: z.number().int(),
  people: z.number().int(),
  lines: z.number().int(),
  /** 0 to 1: relative to the largest product of commits and lines. */
  score: z.number(),
});
/** Files that change together: the share of the commits to the less frequently changed one that also changed the other. */
export const Coupling = z.object({
  repository: Id,
  project: Slug,
  a: z.string(),
  b: z.string(),
  together: z.number().int(),
  share: z.number(),
});
/** A folder, its main recent contributor (older work is weighted less), and that person's share. */
export const KnowledgeRisk = z.object({
  repository: Id,
  project: Slug,
  path: z.string(),
  files: z.number().int(),
  owner: z.string().nullable(),
  /** An id of that person, for the address of their page. */
  owner_id: z.string().nullable(),
  /** 0 to 1. */
  share: z.number(),
  /** `island`: one person holds it alone. `orphan`: no remaining person knows it. */
  state: z.enum(["shared", "island", "orphan"]),
});
export const InsightViews = z.object({
  computed_at: Timestamp,
  time_zone: z.string(),
  hotspots: z.array(Hotspot),
  coupling: z.array(Coupling),
  knowledge: z.array(KnowledgeRisk),
  /** Truck factor: how many people have to leave until more than half of the files have no expert; null without data. */
  truck_factor: z.number().int().nullable(),
  /** Seven days from Monday, 24 hours each, in the time zone named. */
  activity: z.object({ commits: z.array(z.array(z.number().int())), issues: z.array(z.array(z.number().int())) }),
  /** Closed issues, oldest first: a point of the control chart each. */
  control: z.array(
    z.object({
      id: Id,
      project: Slug,
      key: z.string(),
      address: z.string(),
      title: z.string(),
      closed_at: Timestamp,
      hours: z.number(),
    }),
  ),
  /** Histogram of lead times of closed issues; the last bin has no upper bound. */
  lead_times: z.array(z.object({ from: z.number(), to: z.number().nullable(), n: z.number().int() })),
  notes: z.array(InsightNote),
});
export type InsightViews = z.infer<typeof InsightViews>;
