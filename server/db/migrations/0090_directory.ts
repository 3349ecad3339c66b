/** Users and groups that a company's directory manages by SCIM, its tokens, and the roles that its groups give. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table scim_tokens (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    name text not null,
    token_hash text not null constraint scim_tokens_hash_unique unique,
    preview text not null,
    created_by text not null,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3),
    last_address text not null default '',
    last_client text not null default ''
  )`,
  `create index scim_tokens_company on scim_tokens (company_id)`,
  `create table directory_users (
    user_id text primary key references users (id) on delete cascade,
    company_id text not null references companies (id) on delete cascade,
    external_id text,
    display_name text,
    formatted_name text,
    given_name text,
    family_name text,
    language text check (language in ('EN', 'TR')),
    version integer not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    hand_role text check (hand_role in ('Admin', 'Member')),
    left_role text check (left_role in ('Admin', 'Member'))
  )`,
  `create index directory_users_company on directory_users (company_id, user_id)`,
  `create index directory_users_external on directory_users (company_id, external_id)`,
  `create table directory_groups (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    name text not null,
    external_id text,
    version integer not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  `create unique index directory_groups_name on directory_groups (company_id, lower(name))`,
  `create table directory_group_members (
    group_id text not null references directory_groups (id) on delete cascade,
    user_id text not null references directory_users (user_id) on delete cascade,
    primary key (group_id, user_id)
  )`,
  `create index directory_group_members_user on directory_group_members (user_id)`,
  // Without a project: the role of an Admin of the company.
  `create table directory_mappings (
    id text primary key,
    group_id text not null references directory_groups (id) on delete cascade,
    project_id text references projects (id) on delete cascade,
    role text not null check (role in ('Admin', 'Owner', 'Maintainer', 'Developer', 'Viewer')),
    check ((project_id is null) = (role = 'Admin'))
  )`,
  `create unique index directory_mappings_target on directory_mappings (group_id, coalesce(project_id, ''))`,
  `create index directory_mappings_project on directory_mappings (project_id)`,
  // Roles that were given by hand to a user who is deactivated.
  `create table directory_left_members (
    user_id text not null references directory_users (user_id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    role text not null,
    primary key (user_id, project_id)
  )`,
  `create index directory_left_members_project on directory_left_members (project_id)`,
  `alter table users add column deactivated_at timestamptz(3)`,
  `alter table project_members
    add column directory_role text check (directory_role in ('Owner', 'Maintainer', 'Developer', 'Viewer')),
    add column hand_role text check (hand_role in ('Owner', 'Maintainer', 'Developer', 'Viewer'))`,
] as const;

export const directory = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
