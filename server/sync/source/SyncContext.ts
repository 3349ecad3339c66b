import type { Db } from "../../db/openDb.ts";
import type { SourceNote } from "../../db/schema/sourceSchema.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { IndexBuilder } from "../../index/build/builder.ts";
import type { SourceAccess, Sources } from "../../sources/sourceTypes.ts";
import type { SyncProgress } from "./SyncProgress.ts";

/** Builds parts of an index from all rows of a project and swaps them in; one at a time for each project. */
export interface Rebuilds {
  issues(projectId: string, signal: AbortSignal): Promise<void>;
  pages(projectId: string, signal: AbortSignal): Promise<void>;
}

/** What one sync works with. */
export interface SyncContext {
  readonly db: Db;
  readonly sources: Sources;
  readonly builder: IndexBuilder;
  readonly progress: SyncProgress;
  readonly signal: AbortSignal;
  /** A user waits for this sync: it also makes the reads that cost many requests and are otherwise made once an hour. */
  readonly isFullCheck: boolean;
  /** A user requested this sync: permanent failures are retried. */
  readonly isManual: boolean;
  /** Files that one commit of a repository may have, or change. */
  readonly maxFiles: number;
  /** The source's address with its decrypted credential. A new object after `refreshCredentials`. */
  readonly access: () => SourceAccess;
  /** Waits for the quota of the host before this sync since the last progress. */
  readonly quotaWaits: number;
  /** Requests a new token of the connected account; false when there is none. */
  readonly refreshCredentials: () => Promise<boolean>;
  /** Something worth knowing that does not make the sync fail. */
  readonly addNote: (note: SourceNote) => void;
  readonly rebuilds: Rebuilds;
  readonly blobs: Blobs;
}
