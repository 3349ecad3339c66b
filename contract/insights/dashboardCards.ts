/** The cards of a dashboard, as they are stored and shown. */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, Slug } from "../fieldSchemas.ts";
import { CardFilter, withFilter } from "./cardFilters.ts";
import {
  COUNT_DISPLAYS,
  COUNTED_THINGS,
  DASHBOARD_COMPARISONS,
  DASHBOARD_GRID,
  DASHBOARD_LIMITS,
  DASHBOARD_MAPS,
  LISTED_THINGS,
  METRIC_DISPLAYS,
} from "./dashboardRules.ts";
import { METRIC_IDS } from "./metrics.ts";

const { columns, height, rows } = DASHBOARD_GRID;
const place = {
  /** Unique among the cards of a dashboard. */
  id: z.string().regex(/^[\w-]{1,40}$/, "field.format"),
  x: z
    .number()
    .int()
    .min(0)
    .max(columns - 1),
  y: z.number().int().min(0).max(rows),
  w: z.number().int().min(1).max(columns),
  h: z.number().int().min(1).max(height),
};
const titled = {
  ...place,
  /** Null: it is named by what it shows, in the reader's language. */
  title: z.string().trim().max(TEXT_LIMITS.name).nullable(),
};
/** Null: that of the page. */
const OfProject = Slug.nullable();

/** A metric of Insights: its value with its change, with a line of its buckets, or as a chart. */
export const MetricCard = z.object({
  kind: z.literal("metric"),
  ...titled,
  metric: z.enum(METRIC_IDS),
  display: z.enum(METRIC_DISPLAYS),
  project: OfProject,
});
export type MetricCard = z.infer<typeof MetricCard>;
/** A metric that a member has defined. One of a project is about that project alone. */
export const OwnMetricCard = z.object({ kind: z.literal("own_metric"), ...titled, metric: Id, project: OfProject });
export type OwnMetricCard = z.infer<typeof OwnMetricCard>;
/** How many issues, requests or results of a search there are, now or in each bucket of the page's period. */
export const CountCard = withFilter(
  z.object({
    kind: z.literal("count"),
    ...titled,
    of: z.enum(COUNTED_THINGS),
    project: OfProject,
    filter: CardFilter,
    display: z.enum(COUNT_DISPLAYS),
  }),
).superRefine(({ of, filter, display }, context) => {
  const ofBuckets = of === "issues" ? "created" : "merged";
  if (display === "over_time" && of !== "search" && ofBuckets in filter)
    context.addIssue({ code: "custom", path: ["filter", ofBuckets], message: "dashboard.over_time" });
});
/** The first issues, requests, results of a search, pages of wikis or commits of a filter. */
export const ListCard = withFilter(
  z.object({
    kind: z.literal("list"),
    ...titled,
    of: z.enum(LISTED_THINGS),
    project: OfProject,
    filter: CardFilter,
    rows: z.number().int().min(1).max(DASHBOARD_LIMITS.rows),
  }),
);
/** The metrics of projects, of the sources of a project, or of periods, next to each other. */
export const ComparisonCard = z.object({
  kind: z.literal("comparison"),
  ...titled,
  by: z.enum(DASHBOARD_COMPARISONS),
  project: OfProject,
});
/** What is lost when a person leaves. */
export const DepartureCard = z.object({ kind: z.literal("departure"), ...titled, project: Slug, person: Id });
/** Markdown. */
export const TextCard = z.object({
  kind: z.literal("text"),
  ...titled,
  text: z.string().max(DASHBOARD_LIMITS.textChars),
});
/** What a person of a project works on. */
export const PersonCard = z.object({ kind: z.literal("person"), ...titled, project: Slug, person: Id });
/** Files that change often and are large, or folders with who knows them. */
export const MapCard = z.object({
  kind: z.literal("map"),
  ...titled,
  map: z.enum(DASHBOARD_MAPS),
  project: OfProject,
});
const chart = { ...titled, project: OfProject };
/** A point for each closed issue. */
export const ControlCard = z.object({ kind: z.literal("control"), ...chart });
/** A histogram of the lead times of closed issues. */
export const LeadTimesCard = z.object({ kind: z.literal("lead_times"), ...chart });
/** Files that change together. */
export const CouplingCard = z.object({ kind: z.literal("coupling"), ...chart });
/** Commits and opened issues by weekday and hour. */
export const HoursCard = z.object({ kind: z.literal("hours"), ...chart });
/** The place of a card about a project that the reader may not see. Sent back, it keeps the card as it is stored. */
export const HiddenCard = z.object({ kind: z.literal("hidden"), ...place });

/** The cards that show data. */
const DATA_CARDS = [
  MetricCard,
  OwnMetricCard,
  CountCard,
  ListCard,
  PersonCard,
  MapCard,
  ControlCard,
  LeadTimesCard,
  CouplingCard,
  HoursCard,
  ComparisonCard,
  DepartureCard,
] as const;
/** A card that shows data. */
export const DataCard = z.discriminatedUnion("kind", DATA_CARDS);
export type DataCard = z.infer<typeof DataCard>;
/** A card as it is stored and exported. */
export const StoredCard = z.discriminatedUnion("kind", [...DATA_CARDS, TextCard]);
export type StoredCard = z.infer<typeof StoredCard>;
/** A card as its reader sees it. */
export const DashboardCard = z.discriminatedUnion("kind", [...DATA_CARDS, TextCard, HiddenCard]);
export type DashboardCard = z.infer<typeof DashboardCard>;
