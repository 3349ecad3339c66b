import type { Reason } from "../../../../contract/issues/localization.ts";
import { DAY_SECONDS } from "../../../../contract/durations.ts";
import { commitsOf, type OpenedCode, type OpenedCommits, type OpenedIndex } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import { commitReasons } from "../commitReasons.ts";
import { commitScores } from "../features/similarCommits.ts";
import type { FileValues } from "../FileFeature.ts";
import type { FunctionCandidate, FunctionFeature, FunctionFile } from "../FunctionFeature.ts";
import { touchesOf } from "../touches.ts";
import { BULK_COMMIT_FILES } from "../../ranking/bulkCommits.ts";
import { halved } from "../../ranking/halved.ts";
import { FUNCTION_CONSTANTS } from "../localizeWeights.ts";

/** Past commits that changed one function. */
export interface PastFixes {
  readonly points: number;
  /** The commits that bring the points, in no order. */
  readonly commits: readonly PastFix[];
}

/** A commit, by its position in the commit table. */
export interface PastFix {
  readonly commit: number;
  readonly points: number;
}

/** A change of a function counts half after this time. */
const HALF_LIFE_SECONDS = FUNCTION_CONSTANTS.changeHalfLifeYears.value * 365.25 * DAY_SECONDS;
/**
 * The functions of a file that were changed by commits whose text matches the issue. A commit counts by the square of its score relative to
 * the best, with a half-life of a year, divided by the root of its number of files, and less when it changed only a small part of the
 * function.
 *
 * @param commitScores the score of each commit for the text
 * @param beforeSeconds seconds since 1970; commits at or after it are excluded
 */
function pastFixesOf(
  index: OpenedIndex,
  code: OpenedCode,
  file: number,
  commitScores: FileValues,
  beforeSeconds: number | null,
): Map<number, PastFixes> {
  const member = index.commits.findIndex(({ part }) => part.source === code.part.source);
  const commits = index.commits[member];
  const scores = commitScores[member];
  const result = new Map<number, { points: number; commits: PastFix[] }>();
  if (!commits || !scores) return result;
  const maximum = bestScore(commits, scores, beforeSeconds);
  const { times } = commits.table;
  const now = beforeSeconds ?? times[0] ?? 0;
  for (const { symbol, commit, share } of touchesOf(code, commits, file)) {
    const score = scores[commit] ?? 0;
    if (score < FUNCTION_CONSTANTS.minCommitShare.value * maximum || !isUsableCommit(commits, commit, beforeSeconds))
      continue;
    const files = commits.table.changes(commit).length;
    const points =
      ((score / maximum) ** 2 *
        halved(now - (times[commit] ?? 0), HALF_LIFE_SECONDS) *
        Math.min(1, share / FUNCTION_CONSTANTS.fullChangeShare.value)) /
      Math.sqrt(files);
    const previous = result.get(symbol);
    if (previous) {
      previous.points += points;
      previous.commits.push({ commit, points });
    } else result.set(symbol, { points, commits: [{ commit, points }] });
  }
  return result;
}

function isUsableCommit({ table }: OpenedCommits, commit: number, beforeSeconds: number | null): boolean {
  if (beforeSeconds !== null && (table.times[commit] ?? 0) >= beforeSeconds) return false;
  const files = table.changes(commit).length;
  return files > 0 && files <= BULK_COMMIT_FILES.localization;
}

const bestScoreCache = new WeakMap<Float32Array, number>();

/** The best score of all commits before the report. Computed once for each file of a question. */
function bestScore(commits: OpenedCommits, scores: Float32Array, beforeSeconds: number | null): number {
  let maximum = bestScoreCache.get(scores);
  if (maximum === undefined) {
    maximum = 1e-9;
    for (let commit = 0; commit < scores.length; commit++) {
      const score = scores[commit] ?? 0;
      if (score > maximum && isUsableCommit(commits, commit, beforeSeconds)) maximum = score;
    }
    bestScoreCache.set(scores, maximum);
  }
  return maximum;
}

const MAX_COMMITS = 3;

const pastFixesIn = memoize(({ context, code, ranked }: FunctionFile) =>
  pastFixesOf(context.index, code, ranked.file, commitScores(context.ranking.context), context.beforeSeconds),
);

/** Commits similar to the issue that changed the function, in no order. */
export const pastFixesOfFunction = ({ inFile, symbol }: FunctionCandidate): readonly PastFix[] =>
  pastFixesIn(inFile).get(symbol)?.commits ?? [];

export const functionFixHistory = {
  id: "fixHistory",
  weight: 0.6,
  about: "recent changes of the function by commits similar to the issue",
  source: "ADR 0050",
  reason: "history",
  floor: FUNCTION_CONSTANTS.historyFloor.value,
  compute: ({ inFile, symbol }) => pastFixesIn(inFile).get(symbol)?.points ?? 0,
  explain: ({ index }, { member, commits }) => ({ commits: topCommits(index, member, commits) }),
} as const satisfies FunctionFeature;

/** The commits with most points, of the repository whose code is `member` of the index. */
function topCommits(index: OpenedIndex, member: number, past: readonly PastFix[]): Reason["commits"] {
  const source = index.code[member]?.part.source;
  const commits = commitsOf(index, source);
  return past
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_COMMITS)
    .flatMap(({ commit }) => commitReasons(commits, commit));
}
