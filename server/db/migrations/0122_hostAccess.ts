/**
 * Mirrored access: a source may follow who may see it at its host, and a membership is closed while its user may not. A closed membership has
 * no `user_id`, so that no statement that joins the members of a project finds it.
 */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table sources
    add column access_mirrored boolean not null default false,
    add column access_account text,
    add column access_target text,
    add column mirrored_by text references users (id) on delete set null,
    add column mirrored_at timestamptz(3),
    add constraint sources_mirrored_account check (not access_mirrored or access_account is not null)`,
  `create index sources_mirrored on sources (project_id) where access_mirrored`,
  `create index sources_mirrored_by on sources (mirrored_by) where mirrored_by is not null`,
  `create table source_access_checks (
    source_id text not null references sources (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    state text not null check (state in ('allowed', 'refused', 'unknown')),
    checked_at timestamptz(3) not null,
    allowed_at timestamptz(3),
    due_at timestamptz(3) not null,
    primary key (source_id, user_id)
  )`,
  `create index source_access_checks_due on source_access_checks (due_at)`,
  `create index source_access_checks_user on source_access_checks (user_id)`,
  `alter table project_members
    add column closed_user_id text references users (id) on delete cascade,
    add column member_user_id text generated always as (coalesce(user_id, closed_user_id)) stored,
    add constraint project_members_open_or_closed check (user_id is null or closed_user_id is null)`,
  `create index project_members_closed on project_members (closed_user_id) where closed_user_id is not null`,
  `create unique index project_members_one on project_members (project_id, member_user_id)`,

  // A trigger, so that no statement that adds a member can forget it, also one of the former version. The lock of the project orders it with
  // the transaction that turns mirroring on. A restored backup has its memberships as they were.
  `create function close_membership() returns trigger language plpgsql as $$
  begin
    if new.user_id is null or current_setting('clew.fills', true) = 'on' then
      return new;
    end if;
    perform 1 from projects where id = new.project_id for key share;
    if exists (
      select 1 from sources s where s.project_id = new.project_id and s.access_mirrored and not exists (
        select 1 from source_access_checks c
        where c.source_id = s.id and c.user_id = new.user_id and c.state <> 'refused'
          and c.allowed_at > now() - interval '24 hours'
      )
    ) then
      new.closed_user_id := new.user_id;
      new.user_id := null;
    end if;
    return new;
  end
  $$`,
  `create trigger project_members_closed before insert or update of user_id on project_members
    for each row execute function close_membership()`,

  // An answer about a former member must not open a later membership.
  `create function forget_access_checks() returns trigger language plpgsql as $$
  begin
    delete from source_access_checks c using sources s
    where s.id = c.source_id and s.project_id = old.project_id
      and c.user_id = coalesce(old.user_id, old.closed_user_id);
    return null;
  end
  $$`,
  `create trigger project_members_forgotten after delete on project_members
    for each row execute function forget_access_checks()`,
] as const;

export const hostAccess = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
