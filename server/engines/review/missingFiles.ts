import { isBefore } from "../identities/peopleTable.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";
import { currentFiles } from "../ranking/commits.ts";
import { commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import type { ChangedPlace } from "./changedPlaces.ts";
import { REVIEW_CONSTANTS } from "./reviewConstants.ts";

/** A file that usually changes along with a changed one, and that a request leaves as it is. */
export interface MissingFile {
  readonly path: string;
  /** The changed file that it goes with. */
  readonly changed: string;
  /** Commits that changed both, of those that changed the latter. */
  readonly together: number;
  readonly of: number;
}

const MAX_MISSING = 3;

/**
 * Files that usually change along and are missing, the most certain first. A request over many files says nothing, like a commit
 * over many.
 * @param total number of files that the request changes
 */
export function missingFiles(
  index: OpenedIndex,
  member: number,
  places: readonly ChangedPlace[],
  { total, beforeSeconds }: { readonly total: number; readonly beforeSeconds: number | null },
): MissingFile[] {
  const code = index.code[member];
  const commits = commitsOf(index, code?.part.source);
  if (!code || !commits || total > BULK_COMMIT_FILES.coupling || places.length === 0) return [];
  const changed = new Set(places.map(({ file }) => file));
  const counts = new Map<number, number>();
  const pairs = new Map<number, Map<number, number>>();
  const { table } = commits;
  const now = currentFiles(code, commits);
  for (let commit = 0; commit < table.length; commit++) {
    const paths = table.changes(commit);
    if (table.isMerge(commit) || paths.length > BULK_COMMIT_FILES.coupling) continue;
    if (!isBefore(table.times[commit] ?? 0, beforeSeconds)) continue;
    const files = new Set(Array.from(paths, (path) => now[path] ?? -1).filter((file) => file >= 0));
    for (const file of files) {
      if (!changed.has(file)) continue;
      counts.set(file, (counts.get(file) ?? 0) + 1);
      const others = pairs.get(file) ?? new Map<number, number>();
      pairs.set(file, others);
      for (const other of files) if (!changed.has(other)) others.set(other, (others.get(other) ?? 0) + 1);
    }
  }
  const best = new Map<number, MissingFile>();
  const shareOfRequest = sharesOfRequest(places, counts, pairs);
  for (const { file, change } of places) {
    const of = counts.get(file) ?? 0;
    for (const [other, together] of pairs.get(file) ?? []) {
      if (together < REVIEW_CONSTANTS.minTogether.value) continue;
      if (leastShare(together, of) < REVIEW_CONSTANTS.minTogetherShare.value) continue;
      if (shareOfRequest(other) < REVIEW_CONSTANTS.minRequestShare.value) continue;
      const missing = { path: code.files.path(other), changed: change.path, together, of };
      const previous = best.get(other);
      if (!previous || certaintyOf(missing) > certaintyOf(previous)) best.set(other, missing);
    }
  }
  return [...best.values()]
    .sort((a, b) => certaintyOf(b) - certaintyOf(a) || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_MISSING);
}

/**
 * How often a file changes along with the changed files on the average, of those that changed often enough: what goes with one of them and with
 * none of the others belongs to another kind of change of that one.
 */
function sharesOfRequest(
  places: readonly ChangedPlace[],
  counts: ReadonlyMap<number, number>,
  pairs: ReadonlyMap<number, ReadonlyMap<number, number>>,
): (other: number) => number {
  const frequent = places.filter(({ file }) => (counts.get(file) ?? 0) >= REVIEW_CONSTANTS.minTogether.value);
  return (other) => {
    const shares = frequent.map(({ file }) => (pairs.get(file)?.get(other) ?? 0) / (counts.get(file) ?? 1));
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  };
}

/** The lower end of the interval of a share by one standard deviation (Wilson, 1927): of few commits a high share says little. */
function leastShare(together: number, of: number): number {
  const share = together / of;
  const spread = Math.sqrt((share * (1 - share)) / of + 1 / (4 * of * of));
  return (share + 1 / (2 * of) - spread) / (1 + 1 / of);
}

/** How certain a share is, as in Insights: of two equal shares, the one with more commits is more certain. */
const certaintyOf = ({ together, of }: MissingFile): number => (together / of) * Math.log1p(together);
