import { message } from "../messages/messages.ts";
/** SQLSTATE classes that callers act on, mapped the same way on both databases. */

/** An error of the embedded database, as it crosses the thread border: the same fields that `pg` gives. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE, for example `23505`. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor(fields: { message: string; code?: string; constraint?: string; detail?: string }) {
    super(fields.message);
    this.code = fields.code;
    this.constraint = fields.constraint;
    this.detail = fields.detail;
  }
}

const hasState = (error: unknown, state: string): error is Error & { code: string; constraint?: string } =>
  error instanceof Error && "code" in error && error.code === state;

/** Whether a unique constraint refused a row; with `constraint`, whether it was that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return hasState(error, "23505") && (constraint === undefined || error.constraint === constraint);
}

/** Whether the row that a new one refers to is gone. */
export const isReferenceViolation = (error: unknown): boolean => hasState(error, "23503");

/** States in which PostgreSQL stops, starts, is full of connections, only reads, or has a full disk. */
const OUTAGE_STATES = /^(?:08...|57P0[123]|53[0-9]..|25006)$/;
const OUTAGE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);
/** Messages of `pg` and Kysely for a connection that was cut or not available in time: these errors have no code. */
const OUTAGE_WORDS =
  /^(?:Connection terminated|Postgres connection has been discarded|Client was closed and is not queryable|timeout exceeded when trying to connect|Client has encountered a connection error|The embedded database (?:has been closed|has stopped))/;

/** Whether the database was not reachable, or stopped during a statement. A retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (OUTAGE_CODES.has(code) || OUTAGE_STATES.test(code) || OUTAGE_WORDS.test(error.message)) return true;
  return error.cause !== undefined && isOutage(error.cause);
}

/** Whether two transactions conflicted (serialization failure or deadlock), so that a retry will work. */
export function isCollision(error: unknown): boolean {
  return hasState(error, "40001") || hasState(error, "40P01");
}

/** Whether a statement did not get its locks in time, or ended because of a deadlock: the same transaction may pass later. */
export const isBlocked = (error: unknown): boolean =>
  ["57014", "55P03", "40P01"].some((state) => hasState(error, state));

/** data_corrupted, index_corrupted; undefined_file, which is what a missing file of a table gives. */
const DAMAGE_STATES = new Set(["XX001", "XX002", "58P01"]);

/** Whether the database reports that one of its files is damaged or missing. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && DAMAGE_STATES.has(error.code)) return true;
  return error.cause !== undefined && isDamaged(error.cause);
}

export const DATABASE_DAMAGED = message("server.database_damaged");
