/** SQLSTATE classes that callers act on, told apart the same way on both databases. */

/** An error of the embedded database, as it crosses the thread border: the same fields that `pg` gives. */
export class DatabaseFailure extends Error {
  override readonly name = "DatabaseFailure";
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

/** Whether a row pointed at something that is not there (any more). */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasState(error, "23503");
}
