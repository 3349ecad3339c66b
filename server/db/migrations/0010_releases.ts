/** Releases of code hosts: what a team has given out, and when. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table releases (
    id text primary key,
    source_id text not null references sources (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    external_id text not null,
    tag text not null,
    name text not null,
    body text not null,
    url text not null,
    author_id text references people (id) on delete set null,
    is_prerelease boolean not null,
    created_at timestamptz(3) not null,
    published_at timestamptz(3),
    constraint releases_unique unique (source_id, external_id)
  )`,
  `create index releases_project on releases (project_id, published_at)`,
  `create index releases_author on releases (author_id)`,
];

export const releases = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
