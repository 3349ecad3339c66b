/** Column types that more than one table has. Times are `timestamptz` and arrive as Date; `json` columns are written with JSON.stringify. */
import type { ColumnType } from "kysely";

/** Read as Date; written as Date or ISO string. */
export type Time = ColumnType<Date, Date | string, Date | string>;

export type Created = ColumnType<Date, Date | string | undefined, never>;

/** A jsonb column: read parsed, written as text. */
export type Json<T> = ColumnType<T, string, string>;
