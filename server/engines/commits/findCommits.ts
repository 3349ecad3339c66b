import type { OpenedIndex } from "../../index/OpenedIndex.ts";

/** A commit of an index: the position of its history in `index.commits`, and its number there. */
export interface CommitPlace {
  readonly member: number;
  readonly commit: number;
}

const HASH = /^[0-9a-f]{4,64}$/;
/** Commits of one beginning that are found. */
export const MAX_CANDIDATES = 20;
const NAMED_HASH = /(?<![\w-])[0-9a-f]{7,64}(?![\w-])/g;
const MAX_NAMED = 200;

/**
 * The commits whose hash begins with these digits, of all repositories or of one; a whole hash has one in each repository that has it.
 * @returns one more than `MAX_CANDIDATES` where there are more
 */
export function findCommits(index: OpenedIndex, digits: string, source?: string): CommitPlace[] {
  const prefix = digits.toLowerCase();
  if (!HASH.test(prefix)) return [];
  return index.commits
    .flatMap(({ part, table }, member) =>
      source === undefined || part.source === source
        ? table.withHash(prefix, MAX_CANDIDATES + 1).map((commit): CommitPlace => ({ member, commit }))
        : [],
    )
    .slice(0, MAX_CANDIDATES + 1);
}

/** The same where all of them are one commit, which may be in several repositories: the first. */
export function findOnlyCommit(index: OpenedIndex, digits: string, source?: string): CommitPlace | null {
  const commits = findCommits(index, digits, source);
  const hashes = new Set(commits.map(({ member, commit }) => index.commits[member]?.table.hash(commit)));
  return hashes.size === 1 ? (commits[0] ?? null) : null;
}

/** Where a text names hashes of seven and more digits: offsets in UTF-16 units. */
export function hashSpans(text: string): { readonly from: number; readonly to: number; readonly hash: string }[] {
  return [...text.matchAll(NAMED_HASH)]
    .slice(0, MAX_NAMED)
    .map(({ 0: hash, index: from }) => ({ from, to: from + hash.length, hash }));
}
