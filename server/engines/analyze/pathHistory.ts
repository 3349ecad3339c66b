import type { OpenedCommits } from "../../index/indexStore.ts";

const kept = new WeakMap<OpenedCommits, ReadonlyMap<string, number>>();

/** The number of each path of a history, by its text. Read once per history. */
export function pathNumbers(commits: OpenedCommits): ReadonlyMap<string, number> {
  let numbers = kept.get(commits);
  if (!numbers) {
    const { paths } = commits.table;
    numbers = new Map(Array.from({ length: paths.length }, (_, path) => [paths.at(path), path]));
    kept.set(commits, numbers);
  }
  return numbers;
}

/** The newest commit that touched one of these paths, or -1. The table stands newest first. */
export function lastTouch({ table }: OpenedCommits, paths: ReadonlySet<number>): number {
  for (let commit = 0; commit < table.length; commit++) {
    for (const path of table.changes(commit)) if (paths.has(path)) return commit;
  }
  return -1;
}
