/** Failures of what the server itself needs: the database, the store of blobs, the disk. The API answers them with 503, MCP with a refusal. */
import { DATABASE_DAMAGED, isDamaged, isOutage } from "./db/databaseErrors.ts";
import { diskFailure } from "./errors.ts";
import { type Message, message } from "./messages/messages.ts";

const OUTAGE_RETRY_SECONDS = 3;

export interface ServerFailure {
  readonly text: Message;
  /** Only where the same request may be answered later without the operator. */
  readonly retryAfterSeconds?: number;
  readonly log: { readonly level: "warn" | "error"; readonly message: string };
}

/** Whether the database has lost files or rows: nothing that fails in it after that says more about the reason. */
export const damageOf = (error: unknown): ServerFailure | null =>
  isDamaged(error)
    ? {
        text: DATABASE_DAMAGED,
        log: { level: "error", message: "the database is damaged: restore a backup, see docs/OPERATING.md" },
      }
    : null;

/** What an error means that has no status of its own; null for a fault of ours. */
export function serverFailureOf(error: unknown): ServerFailure | null {
  const damage = damageOf(error);
  if (damage) return damage;
  if (isOutage(error))
    return {
      text: message("server.database_unreachable"),
      retryAfterSeconds: OUTAGE_RETRY_SECONDS,
      log: { level: "warn", message: "the database or the store of blobs cannot be reached" },
    };
  const text = diskFailure(error);
  return text === undefined ? null : { text, log: { level: "error", message: "the disk failed" } };
}
