import { activityStatus } from "../experts/inactivity.ts";
import { type PersonReason, explainPeople } from "../experts/explain.ts";
import { ROLE_WEIGHTS } from "../experts/expertFeatures.ts";
import { decayOf } from "../experts/decay.ts";
import { type ExpertQuery, personValues } from "../experts/personValues.ts";
import { rankValues } from "../experts/rankPeople.ts";
import { type PeopleTable, isBefore } from "../identities/peopleTable.ts";
import { touchesOf } from "../localize/touches.ts";
import { commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import type { ChangedPlace } from "./changedPlaces.ts";
import { REVIEW_CONSTANTS } from "./reviewConstants.ts";

/** Who should review a request, and why. */
export interface Reviewer {
  /** Number in the people table. */
  readonly person: number;
  readonly score: number;
  /** Open requests that wait for their review. */
  readonly load: number;
  /** Names of changed functions that they changed before, those they changed most first. */
  readonly functions: readonly string[];
  readonly reasons: readonly PersonReason[];
}

export interface ReviewerQuestion {
  readonly query: ExpertQuery;
  /** Position of the repository in `index.code`. */
  readonly member: number;
  readonly places: readonly ChangedPlace[];
  /** The authors of the request, those who opted out, and those who are away. */
  readonly excluded: ReadonlySet<number>;
  readonly load: ReadonlyMap<number, number>;
}

const MAX_REVIEWERS = 3;
const MAX_FUNCTIONS = 3;
/** People who are explained: more than are shown. */
const MAX_RANKED = 20;

/** The people who know most of what a request changes and are there, best first, three at most. */
export function reviewersOf(index: OpenedIndex, table: PeopleTable, question: ReviewerQuestion): Reviewer[] {
  const { query, excluded, load } = question;
  const ranked = rankValues(table, personValues(index, table, query), ROLE_WEIGHTS.reviewer, true);
  const best = ranked[0]?.score ?? 0;
  const functions = functionKnowledge(index, table, question);
  const mostLines = Math.max(0, ...functions.values().map(({ amount }) => amount));
  const scored = ranked
    .filter(({ person, points }) => {
      if (excluded.has(person) || activityStatus(table, person) !== "active") return false;
      // Someone who is only active in the project knows nothing of what is changed.
      return points.files + points.folders + points.reviews + points.pages + points.similar > 0;
    })
    .map((candidate) => {
      const waiting = Math.min(load.get(candidate.person) ?? 0, REVIEW_CONSTANTS.maxLoad.value);
      const lines = mostLines > 0 ? (functions.get(candidate.person)?.amount ?? 0) / mostLines : 0;
      const knowledge = candidate.score + REVIEW_CONSTANTS.lines.value * best * lines;
      return { ranked: candidate, score: knowledge * (1 - REVIEW_CONSTANTS.load.value * waiting) };
    })
    .sort((a, b) => b.score - a.score || a.ranked.person - b.ranked.person)
    .slice(0, MAX_REVIEWERS);
  const reasons = explainPeople(
    index,
    table,
    query,
    scored.slice(0, MAX_RANKED).map((candidate) => candidate.ranked),
  );
  return scored.map(({ ranked: { person }, score }, at) => ({
    person,
    score,
    load: load.get(person) ?? 0,
    functions: functions.get(person)?.names() ?? [],
    reasons: reasons[at] ?? [],
  }));
}

class FunctionsOfPerson {
  amount = 0;
  readonly #byName = new Map<string, number>();

  add(name: string, amount: number): void {
    this.amount += amount;
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + amount);
  }

  names(): string[] {
    return [...this.#byName]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, MAX_FUNCTIONS)
      .map(([name]) => name);
  }
}

/** How much of the changed functions each person changed, by the commits that are followed back from their lines of today. */
function functionKnowledge(
  index: OpenedIndex,
  table: PeopleTable,
  { query: { beforeSeconds }, member, places }: ReviewerQuestion,
): Map<number, FunctionsOfPerson> {
  const people = new Map<number, FunctionsOfPerson>();
  const code = index.code[member];
  const commits = commitsOf(index, code?.part.source);
  const history = table.histories.find((candidate) => candidate.commits === commits);
  if (!code || !commits || !history) return people;
  for (const { file, symbols, weight } of places) {
    if (symbols.length === 0) continue;
    const changed = new Set(symbols);
    for (const { symbol, commit, share } of touchesOf(code, commits, file)) {
      const time = commits.table.times[commit] ?? 0;
      if (!changed.has(symbol) || !isBefore(time, beforeSeconds)) continue;
      const amount = weight * Math.min(1, share) * decayOf(Math.max(0, table.nowSeconds - time));
      const helpers = (history.credits.get(commit) ?? []).map(({ person }) => person);
      for (const person of new Set([history.authors[commit] ?? -1, ...helpers])) {
        if (table.people[person]?.isBot !== false) continue;
        const functions = people.get(person) ?? new FunctionsOfPerson();
        people.set(person, functions);
        functions.add(code.symbols?.table.name(symbol) ?? "", amount);
      }
    }
  }
  return people;
}
