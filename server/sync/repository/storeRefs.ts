import { type GitBranch, listBranches, replaceBranches } from "../../db/tables/commits/gitBranches.ts";
import { type GitTag, listTags, replaceTags } from "../../db/tables/commits/gitTags.ts";
import type { Db } from "../../db/openDb.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { OutsideCommits } from "../../sources/git/listedRefs.ts";

/** The newest tags are kept. A repository with a tag for each nightly build has some thousands. */
const MAX_REFS = 20_000;
const MAX_NAME_LENGTH = 250;

/** How many of the listed names are stored. */
export const countKept = (names: readonly string[]): number =>
  Math.min(MAX_REFS, names.filter((name) => name.length <= MAX_NAME_LENGTH).length);

/** What a host lists: the commit of each branch and of each tag, by its name. */
export interface ListedRefs {
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

/**
 * Replaces the stored branches and tags of a repository.
 * @param outside the commits that the mirror has, once they are fetched; until then each ref that is stored at the same commit keeps its own
 */
export async function storeRefs(
  db: Db,
  sourceId: string,
  { branches, tags }: ListedRefs,
  outside?: OutsideCommits,
): Promise<void> {
  const storedTags = await listTags(db, sourceId);
  const wantedTags = changed(storedTags, tags, (name, hash, before): GitTag => ({
    name,
    hash,
    outside: outside ? (outside.get(hash) ?? null) : (before?.outside ?? null),
  }));
  const storedBranches = await listBranches(db, sourceId);
  const wantedBranches = changed(storedBranches, branches, (name, hash, before): GitBranch => ({
    name,
    hash,
    committedAt: outside ? (outside.get(hash)?.committedAt ?? null) : (before?.committedAt ?? null),
  }));
  if (!wantedTags && !wantedBranches) return;
  await db.transaction().execute(async (tx) => {
    if (wantedTags) await replaceTags(tx, sourceId, wantedTags);
    if (wantedBranches) await replaceBranches(tx, sourceId, wantedBranches);
  });
}

/** The rows of the listed refs; null where they are those that are stored. `before` is the stored one at the same commit. */
function changed<T extends GitTag | GitBranch>(
  stored: readonly T[],
  listed: ReadonlyMap<string, string>,
  rowOf: (name: string, hash: string, before: T | undefined) => T,
): T[] | null {
  const storedByName = new Map(stored.map((ref) => [ref.name, ref]));
  const listedByName = new Map(
    [...listed].slice(-MAX_REFS).flatMap(([listedName, hash]): [string, T][] => {
      const name = sanitizeText(listedName, MAX_NAME_LENGTH);
      const before = storedByName.get(name);
      return listedName.length > MAX_NAME_LENGTH
        ? []
        : [[name, rowOf(name, hash, before?.hash === hash ? before : undefined)]];
    }),
  );
  const isSame =
    storedByName.size === listedByName.size &&
    [...listedByName].every(([name, row]) => JSON.stringify(storedByName.get(name)) === JSON.stringify(row));
  return isSame ? null : [...listedByName.values()];
}
