/**
 * Results of buttons name the texts that both chats have by `chat.`, where they were `slack.`. They are messages as JSON in a text of the JSON
 * value, so their quotes are escaped. No release has read them.
 */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // `chat.failed` is the text of a link.
  String.raw`update chat_messages set results = replace(results::text, '\"code\":\"slack.failed\"', '\"code\":\"chat.try_again\"')::jsonb
    where results::text like '%slack.failed%'`,
  String.raw`update chat_messages set results = replace(results::text, '\"code\":\"slack.', '\"code\":\"chat.')::jsonb
    where results::text like '%slack.%'`,
] as const;

export const chatCodes = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
