import type { Db } from "../../../db/openDb.ts";
import type { Micros, PageCursors } from "../../../db/tables/pages/textPages.ts";
import type { ProjectRows } from "../../../engines/insights/cachedRows.ts";

/** A request for rows, with the names that they refer to. */
export interface RowReading {
  readonly db: Db;
  readonly projectId: string;
  readonly sources: readonly string[];
  readonly names: Pick<
    ProjectRows,
    "accounts" | "labels" | "types" | "priorities" | "states" | "milestones" | "sprints" | "fields"
  >;
}

/** The newest known change of each source, from which on it is read again. */
export function cursorsOf(
  sources: readonly string[],
  rows: Iterable<{ readonly source: string; readonly updatedAt: Micros }>,
): PageCursors {
  const marks = new Map<string, Micros>(sources.map((source) => [source, 0]));
  for (const { source, updatedAt } of rows) {
    if (updatedAt > (marks.get(source) ?? Infinity)) marks.set(source, updatedAt);
  }
  return marks;
}

export const milliseconds = (micros: Micros): number => Math.floor(micros / 1000);

export const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
