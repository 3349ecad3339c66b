import { type Kysely, sql } from "kysely";

/** With which custom fields the issues of a tracker were read, and how often those of the stored ones have changed. */
const STATEMENTS = [
  `alter table sources add column fields_changed integer not null default 0`,
  `update sources set cursor = cursor || jsonb_build_object('fields', (
      select jsonb_agg(field -> 'id' order by place) from jsonb_array_elements(custom_fields) with ordinality as chosen (field, place)))
    where cursor is not null and custom_fields <> '[]'`,
] as const;

export const chosenFields = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
