import { type Kysely, sql } from "kysely";

/** A sync that waits for the quota of its host ends, and is resumed at a time; and the quota that the host reported last. */
const STATEMENTS = [
  `alter table sources add column resume_at timestamptz(3)`,
  `alter table sources add column quota_waits integer not null default 0`,
  `alter table sources add column host_quota jsonb`,
  `alter table sources drop constraint sources_waits_for_check`,
  `alter table sources add constraint sources_waits_for_check check (waits_for in ('disk', 'syncs', 'host')) not valid`,
  `alter table sources validate constraint sources_waits_for_check`,
] as const;

export const quotaWaits = {
  async up(db: Kysely<never>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
