/** The project of each file of a request: an index on a path alone finds the rows of every company that has a `package.json`. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table request_files add column project_id text`,
  `update request_files f set project_id = r.project_id from change_requests r where r.id = f.request_id`,
  `alter table request_files alter column project_id set not null`,
  `drop index request_files_path`,
  `create index request_files_path on request_files (project_id, path)`,
] as const;

export const requestFilePaths = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
