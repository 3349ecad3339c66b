import type { OpenedCommits } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";

/**
 * By the number of a path the path that it got. The table has no renames, but a rename is a commit which is the last one of a path and the
 * first one of another: with the same name, or the only two with an ending in one folder.
 */
export const renamesOf = memoize(({ table }: OpenedCommits): ReadonlyMap<number, number> => {
  const first = new Int32Array(table.paths.length).fill(-1);
  const last = new Int32Array(table.paths.length).fill(-1);
  // The newest commit is the first of the table.
  for (let commit = 0; commit < table.length; commit++)
    for (const path of table.changes(commit)) {
      if ((last[path] ?? -1) < 0) last[path] = commit;
      first[path] = commit;
    }
  const renames = new Map<number, number>();
  for (let commit = 0; commit < table.length; commit++) {
    const changed = [...table.changes(commit)];
    const ended = changed.filter((path) => last[path] === commit && first[path] !== commit);
    const begun = changed.filter((path) => first[path] === commit);
    if (ended.length > 0 && begun.length > 0)
      for (const keyOf of [nameOf, folderAndEnding])
        addPairs(ended, begun, (path) => keyOf(table.paths.at(path)), renames);
  }
  return renames;
});

/** Pairs paths that are the only ones with their key. */
function addPairs(
  ended: readonly number[],
  begun: readonly number[],
  keyOf: (path: number) => string,
  renames: Map<number, number>,
): void {
  const byKey = Map.groupBy(begun, keyOf);
  const free = ended.filter((path) => !renames.has(path));
  for (const [key, [old, second]] of Map.groupBy(free, keyOf)) {
    const [renamed, other] = byKey.get(key) ?? [];
    if (old !== undefined && second === undefined && renamed !== undefined && other === undefined)
      renames.set(old, renamed);
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderAndEnding = (path: string): string =>
  `${path.slice(0, path.lastIndexOf("/") + 1)}*${/\.[^./]+$/.exec(path)?.[0] ?? ""}`;
