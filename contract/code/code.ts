/** The code page: repositories with their refs, folders and files at a revision, blame, history, and the difference of two revisions. */
import { z } from "zod";
import { CommitRef, IssueRef } from "../issues/analysis.ts";
import { CommitDiff, CommitSummary, DiffFileNumber } from "./commits.ts";
import { RequestRef } from "../requests/requestRef.ts";
import { Id, Person, SourcePath, Timestamp, withOrderedLines } from "../fieldSchemas.ts";

/**
 * A branch, a tag or a commit: `main`, `release/1.0`, `refs/tags/v1`, a hash or four and more digits of one, each with `~3` or `^2` after
 * it. Omitted: the last synced commit of the default branch.
 */
const Revision = z.string().min(1).max(250).optional();
/** Id of a repository. */
const Repository = Id;

/** A repository of a project, as far as a page about its files needs it. */
export const CodeRepository = z.object({
  id: Id,
  name: z.string(),
  /** How links name it: by its name, or by its id where another repository of the project has the same name. */
  address: z.string(),
  /** At its host; null where it has no page. */
  url: z.string().nullable(),
  /** The default branch; null where HEAD is on none. */
  branch: z.string().nullable(),
  /** The last synced commit; null before the first sync. */
  head: z.string().nullable(),
  files: z.number().int().nonnegative(),
  updated_at: Timestamp.nullable(),
});
export type CodeRepository = z.infer<typeof CodeRepository>;

export const CodeRefsQuery = z.object({ repository: Repository, q: z.string().max(250).default("") });
export const CodeRef = z.object({
  /** Without `refs/heads/` or `refs/tags/`. */
  name: z.string(),
  kind: z.enum(["branch", "tag"]),
  /** What `revision` may be to mean this one and no other of the same name. */
  revision: z.string(),
  commit: z.string(),
  is_default: z.boolean(),
  /** False: its commit is in no history that was read, so that its files cannot be shown. */
  is_read: z.boolean(),
  at: Timestamp.nullable(),
});
export type CodeRef = z.infer<typeof CodeRef>;
/** The default branch first, then branches, then the newest tags; 50 at most. `total`: of all that match. */
export const CodeRefs = z.object({ refs: z.array(CodeRef), total: z.number().int().nonnegative() });
export type CodeRefs = z.infer<typeof CodeRefs>;

/** `repository`: an id, or a name that one repository of the project has. */
export const CodeContentQuery = z.object({
  repository: z.string().min(1).max(300),
  path: SourcePath.default(""),
  revision: Revision,
});

export const CODE_ENTRY_KINDS = ["folder", "file", "link", "submodule"] as const;
export const CodeEntry = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(CODE_ENTRY_KINDS),
  /** Bytes of a file; null for anything else, and where it is unknown. */
  size: z.number().int().nonnegative().nullable(),
  /** False for a name that is no valid UTF-8: it has no address. */
  is_named: z.boolean(),
  /** The newest commit of the index that changed it or something below; null where none is known. */
  commit: CommitSummary.omit({ person: true }).nullable(),
});
export type CodeEntry = z.infer<typeof CodeEntry>;

export const CodeSymbol = z.object({
  name: z.string(),
  kind: z.string(),
  start_line: z.number().int(),
  end_line: z.number().int(),
  /** 0 at the top, 1 inside another, … */
  depth: z.number().int().nonnegative(),
});
export type CodeSymbol = z.infer<typeof CodeSymbol>;

/** What a name of a revision means. */
export const CodeRevision = z.object({
  /** As it was requested; null for the last synced commit. */
  requested: z.string().nullable(),
  kind: z.enum(["head", "branch", "tag", "commit"]),
  hash: z.string(),
  /** Whether it is the last synced commit of the default branch. */
  is_head: z.boolean(),
  commit: CommitRef.nullable(),
});
export type CodeRevision = z.infer<typeof CodeRevision>;

/** Where a path leads that the revision does not have. */
export const CodeNearest = z.object({
  /** The deepest folder of the path that exists; empty: the root. */
  folder: z.string(),
  /** Its present path, where a later commit renamed it. */
  renamed_to: z.string().nullable(),
  /** The newest commit of the index that changed it, and whether that commit removed it. */
  last: z.object({ commit: CommitSummary, removed: z.boolean(), parent: z.string().nullable() }).nullable(),
});
export type CodeNearest = z.infer<typeof CodeNearest>;

/**
 * What is at a path of a revision. `folder` has `entries` and perhaps `readme`; `text` has `text`; `image` has `image`. `lfs`: a pointer
 * to a file that is stored elsewhere. `link`: a symbolic link to `target`. `submodule`: a commit `target` of another repository.
 * `missing`: the revision has no such path, see `nearest`. `no_revision`: no branch, tag or commit of what was read has this name. `unread`: known,
 * but not among what this server has a copy of.
 */
export const CODE_KINDS = [
  "folder",
  "text",
  "image",
  "binary",
  "lfs",
  "link",
  "submodule",
  "missing",
  "no_revision",
  "unread",
] as const;
export const CodeContent = z.object({
  repository: CodeRepository,
  path: z.string(),
  kind: z.enum(CODE_KINDS),
  /** Null where the revision names nothing. */
  revision: CodeRevision.nullable(),
  /** The entry's id in git: content with the same id is the same. Null where there is none. */
  blob: z.string().nullable(),
  /** Bytes; of a pointer of Git LFS, of the file that it points at. */
  size: z.number().int().nonnegative(),
  is_executable: z.boolean(),
  language: z.string().nullable(),
  text: z.string().nullable(),
  /** `text` is the beginning of a longer text. */
  truncated: z.boolean(),
  /** `unknown`: bytes that are no UTF-8 are shown as �. */
  encoding: z.enum(["utf-8", "utf-16", "unknown"]).nullable(),
  /** `data:` address of a picture. */
  image: z.string().nullable(),
  /** Where a link or a submodule leads. */
  target: z.string().nullable(),
  /** The path within the repository that a link leads to; null where it leads out of it. */
  target_path: z.string().nullable(),
  /** Definitions, in the order of their lines. */
  symbols: z.array(CodeSymbol),
  entries: z.array(CodeEntry),
  /** Entries of the folder; more than are listed where it has more than 5,000. */
  entries_total: z.number().int().nonnegative(),
  readme: z.object({ path: z.string(), text: z.string(), is_markdown: z.boolean() }).nullable(),
  /** The newest commit that changed it; null where it is unknown. */
  last: CommitSummary.nullable(),
  nearest: CodeNearest.nullable(),
  /** The same at the host; null where the host has no such page. */
  url: z.string().nullable(),
});
export type CodeContent = z.infer<typeof CodeContent>;

/** One file at a revision. */
const FileQuery = z.object({ repository: Repository, path: SourcePath.min(1), revision: Revision });

/**
 * Why an answer has no lines: `missing`: no such file or revision; `unread`: this server has no copy of the repository; `large`: over the
 * limits of size or time.
 */
const STATUS = ["shown", "missing", "unread", "large"] as const;

export const CodeBlameQuery = FileQuery;
/** Who wrote the lines, and what for. */
export const BlameCommit = z.object({
  hash: z.string(),
  title: z.string(),
  author: z.string(),
  /** The person of the project; null for a bot, and before the history is read. */
  person: Person.nullable(),
  /** When it was written. */
  at: Timestamp,
  /** The path of the file in that commit. */
  path: z.string(),
  /** The version before that commit; null where the file begins, or the history that was read does. */
  previous: z.object({ hash: z.string(), path: z.string() }).nullable(),
  issues: z.array(IssueRef),
  requests: z.array(RequestRef),
});
export type BlameCommit = z.infer<typeof BlameCommit>;
export const CodeBlame = z.object({
  status: z.enum(STATUS),
  hash: z.string().nullable(),
  /** A path that differs from commit to commit has one entry for each. */
  commits: z.array(BlameCommit),
  /** Lines one after another: the place in `commits`, the line in that commit, and how many there are. */
  ranges: z.array(
    z.object({
      commit: z.number().int().nonnegative(),
      line: z.number().int().positive(),
      original_line: z.number().int().positive(),
      lines: z.number().int().positive(),
    }),
  ),
});
export type CodeBlame = z.infer<typeof CodeBlame>;

const LINE = z.coerce.number().int().min(1).max(10_000_000);
/** Asks for the history of a file, or of a range of its lines. */
export const CodeHistoryQuery = withOrderedLines(
  FileQuery.extend({
    from: LINE.optional(),
    /** Left out: the line `from` alone. */
    to: LINE.optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
);
export const HistoryEntry = BlameCommit.omit({ previous: true }).extend({
  /** The path before a rename or a copy. */
  old_path: z.string().nullable(),
  change: z.enum(["added", "removed", "modified", "renamed", "copied", "type"]).nullable(),
  /** What changed in a range of lines, as git writes it. Empty in the history of a file. */
  patch: z.array(z.string()),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
export const CodeHistory = z.object({
  status: z.enum(STATUS),
  /** `index`: without a copy of the repository the commits are those of the index, and renames are not followed. */
  from: z.enum(["repository", "index"]),
  hash: z.string().nullable(),
  entries: z.array(HistoryEntry),
  /** Null where it is not known, as of a history that is not read to its end. */
  total: z.number().int().nonnegative().nullable(),
  has_more: z.boolean(),
});
export type CodeHistory = z.infer<typeof CodeHistory>;

export const CodeCompareQuery = z.object({
  repository: Repository,
  base: z.string().min(1).max(250),
  head: Revision,
  /** The folder or file that is compared; all where left out. */
  path: SourcePath.optional(),
  /** `fork`: against where the two separated, as for a request; `direct`: against the base itself. */
  against: z.enum(["fork", "direct"]).default("fork"),
  whitespace: z.enum(["show", "ignore"]).default("show"),
  file: DiffFileNumber,
});
export const CodeComparison = z.object({
  repository: CodeRepository,
  status: z.enum(["shown", "no_base", "no_head", "unrelated", "unread"]),
  base: CodeRevision.nullable(),
  head: CodeRevision.nullable(),
  /** What the head is compared with. */
  fork: z.string().nullable(),
  /** Commits of the head that the base has not, newest first, 100 at most. */
  commits: z.array(CommitSummary),
  commits_total: z.number().int().nonnegative(),
  /** Commits of the base that the head has not. */
  behind: z.number().int().nonnegative(),
  diff: CommitDiff,
});
export type CodeComparison = z.infer<typeof CodeComparison>;

export const CodeRawQuery = FileQuery;
/** Bytes that one answer with the bytes of a file has at most. */
export const MAX_RAW_BYTES = 50 << 20;
