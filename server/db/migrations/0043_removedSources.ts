/** Sources whose row was deleted and whose mirror and parts of the index are not yet removed. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // No references: the rows outlive the source, and its project where that was deleted.
  `create table removed_sources (
    source_id text primary key,
    project_id text not null,
    kind text not null,
    removed_at timestamptz not null
  )`,
  // A trigger, because sources are also deleted with their project and its company.
  `create function keep_removed_source() returns trigger language plpgsql as $$
  begin
    insert into removed_sources (source_id, project_id, kind, removed_at)
    values (old.id, old.project_id, old.kind, now())
    on conflict (source_id) do nothing;
    return null;
  end
  $$`,
  `create trigger removed_sources_kept after delete on sources for each row execute function keep_removed_source()`,
] as const;

export const removedSources = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
