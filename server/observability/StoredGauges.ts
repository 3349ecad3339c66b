import { Gauge, type Registry } from "prom-client";
import type { DatabaseGauges } from "./databaseGauges.ts";

/** Gauges from the database, the same for every process of an installation. */
export class StoredGauges {
  readonly #gauges: ReturnType<typeof createGauges>;

  constructor(registry: Registry) {
    this.#gauges = createGauges(registry);
  }

  /** @param readings null when the database does not answer */
  set(readings: DatabaseGauges | null): void {
    const { up, jobs, oldestJob, sources, syncAge, waiting, mail, oldestMail, backupAge, indexes, files } =
      this.#gauges;
    for (const gauge of Object.values(this.#gauges)) gauge.reset();
    up.set(readings ? 1 : 0);
    for (const { name, state, count } of readings?.jobs ?? []) jobs.set({ job: name, state }, count);
    for (const { name, oldestSeconds } of readings?.oldestJobs ?? []) oldestJob.set({ job: name }, oldestSeconds);
    for (const { kind, state, count } of readings?.sources ?? []) sources.set({ kind, state }, count);
    for (const { kind, oldestSeconds, quota } of readings?.ages ?? []) {
      if (oldestSeconds !== null) syncAge.set({ kind }, oldestSeconds);
      waiting.set({ kind }, quota);
    }
    for (const { state, count } of readings?.mail ?? []) mail.set({ state }, count);
    if (readings) {
      oldestMail.set(readings.oldestMailSeconds ?? 0);
      if (readings.backupSeconds !== null) backupAge.set(readings.backupSeconds);
      indexes.set(readings.indexes.projects);
      files.set(readings.indexes.files);
    }
  }
}

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge<string> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    up: gauge("clew_database_up", "1 while the database answers."),
    jobs: gauge("clew_jobs", "Jobs that wait or run.", "job", "state"),
    oldestJob: gauge("clew_job_oldest_seconds", "Age of the oldest job that waits.", "job"),
    sources: gauge("clew_sources", "Sources by the state of their last sync.", "kind", "state"),
    syncAge: gauge("clew_sync_lag_seconds", "Age of the source that was read longest ago.", "kind"),
    waiting: gauge("clew_sources_waiting_for_rate_limit", "Syncs that wait for the request limit of a host.", "kind"),
    mail: gauge("clew_mail", "Mails in the outbox.", "state"),
    oldestMail: gauge("clew_mail_oldest_seconds", "Age of the oldest mail that waits to be sent."),
    backupAge: gauge("clew_backup_age_seconds", "Age of the newest backup."),
    indexes: gauge("clew_index_projects", "Projects that have an index."),
    files: gauge("clew_index_files", "Files in all indexes."),
  };
}
