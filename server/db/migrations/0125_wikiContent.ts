import { type Kysely, sql } from "kysely";

/** Kinds of what a wiki holds, and comments on its pages. */
const STATEMENTS = [
  `alter table pages add column kind text not null default 'page'
    check (kind in ('page', 'blog_post', 'folder', 'whiteboard', 'database'))`,
  `create table page_comments (
    page_id text not null references pages (id) on delete cascade,
    external_id text not null,
    kind text not null check (kind in ('footer', 'inline')),
    version integer not null,
    author_id text references accounts (id) on delete set null,
    quote text,
    body text not null,
    url text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (page_id, external_id)
  )`,
  `create index page_comments_author on page_comments (author_id)`,
] as const;

export const wikiContent = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
