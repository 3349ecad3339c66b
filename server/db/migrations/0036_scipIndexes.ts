/** Precise indexes of repositories that were uploaded: the newest of each. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table scip_indexes (
    source_id text primary key references sources (id) on delete cascade,
    revision text not null,
    blob text not null,
    tool text not null,
    documents integer not null,
    occurrences integer not null,
    symbols integer not null,
    uploaded_at timestamptz not null
  )`,
] as const;

export const scipIndexes = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
