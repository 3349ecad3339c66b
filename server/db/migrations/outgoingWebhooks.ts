/** Outgoing webhooks of projects and companies, what is delivered to them, and since when the syncs of a source fail. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table outgoing_webhooks (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    project_id text references projects (id) on delete cascade,
    kind text not null check (kind in ('webhook', 'slack', 'teams')),
    label text not null,
    origin text not null,
    sealed bytea not null,
    events jsonb not null,
    language text not null check (language in ('EN', 'TR')),
    is_enabled boolean not null default true,
    disabled_reason text,
    failing_since timestamptz(3),
    failures integer not null default 0,
    resume_at timestamptz(3),
    leased_until timestamptz(3),
    served_at timestamptz(3),
    old_secret_until timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index outgoing_webhooks_company on outgoing_webhooks (company_id)`,
  `create index outgoing_webhooks_project on outgoing_webhooks (project_id)`,
  `create table webhook_deliveries (
    id text primary key,
    number bigint generated always as identity,
    webhook_id text not null references outgoing_webhooks (id) on delete cascade,
    event text not null,
    key text not null,
    project_id text references projects (id) on delete cascade,
    subject_kind text,
    subject_id text,
    data jsonb not null,
    occurred_at timestamptz(3) not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
    attempts integer not null default 0,
    next_attempt_at timestamptz(3) not null,
    attempted_at timestamptz(3),
    status integer,
    duration_ms integer,
    error text,
    response text not null default '',
    constraint webhook_deliveries_key_unique unique (webhook_id, key)
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'waiting'`,
  `create index webhook_deliveries_log on webhook_deliveries (webhook_id, number)`,
  `create index webhook_deliveries_project on webhook_deliveries (project_id)`,
  `alter table sources add column fault_since timestamptz(3)`,
  `update sources set fault_since = now() where sync_state = 'failed'`,
  `create index webhook_deliveries_age on webhook_deliveries (occurred_at)`,
] as const;

export const outgoingWebhooks = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
