import { listReleaseFacts } from "../../../db/tables/commits/releases.ts";
import type { CachedRelease } from "../../../engines/insights/cachedRows.ts";
import type { StringInterner } from "../../../engines/insights/StringInterner.ts";
import type { RowReading } from "./rowReading.ts";

type ReleaseReading = Pick<RowReading, "db" | "projectId"> & { readonly names: { readonly accounts: StringInterner } };

/**
 * The releases of a project. All of them are read each time: they are few, and a tag becomes one when its commit is read.
 * @param before what was read last, which is returned where nothing has changed; null: nothing
 */
export async function readReleasesOf(
  { db, projectId, names: { accounts } }: ReleaseReading,
  before: readonly CachedRelease[] | null,
): Promise<readonly CachedRelease[]> {
  const rows = (await listReleaseFacts(db, projectId)).map(({ author, ...row }): CachedRelease => ({
    ...row,
    author: author === null ? -1 : accounts.intern(author),
  }));
  return before?.length === rows.length && rows.every((row, at) => isSame(row, before[at])) ? before : rows;
}

const isSame = (a: CachedRelease, b: CachedRelease | undefined): boolean =>
  a.id === b?.id &&
  a.isTag === b.isTag &&
  a.source === b.source &&
  a.tag === b.tag &&
  a.author === b.author &&
  a.publishedAt === b.publishedAt;
