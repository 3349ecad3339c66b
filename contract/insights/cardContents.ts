/** What the cards of a dashboard show. */
import { z } from "zod";
import { DocumentEntry } from "../documents/documents.ts";
import { Id, Person, Slug, Timestamp } from "../fieldSchemas.ts";
import { IssueRow } from "../issues/issues.ts";
import { KnowledgeMap } from "../people/experts.ts";
import { RequestCard } from "../requests/requests.ts";
import { SearchResult } from "../search/search.ts";
import { CARD_REFUSALS, DASHBOARD_COMPARISONS } from "./dashboardRules.ts";
import {
  Coupling,
  Hotspot,
  InsightBucket,
  InsightChange,
  InsightNote,
  InsightSeries,
  InsightTarget,
  InsightViews,
  KnowledgeRisk,
} from "./insights.ts";
import { OwnMetricDefinition, OwnMetricValues } from "./ownMetrics.ts";

const count = z.number().int().nonnegative();
const InProject = { project: z.object({ slug: Slug, name: z.string() }) };
/** The name of the project of a row, which has its slug too. */
const WithProjectName = { project_name: z.string() };
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
  z.object({
    kind: z.literal("own_metric"),
    name: z.string(),
    values: OwnMetricValues,
    /** Its own definition, then those of the metrics that its formula names. Null where it cannot be read. */
    definitions: z.array(z.object({ id: Id, name: z.string(), definition: OwnMetricDefinition.nullable() })),
  }),
  z.object({
    kind: z.literal("count"),
    count,
    /** Counting stopped early: `count` is a lower bound. */
    capped: z.boolean(),
    /** Issues that were opened, requests that were merged or results that were changed in each bucket. Empty for `now`. */
    buckets: z.array(InsightBucket),
    counts: z.array(count),
  }),
  z.object({ kind: z.literal("issues"), count, results: z.array(IssueRow.extend(WithProjectName)) }),
  z.object({ kind: z.literal("requests"), count, results: z.array(RequestCard.extend(WithProjectName)) }),
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
    results: z.array(DocumentEntry.extend(InProject)),
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
  z.object({
    kind: z.literal("comparison"),
    by: z.enum(DASHBOARD_COMPARISONS),
    /** Empty where there are fewer than two. */
    members: z.array(
      z.object({
        /** A slug, the id of a source, or `current`, `before` and `year_before`. */
        id: z.string(),
        /** Empty of a period, which the app names. */
        name: z.string(),
        /** Its numbers are those of the period before of `changes`. */
        is_earlier: z.boolean(),
        changes: z.array(InsightChange),
        targets: z.array(InsightTarget),
      }),
    ),
  }),
  z.object({
    kind: z.literal("departure"),
    leaving: KnowledgeMap.shape.leaving.unwrap(),
    /** Before the departure. */
    truck_factor: count,
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
