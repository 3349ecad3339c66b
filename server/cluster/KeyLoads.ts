import { LRUCache } from "lru-cache";
import type { KeyLoad } from "./searchMessages.ts";

/** Time constant of the decay, in milliseconds: a burst of seconds makes no replica, a minute of load does. */
const DECAY_MS = 15_000;
const MAX_KEYS = 10_000;

/** In a search process: the processor time that each project took recently, over all web processes. */
export class KeyMeter {
  readonly #levels = new LRUCache<string, { level: number; at: number }>({ max: MAX_KEYS });
  readonly #threads: number;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that is never set back */
  constructor(threads: number, now: () => number = () => performance.now()) {
    this.#threads = threads;
    this.#now = now;
  }

  /** @param cpu milliseconds of processor time. @returns the load with it */
  add(key: string, cpu: number): KeyLoad {
    const at = this.#now();
    const previous = this.#levels.get(key);
    const level = (previous ? previous.level * Math.exp((previous.at - at) / DECAY_MS) : 0) + cpu;
    this.#levels.set(key, { level, at });
    return { busy: level / DECAY_MS, threads: this.#threads };
  }
}

/** A project gets another replica when it keeps more than this share of the threads of its replicas busy. */
const TARGET_SHARE = 0.5;
/** It loses one only when the others would stay below this share. */
const SHRINK_SHARE = 0.3;
const MAX_REPLICAS = 8;
/** Milliseconds that a report counts. */
const REPORT_TTL_MS = 30_000;

interface ReplicaCount {
  replicas: number;
  readonly reports: Map<string, { readonly busy: number; readonly at: number }>;
}

/** In a web process: how many replicas each project has, from the loads that its holders report. */
export class ReplicaCounts {
  readonly #loads = new LRUCache<string, ReplicaCount>({ max: MAX_KEYS });
  readonly #minimum: number;
  readonly #now: () => number;

  /** @param minimum replicas of every project */
  constructor(minimum: number, now: () => number = () => performance.now()) {
    this.#minimum = minimum;
    this.#now = now;
  }

  of(key: string): number {
    return this.#loads.get(key)?.replicas ?? this.#minimum;
  }

  /** A holder has reported the load of a project. */
  report(key: string, processId: string, { busy, threads }: KeyLoad): void {
    const load = this.#loads.get(key) ?? { replicas: this.#minimum, reports: new Map() };
    this.#loads.set(key, load);
    const at = this.#now();
    load.reports.set(processId, { busy, at });
    let total = 0;
    for (const [id, report] of load.reports) {
      if (at - report.at > REPORT_TTL_MS) load.reports.delete(id);
      else total += report.busy;
    }
    const maximum = Math.max(MAX_REPLICAS, this.#minimum);
    const target = Math.min(maximum, Math.max(this.#minimum, Math.ceil(total / (threads * TARGET_SHARE))));
    if (target > load.replicas) load.replicas = target;
    else if (load.replicas > this.#minimum && total < (load.replicas - 1) * threads * SHRINK_SHARE) {
      load.replicas -= 1;
    }
  }
}
