import type { ExpertReason } from "../../contract/people/experts.ts";

/** Why a person is in the list, the strongest reason first; without `away`, which subtracts points. */
export const strongestReasons = (reasons: readonly ExpertReason[]): ExpertReason[] =>
  reasons.filter(({ code }) => code !== "away").toSorted((a, b) => b.points - a.points);
