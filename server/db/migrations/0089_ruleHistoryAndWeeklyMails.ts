import { type Kysely, sql } from "kysely";

/**
 * Rules: the certainty of the likely place, the past of failed syncs and matches of searches, and why an expert was assigned. Stored definitions get the field, or
 * the next sync would take their file as changed. Notices: the weekly mail.
 */
const STATEMENTS = [
  `alter table issue_analyses add column confidence text check (confidence in ('low', 'medium', 'high'))`,
  `update rules set definition = definition || '{"certainty": null}'::jsonb`,
  `create table rule_history (
    project_id text not null references projects (id) on delete cascade,
    key text not null,
    event text not null check (event in ('sync.failed', 'search.matched')),
    subject_kind text not null check (subject_kind in ('source', 'search')),
    subject_id text not null,
    occurred_at timestamptz(3) not null,
    primary key (project_id, key)
  )`,
  `create index rule_history_newest on rule_history (project_id, event, occurred_at desc)`,
  `create index rule_history_age on rule_history (occurred_at)`,
  `alter table projects add column rule_history_since timestamptz(3) not null default now()`,
  `alter table rule_actions drop constraint rule_actions_do_check`,
  `alter table rule_actions add constraint rule_actions_do_check
    check ("do" in ('label', 'assign', 'assign_expert', 'comment', 'notify', 'webhook'))`,
  `alter table rule_actions add column reason text`,
  // The weekly mail of a user: the day from 1 for Monday, the hour, and when the last one was made.
  `alter table notice_settings add column weekly_day smallint check (weekly_day between 1 and 7)`,
  `alter table notice_settings add column weekly_hour smallint check (weekly_hour between 0 and 23)`,
  `alter table notice_settings add column weekly_at timestamptz(3)`,
  `alter table notice_settings add constraint notice_settings_weekly
    check ((weekly_day is null) = (weekly_hour is null))`,
  `create index notice_settings_weekly_users on notice_settings (user_id) where weekly_day is not null`,
] as const;

export const ruleHistoryAndWeeklyMails = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
