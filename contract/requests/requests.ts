/** Pull and merge requests: the list, one of them with its timeline and difference, and what was said about lines of code. */
import { z } from "zod";
import { CommitSummary, CommitDiff, DiffFileNumber } from "../code/commits.ts";
import { IssueRef } from "../issues/analysis.ts";
import { REQUEST_SORTS, REQUEST_STATES, TEXT_LIMITS } from "../constants.ts";
import { DAY_RANGE_LENGTH, readDayRange } from "../query/dayRange.ts";
import { Id, PageQuery, Person, Slug, SourcePath, Timestamp, repeated } from "../fieldSchemas.ts";
import { Facet } from "../issues/issues.ts";
import { Mark } from "../marks/marks.ts";
import { RequestRef } from "./requestRef.ts";
import { filterValue } from "../query/searchFilters.ts";

export const RequestState = z.enum(REQUEST_STATES);
export type RequestState = z.infer<typeof RequestState>;

const REVIEW_STATES = ["approved", "changes_requested", "commented", "dismissed"] as const;
const CHECK_STATES = ["success", "failure", "pending", "neutral"] as const;

export const RequestCard = z.object({
  id: Id,
  key: z.string(),
  /** How the address of its page names it: its number, or its id where several requests of the project have the number. */
  address: Id,
  title: z.string(),
  state: RequestState,
  is_draft: z.boolean(),
  project: Slug,
  /** The source through which it was read. */
  source: Id,
  /** At its host. */
  url: z.string(),
  author: Person.nullable(),
  assignees: z.array(Person),
  /** Asked for a review, or gave one, with the last one that is more than a comment. */
  reviewers: z.array(z.object({ person: Person, state: z.enum(REVIEW_STATES).nullable() })),
  labels: z.array(z.string()),
  /** Marks of Clew's own, the oldest first. */
  marks: z.array(Mark),
  source_branch: z.string().nullable(),
  target_branch: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  merged_at: Timestamp.nullable(),
  closed_at: Timestamp.nullable(),
  /** Comments that are stored, those at lines too. */
  comments: z.number().int().nonnegative(),
  /** The worst state of its checks; null where there are none. */
  checks: z.enum(CHECK_STATES).nullable(),
});
export type RequestCard = z.infer<typeof RequestCard>;

/** `reviewer=none`: without a review and a request for one. */
export const RequestsQuery = z.object({
  state: repeated(RequestState),
  label: repeated(z.string().max(200)),
  /** Marks of Clew's own, in any case. */
  mark: repeated(z.string().max(200)),
  author: repeated(z.string().max(200)),
  reviewer: repeated(z.string().max(200)),
  source: repeated(Id),
  /**
   * `yes`, `no`, a date as in a search (`2026`, `2026-03`, `2026-03-31`, `7d`, `today`), or a range of days in the company's time zone
   * (`2026-09-05..2026-11-27`).
   */
  merged: z
    .string()
    .max(DAY_RANGE_LENGTH)
    .refine((text) => filterValue("merged", text) !== null || readDayRange(text) !== null)
    .optional(),
  /** Open, no draft, and not reviewed by a human other than the author: those that the overview counts. */
  waiting: z.literal("yes").optional(),
  /** Leaves out requests whose author's person is a bot. */
  bots: z.literal("no").optional(),
  draft: z.enum(["yes", "no"]).optional(),
  /** Only those of this number or key: several where sources count alike. */
  key: z.string().max(200).optional(),
  q: z.string().max(TEXT_LIMITS.query).optional(),
  sort: z.enum(REQUEST_SORTS).default("-updated_at"),
  ...PageQuery,
});

export const RequestFacets = z.object({
  state: z.array(Facet),
  label: z.array(Facet),
  mark: z.array(Facet),
  author: z.array(Facet),
  reviewer: z.array(Facet),
});
export type RequestFacets = z.infer<typeof RequestFacets>;

export const RequestPage = z.object({
  count: z.number().int().nonnegative(),
  next: z.string().nullable(),
  results: z.array(RequestCard),
  facets: RequestFacets,
});
export type RequestPage = z.infer<typeof RequestPage>;

export const RequestComment = z.object({
  id: Id,
  author: Person.nullable(),
  body: z.string(),
  created_at: Timestamp,
  url: z.string().nullable(),
});
export type RequestComment = z.infer<typeof RequestComment>;

/** A discussion at a line, or of a whole file where `line` is null. */
export const ReviewThread = z.object({
  id: Id,
  path: z.string(),
  /** Whether `line` counts before or after the change. */
  side: z.enum(["old", "new"]),
  /** From 1, in the file at `commit`. */
  line: z.number().int().positive().nullable(),
  start_line: z.number().int().positive().nullable(),
  commit: z.string().nullable(),
  /** The lines above it as its host shows them, as a hunk of a difference; null where the host does not tell. */
  hunk: z.string().nullable(),
  /** The line has changed since. */
  is_outdated: z.boolean(),
  /** Null where the host has no such state. */
  is_resolved: z.boolean().nullable(),
  comments: z.array(RequestComment),
});
export type ReviewThread = z.infer<typeof ReviewThread>;

/** `commit` is null for one that is not of a repository of the project, such as before a squash. */
export const RequestCommit = z.object({
  hash: z.string(),
  title: z.string(),
  author: z.string(),
  at: Timestamp.nullable(),
  commit: CommitSummary.nullable(),
});
export type RequestCommit = z.infer<typeof RequestCommit>;

const entry = { id: Id, at: Timestamp };
/** An entry of the timeline, the oldest first. */
export const RequestEntry = z.discriminatedUnion("kind", [
  z.object({ ...entry, kind: z.literal("commits"), commits: z.array(RequestCommit) }),
  z.object({
    ...entry,
    kind: z.literal("review"),
    state: z.enum(REVIEW_STATES),
    actor: Person.nullable(),
    body: z.string(),
    url: z.string().nullable(),
  }),
  z.object({ ...entry, kind: z.literal("comment"), comment: RequestComment }),
  z.object({ ...entry, kind: z.literal("thread"), thread: ReviewThread }),
  z.object({
    ...entry,
    kind: z.literal("event"),
    /** `opened`, `closed`, `merged`, `labeled`, `review_requested`, … */
    type: z.string(),
    actor: Person.nullable(),
    detail: z.string().nullable(),
  }),
]);
export type RequestEntry = z.infer<typeof RequestEntry>;

export const ChangeRequest = RequestCard.extend({
  body: z.string(),
  /** False until reviews, comments and commits have been read. */
  is_detailed: z.boolean(),
  /** Its discussion is longer than this server reads. */
  is_cut: z.boolean(),
  merged_by: Person.nullable(),
  head_hash: z.string().nullable(),
  /** The commit that brought it into the target branch; `commit` as of `RequestCommit`. */
  merge: z.object({ hash: z.string(), commit: CommitSummary.nullable() }).nullable(),
  check_list: z.array(
    z.object({
      name: z.string(),
      state: z.enum(CHECK_STATES),
      url: z.string().nullable(),
      at: Timestamp.nullable(),
    }),
  ),
  /** Issues that it closes first. */
  issues: z.array(z.object({ issue: IssueRef, how: z.enum(["closes", "mentions", "branch"]) })),
  timeline: z.array(RequestEntry),
});
export type ChangeRequest = z.infer<typeof ChangeRequest>;

export const RequestDiffQuery = z.object({
  project: Slug,
  /** Its id, number or key. */
  request: Id,
  whitespace: z.enum(["show", "ignore"]).default("show"),
  file: DiffFileNumber,
});

/**
 * `listed`: this server has no copy of the commits, and the host listed which files the request changes, without their lines. `base` and
 * `head` are the commits that were compared; with `source`, the repository that has them.
 */
export const RequestDiff = CommitDiff.pick({ total: true, files: true }).extend({
  status: z.enum(["shown", "listed", "unavailable"]),
  source: Id.nullable(),
  base: z.string().nullable(),
  head: z.string().nullable(),
  host_files: z.array(
    z.object({
      path: z.string(),
      added: z.number().int().nonnegative().nullable(),
      removed: z.number().int().nonnegative().nullable(),
    }),
  ),
});
export type RequestDiff = z.infer<typeof RequestDiff>;

export const DiscussionsQuery = z.object({
  project: Slug,
  /** The repository that has the file. */
  source: Id,
  path: repeated(SourcePath.min(1)),
  /** A commit: lines are those of the files there. Left out: the newest that is indexed. */
  revision: z.string().max(64).optional(),
});

/** A past discussion at a file, the newest first. */
export const CodeDiscussion = z.object({
  request: RequestRef,
  /** The path that the question named. */
  path: z.string(),
  /** Where its line is at the revision; null where that line was changed or removed since, and for a whole file. */
  line: z.number().int().positive().nullable(),
  /** The whole hash of the commit that the thread's own line counts in; null where the repository lacks it. */
  commit: z.string().nullable(),
  /** Its `path` differs from the one above where the file was renamed since. */
  thread: ReviewThread,
});
export type CodeDiscussion = z.infer<typeof CodeDiscussion>;
export const CodeDiscussions = z.object({ total: z.number().int().nonnegative(), results: z.array(CodeDiscussion) });
export type CodeDiscussions = z.infer<typeof CodeDiscussions>;
