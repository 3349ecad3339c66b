/** Groups that identity providers name at a sign-in, next to those of a directory by SCIM, with the same rules for roles. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sso_providers
    add column groups_claim text not null default '',
    add column groups_refused_at timestamptz(3)`,
  `alter table directory_groups add column provider_id text references sso_providers (id) on delete cascade`,
  `drop index directory_groups_name`,
  `create unique index directory_groups_name on directory_groups (company_id, lower(name)) where provider_id is null`,
  `create unique index directory_groups_of_provider on directory_groups (provider_id, name) where provider_id is not null`,
  // Members of a provider's group need no directory.
  `alter table directory_group_members drop constraint directory_group_members_user_id_fkey`,
  `alter table directory_group_members
    add constraint directory_group_members_user_id_fkey foreign key (user_id) references users (id) on delete cascade`,
  `alter table users add column hand_role text check (hand_role in ('Admin', 'Member'))`,
  `update users set hand_role = d.hand_role from directory_users d where d.user_id = users.id and d.hand_role is not null`,
  `alter table directory_users drop column hand_role`,
] as const;

export const providerGroups = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
