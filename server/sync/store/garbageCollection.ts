import { HOUR_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { listManifests } from "../../db/tables/searches/artifacts.ts";
import { listScipBlobs } from "../../db/tables/commits/scipIndexes.ts";
import {
  deleteSupersededBlobs,
  deleteSupersededBlobsBefore,
  listSupersededBlobs,
} from "../../db/tables/searches/supersededBlobs.ts";
import { blobsNamedBy } from "../../index/manifest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import { findSource } from "../source/SyncedSource.ts";

/** Milliseconds, longer than any build: the blobs of a running build are in no manifest yet. */
const BLOB_GRACE_MS = 6 * HOUR_MS;

/** What the indexes of projects and the uploaded ones name. */
async function namedBlobs(db: Db): Promise<Set<string>> {
  return new Set([...blobsNamedBy(await listManifests(db)), ...(await listScipBlobs(db))]);
}

/** Deletes blobs that no index names any more. */
export async function deleteUnreferencedBlobs(db: Db, blobs: Pick<Blobs, "list" | "delete">): Promise<void> {
  const named = await namedBlobs(db);
  for await (const { hash, writtenAt } of blobs.list()) {
    const limit = Date.now() - BLOB_GRACE_MS;
    if (!named.has(hash) && writtenAt < limit) await blobs.delete(hash, limit);
  }
  // Twice as long: a row must not go before its blob.
  await deleteSupersededBlobsBefore(db, new Date(Date.now() - 2 * BLOB_GRACE_MS));
}

/** Deletes these blobs and all that builds of the project superseded at once, except those that an index still names. */
export async function purgeBlobs(db: Db, blobs: Blobs, projectId: string, hashes: readonly string[]): Promise<void> {
  const superseded = await listSupersededBlobs(db, projectId);
  const named = await namedBlobs(db);
  for (const hash of new Set([...hashes, ...superseded])) if (!named.has(hash)) await blobs.delete(hash);
  await deleteSupersededBlobs(db, projectId, superseded);
}

/** Removes mirrors on this machine whose source was removed by another process. */
export async function deleteOrphanedMirrors(
  db: Db,
  sources: Pick<Sources, "listMirrors" | "removeMirror">,
  isRunning: (sourceId: string) => boolean,
): Promise<void> {
  for (const id of await sources.listMirrors()) {
    if (!isRunning(id) && !(await findSource(db, id))) await sources.removeMirror(id);
  }
}
