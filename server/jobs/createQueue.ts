import { setTimeout as delay } from "node:timers/promises";
import { HOUR_SECONDS } from "../../contract/durations.ts";
import { PgBoss, type Db as BossDb, type WorkOptions } from "pg-boss";
import type { OpenDb } from "../db/openedDb.ts";
import type { JobHandler, JobOptions, Queue } from "./Queue.ts";
import { QueueClock } from "./QueueClock.ts";

/** A worker without a heartbeat for this long counts as dead, and another worker takes its job. */
const HEARTBEAT_SECONDS = 20;
/** How often that is looked for. The default of 60 would leave a killed worker's job lying for a minute. */
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
  readonly handle: (data: object, context: { id: string; signal: AbortSignal }) => Promise<void>;
}

/** pg-boss behind the small interface that the rest of the server uses. */
export function createQueue({ database, databaseUrl, isWorker, onError }: QueueOptions): Queue {
  const boss = new PgBoss({
    ...(databaseUrl === undefined
      ? { db: embedded(database), backend: "pglite" as const }
      : { connectionString: databaseUrl, max: 4 }),
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
  });
  boss.on("error", (error) => {
    onError(error, {});
  });
  const kinds = new Map<string, Registered>();
  const made = new Set<string>();
  /** By name and key of the job. */
  const running = new Map<string, { readonly id: string; readonly done: Promise<void> }>();
  const clock = new QueueClock(database, (error) => {
    if (!stopping.signal.aborted) onError(error, {});
  });
  const stopping = new AbortController();

  const make = async (name: string): Promise<void> => {
    if (made.has(name)) return;
    const {
      retryLimit = 3,
      retryDelaySeconds = 5,
      expireInSeconds = 6 * HOUR_SECONDS,
    } = kinds.get(name)?.options ?? {};
    const settings = {
      notify: true,
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
    await boss.createQueue(name, { ...settings, policy: "exclusive" });
    await boss.updateQueue(name, settings);
    made.add(name);
  };

  const work = async ({ name, handle, options }: Registered): Promise<void> => {
    // No other process can use an embedded database: jobs marked as running were running when the process died.
    if (database.engine === "pglite") {
      const jobs = await boss.findJobs(name);
      const orphans = jobs.filter((job) => job.state === "active").map((job) => job.id);
      if (orphans.length > 0) await boss.fail(name, orphans, { message: "The server stopped." });
      // That counts as a try, since it may have been the job that killed the process; but there is nothing to wait for.
      for (const id of orphans) await boss.update(name, undefined, { id, startAfter: 0 });
    }
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
      await boss.work<object, void, WorkOptions & { includeMetadata: true }>(
        name,
        {
          ...place,
          pollingIntervalSeconds: POLL_SECONDS,
          notifyPollingIntervalSeconds: POLL_SECONDS,
          includeMetadata: true,
        },
        async ([job]) => {
          if (!job) return;
          const key = `${name} ${job.singletonKey ?? job.id}`;
          // After a jump of the clock the queue takes a job of this process for abandoned and hands it out again.
          for (let other = running.get(key); other; other = running.get(key)) {
            if (other.id === job.id) return other.done;
            await other.done.catch(() => undefined);
          }
          // Fetched while the queue was stopping: it waits for the next start.
          stopping.signal.throwIfAborted();
          const done = handle(job.data, { id: job.id, signal: AbortSignal.any([stopping.signal, job.signal]) });
          running.set(key, { id: job.id, done });
          try {
            await done;
          } catch (error) {
            if (!stopping.signal.aborted) onError(error, { job: name });
            throw error;
          } finally {
            running.delete(key);
          }
        },
      );
  };

  return {
    register: <Data extends object>(name: string, handler: JobHandler<Data>, options: JobOptions = {}) => {
      // The payload of a name has the type that its handler accepts: jobNames.ts maps names to types.
      kinds.set(name, { name, options, handle: (data, context) => handler(data as Data, context) });
    },
    send: async (name, data, { singletonKey, group, priority } = {}) => {
      await make(name);
      // The policy is "exclusive": without its own key a job would exclude all others of its name.
      return boss.send(name, data, {
        singletonKey: singletonKey ?? crypto.randomUUID(),
        ...(group !== undefined && { group: { id: group } }),
        ...(priority !== undefined && { priority }),
      });
    },
    start: async () => {
      await boss.start();
      for (const name of kinds.keys()) await make(name);
      if (!isWorker) return;
      await clock.start();
      for (const kind of kinds.values()) await work(kind);
    },
    stop: async (timeoutMs = STOP_TIMEOUT_MS) => {
      // First they take nothing more, or the next job would begin while this one ends. The library's own graceful stop looks only every half
      // second whether they have come to rest.
      const atRest = Promise.all([...kinds.keys()].map((name) => boss.offWork(name, { wait: true })));
      stopping.abort(new Error("The server stops."));
      await Promise.race([clock.stop(), delay(REST_TIMEOUT_MS, undefined, { ref: false })]);
      await Promise.race([
        Promise.allSettled([...running.values()].map(({ done }) => done)),
        delay(timeoutMs, undefined, { ref: false }),
      ]);
      // What a handler has ended with is still being written; a database that is gone takes it never.
      await Promise.race([atRest, delay(REST_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
  };
}

const embedded = (database: OpenDb): BossDb => ({
  executeSql: (text, values) => database.run(text, values),
  listen: async (channel, onNotification, onReconnect) => {
    const close = await database.listen(channel, onNotification, onReconnect);
    onReconnect();
    return { close };
  },
});
