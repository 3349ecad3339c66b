/** The tables of the Slack app have rows of apps of Microsoft Teams too. No release has read them by their former names. */
import { sql, type Kysely } from "kysely";

const CHAT = "text not null default 'slack' check (chat in ('slack', 'teams'))";
const TABLES = {
  slack_apps: "chat_apps",
  slack_links: "chat_users",
  slack_link_attempts: "chat_user_attempts",
  slack_messages: "chat_messages",
  slack_requests: "chat_requests",
} as const;
const APP = "foreign key (company_id, chat) references chat_apps (company_id, chat) on delete cascade";

const STATEMENTS = [
  ...Object.entries(TABLES).flatMap(([before, after]) => [
    `alter table ${before} rename to ${after}`,
    `alter table ${after} add column chat ${CHAT}`,
    `alter table ${after} alter column chat drop default`,
  ]),
  `alter table chat_users drop constraint slack_links_company_id_fkey`,
  `alter table chat_user_attempts drop constraint slack_link_attempts_company_id_fkey`,
  `alter table chat_messages drop constraint slack_messages_company_id_fkey, drop constraint slack_messages_user_id_fkey`,
  `alter table chat_requests drop constraint slack_requests_company_id_fkey, drop constraint slack_requests_pkey`,
  `alter table chat_apps drop constraint slack_apps_pkey, add constraint chat_apps_pkey primary key (company_id, chat)`,
  `alter table chat_users drop constraint slack_links_pkey, add constraint chat_users_pkey primary key (user_id, chat)`,
  `alter table chat_users rename column slack_user_id to chat_user_id`,
  `alter table chat_users drop constraint slack_links_person_unique,
    add constraint chat_users_person_unique unique (company_id, chat, chat_user_id), add ${APP}`,
  `alter table chat_users add column service_url text`,
  `alter table chat_user_attempts drop constraint slack_link_attempts_pkey,
    add constraint chat_user_attempts_pkey primary key (user_id, chat), add ${APP}`,
  `alter table chat_user_attempts rename column slack_user_id to chat_user_id`,
  `alter table chat_user_attempts add column channel text, add column service_url text`,
  `drop index slack_link_attempts_company`,
  `create index chat_user_attempts_company on chat_user_attempts (company_id, chat)`,
  `alter table chat_messages drop constraint slack_messages_notice_id_key,
    add constraint chat_messages_notice_unique unique (notice_id, chat), add ${APP},
    add foreign key (user_id, chat) references chat_users (user_id, chat) on delete cascade`,
  `drop index slack_messages_user`,
  `create index chat_messages_user on chat_messages (user_id, chat)`,
  `drop index slack_messages_company`,
  `create index chat_messages_company on chat_messages (company_id, chat)`,
  `alter table chat_requests rename column signature to request_id`,
  `alter table chat_requests add constraint chat_requests_pkey primary key (company_id, chat, request_id), add ${APP}`,
  ...["apps_token", "apps_signing", "messages_due", "messages_webhook", "messages_settle", "requests_received"].map(
    (name) => `alter index slack_${name} rename to chat_${name}`,
  ),
  `create index notices_teams on notices (user_id) where read_at is null and channel = 'teams' and mailed_count < count`,
] as const;

export const chats = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
