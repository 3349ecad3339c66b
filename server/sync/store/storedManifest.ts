import type { Db } from "../../db/openDb.ts";
import { findArtifact, upsertArtifact } from "../../db/tables/searches/artifacts.ts";
import { updateBuildToken } from "../../db/tables/projects/projectBuilds.ts";
import { insertSupersededBlobs } from "../../db/tables/searches/supersededBlobs.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import {
  MANIFEST_FORMAT,
  type Manifest,
  blobsOf,
  decodeManifest,
  emptyManifest,
  encodeManifest,
} from "../../index/manifest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { mapConcurrent } from "../../concurrency.ts";
import type { SyncCursor } from "../source/SyncedSource.ts";

/** Each is a request to an object store. */
const CONCURRENT_LOOKUPS = 16;

/** The manifest of a project's index; an empty one when there is none or it is of another format and has to be rebuilt. */
export async function readStoredManifest(db: Db, projectId: string): Promise<Manifest> {
  return (await readNumberedManifest(db, projectId)).manifest;
}

/** The manifest with its number, which every swap raises; 0 while there is none. */
export async function readNumberedManifest(
  db: Db,
  projectId: string,
): Promise<{ readonly manifest: Manifest; readonly generation: number }> {
  const row = await findArtifact(db, projectId);
  return row
    ? { manifest: decode(row.manifest), generation: row.generation }
    : { manifest: emptyManifest(), generation: 0 };
}

/** Identifies a build of all issues and requests, or of all pages, of a project. */
export interface BuildToken {
  readonly part: "issues" | "pages";
  readonly fencingToken: number;
}

/**
 * Takes a fencing token for a build, before it reads its first row. A build with a higher token started later and sees at least the same
 * rows, so a lower token never overwrites a higher one.
 * @returns undefined when the project is gone
 */
export const nextFencingToken = (db: Db, projectId: string): Promise<number | undefined> =>
  updateBuildToken(db, projectId);

/**
 * Swaps the manifest in one transaction. `change` sees the present one, also when another sync swapped its part meanwhile.
 * @param build the build that the new part comes from; it is left out when a later one was faster. Blobs that the manifest does not name
 * because of it are recorded as superseded: they can have text of items that the host restricts later.
 * @returns false when the project is gone
 */
export async function swapManifest(
  db: Db,
  projectId: string,
  change: (manifest: Manifest) => Manifest,
  build?: BuildToken,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The project's row is the lock: there may be no row of the artifact yet.
    if (!(await lockProject(tx, projectId))) return false;
    const row = await findArtifact(tx, projectId);
    const [issuesToken, pagesToken] = [row?.issues_ticket ?? 0, row?.pages_ticket ?? 0];
    const before = row ? decode(row.manifest) : emptyManifest();
    const after = change(before);
    if (build && build.fencingToken < (build.part === "issues" ? issuesToken : pagesToken)) {
      await insertSupersededBlobs(tx, projectId, [...blobsOf(after).difference(blobsOf(before))]);
      return true;
    }
    if (build) await insertSupersededBlobs(tx, projectId, [...blobsOf(before).difference(blobsOf(after))]);
    const next = {
      generation: (row?.generation ?? 0) + 1,
      format_version: MANIFEST_FORMAT,
      manifest: encodeManifest(after),
      updated_at: new Date(),
      issues_ticket: build?.part === "issues" ? build.fencingToken : issuesToken,
      pages_ticket: build?.part === "pages" ? build.fencingToken : pagesToken,
    };
    await upsertArtifact(tx, projectId, next);
    return true;
  });
}

/**
 * The cursor after removing text of items that are left out from now on: the index has to be rebuilt, and the blobs of the current one are
 * deleted after that.
 */
export async function withPurge(tx: Db, projectId: string, cursor: SyncCursor): Promise<SyncCursor> {
  const { issues, requests, pages } = await readStoredManifest(tx, projectId);
  const purge = new Set([...cursor.purge, ...blobsOf({ ...emptyManifest(), issues, requests, pages })]);
  return { ...cursor, isIndexBehind: true, purge: [...purge] };
}

/** Removes manifest entries whose blob no longer exists (a store that was lost or cleared), so that they are built again. */
export async function dropMissingParts(db: Db, blobs: Blobs, projectId: string): Promise<void> {
  const hashes = [...blobsOf(await readStoredManifest(db, projectId))];
  const isStored = await mapConcurrent(hashes, CONCURRENT_LOOKUPS, (hash) => blobs.has(hash));
  const lost = new Set(hashes.filter((_, position) => isStored[position] === false));
  if (lost.size === 0) return;
  const isWhole = (part: Partial<Manifest>) => lost.isDisjointFrom(blobsOf({ ...emptyManifest(), ...part }));
  await swapManifest(db, projectId, (manifest) => ({
    ...manifest,
    code: manifest.code.filter((part) => isWhole({ code: [part] })),
    commits: manifest.commits.filter((part) => isWhole({ commits: [part] })),
    refs: manifest.refs.filter((part) => isWhole({ refs: [part] })),
    issues: manifest.issues && isWhole({ issues: manifest.issues }) ? manifest.issues : null,
    requests: manifest.requests && isWhole({ requests: manifest.requests }) ? manifest.requests : null,
    pages: manifest.pages && isWhole({ pages: manifest.pages }) ? manifest.pages : null,
  }));
}

function decode(stored: unknown): Manifest {
  try {
    return decodeManifest(stored);
  } catch {
    return emptyManifest();
  }
}
