/** Apps of companies at code hosts, their installations, the deliveries of their webhooks, and the sources that are read by an installation. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  `create table host_apps (
    id text primary key,
    company_id text not null references companies (id) on delete cascade,
    provider text not null,
    origin text not null,
    api text not null,
    host_id text not null,
    slug text not null,
    name text not null,
    owner text not null,
    page_url text not null,
    settings_url text not null,
    key_secret_id text references secrets (id) on delete set null,
    webhook_secret_id text references secrets (id) on delete set null,
    last_delivery_at timestamptz(3),
    removed_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index host_apps_company on host_apps (company_id)`,
  `create index host_apps_key on host_apps (key_secret_id)`,
  `create index host_apps_webhook on host_apps (webhook_secret_id)`,
  `create table app_installations (
    id text primary key,
    app_id text not null references host_apps (id) on delete cascade,
    host_id text not null,
    account text not null,
    page_url text not null,
    is_selective boolean not null,
    suspended_at timestamptz(3),
    removed_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create unique index app_installations_host_unique on app_installations (app_id, host_id)`,
  `create table app_deliveries (
    app_id text not null references host_apps (id) on delete cascade,
    delivery_id text not null,
    received_at timestamptz(3) not null,
    primary key (app_id, delivery_id)
  )`,
  `create index app_deliveries_received on app_deliveries (received_at)`,
  `alter table sources add column app_installation_id text references app_installations (id) on delete set null`,
  `create index sources_app_installation on sources (app_installation_id)`,
] as const;

export const hostApps = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
