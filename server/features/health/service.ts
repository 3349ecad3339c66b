import { HOUR_SECONDS, MINUTE_SECONDS } from "../../../contract/durations.ts";
import type { CompanyHealth, HealthState, SourceHealth } from "../../../contract/access/health.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { DamageWatch } from "../../db/DamageWatch.ts";
import type { DbLoad } from "../../db/DbLoad.ts";
import { isDamaged } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { readDiskSpace } from "../../process/machine.ts";
import { type DatabaseGauges, NO_GAUGES, readDatabaseGauges } from "../../observability/databaseGauges.ts";
import { findNewestDrill } from "../../db/tables/operations/backups.ts";
import { readBackupAge } from "../../observability/backupAge.ts";
import { companySources, freshnessOf, type Freshness } from "../../observability/syncFreshness.ts";
import { VERSION } from "../../observability/version.ts";
import { formatStored } from "../../messages/messages.ts";

export interface CompanyHealthDeps {
  readonly db: Db;
  readonly engine: "pglite" | "postgres";
  readonly load: DbLoad;
  readonly damage: Pick<DamageWatch, "metAt">;
  /** Whether the store of blobs answers. */
  readonly doesStoreAnswer: () => Promise<boolean>;
  readonly dataDir: string;
  readonly sendsMail: boolean;
  /** Seconds within which a source should have been read again. */
  readonly objective: number;
  /** Hours beyond which the newest backup is too old; 0: it is watched elsewhere. */
  readonly backupMaxHours: number;
  /** Seconds. */
  readonly lag: () => number;
  readonly openBytes: () => number;
  readonly now?: () => Date;
}

const GIGABYTE = 1e9;
/** Verdicts that need action come first. */
const ORDER: readonly Freshness[] = ["failed", "late", "first", "paused", "fresh"];

/** The health of the installation and of a company's sources, for its Admin. */
export async function readCompanyHealth(
  deps: CompanyHealthDeps,
  user: Pick<Principal, "id" | "language">,
  companyId: string,
): Promise<CompanyHealth> {
  const { db, objective } = deps;
  const at = deps.now?.() ?? new Date();
  const gauges = await readDatabaseGauges(db).catch((error: unknown) => {
    // The page is where the damage is shown.
    if (isDamaged(error)) return NO_GAUGES;
    throw error;
  });
  const rows = (await companySources(db, companyId, user.id)).map((row) => ({
    ...row,
    verdict: freshnessOf(row, objective, at),
  }));
  const rowsOfOthers = rows.filter(({ isMine }) => !isMine);
  const parts = await installationParts(deps, gauges, at);
  const ofSources: HealthState = rows.some(({ verdict }) => verdict === "failed" || verdict === "late")
    ? "attention"
    : "good";
  return {
    checked_at: at.toISOString(),
    state: worst([ofSources, ...Object.values(parts).flatMap((part) => (part ? [part.state] : []))]),
    version: VERSION,
    uptime_seconds: Math.floor(process.uptime()),
    objective_seconds: objective,
    sources: rows
      .filter(({ isMine }) => isMine)
      .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
      .map((row) => presentSource(row, at, user)),
    others: {
      total: rowsOfOthers.length,
      late: rowsOfOthers.filter(({ verdict }) => verdict === "late").length,
      failed: rowsOfOthers.filter(({ verdict }) => verdict === "failed").length,
    },
    ...parts,
  };
}

type JudgedSource = Awaited<ReturnType<typeof companySources>>[number] & { readonly verdict: Freshness };

function presentSource(row: JudgedSource, at: Date, { language }: Pick<Principal, "language">): SourceHealth {
  return {
    id: row.id,
    project: { slug: row.slug, name: row.project_name },
    kind: row.kind,
    provider: row.provider,
    name: row.name,
    verdict: row.verdict,
    finished_at: row.sync_finished_at?.toISOString() ?? null,
    age_seconds: row.sync_finished_at && secondsBetween(row.sync_finished_at, at),
    error: row.verdict === "failed" && row.sync_error !== null ? formatStored(row.sync_error, language) : null,
  };
}

type InstallationParts = Pick<CompanyHealth, "database" | "queue" | "disk" | "backup" | "index" | "mail" | "server">;

/** The parts of an installation, each with its state. */
async function installationParts(
  { db, engine, load, damage, doesStoreAnswer, dataDir, sendsMail, backupMaxHours, lag, openBytes }: CompanyHealthDeps,
  gauges: DatabaseGauges,
  at: Date,
): Promise<InstallationParts> {
  const countJobs = (state: "waiting" | "running"): number =>
    gauges.jobs.reduce((sum, job) => sum + (job.state === state ? job.count : 0), 0);
  const countMails = (state: string): number => gauges.mail.find((mail) => mail.state === state)?.count ?? 0;
  const oldestJob = highest(gauges.oldestJobs.map(({ oldestSeconds }) => oldestSeconds));
  const lagSeconds = lag();
  return {
    database: {
      state: damage.metAt === null ? worseAt(load.waiting, 20, 200) : "bad",
      engine,
      waiting: load.waiting,
      damaged_at: damage.metAt?.toISOString() ?? null,
    },
    queue: {
      state: worseAt(oldestJob ?? 0, 10 * MINUTE_SECONDS, HOUR_SECONDS),
      waiting: countJobs("waiting"),
      running: countJobs("running"),
      oldest_seconds: oldestJob,
    },
    disk: await diskOf(dataDir),
    backup: await backupOf(db, at, backupMaxHours),
    index: {
      state: (await doesStoreAnswer()) ? "good" : "bad",
      ...gauges.indexes,
      open_bytes: openBytes(),
    },
    mail: {
      state: mailState(sendsMail, countMails("failed"), gauges.oldestMailSeconds),
      is_sent: sendsMail,
      waiting: countMails("waiting") + countMails("kept"),
      failed: countMails("failed"),
      oldest_seconds: gauges.oldestMailSeconds,
    },
    server: { state: worseAt(lagSeconds, 0.1, 1), lag_seconds: lagSeconds, memory_bytes: process.memoryUsage.rss() },
  };
}

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));
const highest = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((maximum, number) => Math.max(maximum, number));
const worseAt = (value: number, attention: number, bad: number): HealthState =>
  value >= bad ? "bad" : value >= attention ? "attention" : "good";
const worst = (states: readonly HealthState[]): HealthState =>
  states.includes("bad") ? "bad" : states.includes("attention") ? "attention" : "good";

/** Mails that stay in the outbox are not a fault, but users should see it. */
function mailState(isSent: boolean, failed: number, oldestSeconds: number | null): HealthState {
  if (!isSent) return "attention";
  if ((oldestSeconds ?? 0) > HOUR_SECONDS) return "bad";
  return failed > 0 || (oldestSeconds ?? 0) > 10 * MINUTE_SECONDS ? "attention" : "good";
}

async function backupOf(db: Db, now: Date, maxHours: number): Promise<CompanyHealth["backup"]> {
  if (maxHours === 0) return null;
  const { ageSeconds, isEncrypted, secondsWithout } = await readBackupAge(db, now);
  const restoredAt = (await findNewestDrill(db, now))?.toISOString() ?? null;
  const maximum = maxHours * HOUR_SECONDS;
  const state = secondsWithout > maximum ? "attention" : "good";
  return {
    state,
    age_seconds: ageSeconds,
    is_encrypted: isEncrypted,
    max_age_seconds: maximum,
    restored_at: restoredAt,
  };
}

async function diskOf(folder: string): Promise<CompanyHealth["disk"]> {
  const space = await readDiskSpace(folder);
  if (space === undefined) return null;
  const { freeBytes: free, totalBytes: total } = space;
  const state = free < 0.5 * GIGABYTE ? "bad" : free < 2 * GIGABYTE || free < total / 20 ? "attention" : "good";
  return { state, free_bytes: free, total_bytes: total };
}
