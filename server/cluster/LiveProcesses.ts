import type { Db } from "../db/openDb.ts";
import { type LiveSearchProcess, listLiveSearchProcesses } from "../db/tables/searches/searchProcesses.ts";
import { DatabaseTime } from "./DatabaseTime.ts";
import { type KeyHolder, Rendezvous } from "./rendezvous.ts";
import { PROTOCOL } from "./searchMessages.ts";

/** Milliseconds between two readings, and at least between two that failures ask for. */
const POLL_MS = 3000;
const MIN_REFRESH_MS = 500;

/** A search process that sent a heartbeat recently and has this process's version. */
export interface SearchProcess extends LiveSearchProcess, KeyHolder {}

export interface LiveProcessesOptions {
  readonly db: Db;
  readonly onError: (error: unknown) => void;
}

/** The live search processes as this process knows them. While the database does not answer, the last known ones. */
export class LiveProcesses {
  readonly time = new DatabaseTime();
  readonly #options: LiveProcessesOptions;
  #current = new Rendezvous<SearchProcess>([]);
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #readAt = -Infinity;
  #isStopped = false;

  constructor(options: LiveProcessesOptions) {
    this.#options = options;
  }

  get current(): Rendezvous<SearchProcess> {
    return this.#current;
  }

  async start(): Promise<void> {
    await this.#read();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Reads the list soon, since a process did not answer as the list promised. */
  refresh(): void {
    if (this.#isStopped || this.#reading) return;
    this.#schedule(Math.max(0, this.#readAt + MIN_REFRESH_MS - performance.now()));
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#read(), delay).unref();
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
      this.#readAt = performance.now();
      this.#schedule(POLL_MS);
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const { db, onError } = this.#options;
    try {
      const { now, processes } = await listLiveSearchProcesses(db, PROTOCOL);
      this.time.set(now);
      const isSame =
        processes.length === this.#current.candidates.length &&
        processes.every(({ id }, place) => this.#current.candidates[place]?.id === id);
      if (isSame) return;
      this.#current = new Rendezvous(processes.map((process) => ({ ...process, weight: process.index_bytes })));
    } catch (error) {
      onError(error);
    }
  }
}
