import { type RawBuilder, sql } from "kysely";

/** The right side of `=`: one of these values. Unlike `in`, also an empty list is correct SQL. */
export const anyOf = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${values}::text[])`;
