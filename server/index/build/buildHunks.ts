import type { BuildContext } from "./buildContext.ts";
import { readHunks } from "../../git/readHunks.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import { type HunkRow, type HunkTable, writeHunkTable } from "../tables/hunkTable.ts";

/** Commits whose lines are kept: one to several years. Older changes of a function add no evidence, and each costs git a millisecond or two. */
const MAX_COMMITS = 2000;
/** Numbers that are kept, four a hunk: four million are 16 MB. */
const MAX_HUNK_NUMBERS = 4_000_000;

/**
 * The lines that the newest commits changed, as a blob. Null where git cannot compute them, as in a copy without all its objects: what
 * depends on them is then omitted.
 *
 * @param places of each new commit's hash in the commit table
 * @param folders only lines of files in these; none: all
 * @param old the previous table, with the number of new commits in front of it
 */
export async function buildHunks(
  gitDir: string,
  range: string,
  places: ReadonlyMap<string, number>,
  old: { table: HunkTable; fresh: number } | null,
  { blobs, checkpoint, signal }: BuildContext,
  mostCommits: number = MAX_COMMITS,
  folders: readonly string[] = [],
): Promise<string | null> {
  const rows: HunkRow[] = [];
  let numbers = 0;
  try {
    for await (const { hash, path, hunks } of readHunks(gitDir, range, mostCommits, signal, folders)) {
      const commit = places.get(hash);
      if (commit === undefined) continue;
      numbers += hunks.length;
      if (numbers > MAX_HUNK_NUMBERS) break;
      rows.push({ path, commit, hunks });
      if (rows.length % 1000 === 0) checkpoint();
    }
  } catch (error) {
    if (error instanceof GitReadError) return null;
    throw error;
  }
  if (old) {
    const previousRows = old.table.rows().map((row) => ({ ...row, commit: row.commit + old.fresh }));
    return blobs.put(writeHunkTable(newest([...rows, ...previousRows], mostCommits)));
  }
  return blobs.put(writeHunkTable(rows));
}

/** The rows of the newest commits: together no more than are kept of a first reading. */
function newest(rows: readonly HunkRow[], mostCommits: number): HunkRow[] {
  const ordered = [...rows].sort((a, b) => a.commit - b.commit);
  const commits = new Set<number>();
  let numbers = 0;
  const end = ordered.findIndex(({ commit, hunks }) => {
    commits.add(commit);
    numbers += hunks.length;
    return commits.size > mostCommits || numbers > MAX_HUNK_NUMBERS;
  });
  return end < 0 ? ordered : ordered.slice(0, end);
}
