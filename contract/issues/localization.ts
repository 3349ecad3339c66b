import { z } from "zod";
import { Id, SourcePath, Timestamp } from "../fieldSchemas.ts";

/** Why a file or a function is in the list. The app has a sentence for each code in both languages. */
const REASON_CODES = [
  "words",
  "title",
  "definition",
  "identifier",
  "chunk",
  "path",
  "file_name",
  "trace",
  "history",
  "recency",
  "directory",
  "size",
  "feedback",
  "penalty",
] as const;

export const Reason = z.object({
  code: z.enum(REASON_CODES),
  /** Share of the score in points; the reasons of a file sum to its score. Negative for a penalty. */
  points: z.number(),
  /** Words, identifiers or paths of the issue behind the reason. For a penalty: the kind of the file (test, docs, generated, vendored). */
  terms: z.array(z.string()),
  /** Commits behind the reason. */
  commits: z.array(z.object({ hash: z.string(), title: z.string(), at: Timestamp })),
});
export type Reason = z.infer<typeof Reason>;

export const LocalizedFunction = z.object({
  name: z.string(),
  kind: z.string(),
  start_line: z.number().int().positive(),
  end_line: z.number().int().positive(),
  score: z.number(),
  reasons: z.array(Reason),
});
export type LocalizedFunction = z.infer<typeof LocalizedFunction>;

export const CodeSnippet = z.object({
  start_line: z.number().int().positive(),
  lines: z.array(z.string()),
  /** 1-based lines of the file that hold matches. */
  match_lines: z.array(z.number().int().positive()),
});
export type CodeSnippet = z.infer<typeof CodeSnippet>;

export const Verdict = z.enum(["right", "wrong"]);
export type Verdict = z.infer<typeof Verdict>;

export const LocalizedFile = z.object({
  path: z.string(),
  repository: Id,
  language: z.string().nullable(),
  score: z.number(),
  reasons: z.array(Reason),
  /** The line that a stack trace or a link of the text names in the file; null without one. */
  line: z.number().int().positive().nullable(),
  snippet: CodeSnippet.nullable(),
  functions: z.array(LocalizedFunction),
  /** The caller's verdict for this issue or text. */
  verdict: Verdict.nullable(),
});
export type LocalizedFile = z.infer<typeof LocalizedFile>;

export const Localization = z.object({
  took_ms: z.number().nonnegative(),
  /** Strength of the evidence: `low` means "not sure", and the app says so. */
  confidence: z.enum(["high", "medium", "low"]),
  files: z.array(LocalizedFile),
  /** The model of the company orders the first files too, and can be asked for its order. */
  is_ordered: z.boolean().optional(),
  /** The commit of each repository that was searched; a repository that is not indexed yet has none. */
  repositories: z.array(
    z.object({ id: Id, name: z.string(), commit: z.string().nullable(), indexed_at: Timestamp.nullable() }),
  ),
});
export type Localization = z.infer<typeof Localization>;

/** A report or a stack trace that is in no tracker. */
export const LocalizeBody = z.object({
  title: z.string().max(500).default(""),
  text: z.string().max(60_000).default(""),
});

/** A user's feedback on one file of an answer; null removes it. Without an issue, the text of the query is the key. */
export const FeedbackBody = z.object({
  issue: Id.nullable().default(null),
  title: z.string().max(500).default(""),
  text: z.string().max(60_000).default(""),
  repository: Id,
  path: SourcePath.min(1),
  verdict: Verdict.nullable(),
});
