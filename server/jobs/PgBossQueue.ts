import { setTimeout as delay } from "node:timers/promises";
import { HOUR_SECONDS } from "../../contract/durations.ts";
import { PgBoss, type Db as BossDb, type JobWithMetadata, type QueueResult, type WorkOptions } from "pg-boss";
import type { OpenDb } from "../db/openedDb.ts";
import type { JobContext, JobHandler, JobOptions, Queue, SendOptions } from "./Queue.ts";
import { QueueClock } from "./QueueClock.ts";

/** A worker without a heartbeat for this long counts as dead, and another worker takes its job. */
const HEARTBEAT_SECONDS = 20;
/** How often that is looked for. With the default of 60 the job of a killed worker waits for a minute. */
const SUPERVISE_SECONDS = 5;
/** A retry is not announced by NOTIFY; with the default of 30 two of them took a minute. */
const POLL_SECONDS = 2;
const STOP_TIMEOUT_MS = 20_000;
const REST_TIMEOUT_MS = 1000;

export interface QueueOptions {
  readonly database: OpenDb;
  /** Set when the database is a PostgreSQL: the queue then has its own pool. */
  readonly databaseUrl?: string | undefined;
  readonly isWorker: boolean;
  readonly onError: (error: unknown, about: { readonly job?: string }) => void;
}

interface Registered {
  readonly name: string;
  readonly options: JobOptions;
  readonly handle: (data: object, context: JobContext) => Promise<void>;
}

/** One job of a name and key at a time. */
const POLICY = "exclusive";

/** Whether a stored queue has these settings. */
const isAs = (settings: object, stored: QueueResult | undefined): boolean =>
  stored?.policy === POLICY && Object.entries(settings).every(([name, value]) => Reflect.get(stored, name) === value);

/** pg-boss behind the small interface that the rest of the server uses. */
export class PgBossQueue implements Queue {
  readonly #options: QueueOptions;
  readonly #boss: PgBoss;
  readonly #clock: QueueClock;
  readonly #kinds = new Map<string, Registered>();
  readonly #created = new Set<string>();
  /** By name and key of the job. */
  readonly #running = new Map<string, { readonly id: string; readonly done: Promise<void> }>();
  readonly #stopping = new AbortController();

  constructor(options: QueueOptions) {
    const { database, databaseUrl, onError } = options;
    this.#options = options;
    this.#boss = new PgBoss({
      ...(databaseUrl === undefined
        ? { db: embedded(database), backend: "pglite" as const }
        : { connectionString: databaseUrl, max: 4 }),
      useListenNotify: true,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      schedule: false,
    });
    this.#boss.on("error", (error) => {
      onError(error, {});
    });
    this.#clock = new QueueClock(database, (error) => {
      if (!this.#stopping.signal.aborted) onError(error, {});
    });
  }

  register<Data extends object>(name: string, handler: JobHandler<Data>, options: JobOptions = {}): void {
    // The payload of a name has the type that its handler accepts: jobNames.ts maps names to types.
    this.#kinds.set(name, { name, options, handle: (data, context) => handler(data as Data, context) });
  }

  async send(name: string, data: object, { singletonKey, group, priority }: SendOptions = {}): Promise<string | null> {
    await this.#create(name);
    // The policy is "exclusive": without its own key a job would exclude all others of its name.
    return this.#boss.send(name, data, {
      singletonKey: singletonKey ?? crypto.randomUUID(),
      ...(group !== undefined && { group: { id: group } }),
      ...(priority !== undefined && { priority }),
    });
  }

  async has(name: string, singletonKey: string): Promise<boolean> {
    const jobs = await this.#boss.findJobs(name, { key: singletonKey });
    return jobs.some(({ state }) => state === "created" || state === "retry" || state === "active");
  }

  async start(): Promise<void> {
    await this.#boss.start();
    const stored = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const name of this.#kinds.keys()) {
      // Most starts find each queue as it has to be, and a question for all costs less than two statements for each.
      if (isAs(this.#settingsOf(name), stored.get(name))) this.#created.add(name);
      else await this.#create(name);
    }
    if (!this.#options.isWorker) return;
    await this.#clock.start();
    for (const kind of this.#kinds.values()) await this.#work(kind);
  }

  async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    const within = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });
    // First no job is fetched any more, or the next one would begin while this one ends. The library's own graceful stop checks only every
    // half second whether all have ended.
    const atRest = Promise.all([...this.#kinds.keys()].map((name) => this.#boss.offWork(name, { wait: true })));
    this.#stopping.abort(new Error("The server stops."));
    await Promise.race([this.#clock.stop(), within(REST_TIMEOUT_MS)]);
    const ended = Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await Promise.race([ended, within(timeoutMs)]);
    // The results of the handlers are still being written; without the database that never ends.
    await Promise.race([atRest, within(REST_TIMEOUT_MS)]);
    await this.#boss.stop({ graceful: false });
  }

  async #create(name: string): Promise<void> {
    if (this.#created.has(name)) return;
    const settings = this.#settingsOf(name);
    await this.#boss.createQueue(name, { ...settings, policy: POLICY });
    await this.#boss.updateQueue(name, settings);
    this.#created.add(name);
  }

  #settingsOf(name: string) {
    const {
      retryLimit = 3,
      retryDelaySeconds = 5,
      expireInSeconds = 6 * HOUR_SECONDS,
    } = this.#kinds.get(name)?.options ?? {};
    return {
      notify: true,
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
  }

  async #work(kind: Registered): Promise<void> {
    const { name, options } = kind;
    // No other process can use an embedded database: jobs marked as running were running when the process died.
    if (this.#options.database.engine === "pglite") await this.#failOrphans(name);
    const places: WorkOptions[] = [
      {
        localConcurrency: options.concurrency ?? 1,
        ...(options.concurrencyPerGroup !== undefined && { localGroupConcurrency: options.concurrencyPerGroup }),
      },
    ];
    if (options.reserved) {
      const { concurrency, minPriority } = options.reserved;
      places.push({ localConcurrency: concurrency, minPriority });
    }
    for (const place of places)
      await this.#boss.work<object, void, WorkOptions & { includeMetadata: true }>(
        name,
        {
          ...place,
          pollingIntervalSeconds: POLL_SECONDS,
          notifyPollingIntervalSeconds: POLL_SECONDS,
          includeMetadata: true,
        },
        async ([job]) => {
          if (job) await this.#handle(kind, job);
        },
      );
  }

  /** Counts as an attempt, since the job may have killed the process, but is retried without a delay. */
  async #failOrphans(name: string): Promise<void> {
    const jobs = await this.#boss.findJobs(name);
    const orphans = jobs.filter((job) => job.state === "active").map((job) => job.id);
    if (orphans.length > 0) await this.#boss.fail(name, orphans, { message: "The server stopped." });
    for (const id of orphans) await this.#boss.update(name, undefined, { id, startAfter: 0 });
  }

  async #handle({ name, handle }: Registered, job: JobWithMetadata<object>): Promise<void> {
    const { signal: stopping } = this.#stopping;
    const key = `${name} ${job.singletonKey ?? job.id}`;
    // After a jump of the clock the queue counts a job of this process as abandoned and sends it again.
    for (let other = this.#running.get(key); other; other = this.#running.get(key)) {
      if (other.id === job.id) return other.done;
      await other.done.catch(() => undefined);
    }
    // Fetched while the queue was stopping: it waits for the next start.
    stopping.throwIfAborted();
    const done = handle(job.data, {
      id: job.id,
      signal: AbortSignal.any([stopping, job.signal]),
      isLastAttempt: job.retryCount >= job.retryLimit,
    });
    this.#running.set(key, { id: job.id, done });
    try {
      await done;
    } catch (error) {
      if (!stopping.aborted) this.#options.onError(error, { job: name });
      throw error;
    } finally {
      this.#running.delete(key);
    }
  }
}

const embedded = (database: OpenDb): BossDb => ({
  executeSql: (text, values) => database.run(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const close = await database.listen(channel, onNotification, onReconnect);
    onReconnect();
    return { close };
  },
});
