import { DAY_SECONDS } from "../../../../contract/durations.ts";
import type { OpenedCode, OpenedCommits, OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../../index/segment/MultiSegmentReader.ts";
import { memoize } from "../../../memoize.ts";
import { FAULT_WORDS, codeMemberOf, currentFiles } from "../../ranking/commits.ts";
import { type FileContext, type FileFeature, type FileValues, emptyValues } from "../FileFeature.ts";
import { BULK_COMMIT_FILES } from "../../ranking/bulkCommits.ts";
import { halved } from "../../ranking/halved.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

/** Subjects of commits that answer a report: they mention a fault, or name an issue or a request by its number. */
const FIX_SUBJECT = new RegExp(`${FAULT_WORDS.source}|#\\d+`, "i");
/** What was learned counts half after this time: code moves on. */
const HALF_LIFE_SECONDS = FILE_CONSTANTS.learnedHalfLifeYears.value * 365.25 * DAY_SECONDS;
/** Field of the commits' segment that holds the message. */
const MESSAGE_FIELD = 0;

export interface FixHistory {
  readonly values: FileValues;
  /** The upper limit of a score: every informative term of the question at saturated frequency. */
  readonly attainable: number;
}

/**
 * A text about each file from the repository's own fixes: the messages of all commits that answered a report and
 * changed the file are read as one document, and the question is scored against it by BM25. Where `history` finds the
 * few most similar commits, this adds up partial evidence of many ("collaborative filtering" in Ye, Bunescu and Liu 2014).
 *
 * @param beforeSeconds seconds since 1970; commits at or after it are ignored.
 */
export function fixHistoryValues(
  index: OpenedIndex,
  terms: readonly QueryTerm[],
  beforeSeconds: number | null,
): FixHistory {
  const values = emptyValues(index);
  let attainable = 0;
  for (const commits of index.commits) {
    const member = codeMemberOf(index, commits);
    const code = index.code[member];
    const into = values[member];
    if (!code || !into) continue;
    attainable = Math.max(attainable, addFixHistory(commits, trainingStats(code, commits, beforeSeconds), terms, into));
  }
  return { values, attainable };
}

const ofContext = memoize(({ index, question, beforeSeconds }: FileContext) =>
  fixHistoryValues(index, question.terms, beforeSeconds),
);

export const fixHistory = {
  id: "fixHistory",
  weight: 1.8,
  about: "BM25 of title and body over the messages of all past fixes of the file",
  source: "collaborative filtering: Ye, Bunescu and Liu 2014; ADR 0042",
  reason: "history",
  isEvidence: true,
  floor: (context) => FILE_CONSTANTS.learnedFloorShare.value * ofContext(context).attainable,
  compute: (context) => ofContext(context).values,
} as const satisfies FileFeature;

function addFixHistory(
  { segment, table }: OpenedCommits,
  { beforeSeconds, age, starts, files, shares, norms, filesWithFixes }: TrainingStats,
  terms: readonly QueryTerm[],
  into: Float32Array,
): number {
  let attainable = 0;
  const counts = new Float32Array(into.length);
  const touched = new Uint32Array(into.length);
  for (const { term, weight } of terms) {
    const number = segment.find(term);
    if (
      number < 0 ||
      segment.documentCount(number) > Math.max(50, segment.documents * FILE_CONSTANTS.maxMessageShare.value)
    )
      continue;
    let seen = 0;
    segment.eachDocument(number, (commit, mask) => {
      const share = (shares[commit] ?? 0) * age;
      if (share === 0 || (mask & (1 << MESSAGE_FIELD)) === 0) return;
      if (beforeSeconds !== null && (table.times[commit] ?? 0) >= beforeSeconds) return;
      const end = starts[commit + 1] ?? 0;
      for (let at = starts[commit] ?? 0; at < end; at++) {
        const file = files[at] ?? 0;
        const count = counts[file] ?? 0;
        if (count === 0) touched[seen++] = file;
        counts[file] = count + share;
      }
    });
    const gain = weight * Math.log(1 + (filesWithFixes - seen + 0.5) / (seen + 0.5));
    attainable += gain;
    for (let at = 0; at < seen; at++) {
      const file = touched[at] ?? 0;
      const count = counts[file] ?? 0;
      into[file] =
        (into[file] ?? 0) + (gain * count) / (count + FILE_CONSTANTS.learnedSaturation.value * (norms[file] ?? 1));
      counts[file] = 0;
    }
  }
  return attainable;
}

/** What does not depend on the date of a question: made once per history. */
interface FixCommits {
  /** Where each commit's files begin in `files`; commits that answer nothing have none. */
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  /** How much each commit's words count for each of its files: by the root of their number, and by its age at the newest commit. */
  readonly shares: Float32Array;
  readonly newest: number;
  stats: TrainingStats | null;
}

interface TrainingStats extends Pick<FixCommits, "starts" | "files" | "shares"> {
  readonly beforeSeconds: number | null;
  /** Makes the shares those at the date of the question. */
  readonly age: number;
  /** The length of each file's text relative to the mean, for BM25. */
  readonly norms: Float32Array;
  /** Files that have a text. */
  readonly filesWithFixes: number;
}

/** Cached for the last date: most requests of the product have none. */
function trainingStats(code: OpenedCode, commits: OpenedCommits, beforeSeconds: number | null): TrainingStats {
  const filesOf = currentFiles(code, commits);
  const fixCommits = fixCommitsOf(commits)(filesOf);
  if (fixCommits.stats?.beforeSeconds === beforeSeconds) return fixCommits.stats;
  const { starts, files, shares, newest } = fixCommits;
  const { times, length } = commits.table;
  const lengths = new Float32Array(code.files.length);
  for (let commit = 0; commit < length; commit++) {
    const end = starts[commit + 1] ?? 0;
    let at = starts[commit] ?? 0;
    if (at === end || (beforeSeconds !== null && (times[commit] ?? 0) >= beforeSeconds)) continue;
    const words = (shares[commit] ?? 0) * commits.segment.lengthOf(MESSAGE_FIELD, commit);
    for (; at < end; at++) lengths[files[at] ?? 0] = (lengths[files[at] ?? 0] ?? 0) + words;
  }
  let sum = 0;
  let filesWithFixes = 0;
  for (const words of lengths) {
    sum += words;
    if (words > 0) filesWithFixes++;
  }
  const mean = sum / Math.max(1, filesWithFixes) || 1;
  const norms = lengths.map(
    (words) =>
      1 - FILE_CONSTANTS.learnedLengthPenalty.value + (FILE_CONSTANTS.learnedLengthPenalty.value * words) / mean,
  );
  const age = beforeSeconds === null ? 1 : halved(beforeSeconds - newest, HALF_LIFE_SECONDS);
  fixCommits.stats = { beforeSeconds, age, starts, files, shares, norms, filesWithFixes };
  return fixCommits.stats;
}

const fixCommitsOf = memoize(({ table }: OpenedCommits) =>
  memoize((filesOf: Int32Array): FixCommits => {
    const starts = new Uint32Array(table.length + 1);
    const shares = new Float32Array(table.length);
    const files: number[] = [];
    const newest = table.times.reduce((latest, time) => Math.max(latest, time), 0);
    for (let commit = 0; commit < table.length; commit++) {
      const changed = table.changes(commit);
      if (
        changed.length > 0 &&
        changed.length <= BULK_COMMIT_FILES.localization &&
        FIX_SUBJECT.test(table.subject(commit))
      ) {
        shares[commit] = halved(newest - (table.times[commit] ?? 0), HALF_LIFE_SECONDS) / Math.sqrt(changed.length);
        for (const path of changed) {
          const file = filesOf[path] ?? -1;
          if (file >= 0) files.push(file);
        }
      }
      starts[commit + 1] = files.length;
    }
    return { starts, files: Uint32Array.from(files), shares, newest, stats: null };
  }),
);
