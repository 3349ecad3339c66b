import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { Db } from "../db/openDb.ts";
import { findArtifact, findGeneration } from "../db/tables/searches/artifacts.ts";
import { decodeManifest, emptyManifest, type Manifest } from "../index/manifest.ts";
import { DamagedIndexError, IndexFormatError } from "../index/indexErrors.ts";
import type { IndexCache } from "../index/IndexCache.ts";
import { manifestAt, manifestsAtRefs } from "../index/refs.ts";
import type { OpenedIndex } from "../index/OpenedIndex.ts";
import { memoize } from "../memoize.ts";

/**
 * The index of a project as it is now; an empty one before the first sync. An index that is damaged or of another format counts
 * as not there: it is derived data, the next sync builds it again, and until then the answer lists no source as ready.
 */
export async function openProjectIndex(
  db: Db,
  indexes: IndexCache,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<OpenedIndex> {
  return openGeneration(db, indexes, projectId, await findGeneration(db, projectId), log);
}

/**
 * The same where it is known which index is the present one; null: there is none.
 * @param ref a branch or a tag whose files are searched in place of the default branch
 */
export async function openGeneration(
  db: Db,
  indexes: IndexCache,
  projectId: string,
  generation: number | null,
  log: FastifyBaseLogger,
  ref: string | null = null,
): Promise<OpenedIndex> {
  const open = async (manifest: Manifest): Promise<OpenedIndex> => indexes.open(atRef(manifest, ref));
  return opened(db, indexes, { projectId, generation, log, open });
}

/** The same for a question over many projects: the index does not evict those that were opened for themselves. */
export async function openGuestGeneration(
  db: Db,
  indexes: IndexCache,
  projectId: string,
  generation: number | null,
  log: FastifyBaseLogger,
  ref: string | null = null,
): Promise<{ readonly index: OpenedIndex; readonly release: () => void }> {
  const open = async (manifest: Manifest): ReturnType<IndexCache["openEvictable"]> =>
    indexes.openEvictable(atRef(manifest, ref));
  return opened(db, indexes, { projectId, generation, log, open });
}

/** The same index where it is open already; null otherwise. */
export function openedGuest(
  indexes: IndexCache,
  projectId: string,
  generation: number | null,
  ref: string | null = null,
): { readonly index: OpenedIndex; readonly release: () => void } | null {
  const current = manifestsOf(indexes).get(projectId);
  return generation !== null && current?.generation === generation
    ? indexes.evictableIfOpen(atRef(current.manifest, ref))
    : null;
}

/** Whether opening that index reads nothing. */
export function isGenerationOpen(
  indexes: IndexCache,
  projectId: string,
  generation: number | null,
  ref: string | null = null,
): boolean {
  if (generation === null) return true;
  // A manifest that this thread has not read yet is of an index that it has not opened.
  const current = manifestsOf(indexes).get(projectId);
  if (current?.generation !== generation) return false;
  return indexes.isOpen(atRef(current.manifest, ref));
}

async function opened<T>(
  db: Db,
  indexes: IndexCache,
  {
    projectId,
    generation,
    log,
    open,
  }: {
    readonly projectId: string;
    readonly generation: number | null;
    readonly log: FastifyBaseLogger;
    readonly open: (manifest: Manifest) => Promise<T>;
  },
): Promise<T> {
  try {
    if (generation === null) return await open(emptyManifest());
    const { manifest, replaced } = await manifestOf(db, indexes, projectId, generation);
    const index = await open(manifest);
    // Only now: most of its parts are those of the new one. What is its own would stay until the memory for indexes is full.
    if (replaced) for (const superseded of [replaced, ...manifestsAtRefs(replaced)]) indexes.forget(superseded);
    return index;
  } catch (error) {
    if (!(error instanceof DamagedIndexError || error instanceof IndexFormatError)) throw error;
    log.warn({ projectId, err: error }, "the project's index cannot be used");
    return open(emptyManifest());
  }
}

const atRef = (manifest: Manifest, ref: string | null): Manifest =>
  ref === null ? manifest : manifestAt(manifest, ref);

/** More than a company searches at the same time: parsing one costs more than searching its index. */
const MAX_MANIFESTS = 10_000;
/** Manifests are long and every question needs one: each is read once, and read again when its generation changes. */
const manifestsOf = memoize(
  (_indexes: IndexCache) =>
    new LRUCache<string, { readonly generation: number; readonly manifest: Manifest }>({ max: MAX_MANIFESTS }),
);

/** @returns the current manifest, and the one that it replaced, to the first caller that sees the change */
async function manifestOf(
  db: Db,
  indexes: IndexCache,
  projectId: string,
  generation: number,
): Promise<{ readonly manifest: Manifest; readonly replaced?: Manifest | undefined }> {
  const manifests = manifestsOf(indexes);
  const current = manifests.get(projectId);
  if (current?.generation === generation) return current;
  const row = await findArtifact(db, projectId);
  if (!row) return { manifest: emptyManifest() };
  const manifest = decodeManifest(row.manifest);
  const before = manifests.get(projectId);
  // A concurrent call has already stored it.
  if (before !== current && before?.generation === row.generation) return before;
  manifests.set(projectId, { generation: row.generation, manifest });
  return { manifest, replaced: before?.manifest };
}
