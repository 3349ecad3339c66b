/**
 * The Prometheus metrics, one registry per server. Labels come from closed lists only (templates of routes, statuses, kinds of sources) and
 * never from names, addresses or ids, so the number of series does not grow with people or projects.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { EventLoopLag } from "./EventLoopLag.ts";
import type { DatabaseGauges } from "./databaseGauges.ts";
import { MirrorMetrics } from "./MirrorMetrics.ts";
import { SearchMetrics } from "./SearchMetrics.ts";
import { StoredGauges } from "./StoredGauges.ts";
import { watchProcess } from "./processMetrics.ts";

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

interface BuildInfo {
  readonly version: string;
  readonly engine: string;
  readonly roles: readonly string[];
}

export class Metrics {
  readonly registry = new Registry();
  readonly loop: EventLoopLag;
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #durations: Histogram<"method" | "route">;
  readonly #inFlight: Gauge;
  readonly #refused: Counter<"reason">;
  readonly #egress: Counter<"outcome">;
  readonly search: SearchMetrics;
  readonly mirrors: MirrorMetrics;
  readonly #databaseWait: Histogram;
  readonly #computed: Counter;
  readonly #stored: StoredGauges;
  #running = 0;

  constructor(about: BuildInfo) {
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
    this.#egress = new Counter({
      name: "clew_egress_requests_total",
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
    this.#databaseWait = new Histogram({
      name: "clew_database_wait_seconds",
      help: "How long a query waited for a connection.",
      buckets: LAG_BUCKETS,
      registers,
    });
    this.loop = watchLag(this.registry);
    setBuildInfo(this.registry, about);
    watchProcess(this.registry);
    this.search = new SearchMetrics(this.registry);
    this.mirrors = new MirrorMetrics(this.registry);
    this.#stored = new StoredGauges(this.registry);
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
    this.#egress.inc({
      outcome: status === null ? "failed" : status === 429 ? "429" : `${Math.floor(status / 100)}xx`,
    });
  }

  /** An engine thread has ended a task. @param seconds of processor time */
  computed(seconds: number): void {
    this.#computed.inc(seconds);
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
    this.#stored.set(readings);
    return this.registry.metrics();
  }
}

const REFUSALS = ["busy", "engines", "queue", "sockets", "budget"] as const;

function watchLag(registry: Registry): EventLoopLag {
  const lag = new Histogram({
    name: "clew_event_loop_lag_seconds",
    help: "How late the event loop came to what was due, sampled over time.",
    buckets: LAG_BUCKETS,
    registers: [registry],
  });
  return new EventLoopLag((seconds) => lag.observe(seconds));
}

function setBuildInfo(registry: Registry, { version, engine, roles }: BuildInfo): void {
  const info = new Gauge({
    name: "clew_build_info",
    help: "Always 1; the labels name what runs.",
    labelNames: ["version", "engine", "roles", "node"],
    registers: [registry],
  });
  info.set({ version, engine, roles: roles.join(","), node: process.version }, 1);
}
