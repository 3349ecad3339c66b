import type { OpenedCode, OpenedCommits, OpenedIndex } from "../../index/indexStore.ts";
import type { QueryTerm } from "../../index/segmentGroup.ts";
import { currentFiles } from "./historyFeatures.ts";
import type { FileValues } from "./weights.ts";

/** A commit over more files than this is a sweep (formatting, licences, moves) and teaches nothing. */
const SWEEP = 40;
/** Subjects of commits that answer a report: they speak of a fault, or name an issue or a request by its number. */
const ANSWERS =
  /\b(fix(e[sd])?|bug|close[sd]?|resolve[sd]?|crash|regression|error|broken|wrong|incorrect|hang|leak|fail(s|ure|ed)?)\b|#\d+/i;
/** What was learned counts half after this time: code moves on. */
const HALF_LIFE = 3 * 365.25 * 86_400;
/** As in BM25: how much more often a word has to be said to count twice, and how much a file is held to its length. */
const SATURATION = 2;
const LENGTH_PENALTY = 0.75;
/** Field of the commits' segment that holds the message. */
const MESSAGE = 0;
/** Words that stand in more of the messages than this share are everyday ones; they cost most and tell least. */
const TOO_COMMON = 0.2;

/**
 * What the repository's own fixes have taught about each of its files: the messages of all commits that answered a report and
 * changed the file are read as one text about it, and the question is scored against that text by BM25. Where `history` asks for the
 * few commits that read alike, this adds up what many say in part ("collaborative filtering" in Ye, Bunescu and Liu 2014).
 *
 * @param before seconds since 1970; commits at or after it are not looked at.
 */
export function learnedFeature(index: OpenedIndex, terms: readonly QueryTerm[], before: number | null): FileValues {
  const values = index.code.map(({ files }) => new Float32Array(files.length));
  for (const commits of index.commits) {
    const member = index.code.findIndex(({ part }) => part.source === commits.part.source);
    const code = index.code[member];
    const into = values[member];
    if (code && into) addLearned(commits, lessonsOf(code, commits, before), terms, into);
  }
  return values;
}

function addLearned(
  { segment }: OpenedCommits,
  { starts, files, shares, norms, taught }: Lessons,
  terms: readonly QueryTerm[],
  into: Float32Array,
): void {
  const counts = new Float32Array(into.length);
  const touched = new Uint32Array(into.length);
  for (const { term, weight } of terms) {
    const number = segment.find(term);
    if (number < 0 || segment.documentCount(number) > Math.max(50, segment.documents * TOO_COMMON)) continue;
    let seen = 0;
    segment.eachDocument(number, (commit, mask) => {
      const share = shares[commit] ?? 0;
      if (share === 0 || (mask & (1 << MESSAGE)) === 0) return;
      const end = starts[commit + 1] ?? 0;
      for (let at = starts[commit] ?? 0; at < end; at++) {
        const file = files[at] ?? 0;
        const known = counts[file] ?? 0;
        if (known === 0) touched[seen++] = file;
        counts[file] = known + share;
      }
    });
    const gain = weight * Math.log(1 + (taught - seen + 0.5) / (seen + 0.5));
    for (let at = 0; at < seen; at++) {
      const file = touched[at] ?? 0;
      const count = counts[file] ?? 0;
      into[file] = (into[file] ?? 0) + (gain * count) / (count + SATURATION * (norms[file] ?? 1));
      counts[file] = 0;
    }
  }
}

interface Answers {
  /** Where each commit's files begin in `files`; commits that answer nothing have none. */
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  lessons: Lessons | null;
}

interface Lessons extends Pick<Answers, "starts" | "files"> {
  readonly before: number | null;
  /** How much each commit's words count for each of its files: the root of their number, and its age. */
  readonly shares: Float32Array;
  /** Per file how long its text is beside the mean, as BM25 wants it. */
  readonly norms: Float32Array;
  /** Files that have a text. */
  readonly taught: number;
}

const known = new WeakMap<Int32Array, Answers>();

/** Made once per history and date; the last date's is kept, since the product asks without one. */
function lessonsOf(code: OpenedCode, commits: OpenedCommits, before: number | null): Lessons {
  const filesOf = currentFiles(code, commits);
  let answers = known.get(filesOf);
  if (!answers) known.set(filesOf, (answers = answersOf(commits, filesOf)));
  if (answers.lessons?.before === before) return answers.lessons;
  const { starts, files } = answers;
  const { times, length } = commits.table;
  const now = before ?? times[0] ?? 0;
  const shares = new Float32Array(length);
  const lengths = new Float32Array(code.files.length);
  for (let commit = 0; commit < length; commit++) {
    const from = starts[commit] ?? 0;
    const end = starts[commit + 1] ?? 0;
    const time = times[commit] ?? 0;
    if (from === end || (before !== null && time >= before)) continue;
    const share = 0.5 ** (Math.max(0, now - time) / HALF_LIFE) / Math.sqrt(commits.table.changes(commit).length);
    shares[commit] = share;
    const words = share * commits.segment.lengthOf(MESSAGE, commit);
    for (let at = from; at < end; at++) lengths[files[at] ?? 0] = (lengths[files[at] ?? 0] ?? 0) + words;
  }
  let sum = 0;
  let taught = 0;
  for (const words of lengths) {
    sum += words;
    if (words > 0) taught++;
  }
  const mean = sum / Math.max(1, taught) || 1;
  const norms = lengths.map((words) => 1 - LENGTH_PENALTY + (LENGTH_PENALTY * words) / mean);
  answers.lessons = { before, starts, files, shares, norms, taught };
  return answers.lessons;
}

function answersOf({ table }: OpenedCommits, filesOf: Int32Array): Answers {
  const starts = new Uint32Array(table.length + 1);
  const files: number[] = [];
  for (let commit = 0; commit < table.length; commit++) {
    const changed = table.changes(commit);
    if (changed.length > 0 && changed.length <= SWEEP && ANSWERS.test(table.subject(commit))) {
      for (const path of changed) {
        const file = filesOf[path] ?? -1;
        if (file >= 0) files.push(file);
      }
    }
    starts[commit + 1] = files.length;
  }
  return { starts, files: Uint32Array.from(files), lessons: null };
}
