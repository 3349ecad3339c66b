import type { CommitTable } from "../../index/tables/commitTable.ts";

/** Which commits are in the history of one, itself included: one byte for each commit. */
export function historyOf(table: CommitTable, commit: number): Uint8Array {
  const isIn = new Uint8Array(table.length);
  isIn[commit] = 1;
  const stack = [commit];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const which of [0, 1] as const) {
      const parent = table.parent(at, which);
      if (parent < 0 || isIn[parent] === 1) continue;
      isIn[parent] = 1;
      stack.push(parent);
    }
  }
  return isIn;
}

/**
 * The newest commit of the history of a revision that changed each of these entries or something below it, by the entry's path. Empty where
 * the index lacks the revision.
 * @param revision null: the head, whose history is the whole table
 * @param paths entries of one folder, or one file
 */
export function newestCommits(
  table: CommitTable,
  revision: string | null,
  folder: string,
  paths: readonly string[],
): ReadonlyMap<string, number> {
  const [start] = revision === null ? [] : table.withHash(revision, 1);
  const result = new Map<string, number>();
  if (start === undefined && revision !== null) return result;
  const isIn = start === undefined ? null : historyOf(table, start);
  const entryOf = entriesByPath(table, folder, new Map(paths.map((path, at) => [path, at])));
  // Commits are numbered from the newest.
  for (let commit = 0; commit < table.length && result.size < paths.length; commit++) {
    if (isIn !== null && isIn[commit] !== 1) continue;
    for (const changed of table.changes(commit)) {
      const path = paths[entryOf[changed] ?? -1];
      if (path !== undefined && !result.has(path)) result.set(path, commit);
    }
  }
  return result;
}

/** For each path of the history the entry of the folder that it is or is below, or -1. */
function entriesByPath(table: CommitTable, folder: string, entries: ReadonlyMap<string, number>): Int32Array {
  const prefix = folder === "" ? "" : `${folder}/`;
  return Int32Array.from({ length: table.paths.length }, (_, number) => {
    const path = table.paths.at(number);
    if (!path.startsWith(prefix)) return -1;
    const end = path.indexOf("/", prefix.length);
    return entries.get(end < 0 ? path : path.slice(0, end)) ?? -1;
  });
}
