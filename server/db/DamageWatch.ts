import type { LogEvent } from "kysely";
import { isDamaged } from "./databaseErrors.ts";

/** Remembers that a statement met a damaged file of the database. Only a restore mends one, so it is never forgotten while the process runs. */
export class DamageWatch {
  /** When it was last met; null: never. */
  metAt: Date | null = null;

  /** Kysely's `log`. */
  readonly onError = (event: LogEvent): void => {
    if (event.level === "error" && isDamaged(event.error)) this.metAt = new Date();
  };
}
