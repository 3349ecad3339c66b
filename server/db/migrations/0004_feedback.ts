import { type Kysely, sql } from "kysely";

/** What people say about located files, and what the engines have worked out for the rows of the list of issues. */
const STATEMENTS = [
  `create table localization_feedback (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    question text not null,
    repository_id text not null references sources (id) on delete cascade,
    path text not null,
    verdict text not null check (verdict in ('right', 'wrong')),
    terms jsonb not null,
    created_at timestamptz(3) not null default now(),
    constraint localization_feedback_unique unique (project_id, user_id, question, repository_id, path)
  )`,
  `create index localization_feedback_newest on localization_feedback (project_id, created_at desc)`,
  `create table issue_analyses (
    issue_id text primary key references issues (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    type text,
    severity text,
    likely_files jsonb not null,
    similar_count integer not null,
    print text not null,
    analysed_at timestamptz(3) not null
  )`,
  `create index issue_analyses_type on issue_analyses (project_id, type)`,
  `create index issue_analyses_similar on issue_analyses (project_id, similar_count desc, issue_id)`,
] as const;

export const feedback = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
