import { DAY_MS } from "../../../contract/durations.ts";
import { KeyedMutex } from "../../concurrency.ts";
import type { StoredCount, StoredDifference } from "../../db/schema/ledgerSchema.ts";
import type { Db } from "../../db/openDb.ts";
import { listItemNames, listRandomItems } from "../../db/tables/sources/ledgerItems.ts";
import {
  type LedgerRow,
  findLedger,
  insertComparison,
  insertItemsToReread,
  listComparisonsToRepeat,
  listSourcesComparedBefore,
  listUnfinishedComparisons,
  updateCompared,
  updateLedger,
} from "../../db/tables/sources/sourceLedgers.ts";
import { findSyncState } from "../../db/tables/sources/sourceSync.ts";
import { COMPARE_SOURCE, type CompareSourceJob } from "../../jobs/jobNames.ts";
import type { JobContext, Queue } from "../../jobs/Queue.ts";
import { sendOnceMore } from "../../jobs/sendOnceMore.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import type { HostLedger, NamedItem } from "../../sources/connector/ledgerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SourceAccess, Sources } from "../../sources/sourceTypes.ts";
import { openAccess } from "../source/openAccess.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import type { SourceCredentials } from "../source/sourceCredentials.ts";
import { type SyncedSource, findSource } from "../source/SyncedSource.ts";
import { compareItems, namedItems } from "./compareSample.ts";
import { ComparisonProgress } from "./ComparisonProgress.ts";
import { compareCounts, countAtHost, kindsOf } from "./countSource.ts";

/** Items of a sample. `small`: for visitors, who have 60 calls an hour at GitHub, and where no user requested it. */
const SAMPLE_SIZE = { small: 5, signedIn: 20 } as const;
/** One that waits for a host's rate limit keeps its place, and costs nothing meanwhile. */
const CONCURRENCY = { concurrency: 16, concurrencyPerGroup: 2 } as const;
const KINDS = { issue: "issues", request: "requests", page: "pages" } as const;

export interface ComparisonsDeps {
  readonly db: Db;
  readonly queue: Queue;
  readonly sources: Sources;
  readonly credentials: SourceCredentials;
  readonly mirrorOf: (sourceId: string, signal: AbortSignal) => Promise<string>;
  /** Queues a sync. */
  readonly requestSync: (sourceId: string) => Promise<void>;
  readonly onError: (error: unknown, about: { readonly sourceId?: string }) => void;
}

interface Comparison {
  readonly counts: readonly StoredCount[];
  readonly wasSyncing: boolean;
  readonly countedAt: Date;
  readonly sampled: number;
  readonly differences: readonly StoredDifference[];
  readonly names: readonly NamedItem[];
}

/** Compares sources with their hosts in the background: one comparison of a source at a time. */
export class Comparisons {
  readonly #deps: ComparisonsDeps;
  /** After a restart a source may have two jobs: the second finds that nothing is left to do. */
  readonly #mutex = new KeyedMutex();

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
  }

  register(): void {
    this.#deps.queue.register<CompareSourceJob>(
      COMPARE_SOURCE,
      (job, context) => this.#mutex.runExclusive(job.sourceId, () => this.#handle(job, context)),
      {
        ...CONCURRENCY,
        retryLimit: 3,
        retryDelaySeconds: 5,
      },
    );
  }

  /** Sends the jobs of comparisons that were requested and have none. A second job for a source has no effect. */
  async resume(): Promise<void> {
    const { db, queue } = this.#deps;
    for (const sourceId of await listUnfinishedComparisons(db)) {
      const job = { sourceId } satisfies CompareSourceJob;
      await queue.send(COMPARE_SOURCE, job, { singletonKey: sourceId, ...(await this.#groupOf(sourceId)) });
    }
  }

  /** @returns false while another comparison of the source is in progress */
  async request(sourceId: string): Promise<boolean> {
    if (!(await insertComparison(this.#deps.db, sourceId, new Date()))) return false;
    await this.#send({ sourceId });
    return true;
  }

  /** After each good sync: compares again what was missing or different before it. */
  async afterSync(projectId: string): Promise<void> {
    for (const sourceId of await listComparisonsToRepeat(this.#deps.db, projectId))
      if (await insertComparison(this.#deps.db, sourceId, new Date()))
        await this.#send({ sourceId, reason: "follow_up" });
  }

  /** Compares the sources of a project that were not compared for a day. */
  async requestDue(projectId: string): Promise<void> {
    const { db } = this.#deps;
    const now = Date.now();
    for (const sourceId of await listSourcesComparedBefore(db, projectId, new Date(now - DAY_MS)))
      if (await insertComparison(db, sourceId, new Date(now))) await this.#send({ sourceId, reason: "daily" });
  }

  /** The job of the comparison before may be about to end, and refuse another one. */
  async #send(job: CompareSourceJob): Promise<void> {
    const options = { singletonKey: job.sourceId, ...(await this.#groupOf(job.sourceId)) };
    await sendOnceMore(this.#deps.queue, COMPARE_SOURCE, job, options);
  }

  async #groupOf(sourceId: string): Promise<{ readonly group?: string }> {
    const source = await findSource(this.#deps.db, sourceId);
    return source ? { group: source.companyId } : {};
  }

  async #handle({ sourceId, reason }: CompareSourceJob, job: JobContext): Promise<void> {
    const { db, onError } = this.#deps;
    const [source, row] = [await findSource(db, sourceId), await findLedger(db, sourceId)];
    if (!source || !row || row.state === "done" || row.state === "failed") return;
    if (source.isPaused) return this.#fail(sourceId, message("comparison.paused"), null);
    const progress = new ComparisonProgress(db, sourceId);
    try {
      const comparison = await this.#compare(source, progress, chooser(db, source.id, reason, row), job.signal);
      await progress.settle();
      await this.#store(source, comparison, reason === "follow_up");
    } catch (error) {
      await progress.settle();
      if (job.signal.aborted) throw error;
      if (error instanceof SourceError) return this.#fail(sourceId, error.text, error.code);
      if (!job.isLastAttempt) throw error;
      onError(error, { sourceId });
      await this.#fail(sourceId, message("comparison.failed"), null);
    }
  }

  /** @param choose the items that are read again */
  async #compare(
    source: SyncedSource,
    progress: ComparisonProgress,
    choose: (hasCredential: boolean) => Promise<readonly NamedItem[]>,
    signal: AbortSignal,
  ): Promise<Comparison> {
    const { db, sources, credentials, mirrorOf } = this.#deps;
    progress.running(0, null);
    const opened = await openAccess(source, credentials);
    const retry = <T>(read: () => Promise<T>): Promise<T> =>
      retryOnRateLimit({ progress, signal, refreshCredentials: opened.refreshCredentials }, read);
    const openLedger = ledgerOpener(sources, opened.access);
    const hostCounts = await retry(() =>
      countAtHost({ db, sources, source, access: opened.access(), ledger: openLedger(), mirrorOf, signal }),
    );
    const countedAt = new Date();
    const now = await findSource(db, source.id);
    const counts = await compareCounts(db, now ?? source, hostCounts);
    const state = (await findSyncState(db, source.id))?.sync_state;

    const kinds = await kindsOf(db, source);
    const chosen = await choose(Boolean(opened.access().credential));
    const items = openLedger() === null ? [] : chosen.filter(({ kind }) => kinds.includes(KINDS[kind]));
    const differences: StoredDifference[] = [];
    for (let done = 0; done < items.length;) {
      signal.throwIfAborted();
      progress.running(done, items.length);
      const from = done;
      done = await retry(async () => {
        progress.running(from, items.length);
        const ledger = openLedger();
        if (!ledger) return items.length;
        const part = items.slice(from, from + ledger.batchSize);
        differences.push(...(await compareItems(db, source.id, ledger, part, signal)));
        return from + part.length;
      });
    }
    const isSyncing = state === "queued" || state === "running";
    return { counts, wasSyncing: isSyncing, countedAt, sampled: items.length, differences, names: items };
  }

  /** Items that differ are read again by a sync, which is requested. */
  async #store(source: SyncedSource, comparison: Comparison, isFollowUp: boolean): Promise<void> {
    const { db, requestSync } = this.#deps;
    const { counts, wasSyncing, countedAt, sampled, differences, names } = comparison;
    const isUnequal = differences.length > 0 || counts.some(({ missing, extra }) => missing + extra > 0);
    const differing = new Set(differences.map(({ kind, external_id }) => `${kind} ${external_id}`));
    await db.transaction().execute(async (tx) => {
      if (!isFollowUp)
        await insertItemsToReread(
          tx,
          source.id,
          names
            .filter(({ kind, externalId }) => differing.has(`${kind} ${externalId}`))
            .map(({ kind, externalId, key }) => ({ kind, external_id: externalId, key })),
        );
      await updateCompared(tx, source.id, {
        done: sampled,
        total: sampled,
        counted_at: countedAt,
        counts: JSON.stringify(counts),
        was_syncing: wasSyncing,
        sampled,
        differences: JSON.stringify(differences),
        follows_up: isUnequal && !isFollowUp,
      });
    });
    if (differences.length > 0 && !isFollowUp && !source.isPaused) await requestSync(source.id);
  }

  async #fail(sourceId: string, text: Message, code: string | null): Promise<void> {
    await updateLedger(this.#deps.db, sourceId, {
      state: "failed",
      error: serializeMessage(text),
      error_code: code,
    });
  }
}

/** Chooses the items that a comparison reads again: a random sample, or those that differed before. */
function chooser(db: Db, sourceId: string, reason: CompareSourceJob["reason"], { differences }: LedgerRow) {
  return async (hasCredential: boolean): Promise<readonly NamedItem[]> => {
    if (reason !== "follow_up") {
      const size = hasCredential && reason === undefined ? SAMPLE_SIZE.signedIn : SAMPLE_SIZE.small;
      return namedItems(await listRandomItems(db, sourceId, size));
    }
    const itemKeys = new Set(differences.map(({ kind, external_id }) => `${kind} ${external_id}`));
    const ids = differences.map(({ external_id }) => external_id);
    const rows = await listItemNames(db, sourceId, ids);
    return namedItems(rows.filter(({ kind, external_id }) => itemKeys.has(`${kind} ${external_id}`)));
  };
}

/** One ledger for a whole comparison, until the credential is renewed: it knows where its host answers. */
function ledgerOpener(sources: Pick<Sources, "openLedger">, access: () => SourceAccess): () => HostLedger | null {
  let opened: { readonly access: SourceAccess; readonly ledger: HostLedger | null } | undefined;
  return () => {
    const now = access();
    if (opened?.access !== now) opened = { access: now, ledger: sources.openLedger(now) };
    return opened.ledger;
  };
}
