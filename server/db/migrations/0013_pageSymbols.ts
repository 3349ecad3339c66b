/** What wiki pages name of the code: functions, classes and the like, each with the file that alone defines it. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table page_symbols (
    page_id text not null references pages (id) on delete cascade,
    source_id text not null references sources (id) on delete cascade,
    name text not null,
    path text not null,
    constraint page_symbols_key primary key (page_id, source_id, name)
  )`,
  `create index page_symbols_place on page_symbols (source_id, path)`,
  // The next sync of each wiki ties what was read before.
  `update sources set cursor = cursor || '{"isIndexBehind": true}'::jsonb
    where kind = 'wiki' and jsonb_typeof(cursor) = 'object'`,
];

export const pageSymbols = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
