/** Dashboards: pages of cards that a person arranges, shares with the company and exports. What a card shows is computed for its reader. */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { CardFilter, withFilter } from "./cardFilters.ts";
import {
  CARD_REFUSALS,
  COUNT_DISPLAYS,
  COUNTED_THINGS,
  DASHBOARD_FILE,
  DASHBOARD_GRID,
  DASHBOARD_LIMITS,
  DASHBOARD_MAPS,
  DASHBOARD_SHARING,
  type GridPlace,
  isOverlapping,
  LISTED_THINGS,
  METRIC_DISPLAYS,
} from "./dashboardRules.ts";
import { DocumentEntry } from "../documents/documents.ts";
import { Id, Name, Person, Slug, Timestamp } from "../fieldSchemas.ts";
import {
  Coupling,
  Granularity,
  Hotspot,
  InsightBucket,
  InsightChange,
  InsightNote,
  InsightPeriod,
  InsightSeries,
  InsightTarget,
  InsightViews,
  KnowledgeRisk,
  withAllowedPair,
} from "./insights.ts";
import { IssueRow } from "../issues/issues.ts";
import { METRIC_IDS } from "./metrics.ts";
import { OwnMetricValues } from "./ownMetrics.ts";
import { RequestCard } from "../requests/requests.ts";
import { SearchResult } from "../search/search.ts";

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

/** A card that shows data. */
export const DataCard = z.discriminatedUnion("kind", [
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
]);
export type DataCard = z.infer<typeof DataCard>;
/** A card as it is stored and exported. */
export const StoredCard = z.discriminatedUnion("kind", [
  MetricCard,
  OwnMetricCard,
  CountCard,
  ListCard,
  TextCard,
  PersonCard,
  MapCard,
  ControlCard,
  LeadTimesCard,
  CouplingCard,
  HoursCard,
]);
export type StoredCard = z.infer<typeof StoredCard>;
/** A card as its reader sees it. */
export const DashboardCard = z.discriminatedUnion("kind", [
  MetricCard,
  OwnMetricCard,
  CountCard,
  ListCard,
  TextCard,
  PersonCard,
  MapCard,
  ControlCard,
  LeadTimesCard,
  CouplingCard,
  HoursCard,
  HiddenCard,
]);
export type DashboardCard = z.infer<typeof DashboardCard>;

/** Cards are within the grid, have different ids and no common cell. */
const arranged = <T extends z.ZodType<readonly (GridPlace & { readonly id: string })[]>>(cards: T): T =>
  cards.superRefine((all, context) => {
    for (const [at, card] of all.entries()) {
      if (card.x + card.w > columns)
        context.addIssue({
          code: "custom",
          path: [at, "w"],
          message: "dashboard.beyond_grid",
          params: { columns: String(columns) },
        });
      const before = all.slice(0, at);
      if (before.some(({ id }) => id === card.id))
        context.addIssue({ code: "custom", path: [at, "id"], message: "dashboard.same_id" });
      if (before.some((other) => isOverlapping(other, card)))
        context.addIssue({ code: "custom", path: [at], message: "dashboard.overlap" });
    }
  });

/** What the page has where its address says nothing else. */
const view = { period: InsightPeriod, granularity: Granularity };

const Cards = z.array(DashboardCard).max(DASHBOARD_LIMITS.cards);
/** As it is answered: what was stored was arranged. */
export const DashboardLayout = z.object({ ...view, cards: Cards });
export type DashboardLayout = z.infer<typeof DashboardLayout>;
const ChangedLayout = withAllowedPair(z.object({ ...view, cards: arranged(Cards) }));
const NewLayout = withAllowedPair(
  z.object({ ...view, cards: arranged(z.array(StoredCard).max(DASHBOARD_LIMITS.cards)) }),
);
/** The layout as it is stored, with all of its cards. */
export type StoredLayout = z.infer<typeof NewLayout>;

export const DashboardSharingName = z.enum(DASHBOARD_SHARING);

export const DashboardEntry = z.object({
  id: Id,
  name: z.string(),
  sharing: DashboardSharingName,
  /** Name of the user whose dashboard it is; null for the caller's own, and where the account is gone. */
  owner: z.string().nullable(),
  is_mine: z.boolean(),
  /** The caller may change its cards and its name. */
  can_edit: z.boolean(),
  /** The caller may share and delete it. */
  can_manage: z.boolean(),
  /** Counts its changes: a change names the version that it is made of. */
  version: z.number().int().positive(),
  updated_at: Timestamp,
  /** Name of the user who changed it last; null where the account is gone. */
  updated_by: z.string().nullable(),
});
export type DashboardEntry = z.infer<typeof DashboardEntry>;
export const DashboardPage = DashboardEntry.extend({ layout: DashboardLayout });
export type DashboardPage = z.infer<typeof DashboardPage>;

export const NewDashboardBody = z.object({ name: Name, sharing: DashboardSharingName, layout: NewLayout });
/** What is left out keeps its value. */
export const DashboardUpdate = z.object({
  version: z.number().int().positive(),
  name: Name.optional(),
  sharing: DashboardSharingName.optional(),
  layout: ChangedLayout.optional(),
});
/** An exported dashboard. What is created of it belongs to the importer, and no other user sees it. */
export const DashboardFile = z.object({
  format: z.literal(DASHBOARD_FILE.format, "dashboard.not_a_file"),
  version: z.literal(DASHBOARD_FILE.version, "dashboard.file_version"),
  name: Name,
  layout: NewLayout,
});
export type DashboardFile = z.infer<typeof DashboardFile>;

/** Cards to compute, with the filters of the page. `project` and `repository` are for cards without a project of their own. */
export const DashboardCardsBody = withAllowedPair(
  z.object({
    ...view,
    project: z.array(Slug).max(100),
    repository: z.array(Id).max(100),
    cards: z.array(DataCard).max(DASHBOARD_LIMITS.cards),
  }),
);
export type DashboardCardsBody = z.infer<typeof DashboardCardsBody>;

const count = z.number().int().nonnegative();
const InProject = { project: z.object({ slug: Slug, name: z.string() }) };
/** A result of a search, as far as a list shows it. */
export const ListedResult = SearchResult.pick({
  kind: true,
  id: true,
  title: true,
  source: true,
  path: true,
  url: true,
  line: true,
  hash: true,
  address: true,
  author: true,
  updated_at: true,
}).extend(InProject);
export type ListedResult = z.infer<typeof ListedResult>;
/** A commit, as far as a list shows it. */
export const ListedCommit = z
  .object({ hash: z.string(), title: z.string(), author: z.string(), at: Timestamp.nullable() })
  .extend(InProject);
export type ListedCommit = z.infer<typeof ListedCommit>;
/** What a card shows, by its kind. */
export const CardContent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("metric"),
    buckets: z.array(InsightBucket),
    /** All of the metric. */
    series: z.array(InsightSeries),
    change: InsightChange.nullable(),
    target: InsightTarget.nullable(),
    notes: z.array(InsightNote),
  }),
  z.object({ kind: z.literal("own_metric"), name: z.string(), values: OwnMetricValues }),
  z.object({
    kind: z.literal("count"),
    count,
    /** Counting stopped early: `count` is a lower bound. */
    capped: z.boolean(),
    /** Issues that were opened, requests that were merged or results that were changed in each bucket. Empty for `now`. */
    buckets: z.array(InsightBucket),
    counts: z.array(count),
  }),
  z.object({ kind: z.literal("issues"), count, results: z.array(IssueRow) }),
  z.object({ kind: z.literal("requests"), count, results: z.array(RequestCard) }),
  z.object({
    kind: z.literal("results"),
    count,
    /** Counting stopped early: `count` is a lower bound. */
    capped: z.boolean(),
    results: z.array(ListedResult),
  }),
  z.object({
    kind: z.literal("documents"),
    count,
    /** `count` is a lower bound. */
    capped: z.boolean(),
    results: z.array(DocumentEntry),
  }),
  z.object({
    kind: z.literal("commits"),
    /** Null where it is not known, as of a history that is not read to its end. */
    count: count.nullable(),
    capped: z.boolean(),
    results: z.array(ListedCommit),
  }),
  z.object({
    kind: z.literal("person"),
    person: Person,
    /** How the address of their page names them. */
    address: z.string(),
    commits: count,
    assigned: count,
    requests: count,
    reviews: count,
  }),
  z.object({ kind: z.literal("hotspots"), hotspots: z.array(Hotspot) }),
  z.object({ kind: z.literal("knowledge"), knowledge: z.array(KnowledgeRisk), truck_factor: count.nullable() }),
  z.object({
    kind: z.literal("control"),
    /** Closed issues, oldest first. */
    control: InsightViews.shape.control,
    /** Lead times over the whole period, in hours. */
    median: z.number().nullable(),
    p90: z.number().nullable(),
    /** Such as how many points are left out. */
    notes: z.array(InsightNote),
  }),
  z.object({ kind: z.literal("lead_times"), lead_times: InsightViews.shape.lead_times }),
  z.object({ kind: z.literal("coupling"), coupling: z.array(Coupling) }),
  z.object({
    kind: z.literal("hours"),
    activity: InsightViews.shape.activity,
    /** That of the days and hours. */
    time_zone: z.string(),
  }),
]);
export type CardContent = z.infer<typeof CardContent>;

/** One card: its content, or why there is none. */
export const CardAnswer = z.discriminatedUnion("state", [
  z.object({
    id: z.string(),
    state: z.literal("ready"),
    /** The project that it is about; null: all of the reader's, or several. */
    project: z.object({ slug: Slug, name: z.string() }).nullable(),
    content: CardContent,
  }),
  z.object({
    id: z.string(),
    state: z.literal("refused"),
    reason: z.enum(CARD_REFUSALS),
    /** What its call answered, in the reader's language; null where the reason says all. */
    detail: z.string().nullable(),
  }),
]);
export type CardAnswer = z.infer<typeof CardAnswer>;
/** In the order of the cards. */
export const DashboardCards = z.object({ cards: z.array(CardAnswer) });
export type DashboardCards = z.infer<typeof DashboardCards>;
