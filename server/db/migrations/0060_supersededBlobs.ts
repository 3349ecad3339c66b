import { type Kysely, sql } from "kysely";

/** Blobs that a rebuild of a project's issues, requests or pages replaced, until they are deleted. */
const STATEMENTS = [
  `create table superseded_blobs (
    project_id text not null references projects (id) on delete cascade,
    hash text not null,
    superseded_at timestamptz(3) not null,
    constraint superseded_blobs_key primary key (project_id, hash)
  )`,
] as const;

export const supersededBlobs = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
