/** Pages and issues of Atlassian's hosts are read again, because their texts were converted with losses. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `insert into items_to_reread (source_id, kind, external_id, key)
    select pages.source_id, 'page', pages.external_id, pages.external_id
    from pages join sources on sources.id = pages.source_id
    where sources.provider = 'confluence'
    on conflict do nothing`,
  `update issues set read_version = 0 from sources
    where sources.id = issues.source_id and sources.kind = 'tracker' and sources.provider = 'jira'`,
  // What the cursor knows of the project itself stays: it may have been renamed.
  `update sources set cursor = cursor #- '{tracker,until}' #- '{tracker,reading}'
    where kind = 'tracker' and provider = 'jira' and jsonb_typeof(cursor -> 'tracker') = 'object'`,
] as const;

export const losslessTexts = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
