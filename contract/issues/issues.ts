import { CUSTOM_FIELD_LIMITS } from "./customFields.ts";
import { z } from "zod";
import { ISSUE_AGES, ISSUE_SORTS, ISSUE_STATES, ISSUE_TYPES, SEVERITIES, TEXT_LIMITS } from "../constants.ts";
import { DayRangeText, Id, PageQuery, Person, Slug, Timestamp, repeated } from "../fieldSchemas.ts";
import { IssueFacts, IssueLinkEntry, IssueStatus } from "./issueWorkflow.ts";
import { Mark } from "../marks/marks.ts";
import { RequestRef } from "../requests/requestRef.ts";

export const IssueState = z.enum(ISSUE_STATES);
export type IssueState = z.infer<typeof IssueState>;

export const IssueCard = z.object({
  id: Id,
  key: z.string(),
  /** How the address of its page names it: `71`, `ABC-12`, or its id where several issues of the project have the key. */
  address: Id,
  title: z.string(),
  state: IssueState,
  project: Slug,
  tracker: Id,
  url: z.string(),
  author: Person.nullable(),
  assignees: z.array(Person),
  labels: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  closed_at: Timestamp.nullable(),
  comments: z.number().int().nonnegative(),
});
export type IssueCard = z.infer<typeof IssueCard>;

/** The workflow in the tracker's own words; null or empty where it has none. */
const workflow = {
  status: IssueStatus.nullable(),
  /** What the tracker calls it: `Bug`, `Story`. The type of the analysis is another one. */
  tracker_type: z.string().nullable(),
  priority: z.string().nullable(),
  /** Why it was closed: `not_planned`, `Won't Do`. */
  resolution: z.string().nullable(),
  /** Milestones, or the versions with the fix. */
  milestones: z.array(z.string()),
  components: z.array(z.string()),
};
const IssueWorkflow = z.object(workflow);
export type IssueWorkflow = z.infer<typeof IssueWorkflow>;

/** Fields of the list's rows from the analysis engine; null until the issue has been analysed. */
const IssueRowAnalysis = z.object({
  type: z.enum(ISSUE_TYPES).nullable(),
  severity: z.enum(SEVERITIES).nullable(),
  likely_files: z.array(z.string()),
  similar: z.number().int().nonnegative(),
});
export const IssueRow = IssueCard.extend({
  ...workflow,
  /** The oldest first. */
  marks: z.array(Mark),
  analysis: IssueRowAnalysis.nullable(),
});
export type IssueRow = z.infer<typeof IssueRow>;

/** `assignee=none` selects issues without an assignee. */
export const IssuesQuery = z.object({
  state: repeated(IssueState),
  label: repeated(z.string().max(200)),
  /** Marks of Clew's own, in any case. */
  mark: repeated(z.string().max(200)),
  assignee: repeated(z.string().max(200)),
  author: repeated(z.string().max(200)),
  type: repeated(z.enum(ISSUE_TYPES)),
  /** Names of the tracker. */
  status: repeated(z.string().max(200)),
  tracker_type: repeated(z.string().max(200)),
  priority: repeated(z.string().max(200)),
  milestone: repeated(z.string().max(200)),
  component: repeated(z.string().max(200)),
  /** A value of a custom field: `Team=Core`. */
  field: repeated(z.string().max(2 * CUSTOM_FIELD_LIMITS.nameChars + 1)),
  age: z.enum(Object.keys(ISSUE_AGES) as (keyof typeof ISSUE_AGES)[]).optional(),
  /** Days in the company's time zone. */
  created: DayRangeText.optional(),
  closed: DayRangeText.optional(),
  updated: DayRangeText.optional(),
  /** Leaves out issues whose author's person is a bot. */
  bots: z.literal("no").optional(),
  tracker: repeated(Id),
  /** Only those of this key or number: several where trackers count alike. */
  key: z.string().max(200).optional(),
  q: z.string().max(TEXT_LIMITS.query).optional(),
  sort: z.enum(ISSUE_SORTS).default("-updated_at"),
  ...PageQuery,
});

/** Values that the list can be filtered by, with the number of the project's issues for each. */
export const Facet = z.object({ value: z.string(), count: z.number().int().nonnegative() });
export const IssueFacets = z.object({
  state: z.array(Facet),
  label: z.array(Facet),
  mark: z.array(Facet),
  assignee: z.array(Facet),
  author: z.array(Facet),
  type: z.array(Facet),
  status: z.array(Facet),
  tracker_type: z.array(Facet),
  priority: z.array(Facet),
  milestone: z.array(Facet),
  component: z.array(Facet),
});
export const IssuePage = z.object({
  count: z.number().int().nonnegative(),
  next: z.string().nullable(),
  results: z.array(IssueRow),
  facets: IssueFacets,
});
export type IssuePage = z.infer<typeof IssuePage>;

export const IssueComment = z.object({
  id: Id,
  author: Person.nullable(),
  body: z.string(),
  created_at: Timestamp,
  url: z.string().nullable(),
});
export type IssueComment = z.infer<typeof IssueComment>;
export const TimelineEvent = z.object({
  id: Id,
  /** `opened`, or as the tracker calls it: `closed`, `labeled`, `status`. */
  type: z.string(),
  actor: Person.nullable(),
  created_at: Timestamp,
  /** The label, the person or the milestone; `from → to` where the tracker has both. */
  detail: z.string().nullable(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;
/** How a request belongs to an issue: it closes or names it, or its branch is named after it. */
const IssueRequest = z.object({ request: RequestRef, how: z.enum(["closes", "mentions", "branch"]) });
export type IssueRequest = z.infer<typeof IssueRequest>;
export const Issue = IssueCard.extend({
  ...workflow,
  /** The oldest first. */
  marks: z.array(Mark),
  facts: IssueFacts,
  /** The links of the issue and those that other issues have to it. By kind, in the order of `LINK_KINDS`. */
  links: z.array(IssueLinkEntry),
  /** There are more links than these. */
  links_capped: z.boolean(),
  /** Those that close it first. */
  requests: z.array(IssueRequest),
  body: z.string(),
  comment_list: z.array(IssueComment),
  /** The oldest first; of more than 500 events the newest. */
  timeline: z.array(TimelineEvent),
});
export type Issue = z.infer<typeof Issue>;
