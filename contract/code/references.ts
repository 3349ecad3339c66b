/** What a name in the code means, where it is used, and what calls what. */
import { z } from "zod";
import { Id, Person, Slug, SourcePath } from "../fieldSchemas.ts";
import { UnsearchedFiles } from "../search/search.ts";

/** `precise`: from an uploaded SCIP index; `by_name`: by scopes, imports and types as far as the index knows them. */
export const PRECISIONS = ["precise", "by_name"] as const;
export type Precision = (typeof PRECISIONS)[number];

/**
 * How a name was tied to its definition: `index`: an uploaded index says so; `scope`: the scopes of its file; `import`: an import;
 * `receiver`: the type of what is before the dot; `package`: a file of the same package; `name`: the name alone.
 */
export const LINKS = ["index", "scope", "import", "receiver", "package", "name"] as const;
export type Link = (typeof LINKS)[number];

export const DEFINITION_KINDS = [
  "function",
  "method",
  "class",
  "interface",
  "enum",
  "type",
  "variable",
  "member",
  "module",
  "other",
] as const;

/** A name in a file of a repository. `revision`: a branch, a tag or the synced commit; the default branch where it is left out. */
export const SymbolQuery = z.object({
  project: Slug,
  source: Id,
  path: SourcePath.min(1),
  /** From 1. */
  line: z.coerce.number().int().min(1).max(10_000_000),
  /** From 1, in UTF-16 units. */
  column: z.coerce.number().int().min(1).max(1_000_000),
  revision: z.string().min(1).max(300).optional(),
});
export type SymbolQuery = z.infer<typeof SymbolQuery>;

/** `from`: files that the calls before have read; see `next`. */
export const ReferencesQuery = SymbolQuery.extend({ from: z.coerce.number().int().min(0).max(10_000_000).default(0) });

const Line = z.object({
  line: z.number().int().positive(),
  column: z.number().int().positive(),
  /** The whole line, cut where it is long. */
  text: z.string(),
});

export const CodeDefinition = Line.extend({
  source: Id,
  repository: z.string(),
  path: z.string(),
  /** Empty for a module. */
  name: z.string(),
  kind: z.enum(DEFINITION_KINDS),
  /** The type that it is a member of, or empty. */
  container: z.string(),
  end_line: z.number().int().positive(),
  /** Its declaration without the body. */
  signature: z.string(),
  /** The first paragraph of its comment, or empty. */
  doc: z.string(),
  link: z.enum(LINKS),
});
export type CodeDefinition = z.infer<typeof CodeDefinition>;

/** What every answer about a name has. */
const Named = z.object({
  /** Null where there is no name, or no such file at the revision. */
  name: z.string().nullable(),
  precision: z.enum(PRECISIONS),
  /** Whether the files of the revision are in the index. */
  is_indexed: z.boolean(),
});

export const Definitions = Named.extend({
  /** The likeliest first; one for a name that is known for sure. */
  definitions: z.array(CodeDefinition),
  /** There are more, which a limit cut off. */
  is_cut: z.boolean(),
  /** Who knows the file of the first definition best. */
  owner: Person.nullable(),
});
export type Definitions = z.infer<typeof Definitions>;

export const Implementations = Named.extend({
  implementations: z.array(CodeDefinition),
  /** There are more, which a limit cut off. */
  is_cut: z.boolean(),
});
export type Implementations = z.infer<typeof Implementations>;

const ReferenceLine = Line.extend({
  link: z.enum(LINKS),
  is_definition: z.boolean(),
  is_call: z.boolean(),
});

export const ReferenceFile = z.object({
  source: Id,
  repository: z.string(),
  path: z.string(),
  lines: z.array(ReferenceLine),
});
export type ReferenceFile = z.infer<typeof ReferenceFile>;

/** Where to continue: files that have the name are read nearest first, a part of them in each call. */
const Paged = {
  /** Files that have the name, and how many of them were read up to here. */
  candidates: z.number().int().nonnegative(),
  read: z.number().int().nonnegative(),
  /** `from` of the next call; null where all files were read. */
  next: z.number().int().positive().nullable(),
};

export const References = Named.extend({
  definitions: z.array(CodeDefinition),
  /** References of this answer. */
  count: z.number().int().nonnegative(),
  files: z.array(ReferenceFile),
  ...Paged,
});
export type References = z.infer<typeof References>;

const CallPlace = Line.extend({ source: Id, path: z.string() });
const CalledFunction = z.object({
  /** Null for calls outside of any function. */
  definition: CodeDefinition.nullable(),
  calls: z.array(CallPlace),
});
export type CalledFunction = z.infer<typeof CalledFunction>;

export const CallHierarchy = Named.extend({
  definitions: z.array(CodeDefinition),
  callers: z.array(CalledFunction),
  /** The functions that it calls. Empty in answers that continue an earlier one. */
  callees: z.array(CalledFunction),
  ...Paged,
});
export type CallHierarchy = z.infer<typeof CallHierarchy>;

/** Characters of a matching line or of a reference that are sent; its columns may be beyond. */
export const MAX_MATCHED_LINE = 300;
/** Characters of a line that a regular expression is matched against. */
export const MAX_SEARCHED_LINE = 4000;

/**
 * Every line of the code that a regular expression (RE2) matches. `path`: a folder or a file; `case`: whether capital
 * letters count, by default where the pattern has some. `from`: see `next`.
 */
export const CodeMatchesQuery = z.object({
  project: Slug,
  pattern: z.string().min(1).max(300),
  source: Id.optional(),
  path: SourcePath.default(""),
  revision: z.string().min(1).max(300).optional(),
  case: z.enum(["yes", "no"]).optional(),
  from: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type CodeMatchesQuery = z.infer<typeof CodeMatchesQuery>;

export const CodeMatches = z.object({
  is_indexed: z.boolean(),
  /** What is wrong with the pattern, in RE2's words; null for nothing. */
  problem: z.string().nullable(),
  /** Files that were not searched, in the repositories that were. */
  unsearched: z.array(UnsearchedFiles),
  /** Matching lines of this answer. */
  count: z.number().int().nonnegative(),
  /** Lines that may match beyond their first 4,000 characters, which alone were searched. */
  cut_lines: z.number().int().nonnegative(),
  files: z.array(
    z.object({
      source: Id,
      repository: z.string(),
      path: z.string(),
      lines: z.array(Line.omit({ column: true }).extend({ columns: z.array(z.number().int().positive()) })),
    }),
  ),
  ...Paged,
});
export type CodeMatches = z.infer<typeof CodeMatches>;

/** `revision`: the commit that the index was made of. */
export const ScipQuery = z.object({
  project: Slug,
  source: Id,
  revision: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "document.revision"),
});

/** Sent as `application/octet-stream`, the body is the SCIP index itself, as it is or packed with gzip; as JSON it is in base64. */
export const ScipBody = z.object({ index: z.base64() });

export const ScipListQuery = z.object({ project: Slug });

/** Bytes of an uploaded index: as it is sent, and unpacked. */
export const MAX_SCIP_BYTES = 64 << 20;
export const MAX_SCIP_UNPACKED_BYTES = 512 << 20;

export const ScipUpload = z.object({
  source: Id,
  revision: z.string(),
  /** The program that made it, with its version. */
  tool: z.string(),
  documents: z.number().int().nonnegative(),
  occurrences: z.number().int().nonnegative(),
  symbols: z.number().int().nonnegative(),
  /** Bytes of the stored table, which count towards the company's disk quota. */
  bytes: z.number().int().nonnegative(),
  uploaded_at: z.iso.datetime(),
});
export type ScipUpload = z.infer<typeof ScipUpload>;
