/** Tables of quotas and of what companies occupy: migration 0026. */
import type { ColumnType, Generated } from "kysely";
import type { Time } from "../columns.ts";

/** Values of a company's own. Null: the installation's default; 0: no limit. */
export interface CompanyQuotasTable {
  company_id: string;
  /** Megabytes of 1024 * 1024 bytes. */
  disk_mb: number | null;
  sources: number | null;
  syncs: number | null;
  updated_at: Generated<Date>;
}

/** Bytes that belong to one source, as they were measured last. */
export interface SourceDiskTable {
  source_id: string;
  /** The copy of its repository, on the worker that synced it last. */
  copy_bytes: Generated<number>;
  /** Its rows in the database. */
  row_bytes: Generated<number>;
  /** What it occupied when the disk quota stopped its sync; null when the last sync was not stopped so. */
  needed_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  measured_at: Time;
}

/** Bytes of the blobs that the index of a project names at a generation. */
export interface IndexDiskTable {
  project_id: string;
  generation: number;
  bytes: number;
  measured_at: Time;
}
