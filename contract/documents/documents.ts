/** The document explorer: files of repositories and pages of wikis as one tree, their content, and related items. */
import { z } from "zod";
import { Id, Person, SourcePath, Timestamp } from "../fieldSchemas.ts";
import { Mark } from "../marks/marks.ts";
import { IssueCard } from "../issues/issues.ts";
import { PAGE_COMMENT_KINDS, PAGE_KINDS } from "./pageKinds.ts";

/** The newest comments on a page that an answer has. */
export const MAX_PAGE_COMMENTS = 200;

/** The outdated pages that an answer lists. */
export const MAX_OUTDATED_PAGES = 100;

/**
 * Without a source: the project's sources. With one: the direct children of the folder `path`, folders first. With `outdated`: the pages, of
 * the source or of all, that have most names that the code no longer has, 100 at most.
 */
export const DocumentsQuery = z.object({
  source: Id.optional(),
  path: SourcePath.optional(),
  outdated: z.literal("true").optional(),
});
export const DocumentEntry = z.object({
  name: z.string(),
  /** From the source's root, without a slash at either end; empty for a source. */
  path: z.string(),
  source: Id,
  kind: z.enum(["source", "folder", "file", "page"]),
  /** Bytes of a file; null where unknown. */
  size: z.number().int().nonnegative().nullable(),
  /** Files below a folder or source. */
  files: z.number().int().nonnegative().nullable(),
  /** Time of the last commit that changed it, or the wiki's own date. */
  updated_at: Timestamp.nullable(),
  /** Number of names in a page that the code no longer has. Null: not computed (yet), or not a page. */
  stale_references: z.number().int().nonnegative().nullable(),
});
export type DocumentEntry = z.infer<typeof DocumentEntry>;

/** Files and pages whose path contains the letters of `q` in this order, best first. */
export const FindDocumentsQuery = z.object({
  q: z.string().max(300).default(""),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const FoundDocument = z.object({
  source: Id,
  path: z.string(),
  /** The display name: a page's title, a file's name. */
  title: z.string(),
  /** Offsets in `path`, in UTF-16 units, of the matched letters. */
  matched: z.array(z.number().int().nonnegative()),
});
export type FoundDocument = z.infer<typeof FoundDocument>;

/** `revision`: a commit's hash, or a prefix of at least 4 digits. Omitted: the last synced revision. */
export const DocumentContentQuery = z.object({
  source: Id,
  path: SourcePath.min(1),
  /** A commit, a branch or a tag that was read. Left out: the last synced commit. */
  revision: z.string().min(1).max(250).optional(),
  /** Set for a path that was only mentioned in a text: a missing document is answered with `absent` and not with 404. */
  named: z.literal("true").optional(),
});

/** A commit that touched a document. */
export const DocumentCommit = z.object({
  hash: z.string(),
  title: z.string(),
  author: z.string(),
  /** The person of the project with this signature; null for a bot and an unknown signature. */
  person: Person.nullable(),
  at: Timestamp,
  /** At its host; null where the host has no such page. */
  url: z.string().nullable(),
});
export type DocumentCommit = z.infer<typeof DocumentCommit>;

/** A comment on a page of a wiki. */
export const PageComment = z.object({
  /** The wiki's own. */
  id: z.string(),
  kind: z.enum(PAGE_COMMENT_KINDS),
  /** The passage of the text that it is about; null for the whole page. */
  quote: z.string().nullable(),
  author: Person.nullable(),
  /** Markdown. */
  body: z.string(),
  created_at: Timestamp,
  /** At its host. */
  url: z.string().nullable(),
});
export type PageComment = z.infer<typeof PageComment>;

/**
 * The content at an address. `text` and `page` have text; `image` has `image`; the others say why nothing is shown: `binary`; `large`: over
 * the size limit; `link`: a symbolic link to `text`; `submodule`: the commit `text` of another repository; `removed`: deleted by `removed_by`; `unread`: known from the history, but this server keeps no copy to read it from;
 * `absent`: no document ever existed at the path, sent only for requests with `named`.
 */
export const DocumentContent = z.object({
  source: Id,
  path: z.string(),
  title: z.string(),
  kind: z.enum([
    "text",
    "page",
    "image",
    "binary",
    "large",
    "folder",
    "link",
    "submodule",
    "removed",
    "unread",
    "absent",
  ]),
  /** How `text` can be rendered as an alternative to its source: Markdown, or sanitized HTML. */
  format: z.enum(["markdown", "html", "svg"]).nullable(),
  /** The commit that it was read at; null for a wiki's page. */
  revision: z.string().nullable(),
  /** False where `revision` is older than the last synced one. */
  is_current: z.boolean(),
  language: z.string().nullable(),
  text: z.string().nullable(),
  /** `data:` address of a picture. */
  image: z.string().nullable(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** `text` is the beginning of a longer text. */
  truncated: z.boolean(),
  /** In the order of their lines. `depth`: 0 at the top, 1 inside another, … */
  symbols: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      start_line: z.number().int(),
      end_line: z.number().int(),
      depth: z.number().int().nonnegative(),
    }),
  ),
  /** The same document at its host. */
  url: z.string().nullable(),
  updated_at: Timestamp.nullable(),
  removed_by: DocumentCommit.nullable(),
  /** What a page of a wiki is there; null for anything else. */
  page_kind: z.enum(PAGE_KINDS).nullable(),
  /** The newest comments on a page of a wiki, the oldest of them first. */
  comments: z.array(PageComment),
  comments_total: z.number().int().nonnegative(),
  /** Addresses in `text` that lead to pages of the project's wikis, and the address of those pages here. */
  links: z.array(z.object({ href: z.string(), source: Id, path: z.string() })),
});
export type DocumentContent = z.infer<typeof DocumentContent>;

export const DocumentQuery = z.object({ source: Id, path: SourcePath });

/** How a text refers to a document. */
export const MENTION_KINDS = ["path", "name", "symbol", "link"] as const;
const Mention = z.object({ kind: z.enum(MENTION_KINDS), text: z.string() });

/** Items related to a file, a page or a folder. */
export const DocumentRelated = z.object({
  /** The kind of source that contains the document. */
  of: z.enum(["repository", "wiki"]),
  /**
   * People who changed it, ranked by the experts engine. Bots and people who opted out are excluded. Of a wiki's page: the authors of its
   * versions, each of which counts as a commit, and of its comments.
   */
  people: z.array(
    z.object({
      person: Person,
      /** Share of the total score; of a deleted document, share of the commits. 0 to 1. */
      share: z.number().min(0).max(1),
      commits: z.number().int().nonnegative(),
      /** Comments on pages of a wiki; 0 elsewhere. */
      comments: z.number().int().nonnegative(),
      last_at: Timestamp,
    }),
  ),
  /** Issues that refer to it, open ones first. */
  issues: z.array(z.object({ issue: IssueCard, mentions: z.array(Mention) })),
  /** Pages that refer to it. */
  pages: z.array(z.object({ source: Id, path: z.string(), title: z.string(), mentions: z.array(Mention) })),
  /** Newest first. */
  commits: z.array(DocumentCommit),
  /** Number of commits in the whole history that changed it. */
  commits_total: z.number().int().nonnegative(),
  /** Issues that its commits fixed, newest first, each with the commit. */
  fixed: z.array(z.object({ issue: IssueCard, commit: z.string() })),
  /** References of a wiki's page: issues, and files by their path or by a symbol that only they define. Empty for anything else. */
  names: z.object({
    issues: z.array(IssueCard),
    code: z.array(z.object({ source: Id, path: z.string(), names: z.array(z.string()) })),
  }),
  /** False while the history is not indexed: people, commits and fixes are then unknown. */
  has_history: z.boolean(),
});
export type DocumentRelated = z.infer<typeof DocumentRelated>;

/**
 * Names in a page that the code had once and no longer has. `checking`: the history is being read, retry later; `unread`: a repository
 * cannot be read now; `failed`: the comparison took too much time or memory, or failed by an error of the program. For the last two
 * what was found before is kept, and the page is compared again after a later sync.
 */
export const DocumentStaleReferences = z.object({
  state: z.enum(["ready", "checking", "unread", "failed"]),
  /** Number of names of the page that were looked up. */
  checked: z.number().int().nonnegative(),
  /** Marks of the page, the oldest first. */
  marks: z.array(Mark),
  items: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["identifier", "path"]),
      /** Lines of the page that name it, 1-based. */
      lines: z.array(z.number().int().positive()),
      removed_by: DocumentCommit,
      /** The file that contained it. */
      path: z.string(),
      /** The probable replacement, where one was found. */
      now: z.string().nullable(),
    }),
  ),
  /** The newest commit at which a reading stopped early, so that history before it may be unread; null when all was read. */
  since: Timestamp.nullable(),
});
export type DocumentStaleReferences = z.infer<typeof DocumentStaleReferences>;

/** A page that may help with an issue; `reasons` sum to `score`. */
const RELATED_REASONS = ["words", "path", "code"] as const;
export const RelatedDocument = z.object({
  id: Id,
  title: z.string(),
  /** At its host; empty where the host has no such page. */
  url: z.string(),
  source: Id,
  path: z.string(),
  /** Heading of the best matching section, and its line. */
  section: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  score: z.number(),
  /** `words`: shared with the issue; `path`: named by the issue; `code`: named by the page and in the issue's localization. */
  reasons: z.array(z.object({ code: z.enum(RELATED_REASONS), points: z.number(), terms: z.array(z.string()) })),
});
export type RelatedDocument = z.infer<typeof RelatedDocument>;
