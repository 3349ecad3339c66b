/** Words of the ledger of a source. Free of zod, so that the web app may import it. */

/** What is counted at a host and in the database. `commits` are those of the default branch. */
export const COUNTED_KINDS = ["issues", "comments", "requests", "pages", "commits", "branches", "tags"] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

/**
 * How exact a host's count is. `about`: an estimate of the host. `at_least`: there are more, which a few calls cannot count. `reported`: the sum
 * of what the host said with each issue when it was read.
 */
export const COUNT_PRECISIONS = ["exact", "about", "at_least", "reported"] as const;
export type CountPrecision = (typeof COUNT_PRECISIONS)[number];

/** `none`: the source was never compared. `waiting`: the host limits requests. */
export const COMPARISON_STATES = ["none", "queued", "running", "waiting", "done", "failed"] as const;
export type ComparisonState = (typeof COMPARISON_STATES)[number];

/** Fields of items that are compared with their host. */
export const COMPARED_FIELDS = [
  "key",
  "title",
  "body",
  "state",
  "url",
  "author",
  "assignees",
  "labels",
  "type",
  "priority",
  "draft",
  "source_branch",
  "target_branch",
  "head",
  "version",
  "parent",
  "created",
  "updated",
  "closed",
  "merged",
] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/**
 * `newer`: the host has a later change, which the next sync reads anyway. `same_time`: the host has other contents with the time that is stored.
 * `absent`: the host does not show the item: it was deleted, moved or restricted.
 */
export const DIFFERENCE_STATES = ["newer", "same_time", "absent"] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];
