import type { Db } from "../db/openDb.ts";
import type { IndexBuilder } from "../index/builder.ts";
import type { GivenSource, Sources } from "../sources/sources.ts";
import type { SyncProgress } from "./SyncProgress.ts";

/** What one sync works with. */
export interface SyncWork {
  readonly db: Db;
  readonly sources: Sources;
  readonly builder: IndexBuilder;
  readonly progress: SyncProgress;
  readonly signal: AbortSignal;
  /** The source's address with its credential, decrypted. */
  readonly given: GivenSource;
  /** Builds the index of all issues of a project and swaps it in; one at a time for each project. */
  readonly rebuildIssues: (projectId: string, signal: AbortSignal) => Promise<void>;
}
