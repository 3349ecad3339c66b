/** Tables of the history of repositories. */
import type { ColumnType, Generated } from "kysely";
import type { Created, Time } from "../columns.ts";

export interface GitAuthorsTable {
  id: Generated<number>;
  source_id: string;
  name: string;
  email: string;
}

/** The people of a repository's signatures, as its maintainers recorded them at `head`; empty for none. */
export interface MailmapsTable {
  source_id: string;
  head: string;
  content: string;
}

/** A tag, with the commit that it names, also where that is in no history that is read. */
export interface GitTagsTable {
  source_id: string;
  name: string;
  hash: string;
  /** As in `GitTag`, between blanks. */
  forks: string | null;
  committed_at: Date | null;
}

export interface GitBranchesTable {
  source_id: string;
  name: string;
  hash: string;
  /** As in `GitBranch`. */
  committed_at: Date | null;
}

/** The uploaded SCIP index of a repository; the blob is its compiled table. */
export interface ScipIndexesTable {
  source_id: string;
  /** The commit that it was made of. */
  revision: string;
  blob: string;
  tool: string;
  documents: number;
  occurrences: number;
  symbols: number;
  /** Null for one that is not measured yet. */
  bytes: number | null;
  uploaded_at: Time;
}

export interface GitPathsTable {
  id: Generated<number>;
  source_id: string;
  path: string;
}

export interface GitCommitsTable {
  id: Generated<number>;
  source_id: string;
  hash: string;
  author_id: number;
  authored_at: Time;
  committed_at: Time;
  /** The whole message. */
  message: string;
  parents: number;
  /** Lines, without those of binary files; null until they have been counted. */
  added: Generated<number | null>;
  deleted: Generated<number | null>;
}

/** One changed file of one commit. `kind` is git's letter: A, M, D, R, C, T. */
export interface GitChangesTable {
  commit_id: number;
  path_id: number;
  kind: string;
}

/** A process with mirrors on its disk. Its id belongs to the data folder and outlives restarts. */
export interface MirrorHoldersTable {
  id: string;
  /** Identifies the current start of the process; the next start has another id. */
  process_id: string;
  /** Where other processes reach it: an origin. */
  address: string;
  /** The host name of its machine: a loopback address reaches it only from there. */
  machine: string;
  /** Processes with the same one understand each other's messages. */
  protocol: string;
  started_at: Created;
  heartbeat_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MirrorCopiesTable {
  source_id: string;
  holder_id: string;
  /** A hash of the refs: mirrors with the same one answer alike. */
  state: string;
  /** When the mirror was compared with the remote last. */
  fetched_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
