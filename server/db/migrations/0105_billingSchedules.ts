/** Trials that end by themselves, invoices on a schedule with their drafts, and what a company says about itself as a buyer. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // Null: the company had none, and its trial ends as expired.
  `alter table companies add column plan_before_trial text check (plan_before_trial in ('Standard', 'Premium', 'Enterprise'))`,
  `create index companies_trial on companies (trial_ends_at) where subscription_status = 'trial'`,
  `create table trial_warnings (
    company_id text not null references companies (id) on delete cascade,
    ends_at timestamptz(3) not null,
    days integer not null,
    primary key (company_id, ends_at, days)
  )`,
  `alter table billing_buyers add column reference text not null default ''`,
  `alter table billing_buyers add column email text not null default ''`,
  `create table billing_schedules (
    company_id text primary key references companies (id) on delete cascade,
    period text not null check (period in ('monthly', 'yearly')),
    first_day timestamptz(3) not null,
    period_number integer not null default 0 check (period_number >= 0),
    period_end timestamptz(3) not null,
    draft_days integer check (draft_days between 0 and 90),
    due_days integer not null check (due_days between 0 and 365),
    problem text
  )`,
  `create table invoice_drafts (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    period_start timestamptz(3) not null,
    content jsonb not null,
    due_days integer not null,
    created_at timestamptz(3) not null,
    issue_at timestamptz(3),
    problem text,
    constraint invoice_drafts_period_unique unique (company_id, period_start)
  )`,
  `create index invoice_drafts_due on invoice_drafts (issue_at) where issue_at is not null`,
] as const;

export const billingSchedules = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
