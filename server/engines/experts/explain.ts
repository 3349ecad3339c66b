import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { type ExpertQuery, eachContribution } from "./personValues.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import type { RankedPerson } from "./rankPeople.ts";
import { EXPERT_FEATURES, type ExpertFeatureId, type ExpertReasonCode } from "./expertFeatures.ts";

/** A commit that a reason rests on. `history` counts the index's histories. */
export interface CommitEvidence {
  readonly history: number;
  readonly commit: number;
  readonly amount: number;
}

export interface PersonReason {
  readonly code: ExpertReasonCode;
  readonly points: number;
  /** The commits that brought most, three at most; none for issues, whose evidence the caller has. */
  readonly commits: readonly CommitEvidence[];
}

const REASONS = Object.fromEntries(EXPERT_FEATURES.map(({ id, reason }) => [id, reason])) as Readonly<
  Record<ExpertFeatureId, ExpertReasonCode>
>;
/** What points of a commit that changed none of the files are shown under, where that is another reason. */
const ELSEWHERE: Partial<Readonly<Record<ExpertFeatureId, ExpertReasonCode>>> = { files30d: "folders" };
const MAX_COMMITS = 3;
/** Points below this are rounding, not a reason; they go to the strongest reason so that the sum stays the score. */
const MIN_POINTS = 0.005;

/** The reasons of each ranked person, the strongest first; the points of all of them add up to the score. */
export function explainPeople(
  index: OpenedIndex,
  table: PeopleTable,
  query: ExpertQuery,
  ranked: readonly RankedPerson[],
): PersonReason[][] {
  const numberOf = new Map(ranked.map(({ person }, at) => [person, at]));
  const best = ranked.map(() => new Map<ExpertReasonCode, CommitEvidence[]>());
  const sums = ranked.map(() => new Map<ExpertFeatureId, Sums>());
  eachContribution(index, table, query, (feature, person, amount, history, commit, isInFiles) => {
    const at = numberOf.get(person);
    if (at === undefined) return;
    const code = (isInFiles ? undefined : ELSEWHERE[feature]) ?? REASONS[feature];
    const { all, elsewhere } = sums[at]?.get(feature) ?? { all: 0, elsewhere: 0 };
    sums[at]?.set(feature, { all: all + amount, elsewhere: isInFiles ? elsewhere : elsewhere + amount });
    const evidence = best[at]?.get(code) ?? [];
    const isListed = evidence.find(
      (commitEvidence) => commitEvidence.commit === commit && commitEvidence.history === history,
    );
    if (isListed) return;
    if (evidence.length >= MAX_COMMITS && amount <= (evidence.at(-1)?.amount ?? 0)) return;
    evidence.push({ history, commit, amount });
    evidence.sort((a, b) => b.amount - a.amount);
    if (evidence.length > MAX_COMMITS) evidence.length = MAX_COMMITS;
    best[at]?.set(code, evidence);
  });
  return ranked.map((person, at) => reasonsOf(person, best[at] ?? new Map(), sums[at] ?? new Map()));
}

/** What commits brought to one value of a person, and what of it those brought that changed none of the files. */
interface Sums {
  readonly all: number;
  readonly elsewhere: number;
}

function reasonsOf(
  { points, absence }: RankedPerson,
  commits: ReadonlyMap<ExpertReasonCode, readonly CommitEvidence[]>,
  amounts: ReadonlyMap<ExpertFeatureId, Sums>,
): PersonReason[] {
  const sums = new Map<ExpertReasonCode, number>();
  const add = (code: ExpertReasonCode, value: number): void => void sums.set(code, (sums.get(code) ?? 0) + value);
  for (const { id, reason } of EXPERT_FEATURES) {
    const other = ELSEWHERE[id];
    const { all, elsewhere } = amounts.get(id) ?? { all: 0, elsewhere: 0 };
    const share = other === undefined || all === 0 ? 0 : elsewhere / all;
    add(reason, points[id] * (1 - share));
    if (other !== undefined) add(other, points[id] * share);
  }
  const sorted = [...sums].sort((a, b) => b[1] - a[1]);
  const small = sorted.filter(([, sum], at) => at > 0 && sum < MIN_POINTS);
  const rest = small.reduce((total, [, sum]) => total + sum, 0);
  const reasons = sorted
    .filter((entry) => !small.includes(entry))
    .map(([code, sum], at) => ({ code, points: at === 0 ? sum + rest : sum, commits: commits.get(code) ?? [] }));
  return absence < 0 ? [...reasons, { code: "away", points: absence, commits: [] }] : reasons;
}
