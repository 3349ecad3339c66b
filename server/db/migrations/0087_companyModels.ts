/** The language model that a company has set up, and what its users have used of it. */
import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  `create table company_models (
    company_id text primary key references companies (id) on delete cascade,
    is_enabled boolean not null,
    address text not null,
    model text not null,
    secret_id text references secrets (id) on delete set null,
    request_tokens integer not null,
    answer_tokens integer not null,
    day_tokens integer not null,
    price_sent double precision not null,
    price_received double precision not null,
    month_cost double precision,
    changed_at timestamptz(3) not null
  )`,
  `create index company_models_secret on company_models (secret_id)`,
  `create table model_usage (
    company_id text not null references companies (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    day text not null,
    requests integer not null,
    tokens bigint not null,
    cost double precision not null,
    primary key (company_id, day, user_id)
  )`,
  `create index model_usage_user on model_usage (user_id)`,
] as const;

export const companyModels = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
