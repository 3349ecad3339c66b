import type { Db } from "../../../db/openDb.ts";
import type { CachedCommits } from "../../../engines/insights/cachedRows.ts";
import {
  type StoredCommitRow,
  countCommitsWithoutMerges,
  listCommitsAfter,
  listCountedLines,
} from "../../../db/tables/commits/commitChanges.ts";

const EMPTY: readonly never[] = [];

/**
 * The commits of one repository.
 * @param before what was read last; null: nothing
 */
export async function readCommitsOf(
  db: Db,
  source: string,
  before: CachedCommits | null,
): Promise<{ readonly commits: CachedCommits; readonly read: number }> {
  const previous = before?.rows ?? EMPTY;
  const fresh: StoredCommitRow[][] = [];
  // Rows of a repository are written by one sync at a time, so their numbers come in the order in which they are seen.
  for await (const page of listCommitsAfter(db, source, previous.at(-1)?.id ?? 0)) fresh.push(page);
  const read = fresh.reduce((sum, page) => sum + page.length, 0);
  if (before && (await countCommitsWithoutMerges(db, source)) !== previous.length + read)
    return readCommitsOf(db, source, null);
  const counted = before && before.uncounted.length > 0 ? await listCountedLines(db, before.uncounted) : null;
  if (read === 0 && (counted === null || counted.size === 0)) {
    return { commits: before ?? { rows: EMPTY, uncounted: EMPTY }, read };
  }
  const old = counted?.size
    ? previous.map((row) => ({ ...row, lines: row.lines ?? counted.get(row.id) ?? null }))
    : previous;
  const rows = [...old, ...fresh.flat()];
  return { commits: { rows, uncounted: rows.flatMap(({ id, lines }) => (lines === null ? [id] : [])) }, read };
}
