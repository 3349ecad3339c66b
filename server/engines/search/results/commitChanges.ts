import type { CommitChanges } from "../../../../contract/code/commitChanges.ts";
import { GitReadError, GitStoppedError } from "../../../git/gitErrors.ts";
import type { Mirror } from "../../../git/MirrorReads.ts";
import type { Patch, PatchFile, PatchLine } from "../../../git/readPatch.ts";
import { commitsOf, type OpenedIndex } from "../../../index/OpenedIndex.ts";
import { scanTokens } from "../../../index/text/tokenize.ts";
import { countBits } from "../scoring/match.ts";
import { type LineRanges, matchingLines } from "./matchingLines.ts";
import { understand } from "../query/readings.ts";
import { TokenMatcher, markRanges } from "./snippets.ts";

/** Enough for what a person wrote in one commit; git is stopped beyond it. */
const LIMITS = { maxBytes: 1 << 20, timeoutMs: 5000 };
/** Files whose changes are read: those of code with words of the query in their paths first. */
const MAX_FILES = 200;
/** Lines that one answer shows. */
const MAX_SHOWN = 40;
/** Lines shown of a change without a match. */
const MAX_UNMATCHED = 12;
/** Lines of the same change before and after a match. */
const CONTEXT_LINES = 2;
/** Characters of a line. */
const MAX_SHOWN_LENGTH = 300;
/** Files that programs write. */
const MADE =
  /\.(?:lock|svg|snap|map|csv|tsv|po|pot|sum|ipynb)$|\.min\.(?:js|css)$|(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/i;

export interface CommitChangesRequest {
  readonly q: string;
  readonly source: string;
  /** The whole hash. */
  readonly hash: string;
  /** Null where there is none. */
  readonly mirror: Mirror | null;
}

const nothing = (status: CommitChanges["status"], files = 0): CommitChanges => ({
  status,
  matching: 0,
  files,
  truncated: false,
  parts: [],
});

/**
 * The changed lines of a commit that match a query, with two lines around each; the first change of the best file where none does. A commit
 * that the index lacks is not read, whatever the mirror still has of it.
 * @throws the signal's reason
 */
export async function commitChanges(
  index: OpenedIndex,
  { q, source, hash, mirror }: CommitChangesRequest,
  signal: AbortSignal,
): Promise<CommitChanges> {
  const table = commitsOf(index, source)?.table;
  const commit = table?.withHash(hash).find((candidate) => table.hash(candidate) === hash);
  if (!table || commit === undefined) return nothing("unavailable");
  const all = Array.from(table.changes(commit), (path) => table.paths.at(path));
  if (table.isMerge(commit)) return nothing("merge", all.length);
  if (mirror === null) return nothing("unavailable", all.length);
  if (all.length === 0) return nothing("empty");
  const { plan } = understand(index, q);
  const matcher = new TokenMatcher(plan.words);
  const paths = byMatch(all, matcher).slice(0, MAX_FILES);
  const patch = await readable(mirror.readPatch(hash, paths, LIMITS, signal));
  signal.throwIfAborted();
  if (patch === null) return nothing("unavailable", all.length);
  const changed = changedLinesOf(patch.files);
  const isCut = patch.isCut || paths.length < all.length;
  if (changed.length === 0)
    return {
      ...nothing(patch.files.some(({ isBinary }) => isBinary) ? "binary" : "empty", all.length),
      truncated: isCut,
    };
  const matches = matchingLines(index, changed.map(({ line }) => line.text).join("\n"), plan);
  const shown = matches.size > 0 ? aroundMatches(patch.files, changed, matches) : firstChange(patch.files, paths);
  return {
    status: "shown",
    matching: matches.size,
    files: all.length,
    truncated: isCut || shown.isCut,
    parts: shown.parts,
  };
}

/** Null for what git cannot read: the mirror may be older than the index, or its memory limit was reached. */
async function readable(patch: Promise<Patch>): Promise<Patch | null> {
  try {
    return await patch;
  } catch (error) {
    if (error instanceof GitReadError || error instanceof GitStoppedError) return null;
    throw error;
  }
}

/** Paths with the most words of the query first; those that programs write last. */
function byMatch(paths: readonly string[], matcher: TokenMatcher): string[] {
  const ranked = paths.map((path) => {
    let bits = 0;
    scanTokens(path, (token) => {
      bits |= matcher.match(token);
    });
    return { path, rank: countBits(bits) - (MADE.test(path) ? 100 : 0) };
  });
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ path }) => path);
}

interface ChangedLine {
  readonly line: PatchLine;
  readonly hunk: readonly PatchLine[];
  /** Position in the hunk. */
  readonly at: number;
}

const changedLinesOf = (files: readonly PatchFile[]): ChangedLine[] =>
  files.flatMap(({ hunks }) =>
    hunks.flatMap((hunk) => hunk.flatMap((line, at) => (line.change === "same" ? [] : [{ line, hunk, at }]))),
  );

type Part = CommitChanges["parts"][number];

interface Shown {
  readonly parts: Part[];
  readonly isCut: boolean;
}

function aroundMatches(files: readonly PatchFile[], changed: readonly ChangedLine[], matches: LineRanges): Shown {
  const ranges = new Map<PatchLine, NonNullable<ReturnType<LineRanges["get"]>>>();
  const near = new Set<PatchLine>();
  for (const [number, marked] of matches) {
    const match = changed[number];
    if (!match) continue;
    ranges.set(match.line, marked);
    for (let at = match.at - CONTEXT_LINES; at <= match.at + CONTEXT_LINES; at++) {
      const line = match.hunk[at];
      if (line) near.add(line);
    }
  }
  const parts: Part[] = [];
  let remaining = MAX_SHOWN;
  for (const { path, hunks } of files) {
    for (const hunk of hunks) {
      for (const passage of passagesOf(hunk, near)) {
        if (remaining <= 0) return { parts, isCut: true };
        const lines = passage.slice(0, remaining);
        remaining -= lines.length;
        parts.push({ path, lines: lines.map((line) => present(line, ranges.get(line) ?? [])) });
        if (lines.length < passage.length) return { parts, isCut: true };
      }
    }
  }
  return { parts, isCut: false };
}

/** Lines of a hunk that follow one another. */
function passagesOf(hunk: readonly PatchLine[], near: ReadonlySet<PatchLine>): PatchLine[][] {
  const passages: PatchLine[][] = [];
  for (const [at, line] of hunk.entries()) {
    if (!near.has(line)) continue;
    const before = hunk[at - 1];
    if (before && near.has(before)) passages.at(-1)?.push(line);
    else passages.push([line]);
  }
  return passages;
}

/** The beginning of the first change of the best file that has lines. @param paths best first */
function firstChange(files: readonly PatchFile[], paths: readonly string[]): Shown {
  const texts = new Map(files.filter(({ hunks }) => hunks.length > 0).map((file) => [file.path, file]));
  const file = paths.map((path) => texts.get(path)).find((patch) => patch !== undefined) ?? [...texts.values()][0];
  const lines = file?.hunks[0]?.slice(0, MAX_UNMATCHED) ?? [];
  const changed = changedLinesOf(files).length;
  return {
    parts: file ? [{ path: file.path, lines: lines.map((line) => present(line, [])) }] : [],
    isCut: lines.filter(({ change }) => change !== "same").length < changed,
  };
}

function present(
  { change, number, text }: PatchLine,
  ranges: readonly { readonly from: number; readonly to: number }[],
): Part["lines"][number] {
  const shown = ranges
    .filter(({ from }) => from < MAX_SHOWN_LENGTH)
    .map(({ from, to }) => ({ from, to: Math.min(to, MAX_SHOWN_LENGTH) }));
  return { change, number: Math.max(1, number), segments: markRanges(text.slice(0, MAX_SHOWN_LENGTH), shown) };
}
