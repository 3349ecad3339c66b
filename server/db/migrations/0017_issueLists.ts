/** Indexes for every sort order and filter of the list of issues, and its words in a table of its own, where reading all of them is cheap. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // The beginning alone: an entry of an index cannot be as long as a title.
  `create index issues_title on issues (project_id, left(title, 200), id)`,
  `create index issues_comments on issues (project_id, comments_count, id)`,
  `create index issues_labels on issues using gin (labels)`,
  // The one before had the ids the other way round than the list.
  `drop index issue_analyses_similar`,
  `create index issue_analyses_similar on issue_analyses (project_id, similar_count, issue_id)`,

  // A row of the list is mostly its text, which a look for words in titles had to read past.
  `create table issue_words (
    issue_id text primary key references issues (id) on delete cascade,
    project_id text not null,
    words text not null
  )`,
  `create index issue_words_project on issue_words (project_id)`,
  `insert into issue_words (issue_id, project_id, words) select id, project_id, lower(key || ' ' || title) from issues`,
  `create function keep_issue_words() returns trigger language plpgsql as $$
  begin
    insert into issue_words (issue_id, project_id, words)
    select id, project_id, lower(key || ' ' || title) from fresh
    on conflict (issue_id) do update set words = excluded.words where issue_words.words <> excluded.words;
    return null;
  end
  $$`,
  `create trigger issue_words_inserted after insert on issues referencing new table as fresh
    for each statement execute function keep_issue_words()`,
  `create trigger issue_words_updated after update on issues referencing new table as fresh
    for each statement execute function keep_issue_words()`,

  // The next sync of each source ties what its texts say of the issues of other sources.
  `update sources set cursor = cursor || '{"isIndexBehind": true}'::jsonb
    where kind in ('repository', 'tracker') and jsonb_typeof(cursor) = 'object'`,
] as const;

export const issueLists = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
