import { z } from "zod";
import { SOURCE_KINDS } from "../constants.ts";
import { Id, Slug, Timestamp } from "../fieldSchemas.ts";

const Count = z.number().int().nonnegative();
const Seconds = z.number().nonnegative();

/** `attention`: action is needed soon; `bad`: something does not work now. */
export const HealthState = z.enum(["good", "attention", "bad"]);
export type HealthState = z.infer<typeof HealthState>;

/**
 * A source of one of the caller's projects and its freshness objective. `fresh`: met; `late`: missed; `failed`: the last sync failed;
 * `paused`: syncs are paused; `first`: the first sync has not completed.
 */
export const SourceHealth = z.object({
  id: Id,
  project: z.object({ slug: Slug, name: z.string() }),
  kind: z.enum(SOURCE_KINDS),
  provider: z.string(),
  name: z.string(),
  verdict: z.enum(["fresh", "late", "failed", "paused", "first"]),
  /** End of the last complete sync, or of the last attempt. */
  finished_at: Timestamp.nullable(),
  age_seconds: Seconds.nullable(),
  /** The error of the last attempt, as its owner reads it, with what to do. */
  error: z.string().nullable(),
});
export type SourceHealth = z.infer<typeof SourceHealth>;

/** State of an installation, for an Admin of a company on it. */
export const CompanyHealth = z.object({
  checked_at: Timestamp,
  state: HealthState,
  version: z.string(),
  uptime_seconds: Seconds,
  /** Freshness objective: the source should be synced at least this often. */
  objective_seconds: Seconds,
  /** Those that need action come first. */
  sources: z.array(SourceHealth),
  /** Sources of the company's projects that the caller is no member of. */
  others: z.object({ total: Count, late: Count, failed: Count }),
  /** `damaged_at`: when corruption was last detected since the server started. */
  database: z.object({
    state: HealthState,
    engine: z.enum(["pglite", "postgres"]),
    waiting: Count,
    damaged_at: Timestamp.nullable(),
  }),
  queue: z.object({ state: HealthState, waiting: Count, running: Count, oldest_seconds: Seconds.nullable() }),
  /** Null where the file system does not report it. */
  disk: z.object({ state: HealthState, free_bytes: z.number(), total_bytes: z.number() }).nullable(),
  /** The newest backup; null where the operator monitors it elsewhere. `age_seconds` null: there is none. */
  backup: z
    .object({
      state: HealthState,
      age_seconds: Seconds.nullable(),
      is_encrypted: z.boolean(),
      max_age_seconds: Seconds,
      /** When a backup was last restored as a test; null: never. */
      restored_at: Timestamp.nullable(),
    })
    .nullable(),
  /** `bad`: its storage does not respond. */
  index: z.object({ state: HealthState, projects: Count, files: z.number(), open_bytes: z.number() }),
  /** `is_sent` false: mails stay in the operator's outbox, and links must be passed on by hand. */
  mail: z.object({
    state: HealthState,
    is_sent: z.boolean(),
    waiting: Count,
    failed: Count,
    oldest_seconds: Seconds.nullable(),
  }),
  server: z.object({ state: HealthState, lag_seconds: Seconds, memory_bytes: z.number() }),
});
export type CompanyHealth = z.infer<typeof CompanyHealth>;
