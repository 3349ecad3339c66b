import { message } from "../../messages/messages.ts";
import { updateSourceNotes } from "../../db/tables/sources/sourceSync.ts";
import { deleteUnreadableItems, upsertUnreadableItems } from "../../db/tables/sources/unreadableItems.ts";
import type { SourceNote } from "../../db/schema/sourceSchema.ts";
import type { SyncSourceJob } from "../../jobs/jobNames.ts";
import type { SourceAccess, Sources } from "../../sources/sourceTypes.ts";
import { RepositorySync } from "../repository/RepositorySync.ts";
import { openAccess } from "../source/openAccess.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import type { SyncProgress } from "../source/SyncProgress.ts";
import { dropMissingParts } from "../store/storedManifest.ts";
import { SkippedItems, type SkippedPart } from "../store/SkippedItems.ts";
import { TrackerSync } from "../tracker/TrackerSync.ts";
import { WikiSync } from "../wiki/WikiSync.ts";

/** What is the same for all syncs of this process. */
type SharedContext = Pick<SyncContext, "db" | "sources" | "builder" | "blobs" | "maxFiles" | "rebuilds">;

export interface SyncRunnerOptions extends SharedContext {
  readonly credentials: SourceCredentials;
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

export function createSyncRunner({ credentials, requireDisk, ...shared }: SyncRunnerOptions): SyncRunner {
  return async (source, progress, signal, { isFullCheck = false, isManual = false }) => {
    await dropMissingParts(shared.db, shared.blobs, source.projectId);
    const notes = new Map<string, SourceNote>();
    const skipped = new SkippedItems();
    // Everything is read again: what is malformed now is found again.
    if (source.cursor.tracker === null && source.cursor.requests === null)
      await deleteUnreadableItems(shared.db, source.id);
    const context: SyncContext = {
      ...shared,
      sources: withReports(
        withDiskCheck(shared.sources, () => requireDisk(source)),
        skipped,
        {
          onHost: ({ product, version }) =>
            notes.set("host", { code: "host", text: message("note.host_version", { product, version }) }),
          onQuota: (quota) => progress.noteQuota(quota),
        },
      ),
      progress,
      signal,
      isFullCheck,
      isManual,
      quotaWaits: source.quotaWaits,
      addNote: (note) => {
        if (!notes.has(note.code)) notes.set(note.code, note);
      },
      ...(await openAccess(source, credentials)),
    };
    const items = await syncByKind(source, context);
    const note = skipped.note();
    if (note) notes.set(note.code, note);
    await upsertUnreadableItems(shared.db, source.id, skipped.items());
    await updateSourceNotes(shared.db, source.id, [...notes.values()]);
    return items;
  };
}

/** Collects the items that connectors skip, what the host is, and its quota. */
function withReports(
  sources: Sources,
  skipped: SkippedItems,
  reports: Required<Pick<SourceAccess, "onHost" | "onQuota">>,
): Sources {
  const noting = (access: SourceAccess, part: SkippedPart): SourceAccess => ({
    ...access,
    ...reports,
    onSkipped: (row) => skipped.add(part, row),
  });
  return {
    ...sources,
    openTracker: (access) => sources.openTracker(noting(access, "tracker")),
    openWiki: (access) => sources.openWiki(noting(access, "wiki")),
    openRequests: (access) => sources.openRequests(noting(access, "requests")),
  };
}

/** A fast fetch ends before the periodic check of the quota. */
function withDiskCheck(sources: Sources, requireDisk: () => Promise<void>): Sources {
  return {
    ...sources,
    updateMirror: async (...options) => {
      const mirrored = await sources.updateMirror(...options);
      await requireDisk();
      return mirrored;
    },
  };
}

/** @returns the number of its items */
function syncByKind(source: SyncedSource, context: SyncContext): Promise<number> {
  switch (source.kind) {
    case "repository":
      return new RepositorySync(source, context).run();
    case "tracker":
      return new TrackerSync(source, context).run();
    case "wiki":
      return new WikiSync(source, context).run();
  }
}
