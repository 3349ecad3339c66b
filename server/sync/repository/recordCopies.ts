import { createHash } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import { deleteMirrorCopies, listCopiesOfHolder, saveMirrorCopy } from "../../db/tables/commits/mirrorCopies.ts";
import { existingFolder } from "../../git/existingFolder.ts";
import { runSourceGit } from "../../sources/git/sourceGit.ts";
import type { Mirrors } from "../../sources/sourceTypes.ts";

export interface RecordedCopiesOptions {
  readonly db: Db;
  /** The id of this process's data folder. */
  readonly holderId: string;
  readonly onError: (error: unknown) => void;
}

/** A hash of the refs that syncs write. Mirrors with the same refs answer alike. */
async function stateOf(folder: string): Promise<string> {
  const { output } = await runSourceGit([
    `--git-dir=${folder}`,
    "for-each-ref",
    "--format=%(objectname) %(refname)",
    "refs/clew/",
  ]);
  return createHash("sha256").update(output).digest("hex");
}

/** Stores after each fetch that this process has a mirror, so that others read it here. */
export function withRecordedCopies<T extends Mirrors>(sources: T, { db, holderId, onError }: RecordedCopiesOptions): T {
  // A copy that is not recorded costs other processes an answer, not this one its sync.
  const record = async (sourceId: string): Promise<void> => {
    try {
      const folder = await existingFolder(sources.mirrorFolder(sourceId));
      if (folder !== null) await saveMirrorCopy(db, { sourceId, holderId, state: await stateOf(folder) });
    } catch (error) {
      onError(error);
    }
  };
  return {
    ...sources,
    updateMirror: async (sourceId, ...args) => {
      const mirrored = await sources.updateMirror(sourceId, ...args);
      await record(sourceId);
      return mirrored;
    },
    updateRefs: async (sourceId, ...args) => {
      const refs = await sources.updateRefs(sourceId, ...args);
      await record(sourceId);
      return refs;
    },
    fetchListed: async (sourceId, ...args) => {
      const outside = await sources.fetchListed(sourceId, ...args);
      await record(sourceId);
      return outside;
    },
    removeMirror: async (sourceId) => {
      await deleteMirrorCopies(db, holderId, [sourceId]).catch(onError);
      await sources.removeMirror(sourceId);
    },
  };
}

/** At the start of a worker: stores the mirrors that are on its disk and not yet known, and forgets those that are gone. */
export async function recordExistingCopies(sources: Mirrors, { db, holderId }: RecordedCopiesOptions): Promise<void> {
  const recorded = new Set(await listCopiesOfHolder(db, holderId));
  for (const sourceId of await sources.listMirrors()) {
    const folder = await existingFolder(sources.mirrorFolder(sourceId));
    if (folder === null || recorded.delete(sourceId)) continue;
    await saveMirrorCopy(db, { sourceId, holderId, state: await stateOf(folder) });
  }
  await deleteMirrorCopies(db, holderId, [...recorded]);
}
