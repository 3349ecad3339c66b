import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../index/segment/MultiSegmentReader.ts";
import { MESSAGE_FIELDS, currentFiles } from "../ranking/commits.ts";
import { type PeopleOfHistory, type PeopleTable, isBefore } from "../identities/peopleTable.ts";
import { MAX_AGE_SECONDS, decayOf } from "./decay.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import type { ExpertFeature, RelevantCommit } from "./ExpertFeature.ts";
import { EXPERT_FEATURES, type ExpertFeatureId } from "./expertFeatures.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";
import { TopK } from "../ranking/TopK.ts";

/** A file in question, with how much of the question it is (0 to 1). */
export interface QuestionFile {
  /** Position of the repository in `index.code`. */
  readonly member: number;
  readonly file: number;
  readonly weight: number;
}

export interface ExpertQuery {
  readonly files: readonly QuestionFile[];
  /** Whether the files are those of a path that was asked for, and not those that a text is about. */
  readonly isAboutPath?: boolean;
  /** Words of the question; empty for a question about paths alone. */
  readonly terms: readonly QueryTerm[];
  /** Seconds since 1970; history at or after it is ignored. */
  readonly beforeSeconds: number | null;
  /** Evidence from trackers: each person's share in similar issues. */
  readonly issues: ReadonlyMap<number, number>;
  /** Reviews of these files, and wiki pages that name them, without decay by age. */
  readonly reviews?: ReadonlyMap<number, number>;
  readonly pages?: ReadonlyMap<number, number>;
}

export type PersonValues = Readonly<Record<ExpertFeatureId, Float64Array>>;

/** Something that a person did, with what it brings to one value. `isInFiles`: the commit changed files of the question. */
export type Contribution = (
  feature: ExpertFeatureId,
  person: number,
  amount: number,
  history: number,
  commit: number,
  isInFiles: boolean,
) => void;

type ListedFeature = ExpertFeature & { readonly id: ExpertFeatureId };
const LISTED_FEATURES: readonly ListedFeature[] = EXPERT_FEATURES;
const AUTHOR_FEATURES = LISTED_FEATURES.flatMap(({ id, authored }) => (authored ? [{ id, amountOf: authored }] : []));
const HELPER_FEATURES = LISTED_FEATURES.flatMap(({ id, helped }) => (helped ? [{ id, amountOf: helped }] : []));

/** The values of every person for a question. Robertson's BM25F finds similar commits; everything else is counting. */
export function personValues(index: OpenedIndex, table: PeopleTable, query: ExpertQuery): PersonValues {
  const values = Object.fromEntries(
    EXPERT_FEATURES.map(({ id }) => [id, new Float64Array(table.people.length)]),
  ) as PersonValues;
  eachContribution(index, table, query, (feature, person, amount) => {
    const column = values[feature];
    column[person] = (column[person] ?? 0) + amount;
  });
  for (const { id, amounts } of LISTED_FEATURES) {
    const column = values[id];
    for (const [person, amount] of amounts?.(query) ?? []) column[person] = (column[person] ?? 0) + amount;
  }
  return values;
}

/** Calls `add` for each contribution above 0, newest first in each repository. Those of bots are left out. */
export function eachContribution(index: OpenedIndex, table: PeopleTable, query: ExpertQuery, add: Contribution): void {
  const similar = similarCommits(index, table, query);
  table.histories.forEach((history, number) => {
    const { commits } = history;
    const near = pathWeights(index, history, query.files);
    const give = (
      features: typeof AUTHOR_FEATURES,
      person: number,
      share: number,
      commit: number,
      relevant: RelevantCommit,
    ): void => {
      if (person < 0 || table.people[person]?.isBot !== false) return;
      for (const { id, amountOf } of features) {
        const amount = share * amountOf(relevant);
        if (amount > 0) add(id, person, amount, number, commit, relevant.inFiles > 0);
      }
    };
    for (let commit = 0; commit < commits.table.length; commit++) {
      const time = commits.table.times[commit] ?? 0;
      if (!isBefore(time, query.beforeSeconds)) continue;
      const age = Math.max(0, table.nowSeconds - time);
      const alike = similar[number]?.get(commit) ?? 0;
      // Its decay is below a thousandth. Most commits of a long history are as old, so skipping them saves most of the work.
      if (age > MAX_AGE_SECONDS && alike === 0) continue;
      const decay = decayOf(age);
      const author = history.authors[commit] ?? -1;
      const changed = commits.table.changes(commit);
      let inFiles = 0;
      let inFolders = 0;
      if (near && changed.length <= BULK_COMMIT_FILES.expertise) {
        for (const path of changed) {
          inFiles += near.paths[path] ?? 0;
          inFolders = Math.max(inFolders, near.folders[history.folderOf[path] ?? 0] ?? 0);
        }
        inFiles /= Math.sqrt(Math.max(1, changed.length));
      }
      const relevant = {
        ageSeconds: age,
        decay,
        inFiles,
        inFolders,
        similarity: alike,
        hasChanges: changed.length > 0,
      };
      give(AUTHOR_FEATURES, author, 1, commit, relevant);
      give(HELPER_FEATURES, history.mergers[commit] ?? -1, EXPERT_CONSTANTS.merge.value, commit, relevant);
      for (const { person, kind } of history.credits.get(commit) ?? [])
        give(HELPER_FEATURES, person, EXPERT_CONSTANTS[kind].value, commit, relevant);
    }
  });
}

/** How much of the question each path and folder of a history is; null where it has no part in it. */
function pathWeights(
  index: OpenedIndex,
  { commits, code: member, folderOf, folders }: PeopleOfHistory,
  files: readonly QuestionFile[],
): { paths: Float32Array; folders: Float32Array } | null {
  const code = index.code[member];
  const memberFiles = files.filter((file) => file.member === member);
  if (!code || memberFiles.length === 0) return null;
  const weights = new Float32Array(code.files.length);
  const byFolder = new Map<string, number>();
  const add = (folder: string, weight: number): void => void byFolder.set(folder, (byFolder.get(folder) ?? 0) + weight);
  for (const { file, weight } of memberFiles) {
    weights[file] = weight;
    const path = code.files.path(file);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    add(folder, weight);
    if (folder !== "")
      add(folder.slice(0, Math.max(0, folder.lastIndexOf("/"))), weight * EXPERT_CONSTANTS.parentFolder.value);
  }
  const largest = byFolder.values().reduce((maximum, weight) => Math.max(maximum, weight));
  const nowAt = currentFiles(code, commits);
  return {
    paths: Float32Array.from({ length: folderOf.length }, (_, path) => weights[nowAt[path] ?? -1] ?? 0),
    folders: Float32Array.from(folders, (folder) => (byFolder.get(folder) ?? 0) / largest),
  };
}

/** The commits of all histories that read most like the question, each with its similarity. */
function similarCommits(
  index: OpenedIndex,
  { histories }: PeopleTable,
  { terms, beforeSeconds }: ExpertQuery,
): Map<number, number>[] {
  const shares = histories.map(() => new Map<number, number>());
  if (terms.length === 0) return shares;
  const best = new TopK(EXPERT_CONSTANTS.maxSimilarCommits.value);
  index.commitGroup.score(terms, MESSAGE_FIELDS).forEach((scores, history) => {
    const times = histories[history]?.commits.table.times;
    for (let commit = 0; commit < scores.length; commit++) {
      const score = scores[commit] ?? 0;
      if (score > 0 && isBefore(times?.[commit] ?? 0, beforeSeconds)) best.offer(history, commit, score);
    }
  });
  const ranked = best.sorted();
  const maximum = ranked[0]?.score ?? 1;
  for (const { documentRef, score } of ranked)
    shares[documentRef.member]?.set(
      documentRef.document,
      (score / maximum) ** EXPERT_CONSTANTS.similarityExponent.value,
    );
  return shares;
}
