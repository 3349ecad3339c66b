/** Applies a company's quotas of disk space and of parallel syncs. What a refused sync waits for is in its source's row. */
import { MEGABYTE } from "../../sizes.ts";
import { diskSum, diskUseOf, quotasOf, quotasOfOne } from "../../access/limits/quotas.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import { clearNeededBytes, listSourceDisk, updateNeededBytes } from "../../db/tables/operations/diskUse.ts";
import { countRunningSyncs, listUnmeasuredSources, updateSyncState } from "../../db/tables/sources/sourceSync.ts";
import type { Quotas } from "../../settings.ts";
import type { WaitsFor } from "../../db/schema/sourceSchema.ts";
import { isBeforeResumption } from "../source/QuotaWaitError.ts";
import type { DiskMeter } from "./DiskMeter.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";
import { MessageError } from "../../messages/MessageError.ts";
import { type Message, message } from "../../messages/messages.ts";

/** The disk quota was exceeded while a sync was running. */
export class DiskQuotaExceededError extends MessageError {
  override readonly name = "DiskQuotaExceededError";
}

/** Why a sync does not begin now. */
export interface QuotaRefusal {
  readonly waitsFor: "disk" | "syncs";
  readonly reason: Message;
}

/** A source whose sync could be sent to the queue. */
export interface QueuedSource {
  readonly id: string;
  readonly companyId: string;
  readonly waitsFor: WaitsFor | null;
  /** When a sync that waits for the quota of its host is resumed. */
  readonly resumeAt: Date | null;
}

/** Milliseconds between two measurements of a source's rows while it is synced; more where one takes long. */
const ROW_COUNT_INTERVAL_MS = 10_000;
/** This much of the time, at most, is spent on them: a fiftieth. */
const ROW_COUNT_TIME_DIVISOR = 50;

const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);

export interface SyncQuotasOptions {
  readonly db: Db;
  readonly meter: DiskMeter;
  /** The installation's defaults. */
  readonly defaults: Quotas;
}

export class SyncQuotas {
  readonly #db: Db;
  readonly #meter: DiskMeter;
  readonly #defaults: Quotas;
  /** When the rows of a running source are to be measured again. */
  readonly #rowsDue = new Map<string, number>();

  constructor({ db, meter, defaults }: SyncQuotasOptions) {
    this.#db = db;
    this.#meter = meter;
    this.#defaults = defaults;
  }

  /**
   * Admits a sync, which then counts as running in the database, or returns what it has to wait for.
   * @param isManual requested by a user: it may start although it was stopped for needing more than there is room for
   */
  async admit(source: SyncedSource, isManual: boolean): Promise<QuotaRefusal | undefined> {
    const { id, companyId } = source;
    const { diskBytes, syncs } = await quotasOfOne(this.#db, companyId, this.#defaults);
    const full = await this.#whyNoRoom(companyId, [id], diskBytes, isManual);
    const reason = full(id);
    if (reason !== undefined) return { waitsFor: "disk", reason };
    if (syncs === null) return undefined;
    return this.#db.transaction().execute(async (transaction) => {
      // The company's row is the lock between all processes. References to it may be made meanwhile.
      await lockCompanyForReferences(transaction, companyId);
      if ((await countRunningSyncs(transaction, companyId, id)) >= syncs) {
        return {
          waitsFor: "syncs",
          reason: message("sync.concurrency", { max: syncs }),
        };
      }
      await updateSyncState(transaction, id, { sync_state: "running" });
      return undefined;
    });
  }

  /** Whether a sync that waits for its turn could begin now. */
  async hasFreeSlot(companyId: string): Promise<boolean> {
    const { syncs } = await quotasOfOne(this.#db, companyId, this.#defaults);
    return syncs === null || (await countRunningSyncs(this.#db, companyId)) < syncs;
  }

  /** Measures a running sync where its company has a disk quota. @returns a message when the quota is exceeded */
  async checkWhileRunning({ id, projectId, companyId, kind }: SyncedSource): Promise<Message | undefined> {
    const { diskBytes } = await quotasOfOne(this.#db, companyId, this.#defaults);
    if (diskBytes === null) return undefined;
    if (kind === "repository") await this.#meter.measureMirror(id);
    const begun = performance.now();
    if (begun >= (this.#rowsDue.get(id) ?? 0)) {
      await this.#meter.measureRows(id);
      const now = performance.now();
      this.#rowsDue.set(id, now + Math.max(ROW_COUNT_INTERVAL_MS, (now - begun) * ROW_COUNT_TIME_DIVISOR));
    }
    await this.#meter.measureIndex(projectId);
    const used = diskSum(await diskUseOf(this.#db, companyId));
    if (used <= diskBytes) return undefined;
    return message("sync.quota_exceeded", { used: megabytes(used), quota: megabytes(diskBytes) });
  }

  /**
   * The quota has stopped a sync. The size that its source reached is recorded, so that it does not start again before more than that is
   * free.
   * @param clear removes partial data that the sync was writing
   */
  async onStopped(source: SyncedSource, clear: () => Promise<void>): Promise<void> {
    const peak = await this.#ownBytes([source.id]);
    await clear();
    await this.#meter.measureMirror(source.id);
    await updateNeededBytes(this.#db, source.id, peak.get(source.id)?.stored ?? 0);
  }

  /** Measures what a sync has left, however it ended. @param isComplete it was not stopped, and did not fail */
  async onEnded(
    source: SyncedSource,
    { isComplete, hasNewRows }: { isComplete: boolean; hasNewRows: boolean },
  ): Promise<void> {
    this.#rowsDue.delete(source.id);
    const isKnown = (await this.#ownBytes([source.id])).has(source.id);
    await this.#meter.measureMirror(source.id);
    if (hasNewRows || !isKnown) await this.#meter.measureRows(source.id);
    await this.#meter.measureIndex(source.projectId);
    if (!isComplete) return;
    await clearNeededBytes(this.#db, source.id);
  }

  /** Which of these may be sent to the queue now: those that wait for nothing any more, and as many others as there is room for. */
  async admissible(sources: readonly QueuedSource[]): Promise<string[]> {
    const now = Date.now();
    const isFree = ({ waitsFor, resumeAt }: QueuedSource): boolean =>
      waitsFor === null || (waitsFor === "host" && !isBeforeResumption(resumeAt, now));
    const waiting = sources.filter(({ waitsFor }) => waitsFor === "disk" || waitsFor === "syncs");
    const companies = [...new Set(waiting.map(({ companyId }) => companyId))];
    const quotas = await quotasOf(this.#db, companies, this.#defaults);
    const admitted = [sources.filter(isFree).map(({ id }) => id)];
    for (const companyId of companies) {
      const { diskBytes, syncs } = quotas.get(companyId) ?? this.#defaults;
      const ofCompany = waiting.filter((source) => source.companyId === companyId);
      const forDisk = ofCompany.filter(({ waitsFor }) => waitsFor === "disk").map(({ id }) => id);
      const whyNot = await this.#whyNoRoom(companyId, forDisk, diskBytes, false);
      admitted.push(forDisk.filter((id) => whyNot(id) === undefined));
      const forPlace = ofCompany.filter(({ waitsFor }) => waitsFor === "syncs").map(({ id }) => id);
      const free = syncs === null ? forPlace.length : syncs - (await countRunningSyncs(this.#db, companyId));
      admitted.push(forPlace.slice(0, Math.max(0, free)));
    }
    return admitted.flat();
  }

  /** Measures some sources that never were, such as those of a version without quotas. */
  async measureMissing(): Promise<void> {
    const rows = await listUnmeasuredSources(this.#db, 20);
    for (const { id, project_id: projectId } of rows) {
      await this.#meter.measureRows(id);
      await this.#meter.measureMirror(id);
      await this.#meter.measureIndex(projectId);
    }
    await this.#meter.measureUploads(20);
  }

  /** For each of these sources of one company: a message when the disk quota leaves no room for its sync. */
  async #whyNoRoom(
    companyId: string,
    ids: readonly string[],
    diskBytes: number | null,
    isManual: boolean,
  ): Promise<(id: string) => Message | undefined> {
    if (diskBytes === null || ids.length === 0) return () => undefined;
    const used = diskSum(await diskUseOf(this.#db, companyId));
    if (used >= diskBytes) {
      const reason = message("sync.quota_used", { used: megabytes(used), quota: megabytes(diskBytes) });
      return () => reason;
    }
    const diskOf = await this.#ownBytes(ids);
    return (id) => {
      const { stored, needed } = diskOf.get(id) ?? { stored: 0, needed: 0 };
      if (isManual || needed <= stored || used - stored + needed < diskBytes) return undefined;
      return message("sync.quota_too_small", {
        needed: megabytes(needed - stored),
        left: megabytes(diskBytes - used),
        quota: megabytes(diskBytes),
      });
    };
  }

  async #ownBytes(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly stored: number; readonly needed: number }>> {
    const rows = await listSourceDisk(this.#db, ids);
    return new Map(
      rows.map((row) => [
        row.source_id,
        { stored: Number(row.copy_bytes) + Number(row.row_bytes), needed: Number(row.needed_bytes ?? 0) },
      ]),
    );
  }
}
