import type { Db } from "../../db/openDb.ts";
import type { SourceNote } from "../../db/schema.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { IndexBuilder } from "../../index/build/builder.ts";
import type { SourceAccess, Sources } from "../../sources/sourceTypes.ts";
import type { SyncProgress } from "./SyncProgress.ts";

/** What one sync works with. */
export interface SyncContext {
  readonly db: Db;
  readonly sources: Sources;
  readonly builder: IndexBuilder;
  readonly progress: SyncProgress;
  readonly signal: AbortSignal;
  /** A user waits for this sync, so reads that cost the host many requests are not postponed. */
  readonly isFullCheck: boolean;
  /** A user requested this sync, so what failed permanently is tried again. */
  readonly isManual: boolean;
  /** Files that one commit of a repository may have, or change. */
  readonly maxFiles: number;
  /** The source's address with its credential, decrypted. A new one after `refreshCredentials`. */
  access(): SourceAccess;
  /** Requests a new token of the connected account; false when there is none. */
  readonly refreshCredentials: () => Promise<boolean>;
  /** Something worth knowing that does not make the sync fail. */
  readonly addNote: (note: SourceNote) => void;
  /**
   * Builds the index of all issues of a project and swaps it in; one at a time for each project.
   * @returns the blobs that it replaced
   */
  readonly rebuildIssues: (projectId: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** The same for all wiki pages. */
  readonly rebuildPages: (projectId: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly blobs: Blobs;
}
