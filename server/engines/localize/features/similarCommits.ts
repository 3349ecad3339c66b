import type { OpenedCommits } from "../../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../../index/segment/MultiSegmentReader.ts";
import { memoize } from "../../../memoize.ts";
import { MESSAGE_FIELDS, codeMemberOf, currentFiles } from "../../ranking/commits.ts";
import { commitReasons } from "../commitReasons.ts";
import { type FileContext, type FileFeature, type FileValues, emptyValues } from "../FileFeature.ts";
import { addFixedIssues } from "./fixedIssues.ts";
import { BULK_COMMIT_FILES } from "../../ranking/bulkCommits.ts";
import { TopK } from "../../ranking/TopK.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

/** Commits that a reason names. */
const MAX_COMMITS = 3;

interface SimilarCommit {
  /** Position of the history in `index.commits`, and of the commit in its table. */
  readonly member: number;
  readonly commit: number;
  readonly score: number;
}

function scoreCommits({ index, beforeSeconds }: FileContext, terms: readonly QueryTerm[]): FileValues {
  const scores = index.commitGroup.score(terms, MESSAGE_FIELDS);
  addFixedIssues(index, terms, scores, beforeSeconds);
  return scores;
}

/** How similar each commit of each history is to the issue, regardless of its date. */
export const commitScores = memoize((context: FileContext) => scoreCommits(context, context.question.terms));

/** By `member:file` of the code. */
type SimilarByFile = Map<string, SimilarCommit[]>;

/** Each file's share of the most similar commits, which are added to `similar`. */
function spread(context: FileContext, scores: FileValues, similar: SimilarByFile | null): FileValues {
  const { index, beforeSeconds } = context;
  const values = emptyValues(index);
  index.commits.forEach((commits, member) => {
    const codeMember = codeMemberOf(index, commits);
    const code = index.code[codeMember];
    const column = values[codeMember];
    const ofHistory = scores[member];
    if (!code || !column || !ofHistory) return;
    const filesOf = currentFiles(code, commits);
    for (const { commit, score } of topCommits(ofHistory, commits, beforeSeconds)) {
      const changed = commits.table.changes(commit);
      const share = score / Math.sqrt(changed.length);
      for (const path of changed) {
        const file = filesOf[path] ?? -1;
        if (file < 0) continue;
        column[file] = (column[file] ?? 0) + share;
        if (!similar) continue;
        const key = `${codeMember}:${file}`;
        const commits = similar.get(key);
        if (commits) commits.push({ member, commit, score: share });
        else similar.set(key, [{ member, commit, score: share }]);
      }
    }
    dampenFrequentFiles(changeCounts(commits, filesOf, beforeSeconds, code.files.length), column);
  });
  return values;
}

const ofText = memoize((context: FileContext) => {
  const similar: SimilarByFile = new Map();
  return { values: spread(context, commitScores(context), similar), similar };
});

export const history = {
  id: "history",
  weight: 1.35,
  about: "files that similar past commits, and the fixes of similar past issues, changed",
  source: "version history: AmaLgam, Wang and Lo 2014; engines-measured.md, 2026-11-21 real reports",
  reason: "history",
  isEvidence: true,
  compute: (context) => ofText(context).values,
  explain: (context, { member, file }) => ({
    commits: (ofText(context).similar.get(`${member}:${file}`) ?? [])
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_COMMITS)
      .flatMap((similar) => commitReasons(context.index.commits[similar.member], similar.commit)),
  }),
} as const satisfies FileFeature;

export const titleHistory = {
  id: "titleHistory",
  weight: 0.75,
  about: "the same for the title alone",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "history",
  isEvidence: false,
  compute: (context) => spread(context, scoreCommits(context, context.question.titleTerms), null),
} as const satisfies FileFeature;

function dampenFrequentFiles(changes: Float32Array, column: Float32Array): void {
  for (let file = 0; file < column.length; file++) {
    const value = column[file] ?? 0;
    if (value > 0)
      column[file] =
        value / ((changes[file] ?? 0) + FILE_CONSTANTS.frequencyOffset.value) ** FILE_CONSTANTS.frequencyExponent.value;
  }
}

interface ChangeCounts {
  readonly beforeSeconds: number | null;
  readonly counts: Float32Array;
}

const changeCountCache = new WeakMap<Int32Array, ChangeCounts>();

/** How many commits changed each file, up to `beforeSeconds`. The last result is cached: requests of the product have no date. */
function changeCounts(
  commits: OpenedCommits,
  filesOf: Int32Array,
  beforeSeconds: number | null,
  files: number,
): Float32Array {
  const cached = changeCountCache.get(filesOf);
  if (cached && cached.beforeSeconds === beforeSeconds) return cached.counts;
  const counts = new Float32Array(files);
  const { table } = commits;
  for (let commit = 0; commit < table.length; commit++) {
    if (beforeSeconds !== null && (table.times[commit] ?? 0) >= beforeSeconds) continue;
    const changed = table.changes(commit);
    if (changed.length > BULK_COMMIT_FILES.localization) continue;
    for (const path of changed) {
      const file = filesOf[path] ?? -1;
      if (file >= 0) counts[file] = (counts[file] ?? 0) + 1;
    }
  }
  changeCountCache.set(filesOf, { beforeSeconds, counts });
  return counts;
}

function topCommits(
  scores: Float32Array,
  { table }: OpenedCommits,
  beforeSeconds: number | null,
): { commit: number; score: number }[] {
  const best = new TopK(FILE_CONSTANTS.similarCommits.value);
  for (let commit = 0; commit < scores.length; commit++) {
    const score = scores[commit] ?? 0;
    if (score <= 0 || score <= best.least || (beforeSeconds !== null && (table.times[commit] ?? 0) >= beforeSeconds))
      continue;
    const files = table.changes(commit).length;
    if (files === 0 || files > BULK_COMMIT_FILES.localization) continue;
    best.offer(0, commit, score);
  }
  return best.sorted().map(({ documentRef, score }) => ({ commit: documentRef.document, score }));
}
