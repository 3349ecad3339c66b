/** A connected account and a stored credential belong to the origin at which they were given, whatever an address says later. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // Set at the start of the server, which knows the settings. Null: the provider is not registered any more, and nothing is sent.
  `alter table connections add column origin text`,
  // Null for what is no credential of a source: the secret of a webhook, the tokens of a connection.
  `alter table secrets add column origin text`,
  `update secrets set origin = case
      when s.url ~ '^https?://' then substring(s.url from '^https?://[^/?#]+')
      when s.url ~ '^ssh://' then
        'ssh://' || lower(substring(s.url from '^ssh://(?:[^@/]*@)?([^/]+?)(?::[0-9]+)?(?:/|$)')) || ':' ||
        coalesce(substring(s.url from '^ssh://[^/]*:([0-9]+)(?:/|$)'), '22')
      else 'file://'
    end
    from sources s where s.secret_id = secrets.id`,
] as const;

export const connectionOrigins = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
