/** Status readings from the database, for metrics, the health page and the support bundle. */
import type { Db } from "../db/openDb.ts";
import { countIndexes } from "../db/tables/searches/artifacts.ts";
import { countJobs } from "../db/tables/operations/jobs.ts";
import { countMails } from "../db/tables/notices/outbox.ts";
import { countSourcesByKindAndState } from "../db/tables/sources/sourceCounts.ts";
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
  /** Age of the newest backup; null: none was made yet. */
  readonly backupSeconds: number | null;
  readonly indexes: { readonly projects: number; readonly files: number };
}

/** The gauges that remain when a damaged table prevents reading the others. */
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
  const sources = await countSourcesByKindAndState(db);
  const mail = await countMails(db);
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
    indexes: await countIndexes(db),
  };
}

async function readJobs(db: Db): Promise<Pick<DatabaseGauges, "jobs" | "oldestJobs">> {
  const rows = await countJobs(db);
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
