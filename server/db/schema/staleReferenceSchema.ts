/** Tables of the comparison of pages with the code. */
import type { Json, Time } from "../columns.ts";

/** Which state of a project's index was compared last. */
export interface ReferenceChecksTable {
  project_id: string;
  /** Identifies the state that is to be compared. */
  requested: string;
  /** The state that was; null before the first comparison that succeeded. */
  checked: string | null;
  /** False where some repository could not be read, so that what was known of it is kept. */
  is_read: boolean;
  /** The state whose comparison failed last; null after one that succeeded. What was found before it is kept. */
  failed: string | null;
  /** The newest commit at which a reading stopped early, so that history before it may be unread; null when all was read. */
  since: Time | null;
  /** When pages are compared again without a change of the index; null where nothing is left to read. */
  retry_at: Time | null;
}

/** A page that was compared. */
export interface CheckedPagesTable {
  source_id: string;
  path: string;
  /** Names of the code that it has, stale or not. */
  names: number;
}

/** A name in a page that the code had once and has no longer. */
export interface StaleReferencesTable {
  /** The place of the page. */
  source_id: string;
  path: string;
  name: string;
  kind: "identifier" | "path";
  /** Lines of the page, counted from 1. */
  lines: Json<number[]>;
  /** The repository whose history removed it. */
  removed_from: string;
  hash: string;
  title: string;
  author: string;
  removed_at: Time;
  /** The file that contained it. */
  file: string;
  /** What was defined in its place. */
  successor: string | null;
}

/** A definition that was removed from the history of a repository. */
export interface DeletedSymbolJson {
  readonly hash: string;
  readonly author: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly path: string;
  readonly now: string | null;
}

/** By name; null: the history never defined it. */
export type DeletedSymbolNames = Readonly<Record<string, DeletedSymbolJson | null>>;

/** What one pass over the history of a repository found, so that the next one reads new commits only. */
export interface DeletedSymbolsTable {
  source_id: string;
  /** The commit up to which it was read. */
  head: string;
  /** The newest commit at which a reading stopped early, so that history before it may be unread; null when all was read. */
  since: Time | null;
  /** Commits after this one are read again, since there was no time for all of them; null where nothing is left to read. */
  reread_from: string | null;
  names: Json<DeletedSymbolNames>;
}
