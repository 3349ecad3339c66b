import { readNearest } from "../../git/nearestCommits.ts";
import { listCommits } from "../../sources/git/commitHistory.ts";
import type { OutsideCommits } from "../../sources/git/listedRefs.ts";
import { throwSourceError } from "../../sources/git/sourceGit.ts";
import { readCommitTimes } from "../../git/readCommitTimes.ts";

export interface RefPlace {
  /** The bare repository. */
  readonly folder: string;
  readonly head: string;
  /** The folders that the repository is limited to. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * The commits of branches and tags outside of the stored history. With folders these are also commits of the head's history that change
 * nothing in them: the nearest stored ones are what a release contains.
 * @param hashes of all listed refs
 * @throws SourceError
 */
export async function withNearestOfRefs(
  { folder, head, folders, signal }: RefPlace,
  hashes: readonly string[],
  outside: OutsideCommits,
): Promise<OutsideCommits> {
  if (folders.length === 0 || hashes.length === 0) return outside;
  const stored = new Set(await listCommits(folder, head, null, signal, folders));
  const nearest = await readNearest(folder, head, stored, () => Promise.resolve([]), signal).catch(throwSourceError);
  const nearestOf = (forks: readonly string[]): string[] => [
    ...new Set(forks.flatMap((fork) => nearest.get(fork) ?? [])),
  ];
  const unchanged = [...new Set(hashes)].filter((hash) => nearest.has(hash) && !stored.has(hash));
  const times = await readCommitTimes(folder, unchanged, signal).catch(throwSourceError);
  return new Map([
    ...[...outside].map(([hash, commit]) => [hash, { ...commit, forks: nearestOf(commit.forks) }] as const),
    ...[...times].map(([hash, committedAt]) => [hash, { forks: nearestOf([hash]), committedAt }] as const),
  ]);
}
