/** Tables of the history of repositories. */
import type { Generated } from "kysely";
import type { Time } from "./columns.ts";

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
