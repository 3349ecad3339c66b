import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { Scores } from "./scores.ts";

/** JSON has no Infinity: a rank of an answer that is not in the list is null. */
const Rank = z.int().positive().nullable();
const Outcomes = z.record(z.string(), z.array(z.object({ first: Rank, last: Rank })));

const stored = (rank: number): number | null => (Number.isFinite(rank) ? rank : null);

/** Writes the ranks of each list, so that another process can compare them; nothing where no file is given. */
export function writeOutcomes(file: string | undefined, lists: Iterable<readonly [string, Scores]>): void {
  if (file === undefined) return;
  const rows = Array.from(lists, ([name, { outcomes }]) => [
    name,
    outcomes.map(({ first, last }) => ({ first: stored(first), last: stored(last) })),
  ]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(rows)));
}

/** Throws ZodError for a file of another shape. */
export const readOutcomes = (file: string): Map<string, Scores> =>
  new Map(
    Object.entries(Outcomes.parse(JSON.parse(readFileSync(file, "utf8")))).map(([name, ranks]) => [
      name,
      Scores.of(ranks.map(({ first, last }) => ({ first: first ?? Infinity, last: last ?? Infinity }))),
    ]),
  );
