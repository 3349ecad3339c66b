/** Times and durations as expressions of statements. */
import { sql, type RawBuilder } from "kysely";

/** The present, as an expression of a statement. */
export type DatabaseClock = () => RawBuilder<Date>;

/** The database's own clock, which is the same for all processes. */
export const databaseNow: DatabaseClock = () => sql<Date>`now()`;

/** A duration, as an expression of a statement. */
export const interval = (ms: number): RawBuilder<unknown> => sql`(${ms}::double precision * interval '1 millisecond')`;
