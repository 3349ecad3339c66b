/** Messages of the Slack app in channels, changes that a message waits for, and links of messages that were used. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `alter table outgoing_webhooks drop constraint outgoing_webhooks_kind_check`,
  `alter table outgoing_webhooks add constraint outgoing_webhooks_kind_check
    check (kind in ('webhook', 'slack', 'teams', 'slack_app'))`,
  `alter table outgoing_webhooks add column channel_id text`,
  `alter table outgoing_webhooks add column channel text`,
  `alter table slack_messages alter column user_id drop not null`,
  `alter table slack_messages alter column notice_id drop not null`,
  `alter table slack_messages add column webhook_id text references outgoing_webhooks (id) on delete cascade`,
  `alter table slack_messages add column deliveries jsonb not null default '[]'`,
  `alter table slack_messages add column settle_at timestamptz(3)`,
  `alter table slack_messages add constraint slack_messages_about_check
    check ((notice_id is null) = (user_id is null) and (notice_id is null) = (webhook_id is not null))`,
  `create index slack_messages_webhook on slack_messages (webhook_id) where webhook_id is not null`,
  `create index slack_messages_settle on slack_messages (settle_at) where settle_at is not null`,
  `create table chat_link_uses (
    delivery_id text not null references webhook_deliveries (id) on delete cascade,
    action text not null,
    user_id text references users (id) on delete set null,
    round integer not null default 0,
    started_at timestamptz(3) not null,
    ended_at timestamptz(3),
    primary key (delivery_id, action)
  )`,
  `create index chat_link_uses_user on chat_link_uses (user_id)`,
] as const;

export const chatActions = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
