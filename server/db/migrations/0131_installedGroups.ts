import { type Kysely, sql } from "kysely";

/** A linked group may be read by an installation of an app, as its sources may. */
const STATEMENTS = [
  `alter table linked_groups add column app_installation_id text references app_installations (id) on delete set null`,
  `create index linked_groups_app_installation on linked_groups (app_installation_id)`,
  `alter table linked_groups drop constraint linked_groups_access_check`,
  `alter table linked_groups add constraint linked_groups_access_check check (access in ('none', 'token', 'account', 'app'))`,
] as const;

export const installedGroups = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
