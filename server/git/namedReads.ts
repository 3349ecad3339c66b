/**
 * Everything that the server reads from a mirror, by name, with a schema of its arguments. A read that another process asks for is one of
 * these with arguments that fit: there is no way to pass other arguments to git.
 */
import { z } from "zod";
import { findCommitsAlike, findMergeBase, findOwnCommit, isAncestor, isReachable } from "./commitLookup.ts";
import { touchesFolders } from "./folderPaths.ts";
import { readChangedLines, readSubjects } from "./compareCommits.ts";
import { findRename, readCommitsBetween } from "./readBetween.ts";
import { readBlame } from "./readBlame.ts";
import { readCommitSize, readCommitText, readRefsContaining } from "./readCommitText.ts";
import { readDiff, readObjectSizes, readParents } from "./readDiff.ts";
import { readFileHistory, readRangeHistory } from "./readFileHistory.ts";
import { findDeepestFolder, findTreeEntry, readBlobStart, readFolder } from "./readFolder.ts";
import { readPatch } from "./readPatch.ts";
import { pathExists } from "./pathExists.ts";
import { readRemovalsPage } from "./readRemovals.ts";

/** Bytes that one read may take of git's output, and that a request may name as its limit. */
const MAX_BYTES = 64 << 20;
/** Milliseconds that one read may take. */
export const READ_TIMEOUT_MS = 28_000;
const MAX_PATHS = 1000;
const MAX_IDS = 4000;
const MAX_LINE = 100_000_000;

const Hash = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const Digits = z.string().regex(/^[0-9a-f]{4,64}$/);
/** A hash or its first digits, and steps to its ancestors. */
const Stepped = z.string().regex(/^[0-9a-f]{4,64}(?:[~^]\d{0,5}){0,100}$/i);
/** `hash` or `hash..hash`. */
const Range = z.string().regex(/^[0-9a-f]{40,64}(?:\.\.[0-9a-f]{40,64})?$/);
// git takes a NUL as the end of an argument, and a path cannot have one.
const Path = z
  .string()
  .max(4096)
  .refine((path) => !path.includes("\0"));
const Count = z.int().min(0).max(100_000);
const Bytes = z.int().min(1).max(MAX_BYTES);
const Limits = { maxBytes: Bytes, timeoutMs: z.int().min(1).max(READ_TIMEOUT_MS) };
const OutputLimits = z.strictObject(Limits);
const Folders = z.array(Path).max(100).readonly();
const BlameLimits = z.strictObject({ ...Limits, follows: z.boolean().optional() });
const CountedLimits = z.strictObject({ ...Limits, maxCommits: Count });
const DiffSides = z.strictObject({
  commit: Hash,
  parent: Hash.nullable(),
  ignoresWhitespace: z.boolean(),
  path: Path.optional(),
  folders: Folders.optional(),
});
const DiffLimits = z.strictObject({
  ...Limits,
  maxFiles: Count,
  maxFileLines: Count,
  maxLines: Count,
  only: Count.optional(),
});

interface NamedRead<A extends readonly unknown[], R> {
  readonly args: z.ZodType<A>;
  readonly run: (gitDir: string, ...args: [...A, AbortSignal]) => Promise<R>;
}

const read = <A extends readonly unknown[], R>(
  args: z.ZodType<A>,
  run: (gitDir: string, ...args: [...A, AbortSignal]) => Promise<R>,
): NamedRead<A, R> => ({ args, run });

export const NAMED_READS = {
  findNode: read(z.tuple([Hash, Path]), findTreeEntry),
  findDeepestFolder: read(z.tuple([Hash, Path]), findDeepestFolder),
  readFolder: read(z.tuple([Hash]), readFolder),
  readBlobStart: read(z.tuple([Hash, Bytes]), readBlobStart),
  pathExists: read(z.tuple([Hash, Path]), pathExists),
  findCommit: read(z.tuple([Stepped]), findOwnCommit),
  findCommitsAlike: read(z.tuple([Digits]), findCommitsAlike),
  isAncestor: read(z.tuple([Hash, Hash]), isAncestor),
  isReachable: read(z.tuple([Hash, z.array(Hash).max(MAX_IDS)]), isReachable),
  findMergeBase: read(z.tuple([Hash, Hash]), findMergeBase),
  findRename: read(z.tuple([Hash, Path]), findRename),
  readParents: read(z.tuple([Hash]), readParents),
  readCommitText: read(z.tuple([Hash]), readCommitText),
  readCommitSize: read(z.tuple([Hash, Folders]), readCommitSize),
  touchesFolders: read(z.tuple([Hash, Folders]), touchesFolders),
  readRefsContaining: read(z.tuple([Hash]), readRefsContaining),
  readSubjects: read(z.tuple([Hash, Count]), readSubjects),
  readCommitsBetween: read(
    z.tuple([z.strictObject({ base: Hash, head: Hash, maxCommits: Count, folders: Folders.optional() })]),
    readCommitsBetween,
  ),
  readBlame: read(z.tuple([Hash, Path, BlameLimits]), readBlame),
  readFileHistory: read(z.tuple([Hash, Path, CountedLimits]), readFileHistory),
  readRangeHistory: read(
    z.tuple([
      Hash,
      z.strictObject({ path: Path, from: z.int().min(1).max(MAX_LINE), to: z.int().min(1).max(MAX_LINE) }),
      CountedLimits,
    ]),
    readRangeHistory,
  ),
  readDiff: read(z.tuple([DiffSides, DiffLimits]), readDiff),
  readObjectSizes: read(z.tuple([z.array(Hash).max(MAX_IDS)]), readObjectSizes),
  readPatch: read(z.tuple([Hash, z.array(Path).max(MAX_PATHS), OutputLimits]), readPatch),
  readChangedLines: read(
    z.tuple([z.strictObject({ from: Hash, to: Hash, path: Path, newPath: Path })]),
    readChangedLines,
  ),
  readRemovalsPage: read(
    z.tuple([
      Range,
      z.strictObject({
        skip: z.int().min(0).max(10_000_000),
        maxCommits: Count,
        maxBytes: Bytes,
        folders: Folders.optional(),
      }),
    ]),
    readRemovalsPage,
  ),
} as const;

export type ReadName = keyof typeof NAMED_READS;

/** The arguments of a read, without those that are the same for all: the mirror and the signal. */
export type ReadArgs<N extends ReadName> = (typeof NAMED_READS)[N] extends NamedRead<infer A, unknown> ? A : never;
export type ReadResult<N extends ReadName> = Awaited<ReturnType<(typeof NAMED_READS)[N]["run"]>>;

const isReadName = (name: string): name is ReadName => Object.hasOwn(NAMED_READS, name);

/** What another process asked for is no read of these, or has arguments that do not fit. */
export class RefusedRead extends Error {
  override readonly name = "RefusedRead";
}

/**
 * Runs a read whose name and arguments came from elsewhere.
 * @throws RefusedRead, or what the read throws
 */
export async function runNamedRead(gitDir: string, name: string, args: unknown, signal: AbortSignal): Promise<unknown> {
  if (!isReadName(name)) throw new RefusedRead("There is no such read.");
  // Each schema fits its own function, which the type of the union does not say.
  const { args: schema, run } = NAMED_READS[name] as unknown as NamedRead<readonly unknown[], unknown>;
  const parsed = schema.safeParse(args);
  if (!parsed.success) throw new RefusedRead(`The arguments of ${name} do not fit: ${z.prettifyError(parsed.error)}`);
  return run(gitDir, ...parsed.data, signal);
}
