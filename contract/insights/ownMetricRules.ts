/** What an own metric is built of, for both sides. Free of zod, so that the web app may import it. */
import { CUSTOM_FIELD_LIMITS } from "../issues/customFields.ts";
import type { MetricRowKind } from "./metrics.ts";

/** Metrics of one company and of one project, characters of texts, metrics behind one formula, levels of its parentheses, and groups of one answer. */
export const OWN_METRIC_LIMITS = {
  ofCompany: 200,
  ofProject: 200,
  filterChars: 500,
  formulaChars: 500,
  formulaMetrics: 20,
  formulaDepth: 20,
  groups: 12,
} as const;

interface Countable {
  /** The kind of the rows that a drill-down lists. */
  readonly rows: MetricRowKind;
  /** The kind of source that it requires. */
  readonly needs: "tracker" | "repository" | "requests" | "wiki" | "releases";
  /** The times that place a row, the usual one first. */
  readonly times: readonly OwnMetricTime[];
  readonly numbers: readonly OwnMetricNumber[];
  readonly groups: readonly OwnMetricGroup[];
  /** Whether a custom field of the kind "one of its options" can be a group too. */
  readonly hasFields: boolean;
  /** Filters of the query language that its columns answer. */
  readonly filters: readonly string[];
}

export const OWN_METRIC_TIMES = [
  "opened",
  "closed",
  "answered",
  "started",
  "merged",
  "reviewed",
  "committed",
  "entered",
  "left",
  "changed",
  "created",
  "published",
  "released",
] as const;
export type OwnMetricTime = (typeof OWN_METRIC_TIMES)[number];
/** Lines added and deleted; people who reviewed. */
export const OWN_METRIC_NUMBERS = ["lines", "reviewers"] as const;
export type OwnMetricNumber = (typeof OWN_METRIC_NUMBERS)[number];
/**
 * `person`: who opened an issue or a request, made a commit, wrote a page, or published a release. `source`: a repository, a tracker or a wiki. `parent`: the
 * page directly above.
 */
export const OWN_METRIC_GROUPS = [
  "label",
  "person",
  "assignee",
  "reviewer",
  "source",
  "type",
  "priority",
  "status",
  "milestone",
  "sprint",
  "space",
  "parent",
  "project",
] as const;
export type OwnMetricGroup = (typeof OWN_METRIC_GROUPS)[number];
/** A group, or a custom field by its name at the tracker: `field:Team`. */
export type OwnMetricBy = OwnMetricGroup | `field:${string}`;
const FIELD = "field:";
/** Characters of such a group. */
export const FIELD_GROUP_CHARS = FIELD.length + CUSTOM_FIELD_LIMITS.nameChars;
/** The custom field that rows are grouped by; null for another group. */
export const fieldOfGroup = (by: OwnMetricBy): string | null => (by.startsWith(FIELD) ? by.slice(FIELD.length) : null);
export const groupOfField = (name: string): OwnMetricBy => `${FIELD}${name}`;

const ISSUE_GROUPS = [
  "label",
  "person",
  "assignee",
  "source",
  "type",
  "priority",
  "status",
  "milestone",
  "sprint",
  "project",
] as const;
const ISSUE_FILTERS = [
  "label",
  "type",
  "priority",
  "status",
  "milestone",
  "sprint",
  "field",
  "state",
  "is",
  "author",
  "repo",
] as const;

const PAGE_GROUPS = ["space", "parent", "label", "person", "source", "project"] as const;
const PAGE_FILTERS = ["label", "author", "repo", "path"] as const;

/**
 * What can be counted. `reviews`: each person's first review of a request. `state_changes`: each stay in a status that an issue has left.
 * `documents`: each change of a documentation file. `pages`: each page that is in a wiki now. `page_changes`: each of their versions after
 * the first that is known. `releases`: published releases of the hosts without previews; in a project without releases, the tags of its
 * repositories. A request is `released` by the first release of its repository after its merge.
 */
export const COUNTABLES = {
  issues: {
    rows: "issue",
    needs: "tracker",
    times: ["opened", "closed", "answered", "started"],
    numbers: [],
    groups: ISSUE_GROUPS,
    hasFields: true,
    filters: ISSUE_FILTERS,
  },
  requests: {
    rows: "request",
    needs: "requests",
    times: ["opened", "merged", "reviewed", "released"],
    numbers: ["lines", "reviewers"],
    groups: ["person", "reviewer", "source", "project"],
    hasFields: false,
    filters: ["author", "reviewer", "merged", "is", "repo"],
  },
  reviews: {
    rows: "request",
    needs: "requests",
    times: ["reviewed", "opened", "merged"],
    numbers: ["lines"],
    groups: ["reviewer", "person", "source", "project"],
    hasFields: false,
    filters: ["author", "reviewer", "merged", "is", "repo"],
  },
  commits: {
    rows: "commit",
    needs: "repository",
    times: ["committed"],
    numbers: ["lines"],
    groups: ["person", "source", "project"],
    hasFields: false,
    filters: ["author", "repo"],
  },
  state_changes: {
    rows: "issue",
    needs: "tracker",
    times: ["left", "entered", "opened", "closed"],
    numbers: [],
    groups: ISSUE_GROUPS,
    hasFields: true,
    filters: ISSUE_FILTERS,
  },
  documents: {
    rows: "file",
    needs: "repository",
    times: ["changed"],
    numbers: [],
    groups: ["source", "project"],
    hasFields: false,
    filters: ["repo", "path"],
  },
  pages: {
    rows: "page",
    needs: "wiki",
    times: ["created"],
    numbers: [],
    groups: PAGE_GROUPS,
    hasFields: false,
    filters: PAGE_FILTERS,
  },
  page_changes: {
    rows: "page",
    needs: "wiki",
    times: ["changed", "created"],
    numbers: [],
    groups: PAGE_GROUPS,
    hasFields: false,
    filters: PAGE_FILTERS,
  },
  releases: {
    rows: "release",
    needs: "releases",
    times: ["published"],
    numbers: [],
    groups: ["source", "person", "project"],
    hasFields: false,
    filters: ["ref", "author", "repo"],
  },
} as const satisfies Record<string, Countable>;
export type CountableName = keyof typeof COUNTABLES;
export const COUNTABLE_NAMES = Object.keys(COUNTABLES) as [CountableName, ...CountableName[]];

export const AGGREGATES = ["count", "per_week", "share", "followed", "sum", "average", "median", "percentile"] as const;
export type AggregateName = (typeof AGGREGATES)[number];
/** What rows of this kind can become, apart from whether they have something to measure. `followed`: an issue follows a release. */
export const aggregatesOf = (of: CountableName): readonly AggregateName[] =>
  AGGREGATES.filter((kind) => kind !== "followed" || of === "releases");
/** Values of these depend on the length of the period, so that no target fits them. */
export const isOfPeriod = (kind: AggregateName): boolean => kind === "count" || kind === "sum";

export const OWN_METRIC_UNITS = ["count", "per_week", "hours", "share", "lines", "number"] as const;
export type OwnMetricUnit = (typeof OWN_METRIC_UNITS)[number];
export const FORMULA_UNITS = ["number", "share", "hours"] as const;

/** The first field of an exported file, and the version of its format. */
export const OWN_METRIC_FILE = { format: "clew-metric", version: 1 } as const;

/** What is known of a target: `unclear` when the interval of the value contains it, `none` without a value. */
export const OWN_TARGET_VERDICTS = ["met", "missed", "unclear", "none"] as const;
