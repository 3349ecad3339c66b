/** Indexes for exports, which read a project in the order of its ids. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create index issues_ids on issues (project_id, id)`,
  `create index change_requests_ids on change_requests (project_id, id)`,
  `create index pages_ids on pages (project_id, id)`,
  `create index git_commits_ids on git_commits (source_id, id)`,
] as const;

export const exportKeys = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
