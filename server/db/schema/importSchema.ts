/** Tables of custom sources. */
import type { ImportMapping } from "../../../contract/sources/imports.ts";
import type { ImportKindName } from "../../../contract/sources/importRules.ts";
import type { ColumnType } from "kysely";
import type { Created, Json, Time } from "../columns.ts";

/** What a source has whose items an importer sends. */
export interface CustomSourcesTable {
  source_id: string;
  link_template: string;
  holds: Json<ImportKindName[]>;
  /** Where the importer continues: its own text. */
  cursor: string | null;
  /** The run that has begun and not ended. */
  run: string | null;
  /** The run that ended last, and how many items it deleted. */
  ended_run: string | null;
  ended_deleted: ColumnType<number, number | undefined, number>;
  /** Number of the last change. Changes of one source are numbered in the order of their commits, because each locks this row. */
  sequence: ColumnType<number, number | undefined, number>;
  /** Number of the last change that a sync has read. */
  read_sequence: ColumnType<number, number | undefined, number>;
  /** Items that are not deleted, and the bytes of all rows. */
  items: ColumnType<number, number | undefined, number>;
  bytes: ColumnType<number, number | undefined, number>;
  imported_at: Time | null;
  /** How the last file was read that was imported in the app. */
  mapping: Json<ImportMapping> | null;
}

/** An item as it was sent. */
export interface ImportedItemsTable {
  source_id: string;
  kind: ImportKindName;
  external_id: string;
  key: string;
  revision: number;
  /** Digest of the content: an item that is sent again without a change has the same one. */
  digest: string;
  /** JSON of an `ImportItem`; null: deleted. */
  content: string | null;
  bytes: number;
  sequence: number;
  /** Counts its changes. */
  version: number;
  /** The page above a page. */
  parent_external_id: string | null;
  position: number;
  /** The last run that it was seen in. */
  run: string | null;
}

/** Tokens that import into one custom source: the SHA-256 of the token, never the token. */
export interface ImportTokensTable {
  id: string;
  source_id: string;
  /** Who made it. It works while this user may change the sources of the project. */
  user_id: string;
  name: string;
  token_hash: string;
  preview: string;
  last_used_at: Time | null;
  created_at: Created;
}
