/**
 * The Prometheus metrics, one registry per server. Labels come from closed lists only (templates of routes, statuses, kinds of sources) and
 * never from names, addresses or ids, so the number of series does not grow with people or projects.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { EventLoopLag } from "./EventLoopLag.ts";
import type { DatabaseGauges } from "./databaseGauges.ts";

/** Seconds. 0.3 is the objective of the API, 0.05 that of the event loop. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10];
const LAG_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5];

/** Gauges of this process, computed at each scrape. */
export interface Probes {
  readonly sockets: () => number;
  /** Bytes of the parts of indexes that are kept open. */
  readonly indexBytes: () => number;
  readonly openIndexes: () => number;
  /** Waiting for one of the engines' places, and working in one. */
  readonly engineQueue: () => { readonly waiting: number; readonly running: number };
  /** Whether a damaged part of the database was met. */
  readonly isDamaged: () => boolean;
  /** Whether the store of blobs answers. */
  readonly doesStoreAnswer: () => Promise<boolean>;
  /** Live search processes of this version. */
  readonly searchProcesses: () => number;
  readonly database: () => { readonly busy: number; readonly size: number; readonly waiting: number };
}

export class Metrics {
  readonly registry = new Registry();
  readonly loop: EventLoopLag;
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #durations: Histogram<"method" | "route">;
  readonly #inFlight: Gauge;
  readonly #refused: Counter<"reason">;
  readonly #outbound: Counter<"outcome">;
  readonly #searchSent: Counter<"outcome">;
  readonly #searchReceived: Counter<"outcome">;
  readonly #searchFallbacks: Counter;
  readonly #databaseWait: Histogram;
  readonly #computed: Counter;
  readonly #stored: Readonly<Record<StoredName, Gauge<string>>>;
  #running = 0;

  constructor(about: { readonly version: string; readonly engine: string; readonly roles: readonly string[] }) {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: "clew_http_requests_total",
      help: "Answered requests by template of the route.",
      labelNames: ["method", "route", "status"],
      registers,
    });
    this.#durations = new Histogram({
      name: "clew_http_request_duration_seconds",
      help: "From the first byte of a request to the last of its answer.",
      labelNames: ["method", "route"],
      buckets: REQUEST_BUCKETS,
      registers,
    });
    this.#inFlight = new Gauge({
      name: "clew_http_requests_in_flight",
      help: "Requests that wait for their answer.",
      registers,
    });
    this.#refused = new Counter({
      name: "clew_http_refused_total",
      help: "Requests that were refused so that the others get their answers: with 503, and with 429 for 'budget'.",
      labelNames: ["reason"],
      registers,
    });
    for (const reason of REFUSALS) this.#refused.inc({ reason }, 0);
    this.#outbound = new Counter({
      name: "clew_outbound_requests_total",
      help: "Calls to hosts of sources by the class of their answer; 'failed' had none.",
      labelNames: ["outcome"],
      registers,
    });
    this.#computed = new Counter({
      name: "clew_engines_cpu_seconds_total",
      help: "Processor time of the engine threads.",
      registers,
    });
    this.#computed.inc(0);
    this.#searchSent = new Counter({
      name: "clew_search_sent_total",
      help: "Tasks sent to search processes; all outcomes but 'answered' were given to the next process.",
      labelNames: ["outcome"],
      registers,
    });
    this.#searchReceived = new Counter({
      name: "clew_search_received_total",
      help: "Tasks that came to this search process; all outcomes but 'accepted' were refused.",
      labelNames: ["outcome"],
      registers,
    });
    this.#searchFallbacks = new Counter({
      name: "clew_search_fallbacks_total",
      help: "Tasks that no search process answered, so that this process did.",
      registers,
    });
    for (const outcome of SENT) this.#searchSent.inc({ outcome }, 0);
    for (const outcome of RECEIVED) this.#searchReceived.inc({ outcome }, 0);
    this.#databaseWait = new Histogram({
      name: "clew_database_wait_seconds",
      help: "How long a query waited for a connection.",
      buckets: LAG_BUCKETS,
      registers,
    });
    const lag = new Histogram({
      name: "clew_event_loop_lag_seconds",
      help: "How late the event loop came to what was due, sampled over time.",
      buckets: LAG_BUCKETS,
      registers,
    });
    this.loop = new EventLoopLag((seconds) => lag.observe(seconds));
    const info = new Gauge({
      name: "clew_build_info",
      help: "Always 1; the labels say what runs.",
      labelNames: ["version", "engine", "roles", "node"],
      registers,
    });
    info.set({ version: about.version, engine: about.engine, roles: about.roles.join(","), node: process.version }, 1);
    watchProcess(this.registry);
    this.#stored = storedGauges(this.registry);
  }

  /** Counts a request in flight; the response ends it. */
  begin(): void {
    this.#running += 1;
    this.#inFlight.set(this.#running);
  }

  get inFlight(): number {
    return this.#running;
  }

  /** @param route its template, never its address */
  end(method: string, route: string, status: number, seconds: number): void {
    this.#running = Math.max(0, this.#running - 1);
    this.#inFlight.set(this.#running);
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ method, route }, seconds);
  }

  refuse(reason: (typeof REFUSALS)[number]): void {
    this.#refused.inc({ reason });
  }

  /** @param status of the answer; null where none came */
  egressResponse(status: number | null): void {
    this.#outbound.inc({
      outcome: status === null ? "failed" : status === 429 ? "429" : `${Math.floor(status / 100)}xx`,
    });
  }

  /** An engine thread has ended a task. @param seconds of processor time */
  computed(seconds: number): void {
    this.#computed.inc(seconds);
  }

  /** A task was sent to a search process. */
  searchSent(outcome: (typeof SENT)[number]): void {
    this.#searchSent.inc({ outcome });
  }

  /** A task came to this search process. */
  searchReceived(outcome: (typeof RECEIVED)[number]): void {
    this.#searchReceived.inc({ outcome });
  }

  /** No search process answered a task. */
  searchFellBack(): void {
    this.#searchFallbacks.inc();
  }

  databaseWaited(seconds: number): void {
    this.#databaseWait.observe(seconds);
  }

  /** Adds the gauges that are read from their owners. */
  probe(probes: Partial<Probes>): void {
    const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          this.set(await read());
        },
      });
    };
    const { sockets, indexBytes, openIndexes, engineQueue, database, isDamaged, doesStoreAnswer, searchProcesses } =
      probes;
    if (isDamaged) {
      gauge("clew_database_damaged", "1 once a damaged part of the database was met.", () => Number(isDamaged()));
    }
    if (doesStoreAnswer) {
      gauge("clew_blobs_up", "1 while the store of blobs answers.", async () => Number(await doesStoreAnswer()));
    }
    if (sockets) gauge("clew_sockets", "Open sockets of notifications.", sockets);
    if (searchProcesses) {
      gauge("clew_search_processes", "Live search processes that this process may ask.", searchProcesses);
    }
    if (indexBytes) gauge("clew_index_open_bytes", "Bytes of the indexes that are kept open.", indexBytes);
    if (openIndexes) gauge("clew_index_open", "Indexes that are kept open.", openIndexes);
    if (engineQueue) {
      gauge("clew_engines_waiting", "Calls that wait for a place at the engines.", () => engineQueue().waiting);
      gauge("clew_engines_running", "Calls that have a place at the engines.", () => engineQueue().running);
    }
    if (database) {
      gauge("clew_database_connections", "Connections of the pool.", () => database().size);
      gauge("clew_database_connections_busy", "Busy connections.", () => database().busy);
      gauge("clew_database_waiting", "Queries that wait for a connection.", () => database().waiting);
    }
  }

  /** Everything as Prometheus reads it. @param readings values read from the database; null when it does not answer */
  async text(readings: DatabaseGauges | null): Promise<string> {
    const { up, jobs, oldestJob, sources, syncAge, waiting, mail, oldestMail, backupAge, indexes, files } =
      this.#stored;
    for (const gauge of Object.values(this.#stored)) gauge.reset();
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
    return this.registry.metrics();
  }
}

const REFUSALS = ["busy", "engines", "sockets", "budget"] as const;
const SENT = ["answered", "unreachable", "silent", "draining", "failing"] as const;
const RECEIVED = ["accepted", "draining", "forged", "expired", "replayed"] as const;

type StoredName =
  | "up"
  | "jobs"
  | "oldestJob"
  | "sources"
  | "syncAge"
  | "waiting"
  | "mail"
  | "oldestMail"
  | "backupAge"
  | "indexes"
  | "files";

/** Gauges from the database, the same for every process of an installation. */
function storedGauges(registry: Registry): Record<StoredName, Gauge<string>> {
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge<string> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    up: gauge("clew_database_up", "1 while the database answers."),
    jobs: gauge("clew_jobs", "Jobs that wait or run.", "job", "state"),
    oldestJob: gauge("clew_job_oldest_seconds", "Age of the oldest job that waits.", "job"),
    sources: gauge("clew_sources", "Sources by the state of their last sync.", "kind", "state"),
    syncAge: gauge("clew_sync_lag_seconds", "Age of the source that was read longest ago.", "kind"),
    waiting: gauge("clew_sources_waiting_for_quota", "Syncs that wait for the request limit of a host.", "kind"),
    mail: gauge("clew_mail", "Mails in the outbox.", "state"),
    oldestMail: gauge("clew_mail_oldest_seconds", "Age of the oldest mail that waits to be sent."),
    backupAge: gauge("clew_backup_age_seconds", "Age of the newest backup."),
    indexes: gauge("clew_index_projects", "Projects that have an index."),
    files: gauge("clew_index_files", "Files in all indexes."),
  };
}

function watchProcess(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  gauge("nodejs_heap_size_used_bytes", "Used heap.", () => process.memoryUsage().heapUsed);
  gauge("nodejs_heap_size_total_bytes", "Heap.", () => process.memoryUsage().heapTotal);
  gauge("nodejs_external_memory_bytes", "Memory outside the heap.", () => process.memoryUsage().external);
  gauge("process_start_time_seconds", "When the process started.", () => Date.now() / 1000 - process.uptime());
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system time.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  cpu.inc(0);
}
