/** Saved searches over all projects of a company, and the known matches of a watched search for each project. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table saved_searches alter column project_id drop not null`,
  `alter table saved_searches add column company_id text references companies (id) on delete cascade`,
  `alter table saved_searches add constraint saved_searches_one_scope check ((project_id is null) <> (company_id is null))`,
  `create unique index saved_searches_company_name_unique on saved_searches (company_id, user_id, lower(name))`,
  `create table search_matches (
    search_id text not null references saved_searches (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    seen bytea,
    compared text,
    compared_generation integer not null,
    compared_sources jsonb,
    is_too_broad boolean not null,
    primary key (search_id, project_id)
  )`,
  `create index search_matches_project on search_matches (project_id)`,
  `insert into search_matches (search_id, project_id, seen, compared, compared_generation, compared_sources, is_too_broad)
    select id, project_id, seen, compared, compared_generation, compared_sources, is_too_broad from saved_searches
    where compared is not null`,
  `alter table saved_searches
    drop column seen,
    drop column compared,
    drop column compared_generation,
    drop column compared_sources,
    drop column is_too_broad`,
] as const;

export const companySearches = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
