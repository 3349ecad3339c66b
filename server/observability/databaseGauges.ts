/** Status readings from the database, for metrics, the health page and the support bundle. */
import { sql } from "kysely";
import type { Db } from "../db/openDb.ts";
import { readBackupAge } from "./backupAge.ts";

export interface DatabaseGauges {
  readonly jobs: readonly { readonly name: string; readonly state: "waiting" | "running"; readonly count: number }[];
  readonly oldestJobs: readonly { readonly name: string; readonly oldestSeconds: number }[];
  readonly sources: readonly { readonly kind: string; readonly state: string; readonly count: number }[];
  /** Per kind: age of the source that was read longest ago, and how many wait for a host's quota. */
  readonly ages: readonly { readonly kind: string; readonly oldestSeconds: number | null; readonly quota: number }[];
  readonly mail: readonly { readonly state: string; readonly count: number }[];
  /** Null while none waits. */
  readonly oldestMailSeconds: number | null;
  /** Of the newest backup; null: none was made yet. */
  readonly backupSeconds: number | null;
  readonly indexes: { readonly projects: number; readonly files: number };
}

/** What is left to say when a damaged table keeps the rest from being read. */
export const NO_GAUGES: DatabaseGauges = {
  jobs: [],
  oldestJobs: [],
  sources: [],
  ages: [],
  mail: [],
  oldestMailSeconds: null,
  backupSeconds: null,
  indexes: { projects: 0, files: 0 },
};

/** Reads all of it, in a few small queries. @throws what the database throws */
export async function readDatabaseGauges(db: Db): Promise<DatabaseGauges> {
  const jobs = await readJobs(db);
  const { rows: sources } = await sql<{
    kind: string;
    state: string;
    count: number;
    oldest: number | null;
    quota: number;
  }>`
    select kind, case when paused_at is not null then 'paused' else sync_state end as state, count(*)::int as count,
      max(case when paused_at is null then extract(epoch from now() - coalesce(sync_finished_at, created_at)) end)::float8 as oldest,
      count(*) filter (where sync_step = 'waiting' and sync_state = 'running')::int as quota
    from sources group by 1, 2 order by 1, 2`.execute(db);
  const { rows: mail } = await sql<{ state: string; count: number; oldest: number | null }>`
    select state, count(*)::int as count, max(extract(epoch from now() - created_at))::float8 as oldest
    from outbox group by 1 order by 1`.execute(db);
  const { rows: indexes } = await sql<{ projects: number; files: number }>`
    select count(*)::int as projects, coalesce(sum((
      select sum((part->>'files')::bigint) from jsonb_array_elements(coalesce(manifest->'code', '[]'::jsonb)) as part
    )), 0)::float8 as files from artifacts`.execute(db);
  const kinds = [...new Set(sources.map(({ kind }) => kind))];
  return {
    ...jobs,
    sources: sources.map(({ kind, state, count }) => ({ kind, state, count })),
    ages: kinds.map((kind) => {
      const ofKind = sources.filter((row) => row.kind === kind);
      const ages = ofKind.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]));
      return {
        kind,
        oldestSeconds: ages.length === 0 ? null : Math.max(...ages),
        quota: ofKind.reduce((sum, { quota }) => sum + quota, 0),
      };
    }),
    mail: mail.map(({ state, count }) => ({ state, count })),
    oldestMailSeconds: mail.find(({ state }) => state === "waiting")?.oldest ?? null,
    backupSeconds: (await readBackupAge(db, new Date())).ageSeconds,
    indexes: indexes[0] ?? { projects: 0, files: 0 },
  };
}

/** The queue keeps its jobs in a schema of its own, which is there once a queue has started on this database. */
async function readJobs(db: Db): Promise<Pick<DatabaseGauges, "jobs" | "oldestJobs">> {
  const { rows: there } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    db,
  );
  if (there[0]?.there !== true) return { jobs: [], oldestJobs: [] };
  const { rows } = await sql<{ name: string; running: number; waiting: number; oldest: number | null }>`
    select name, count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      max(case when state in ('created', 'retry') then extract(epoch from now() - created_on) end)::float8 as oldest
    from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
    group by 1 order by 1`.execute(db);
  return {
    jobs: rows.flatMap(({ name, running, waiting }) => [
      { name, state: "waiting" as const, count: waiting },
      { name, state: "running" as const, count: running },
    ]),
    oldestJobs: rows.flatMap(({ name, oldest }) =>
      oldest === null ? [] : [{ name, oldestSeconds: Math.max(0, oldest) }],
    ),
  };
}
