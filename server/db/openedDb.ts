import type { Kysely } from "kysely";
import type { DamageWatch } from "./DamageWatch.ts";
import type { DbLoad } from "./DbLoad.ts";
import type { Tables } from "./schema/schema.ts";

/** An open database, embedded or PostgreSQL. */
export interface OpenDb {
  readonly db: Kysely<Tables>;
  readonly engine: "pglite" | "postgres";
  readonly load: DbLoad;
  readonly damage: DamageWatch;
  /** Warnings for the operator, one sentence each. */
  readonly warnings: readonly string[];
  /**
   * Listens on a NOTIFY channel; a lost connection is reopened, and then `onGap` reports that notifications may have been missed.
   * @returns the function that stops it
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Runs SQL as the job queue writes it: one statement with values, or several without. */
  run(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * For the embedded database: copies its files to a new folder. It answers no other statement meanwhile, which takes a second for some
   * hundred megabytes; long reads use the copy.
   */
  readonly copyTo?: (dataDir: string) => Promise<void>;
  /** Waits for what is running. */
  readonly close: () => Promise<void>;
}
