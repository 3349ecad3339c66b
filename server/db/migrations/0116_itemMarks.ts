import { type Kysely, sql } from "kysely";

/** Marks of Clew's own on issues, requests and pages, and the action of rules that sets one. A page has no row that a mark could refer to. */
const STATEMENTS = [
  `create table item_marks (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    issue_id text references issues (id) on delete cascade,
    request_id text references change_requests (id) on delete cascade,
    source_id text references sources (id) on delete cascade,
    path text,
    text text not null check (char_length(text) between 1 and 40),
    folded text not null,
    rule text,
    user_id text references users (id) on delete set null,
    created_at timestamptz(3) not null default now(),
    check (num_nonnulls(issue_id, request_id, source_id) = 1),
    check ((source_id is null) = (path is null))
  )`,
  `create unique index item_marks_issue on item_marks (issue_id, folded) where issue_id is not null`,
  `create unique index item_marks_request on item_marks (request_id, folded) where request_id is not null`,
  `create unique index item_marks_page on item_marks (source_id, md5(path), folded) where source_id is not null`,
  `create index item_marks_text on item_marks (project_id, folded)`,
  `create index item_marks_user on item_marks (user_id) where user_id is not null`,
  `alter table rule_actions drop constraint rule_actions_do_check`,
  `alter table rule_actions add constraint rule_actions_do_check
    check ("do" in ('label', 'assign', 'assign_expert', 'comment', 'notify', 'webhook', 'mark'))`,
] as const;

export const itemMarks = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
