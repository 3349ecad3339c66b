import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { EXPERT_ROLES } from "../../../contract/people/experts.ts";
import { inactiveWeeks, inactivityFactor } from "./inactivity.ts";
import { type ExpertQuery, type PersonValues, personValues } from "./personValues.ts";
import { type PeopleTable, peopleTable } from "../identities/peopleTable.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import type { ExpertFeature, ExpertRole } from "./ExpertFeature.ts";
import {
  EXPERT_FEATURES,
  EXPERT_WEIGHTS,
  type ExpertFeatureId,
  type ExpertWeights,
  ROLE_WEIGHTS,
} from "./expertFeatures.ts";

export interface RankedPerson {
  /** Number in the people table. */
  readonly person: number;
  /** Sum of the points of all features, and of the (negative) points for having been away. */
  readonly score: number;
  readonly points: Readonly<Record<ExpertFeatureId, number>>;
  /** Zero or negative. */
  readonly absence: number;
  /** What the person is among the likeliest for; none for most. */
  readonly roles: readonly ExpertRole[];
}

/** A role is given to the first people of its own list, up to this number. */
const MAX_PER_ROLE = 3;

const LISTED_FEATURES: readonly (ExpertFeature & { readonly id: ExpertFeatureId })[] = EXPERT_FEATURES;
const LIMITS = Object.fromEntries(LISTED_FEATURES.map(({ id, limitedBy }) => [id, limitedBy])) as Readonly<
  Record<ExpertFeatureId, ExpertFeature["limitedBy"]>
>;

/** Ranks all people with any points, best first, without bots. */
export function rankPeople(
  index: OpenedIndex,
  query: ExpertQuery,
  table: PeopleTable = peopleTable(index),
): RankedPerson[] {
  return withRoles(table, personValues(index, table, query), query.isAboutPath);
}

/** The one list, and the list of each role, best first. */
export function rankAllPeople(
  index: OpenedIndex,
  query: ExpertQuery,
  table: PeopleTable,
): Readonly<Record<"people" | ExpertRole, RankedPerson[]>> {
  const values = personValues(index, table, query);
  return {
    people: withRoles(table, values, query.isAboutPath),
    fixer: rankValues(table, values, ROLE_WEIGHTS.fixer, query.isAboutPath),
    reviewer: rankValues(table, values, ROLE_WEIGHTS.reviewer, query.isAboutPath),
  };
}

/** The one list, and which roles each person is likely to take: a list for each role would need other weights. */
function withRoles(table: PeopleTable, values: PersonValues, isAboutPath?: boolean): RankedPerson[] {
  const roles = new Map<number, ExpertRole[]>();
  for (const role of EXPERT_ROLES) {
    const ranked = rankValues(table, values, ROLE_WEIGHTS[role], isAboutPath);
    const minScore = EXPERT_CONSTANTS.minRoleShare.value * (ranked[0]?.score ?? 0);
    for (const { person, score } of ranked.slice(0, MAX_PER_ROLE))
      if (score >= minScore && hasRecentReviews(values, person, role))
        roles.set(person, [...(roles.get(person) ?? []), role]);
  }
  return rankValues(table, values, EXPERT_WEIGHTS, isAboutPath).map((ranked) => ({
    ...ranked,
    roles: roles.get(ranked.person) ?? [],
  }));
}

/** The role "reviewer" requires a recent review or merge. */
const hasRecentReviews = ({ reviewing90d }: PersonValues, person: number, role: ExpertRole): boolean =>
  role !== "reviewer" || (reviewing90d[person] ?? 0) > 0;

/**
 * The linear sum over values that are each divided by the largest one.
 * @param isAboutPath whether features of the whole project are limited by the work on the files, see `limitedBy`
 */
export function rankValues(
  table: PeopleTable,
  values: PersonValues,
  weights: ExpertWeights,
  isAboutPath = false,
): RankedPerson[] {
  const names = EXPERT_FEATURES.map(({ id }) => id);
  const maxima = Object.fromEntries(
    names.map((name) => [name, values[name].reduce((best, value) => Math.max(best, value), 0)]),
  ) as Record<ExpertFeatureId, number>;
  const none = Object.fromEntries(names.map((name) => [name, 0])) as Record<ExpertFeatureId, number>;
  const ranked: RankedPerson[] = [];
  table.people.forEach(({ isBot }, person) => {
    if (isBot) return;
    let sum = 0;
    // Thousands of people are ranked for each definition that is shown: no list is made for each of them.
    const points = { ...none };
    for (const name of names) {
      const limit = isAboutPath ? LIMITS[name] : undefined;
      // Where no person has worked on the files, the work on the whole project is all that is known.
      const share =
        limit === undefined || maxima.files === 0
          ? 1
          : maxima[limit] > 0
            ? (values[limit][person] ?? 0) / maxima[limit]
            : 0;
      const value = maxima[name] > 0 ? (share * weights[name] * (values[name][person] ?? 0)) / maxima[name] : 0;
      sum += value;
      points[name] = value;
    }
    if (sum <= 0) return;
    const absence = -sum * (1 - inactivityFactor(inactiveWeeks(table, person)));
    ranked.push({ person, score: sum + absence, points, absence, roles: [] });
  });
  return ranked.sort((a, b) => b.score - a.score || a.person - b.person);
}
