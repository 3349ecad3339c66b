import type { Db } from "../../db/openDb.ts";
import type { SourceNote } from "../../db/schema.ts";
import { updateSourceNotes } from "../../db/tables/sourceSync.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { IndexBuilder } from "../../index/build/builder.ts";
import type { SyncSourceJob } from "../../jobs/jobNames.ts";
import type { SourceAccess, Sources, StoredCredential } from "../../sources/sourceTypes.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import { dropMissingParts } from "../store/storedManifest.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import type { SyncProgress } from "../source/SyncProgress.ts";
import { syncRepository } from "../repository/syncRepository.ts";
import { TrackerSync } from "../tracker/TrackerSync.ts";
import { WikiSync } from "../wiki/WikiSync.ts";

export interface SyncRunnerOptions extends Pick<SyncContext, "rebuildIssues" | "rebuildPages"> {
  readonly db: Db;
  readonly sources: Sources;
  readonly builder: IndexBuilder;
  readonly blobs: Blobs;
  readonly credentials: SourceCredentials;
  /** Files that one commit of a repository may have, or change. */
  readonly maxFiles: number;
  /** @throws DiskQuotaExceededError */
  readonly requireDisk: (source: SyncedSource) => Promise<void>;
}

/** Reads what is new of a source, and indexes it. @returns the number of its items */
export type SyncRunner = (
  source: SyncedSource,
  progress: SyncProgress,
  signal: AbortSignal,
  job: SyncSourceJob,
) => Promise<number>;

export function createSyncRunner({
  db,
  sources,
  builder,
  blobs,
  credentials,
  maxFiles,
  requireDisk,
  rebuildIssues,
  rebuildPages,
}: SyncRunnerOptions): SyncRunner {
  return async (source, progress, signal, { isFullCheck = false, isManual = false }) => {
    await dropMissingParts(db, blobs, source.projectId);
    const accessWith = (credential: StoredCredential | null): SourceAccess => ({
      provider: source.provider,
      url: source.url,
      credential,
      readsRestricted: source.restrictedChoice !== null,
    });
    const notes: SourceNote[] = [];
    let access = accessWith(await credentials.open(source));
    const context: SyncContext = {
      db,
      sources: {
        ...sources,
        updateMirror: async (...options) => {
          const mirrored = await sources.updateMirror(...options);
          // A fast copy ends before the periodic check of the disk.
          await requireDisk(source);
          return mirrored;
        },
      },
      builder,
      progress,
      signal,
      isFullCheck,
      isManual,
      maxFiles,
      access: () => access,
      refreshCredentials: async () => {
        const credential = await credentials.renew(source);
        if (!credential) return false;
        access = accessWith(credential);
        return true;
      },
      addNote: (note) => {
        if (!notes.some(({ code }) => code === note.code)) notes.push(note);
      },
      rebuildIssues,
      rebuildPages,
      blobs,
    };
    const items = await syncByKind(source, context);
    await updateSourceNotes(db, source.id, notes);
    return items;
  };
}

/** @returns the number of its items */
function syncByKind(source: SyncedSource, context: SyncContext): Promise<number> {
  switch (source.kind) {
    case "repository":
      return syncRepository(source, context);
    case "tracker":
      return new TrackerSync(source, context).run();
    case "wiki":
      return new WikiSync(source, context).run();
  }
}
