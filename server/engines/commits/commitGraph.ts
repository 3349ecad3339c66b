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

/** The commits of the history of some commits, themselves included, each once; the first parents' line first. */
export function* ancestorsOf(table: CommitTable, ...commits: readonly number[]): Generator<number> {
  const isSeen = new Uint8Array(table.length);
  const stack = commits.toReversed();
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (isSeen[at] === 1) continue;
    isSeen[at] = 1;
    yield at;
    stack.push(...parentsOf(table, at).toReversed());
  }
}

interface Tag {
  readonly name: string;
  readonly hash: string;
  /** `forks`: the newest commits of the index that it contains, where its own is outside of the index. */
  readonly outside: { readonly forks: readonly string[] } | null;
}

/** The newest commits of the index in the history of a tag, its own where the index has that; none for one that was not fetched. */
export function commitsOfTag(table: CommitTable, { hash, outside }: Pick<Tag, "hash" | "outside">): number[] {
  const [tagged] = table.withHash(hash, 1);
  if (tagged !== undefined) return [tagged];
  return (outside?.forks ?? []).flatMap((fork) => table.withHash(fork, 1));
}

/** Tags whose commit has this one in its history, the oldest first; a tag outside of the index is as old as its newest commit there. */
export function tagsWith<T extends Tag>(
  table: CommitTable,
  commit: number,
  tags: readonly T[],
): { readonly tag: T; readonly commit: number }[] {
  if (tags.length === 0) return [];
  const isDescendant = descendantsOf(table, commit);
  const tagged = tags.flatMap((tag) => {
    const commits = commitsOfTag(table, tag);
    // Commits are numbered from the newest.
    return commits.some((candidate) => isDescendant[candidate] === 1) ? [{ tag, commit: Math.min(...commits) }] : [];
  });
  return tagged.sort(
    (a, b) =>
      (table.times[a.commit] ?? 0) - (table.times[b.commit] ?? 0) ||
      a.tag.name.localeCompare(b.tag.name, "en", { numeric: true }),
  );
}
