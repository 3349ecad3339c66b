/** What is connected with a thing of a project, by which evidence. */
import { z } from "zod";
import { Id, Slug, SourcePath, Timestamp, repeated, withOrderedLines } from "../fieldSchemas.ts";

export const NODE_KINDS = ["issue", "commit", "request", "release", "file", "function", "person", "page"] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Evidence of an edge, the strongest first. It is the same from both of its ends. */
export const EDGE_KINDS = [
  "closes",
  "request",
  "branch",
  "duplicate",
  "authored",
  "co_authored",
  "reviewed",
  "merged",
  "assigned",
  "changed",
  "documents",
  "contains",
  "released",
  "moved",
  "mentions",
  "similar",
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

const nodeQuery = {
  kind: z.enum(NODE_KINDS),
  /**
   * An issue's id, number or key; a commit's hash; a request's id; a release's tag; a function's name, with its container before a dot where
   * it has one; a person's id or address. Left out for a file and a page.
   */
  id: z.string().max(1000).default(""),
  /** The repository or wiki of a file, a function, a page, a release; of a commit, where several have the hash. */
  source: Id.optional(),
  /** The path of a file or a page, or of the file of a function. */
  path: SourcePath.optional(),
  /** Kinds of neighbours; all where left out. */
  kinds: repeated(z.enum(NODE_KINDS)),
  /** Entries of each group. */
  limit: z.coerce.number().int().min(1).max(50).default(5),
};
export const ConnectedQuery = z.object({
  project: Slug,
  ...nodeQuery,
  /** Entries of each group before the first that is listed. */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

/** Lines of a file: what is connected with the commits that they come from. */
export const ConnectedLinesQuery = withOrderedLines(
  z.object({
    project: Slug,
    source: Id,
    path: SourcePath.min(1),
    /** Left out: the last synced commit. */
    revision: z.string().max(200).optional(),
    from: z.coerce.number().int().min(1).max(10_000_000),
    to: z.coerce.number().int().min(1).max(10_000_000),
    kinds: nodeQuery.kinds,
    limit: nodeQuery.limit,
  }),
);

/** Names as a text has them: `#71`, `owner/name#71`, `!71`, `ABC-12`, a hash, `@login`. */
export const NamedThingsQuery = z.object({
  project: Slug,
  /** Which the text is from: a number alone counts there. Left out: it has to be unique in the project. */
  source: Id.optional(),
  name: repeated(z.string().min(2).max(220)),
});
export const NamedThing = z.object({
  /** As in the query. */
  named: z.string(),
  kind: z.enum(["issue", "request", "commit", "person"]),
  /** How the address of its page names it. */
  address: z.string(),
});
export type NamedThing = z.infer<typeof NamedThing>;

export const GraphNode = z.object({
  kind: z.enum(NODE_KINDS),
  /** With `source` and `path` it names the node in a query. */
  id: z.string(),
  source: Id.nullable(),
  path: z.string().nullable(),
  title: z.string(),
  /** What people write for it: `#12`, `ABC-12`; null for what has no such name. */
  key: z.string().nullable(),
  /** How the address of its page here names it: of issues, commits and people. */
  address: z.string().nullable(),
  /** First line of a function. */
  line: z.number().int().positive().nullable(),
  /** At its host. */
  url: z.string().nullable(),
  state: z.enum(["open", "closed", "merged"]).nullable(),
  at: Timestamp.nullable(),
});
export type GraphNode = z.infer<typeof GraphNode>;

export const ConnectedGroup = z.object({
  kind: z.enum(NODE_KINDS),
  total: z.number().int().positive(),
  /** True where counting stopped: `total` is then a lower bound. */
  total_capped: z.boolean(),
  /** How many of them each evidence has. One may have several. */
  evidence: z.array(z.object({ how: z.enum(EDGE_KINDS), total: z.number().int().positive() })),
  items: z.array(
    z.object({
      node: GraphNode,
      /** `times`: commits, versions or the like that the evidence consists of. */
      evidence: z.array(z.object({ how: z.enum(EDGE_KINDS), times: z.number().int().positive() })),
    }),
  ),
});
export type ConnectedGroup = z.infer<typeof ConnectedGroup>;

/** Groups in the order of the kinds; a kind without neighbours is left out. */
export const Connected = z.object({ node: GraphNode, groups: z.array(ConnectedGroup) });
export type Connected = z.infer<typeof Connected>;
