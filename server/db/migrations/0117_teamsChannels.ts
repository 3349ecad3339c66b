/** The teams of Microsoft Teams that a company's app was added to, and webhooks by which it posts to their channels. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table chat_teams (
    company_id text not null,
    chat text not null check (chat in ('slack', 'teams')),
    id text not null,
    name text not null,
    service_url text not null,
    created_at timestamptz(3) not null default now(),
    primary key (company_id, chat, id),
    foreign key (company_id, chat) references chat_apps (company_id, chat) on delete cascade
  )`,
  `alter table outgoing_webhooks drop constraint outgoing_webhooks_kind_check`,
  `alter table outgoing_webhooks add constraint outgoing_webhooks_kind_check
    check (kind in ('webhook', 'slack', 'teams', 'slack_app', 'teams_app'))`,
] as const;

export const teamsChannels = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
