import type { OpenedCode, OpenedCommits, OpenedIndex } from "../../index/indexCache.ts";
import { addFixedIssues } from "./fixedIssues.ts";
import type { Question } from "../report/question.ts";
import type { FileValues } from "./weights.ts";

/** Past commits that read like the issue and touched files that still exist. */
export interface HistoryFeatures {
  readonly history: FileValues;
  readonly titleHistory: FileValues;
  readonly recency: FileValues;
  /** For the reasons: the similar commits of each file, the best first. `member` counts the index's commits. */
  readonly commitsOf: (codeMember: number, file: number) => readonly SimilarCommit[];
  /** How well each commit of the index's histories reads like the issue, whatever its date. */
  readonly commitScores: FileValues;
}

export interface SimilarCommit {
  readonly member: number;
  readonly commit: number;
  readonly score: number;
}

const SIMILAR_COMMITS = 60;
/** A commit over more files than this is a sweep (formatting, licences, moves) and teaches nothing. */
const BULK_COMMIT_FILES = 40;
const FIX_SUBJECT =
  /\b(fix(e[sd])?|bug|close[sd]?|resolve[sd]?|crash|regression|error|broken|wrong|incorrect|hang|leak|fail(s|ure|ed)?)\b/i;
const DAY_SECONDS = 86_400;
const RECENCY_DAYS = 120;

/** @param before seconds since 1970; commits at or after it are not looked at. */
export function historyFeatures(index: OpenedIndex, question: Question, before: number | null): HistoryFeatures {
  const history = index.code.map(({ files }) => new Float32Array(files.length));
  const titleHistory = index.code.map(({ files }) => new Float32Array(files.length));
  const recency = index.code.map(({ files }) => new Float32Array(files.length));
  const similar = new Map<string, SimilarCommit[]>();
  const bodyScores = index.commitGroup.score(question.terms, MESSAGE_ONLY);
  const titleScores = index.commitGroup.score(question.titleTerms, MESSAGE_ONLY);
  addFixedIssues(index, question.terms, bodyScores, before);
  addFixedIssues(index, question.titleTerms, titleScores, before);
  index.commits.forEach((commits, member) => {
    const codeMember = index.code.findIndex(({ part }) => part.source === commits.part.source);
    const code = index.code[codeMember];
    if (!code) return;
    const filesOf = currentFiles(code, commits);
    const spread = (scores: Float32Array | undefined, into: Float32Array | undefined, keep: boolean): void => {
      if (!scores || !into) return;
      for (const { commit, score } of topCommits(scores, commits, before)) {
        const changed = commits.table.changes(commit);
        const share = score / Math.sqrt(changed.length);
        for (const path of changed) {
          const file = filesOf[path] ?? -1;
          if (file < 0) continue;
          into[file] = (into[file] ?? 0) + share;
          if (keep) {
            const key = `${codeMember}:${file}`;
            const known = similar.get(key);
            if (known) known.push({ member, commit, score: share });
            else similar.set(key, [{ member, commit, score: share }]);
          }
        }
      }
    };
    spread(bodyScores[member], history[codeMember], true);
    spread(titleScores[member], titleHistory[codeMember], false);
    addRecency(commits, filesOf, before, recency[codeMember]);
    dampenFrequentFiles(changeCounts(commits, filesOf, before, code.files.length), [
      history[codeMember],
      titleHistory[codeMember],
    ]);
  });
  return {
    history,
    titleHistory,
    recency,
    commitScores: bodyScores,
    commitsOf: (codeMember, file) =>
      (similar.get(`${codeMember}:${file}`) ?? []).sort((a, b) => b.score - a.score).slice(0, 3),
  };
}

/** A file that every other commit changes matches any issue: its score from similar commits is divided by a root of how often it changes. */
const FREQUENCY_EXPONENT = 0.25;
const FREQUENCY_OFFSET = 5;

function dampenFrequentFiles(touches: Float32Array, columns: readonly (Float32Array | undefined)[]): void {
  for (const column of columns) {
    if (!column) continue;
    for (let file = 0; file < column.length; file++) {
      const value = column[file] ?? 0;
      if (value > 0) column[file] = value / ((touches[file] ?? 0) + FREQUENCY_OFFSET) ** FREQUENCY_EXPONENT;
    }
  }
}

interface ChangeCounts {
  readonly before: number | null;
  readonly counts: Float32Array;
}

const changeCountCache = new WeakMap<Int32Array, ChangeCounts>();

/** How many commits changed each file, up to `before`. The last answer is kept: the product asks without a date. */
function changeCounts(commits: OpenedCommits, filesOf: Int32Array, before: number | null, files: number): Float32Array {
  const known = changeCountCache.get(filesOf);
  if (known && known.before === before) return known.counts;
  const counts = new Float32Array(files);
  const { table } = commits;
  for (let commit = 0; commit < table.length; commit++) {
    if (before !== null && (table.times[commit] ?? 0) >= before) continue;
    const changed = table.changes(commit);
    if (changed.length > BULK_COMMIT_FILES) continue;
    for (const path of changed) {
      const file = filesOf[path] ?? -1;
      if (file >= 0) counts[file] = (counts[file] ?? 0) + 1;
    }
  }
  changeCountCache.set(filesOf, { before, counts });
  return counts;
}

const MESSAGE_ONLY: readonly number[] = [1, 0.5];

function topCommits(
  scores: Float32Array,
  { table }: OpenedCommits,
  before: number | null,
): { commit: number; score: number }[] {
  const found: { commit: number; score: number }[] = [];
  let least = 0;
  for (let commit = 0; commit < scores.length; commit++) {
    const score = scores[commit] ?? 0;
    if (score <= least || (before !== null && (table.times[commit] ?? 0) >= before)) continue;
    const files = table.changes(commit).length;
    if (files === 0 || files > BULK_COMMIT_FILES) continue;
    found.push({ commit, score });
    if (found.length >= SIMILAR_COMMITS * 4) {
      found.sort((a, b) => b.score - a.score);
      found.length = SIMILAR_COMMITS;
      least = found.at(-1)?.score ?? 0;
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, SIMILAR_COMMITS);
}

function addRecency(
  commits: OpenedCommits,
  filesOf: Int32Array,
  before: number | null,
  into: Float32Array | undefined,
): void {
  if (!into) return;
  const { table } = commits;
  const fixes = fixesOf(commits);
  const now = before ?? table.times[0] ?? 0;
  for (let commit = 0; commit < table.length; commit++) {
    const age = (now - (table.times[commit] ?? 0)) / DAY_SECONDS;
    if (age < 0 || (before !== null && (table.times[commit] ?? 0) >= before)) continue;
    if (age > RECENCY_DAYS * 5) break;
    const changed = table.changes(commit);
    if (changed.length === 0 || changed.length > BULK_COMMIT_FILES || fixes[commit] !== 1) continue;
    const gain = Math.exp(-age / RECENCY_DAYS);
    for (const path of changed) {
      const file = filesOf[path] ?? -1;
      if (file >= 0) into[file] = (into[file] ?? 0) + gain;
    }
  }
}

const fixFlagCache = new WeakMap<OpenedCommits, Uint8Array>();

/** 1 for each commit whose subject speaks of a fix. Read once per history. */
function fixesOf(commits: OpenedCommits): Uint8Array {
  let flags = fixFlagCache.get(commits);
  if (!flags) {
    const { table } = commits;
    flags = Uint8Array.from({ length: table.length }, (_, commit) => (FIX_SUBJECT.test(table.subject(commit)) ? 1 : 0));
    fixFlagCache.set(commits, flags);
  }
  return flags;
}

const currentFilesCache = new WeakMap<OpenedCommits, WeakMap<OpenedCode, Int32Array>>();

/** For each path of the history the file that it is today, or -1. A path that is gone but whose name is unique has moved there. */
export function currentFiles(code: OpenedCode, commits: OpenedCommits): Int32Array {
  let byCode = currentFilesCache.get(commits);
  if (!byCode) currentFilesCache.set(commits, (byCode = new WeakMap()));
  let files = byCode.get(code);
  if (!files) {
    const { paths } = commits.table;
    files = new Int32Array(paths.length);
    for (let path = 0; path < files.length; path++) {
      const text = paths.at(path);
      let file = code.files.find(text);
      if (file < 0) {
        const same = code.files.named(text.slice(text.lastIndexOf("/") + 1));
        if (same.length === 1) file = same[0] ?? -1;
      }
      files[path] = file;
    }
    byCode.set(code, files);
  }
  return files;
}
