import type { CommitTable } from "../../index/tables/commitTable.ts";
import { memoize } from "../../memoize.ts";

/** Children of each commit: those of commit `i` are from `starts[i]` to `starts[i + 1]`, newest first. */
interface Children {
  readonly starts: Uint32Array;
  readonly commits: Uint32Array;
}

const parentsOf = (table: CommitTable, commit: number): number[] => {
  const [first, second] = [table.parent(commit, 0), table.parent(commit, 1)];
  return [first, second].filter((parent, at) => parent >= 0 && (at === 0 || parent !== first));
};

const childrenByCommit = memoize((table: CommitTable): Children => {
  const starts = new Uint32Array(table.length + 1);
  for (let commit = 0; commit < table.length; commit++)
    for (const parent of parentsOf(table, commit)) starts[parent + 1] = (starts[parent + 1] ?? 0) + 1;
  for (let commit = 0; commit < table.length; commit++)
    starts[commit + 1] = (starts[commit + 1] ?? 0) + (starts[commit] ?? 0);
  const next = starts.slice();
  const commits = new Uint32Array(starts[table.length] ?? 0);
  for (let commit = 0; commit < table.length; commit++) {
    for (const parent of parentsOf(table, commit)) {
      const at = next[parent] ?? 0;
      commits[at] = commit;
      next[parent] = at + 1;
    }
  }
  return { starts, commits };
});

/** Commits made on top of one, newest first. A third or later parent of a merge is not in the index. */
export function childrenOf(table: CommitTable, commit: number): Uint32Array {
  const { starts, commits } = childrenByCommit(table);
  return commits.subarray(starts[commit], starts[commit + 1]);
}

/** Which commits have this one in their history, itself included: one byte for each commit. */
export function descendantsOf(table: CommitTable, commit: number): Uint8Array {
  const isDescendant = new Uint8Array(table.length);
  isDescendant[commit] = 1;
  const stack = [commit];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const child of childrenOf(table, at)) {
      if (isDescendant[child] === 1) continue;
      isDescendant[child] = 1;
      stack.push(child);
    }
  }
  return isDescendant;
}

/** The commits of a commit's history, itself included, each once; the first parents' line first. */
export function* ancestorsOf(table: CommitTable, commit: number): Generator<number> {
  const isSeen = new Uint8Array(table.length);
  const stack = [commit];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (isSeen[at] === 1) continue;
    isSeen[at] = 1;
    yield at;
    stack.push(...parentsOf(table, at).toReversed());
  }
}

/** Tags whose commit has this one in its history, the oldest first; those of commits that the index lacks are left out. */
export function tagsWith<T extends { readonly name: string; readonly hash: string }>(
  table: CommitTable,
  commit: number,
  tags: readonly T[],
): { readonly tag: T; readonly commit: number }[] {
  if (tags.length === 0) return [];
  const isDescendant = descendantsOf(table, commit);
  const found = tags.flatMap((tag) => {
    const [tagged] = table.withHash(tag.hash, 1);
    return tagged !== undefined && table.hash(tagged) === tag.hash && isDescendant[tagged] === 1
      ? [{ tag, commit: tagged }]
      : [];
  });
  return found.sort(
    (a, b) =>
      (table.times[a.commit] ?? 0) - (table.times[b.commit] ?? 0) ||
      a.tag.name.localeCompare(b.tag.name, "en", { numeric: true }),
  );
}
