import { message } from "../../messages/messages.ts";
import { updateSourceNotes } from "../../db/tables/sourceSync.ts";
import type { SourceNote } from "../../db/schema.ts";
import type { SyncSourceJob } from "../../jobs/jobNames.ts";
import type { SourceAccess, Sources, StoredCredential } from "../../sources/sourceTypes.ts";
import { RepositorySync } from "../repository/RepositorySync.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import type { SyncProgress } from "../source/SyncProgress.ts";
import { dropMissingParts } from "../store/storedManifest.ts";
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
    const skipped = new Map<string, string>();
    const context: SyncContext = {
      ...shared,
      sources: withSkipped(
        withDiskCheck(shared.sources, () => requireDisk(source)),
        skipped,
      ),
      progress,
      signal,
      isFullCheck,
      isManual,
      addNote: (note) => {
        if (!notes.has(note.code)) notes.set(note.code, note);
      },
      ...(await openAccess(source, credentials)),
    };
    const items = await syncByKind(source, context);
    const [example] = skipped;
    if (example) {
      const [item, field] = example;
      notes.set("skipped", {
        code: "skipped",
        text: message("note.skipped_rows", { count: skipped.size, item, field }),
      });
    }
    await updateSourceNotes(shared.db, source.id, [...notes.values()]);
    return items;
  };
}

/** Items that a message counts; beyond them it says as many. */
const MAX_SKIPPED = 10_000;

/** Collects the items that connectors skip, by name, with the field that is odd. */
function withSkipped(sources: Sources, skipped: Map<string, string>): Sources {
  const noting = (given: SourceAccess): SourceAccess => ({
    ...given,
    onSkipped: ({ item, field }) => {
      if (skipped.size < MAX_SKIPPED && !skipped.has(item)) skipped.set(item, field);
    },
  });
  return {
    ...sources,
    openTracker: (given) => sources.openTracker(noting(given)),
    openWiki: (given) => sources.openWiki(noting(given)),
    openRequests: (given) => sources.openRequests(noting(given)),
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

async function openAccess(
  source: SyncedSource,
  credentials: SourceCredentials,
): Promise<Pick<SyncContext, "access" | "refreshCredentials">> {
  const { provider, url, restrictedChoice } = source;
  const accessWith = (credential: StoredCredential | null): SourceAccess => ({
    provider,
    url,
    credential,
    readsRestricted: restrictedChoice !== null,
  });
  let access = accessWith(await credentials.open(source));
  return {
    access: () => access,
    refreshCredentials: async () => {
      const credential = await credentials.renew(source);
      if (credential) access = accessWith(credential);
      return credential !== null;
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
