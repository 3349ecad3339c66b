/** Tables of indexes and their blobs, backups, the installation, and the events that sockets send. */
import type { ColumnType, Generated } from "kysely";
import type { Created, Json, Time } from "../columns.ts";

/** The manifest of a project's index, swapped whole. `generation` grows by one with each swap. */
export interface ArtifactsTable {
  project_id: string;
  generation: number;
  format_version: number;
  manifest: Json<Record<string, unknown>>;
  updated_at: Time;
  /** The fencing tokens of the builds that its issues and pages come from. */
  issues_ticket: Generated<number>;
  pages_ticket: Generated<number>;
}

/** Blobs that a rebuild of a project's issues, requests or pages replaced, until they are deleted. */
export interface SupersededBlobsTable {
  project_id: string;
  hash: string;
  superseded_at: Time;
}

/** Backups that were made of this installation. */
export interface BackupsTable {
  id: string;
  made_at: Time;
  place: string;
  is_encrypted: boolean;
  /** When all of it was read again and matched its checksums. */
  verified_at: Time | null | undefined;
  /** When it was restored as a test. */
  restored_at: Time | null | undefined;
}

/** Blobs of the index, where they are kept in the database. */
export interface BlobsTable {
  hash: string;
  bytes: number;
  written_at: Created;
}
/** Pieces of blobs; those without a row in `blobs` are of one that is being written, or was not finished. */
export interface BlobChunksTable {
  hash: string;
  number: number;
  data: Uint8Array;
  written_at: Created;
}
/** One row: what all processes of this installation agree on. */
export interface InstanceTable {
  id: number;
  /** A fingerprint of the master key that its secrets are sealed with. It does not reveal the key. */
  key_print: string;
  created_at: Created;
}

/** Notifications, by the order of `id`; `user_id` null addresses every member of the project. */
export interface EventsTable {
  id: Generated<number>;
  company_id: string | null;
  project_id: string | null;
  user_id: string | null;
  type: string;
  message: Json<Record<string, unknown>>;
  created_at: Created;
  /** Its place in the order of delivery, set once it is committed (`order_events()`). */
  place: ColumnType<number | null, never, never>;
  told_at: ColumnType<Date | null, never, never>;
}

/** One row: the last place that was given. */
export interface EventOrderTable {
  id: number;
  last: number;
}
