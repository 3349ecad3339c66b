/** One commit: its message, the people, what it belongs to, and what it changed. */
import { ABBREVIATED_HASH } from "./shortHash.ts";
import { z } from "zod";
import { CommitRef, IssueRef } from "../issues/analysis.ts";
import { Id, Person, Slug, Timestamp, repeated } from "../fieldSchemas.ts";
import { RequestRef } from "../requests/requestRef.ts";

export const CommitSummary = CommitRef.extend({
  author: z.string(),
  /** The person of the project with this signature; null for a bot and an unknown signature. */
  person: Person.nullable(),
});
export type CommitSummary = z.infer<typeof CommitSummary>;

/** `source`: the repository, where several have a commit of this hash. */
export const CommitQuery = z.object({ source: Id.optional() });

const Signature = z.object({
  name: z.string(),
  /** Null for an address that only hides the real one. */
  email: z.string().nullable(),
  /** The person of the project with this signature; null for a bot, and before the history is read. */
  person: Person.nullable(),
  at: Timestamp,
});
export type Signature = z.infer<typeof Signature>;

/** A part of a message that names something of the project: offsets in UTF-16 units, and exactly one of the three. */
export const MessageReference = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().positive(),
  issue: IssueRef.nullable(),
  request: RequestRef.nullable(),
  commit: CommitSummary.nullable(),
});
export type MessageReference = z.infer<typeof MessageReference>;

/** How a commit belongs to an issue: its message closes or names it, or a request that closes the issue brought it. */
const ISSUE_LINKS = ["closes", "mentions", "request"] as const;

export const Commit = z.object({
  source: Id,
  /** The name of the repository. */
  repository: z.string(),
  hash: z.string(),
  /**
   * Whether the history that is indexed has it. Another one, such as of a tag on a release branch, has no children, no other fixes and no
   * connections.
   */
  is_indexed: z.boolean(),
  /** Its page at the host; null where the host has no such page. */
  url: z.string().nullable(),
  /** The subject line. */
  title: z.string(),
  /** The rest of the message. */
  body: z.string(),
  /** In the subject line, a newline and the rest. */
  references: z.array(MessageReference),
  author: Signature,
  committer: Signature,
  /** Who else the message credits. */
  credits: z.array(
    z.object({ kind: z.enum(["co_author", "review", "test", "report"]), name: z.string(), person: Person.nullable() }),
  ),
  is_merge: z.boolean(),
  /** The line that was merged into first. `commit` is null for one that the index lacks, such as before a shallow history. */
  parents: z.array(z.object({ hash: z.string(), commit: CommitSummary.nullable() })),
  /** Commits made on top of it, newest first, ten at most. */
  children: z.array(CommitSummary),
  children_total: z.number().int().nonnegative(),
  /** The merge that brought it into the main line. */
  merged_by: CommitSummary.nullable(),
  issues: z.array(z.object({ issue: IssueRef, how: z.enum(ISSUE_LINKS) })),
  requests: z.array(RequestRef),
  /** Tags whose history has it, the oldest first, with the release at the host where there is one. Ten at most. */
  releases: z.array(
    z.object({ tag: z.string(), name: z.string().nullable(), url: z.string().nullable(), at: Timestamp }),
  ),
  releases_total: z.number().int().nonnegative(),
  /** Files that it changed against its first parent; none of a merge. */
  files: z.number().int().nonnegative(),
  /** Lines, without those of binary files; null until they have been counted. */
  added: z.number().int().nonnegative().nullable(),
  removed: z.number().int().nonnegative().nullable(),
  /** Other commits that fixed an issue in the same files, newest first, ten at most. */
  fixes: z.array(z.object({ commit: CommitSummary, issues: z.array(IssueRef), paths: z.array(z.string()) })),
  fixes_total: z.number().int().nonnegative(),
});
export type Commit = z.infer<typeof Commit>;

/**
 * What a hash, or the first four or more digits of one, names. `ambiguous`: several commits, of which 20 are in `candidates`. `missing`: no
 * commit in the history of a branch or tag that was read; `candidates` are then commits whose message names the hash, such as one that
 * reverts it.
 */
export const CommitAnswer = z.object({
  status: z.enum(["found", "ambiguous", "missing"]),
  commit: Commit.nullable(),
  candidates: z.array(CommitSummary),
  /** The repositories that were looked in, with the page of the hash at the host. */
  repositories: z.array(z.object({ id: Id, name: z.string(), url: z.string().nullable() })),
});
export type CommitAnswer = z.infer<typeof CommitAnswer>;

/** Which of these hashes, or beginnings of seven and more digits, are commits of the project; ambiguous ones are left out. */
export const FindCommitsQuery = z.object({ project: Slug, hash: repeated(z.string().regex(ABBREVIATED_HASH)) });
export const FoundCommit = z.object({ named: z.string(), commit: CommitSummary });
export type FoundCommit = z.infer<typeof FoundCommit>;

/** Files that one answer lists. */
export const MAX_DIFF_FILES = 3000;

/** The number of the only file whose lines are read, with a larger limit. */
export const DiffFileNumber = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_DIFF_FILES - 1)
  .optional();

export const CommitDiffQuery = z.object({
  source: Id,
  /** The parent to compare with, from 1. */
  parent: z.coerce.number().int().min(1).max(64).default(1),
  whitespace: z.enum(["show", "ignore"]).default("show"),
  file: DiffFileNumber,
});

export const DiffHunk = z.object({
  old_start: z.number().int().nonnegative(),
  old_lines: z.number().int().nonnegative(),
  new_start: z.number().int().nonnegative(),
  new_lines: z.number().int().nonnegative(),
  /** The line of the function around it, as git writes it. */
  heading: z.string(),
  /** As git writes them: a blank, `+`, `-`, or `\` for a missing newline, and the text. */
  lines: z.array(z.string()),
});
export type DiffHunk = z.infer<typeof DiffHunk>;

export const CommitFile = z.object({
  /** Place in the difference, from 0. */
  number: z.number().int().nonnegative(),
  path: z.string(),
  /** The path before a rename. */
  old_path: z.string().nullable(),
  change: z.enum(["added", "removed", "modified", "renamed", "type"]),
  /** Six octal digits, as git writes them; null where there is no such side. */
  old_mode: z.string().nullable(),
  new_mode: z.string().nullable(),
  /** `large`: too many bytes to be compared as text. */
  kind: z.enum(["text", "binary", "image", "large", "link", "submodule"]),
  /** Bytes before and after of what has no lines; null for a text, and where there is no such side. */
  old_size: z.number().int().nonnegative().nullable(),
  new_size: z.number().int().nonnegative().nullable(),
  /** Null for what has no lines, and where git was stopped before it counted them. */
  added: z.number().int().nonnegative().nullable(),
  removed: z.number().int().nonnegative().nullable(),
  language: z.string().nullable(),
  /**
   * Why lines are left out: `large`: too many of them; `generated`: by a program; `budget`: of the whole answer. A request for the file
   * alone has them, or the first of them, with `large`.
   */
  folded: z.enum(["large", "generated", "budget"]).nullable(),
  /** The ends of some lines are left out. */
  clipped: z.boolean(),
  hunks: z.array(DiffHunk),
});
export type CommitFile = z.infer<typeof CommitFile>;

/** `unavailable`: the index lacks the commit, or this server has no copy of the repository. */
export const CommitDiff = z.object({
  status: z.enum(["shown", "unavailable"]),
  /** Hashes of its parents; `parent` is the one that it is compared with, null for a commit without parents. */
  parents: z.array(z.string()),
  parent: z.string().nullable(),
  /** Files of the whole difference; more than are listed where it has more than 3,000. */
  total: z.number().int().nonnegative(),
  files: z.array(CommitFile),
});
export type CommitDiff = z.infer<typeof CommitDiff>;
