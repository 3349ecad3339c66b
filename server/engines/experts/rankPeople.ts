import type { OpenedIndex } from "../../index/indexStore.ts";
import { missedWeeks, presenceFactor } from "./departures.ts";
import { type Asked, type PersonValues, personValues } from "./features.ts";
import { type PeopleTable, peopleTable } from "./peopleTable.ts";
import { EXPERT_FEATURE_NAMES, EXPERT_WEIGHTS, type ExpertFeature, type ExpertWeights } from "./weights.ts";

export interface RankedPerson {
  /** Number in the people table. */
  readonly person: number;
  /** Sum of the points of all features, and of the (negative) points for having been away. */
  readonly score: number;
  readonly points: Readonly<Record<ExpertFeature, number>>;
  /** Zero or negative. */
  readonly absence: number;
}

/** Ranks everybody who did anything that counts, best first. Programs are never among them. */
export function rankPeople(
  index: OpenedIndex,
  asked: Asked,
  table: PeopleTable = peopleTable(index),
  weights: ExpertWeights = EXPERT_WEIGHTS,
): RankedPerson[] {
  return rankValues(table, personValues(index, table, asked), weights);
}

/** The linear sum over values that are each divided by the largest one. */
export function rankValues(table: PeopleTable, values: PersonValues, weights: ExpertWeights): RankedPerson[] {
  const most = Object.fromEntries(
    EXPERT_FEATURE_NAMES.map((name) => [name, values[name].reduce((best, value) => Math.max(best, value), 0)]),
  ) as Record<ExpertFeature, number>;
  const ranked: RankedPerson[] = [];
  table.people.forEach(({ isBot }, person) => {
    if (isBot) return;
    let sum = 0;
    const points = Object.fromEntries(
      EXPERT_FEATURE_NAMES.map((name) => {
        const value = most[name] > 0 ? (weights[name] * (values[name][person] ?? 0)) / most[name] : 0;
        sum += value;
        return [name, value];
      }),
    ) as Record<ExpertFeature, number>;
    if (sum <= 0) return;
    const absence = -sum * (1 - presenceFactor(missedWeeks(table, person)));
    ranked.push({ person, score: sum + absence, points, absence });
  });
  return ranked.sort((a, b) => b.score - a.score || a.person - b.person);
}
