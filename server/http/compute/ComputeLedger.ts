import { MINUTE_MS } from "../../../contract/durations.ts";

/**
 * Processor time of the engines by person and by company: leaky buckets that fill with what was consumed and drain at a constant rate. The
 * level of a bucket orders the queue (least first), and a full bucket refuses. Counted per process.
 */

/** The caller to whom compute time is charged. */
export interface ComputeUser {
  readonly person: string;
  readonly company: string;
}

export interface ComputeLimits {
  /** Milliseconds of processor time that one person may use within a minute. */
  readonly personMsPerMinute: number;
  /** The same for all people of a company together. */
  readonly companyMsPerMinute: number;
}

interface Bucket {
  /** Milliseconds of processor time at `at`. */
  level: number;
  /** Milliseconds, by the ledger's clock. */
  at: number;
}

const WINDOW_MS = MINUTE_MS;
/** The maximum level of a bucket as a multiple of the limit: one long task blocks its user for a bounded time. */
const MAX_FILL = 1.5;
/** A refused caller may retry when this share of the limit is free again. */
const RETRY_FREE_SHARE = 0.1;
/** Buckets are looked through for empty ones when there are more than this. */
const MAX_BUCKETS = 1000;

export class ComputeLedger {
  readonly #limits: ComputeLimits;
  readonly #now: () => number;
  readonly #people = new Map<string, Bucket>();
  readonly #companies = new Map<string, Bucket>();
  /** The company of each person who has a bucket. */
  readonly #companyOf = new Map<string, string>();

  constructor(limits: ComputeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  charge({ person, company }: ComputeUser, milliseconds: number): void {
    this.#fill(this.#people, person, milliseconds, this.#limits.personMsPerMinute);
    this.#fill(this.#companies, company, milliseconds, this.#limits.companyMsPerMinute);
    this.#companyOf.set(person, company);
    if (this.#people.size > MAX_BUCKETS) this.#forgetEmpty();
  }

  /** Milliseconds of processor time in the bucket of a person. */
  ofPerson(person: string): number {
    return this.#level(this.#people.get(person), this.#limits.personMsPerMinute);
  }

  ofCompany(company: string): number {
    return this.#level(this.#companies.get(company), this.#limits.companyMsPerMinute);
  }

  /**
   * Seconds until the asker may use the engines again; 0 for now. A company beyond its limit refuses only those of its people who have
   * used more than an equal share of it.
   */
  secondsToWait({ person, company }: ComputeUser): number {
    const own = this.ofPerson(person);
    if (own >= this.#limits.personMsPerMinute) return this.#secondsUntilFree(own, this.#limits.personMsPerMinute);
    const all = this.ofCompany(company);
    if (all < this.#limits.companyMsPerMinute || own <= this.#limits.companyMsPerMinute / this.#activeIn(company))
      return 0;
    return this.#secondsUntilFree(all, this.#limits.companyMsPerMinute);
  }

  /** People of a company who have used the engines within the window. */
  #activeIn(company: string): number {
    let active = 0;
    for (const [person, of] of this.#companyOf) if (of === company && this.ofPerson(person) > 0) active += 1;
    return Math.max(1, active);
  }

  #secondsUntilFree(level: number, limit: number): number {
    return ((level - limit * (1 - RETRY_FREE_SHARE)) / limit) * (WINDOW_MS / 1000);
  }

  #level(bucket: Bucket | undefined, limit: number): number {
    if (!bucket) return 0;
    return Math.max(0, bucket.level - ((this.#now() - bucket.at) * limit) / WINDOW_MS);
  }

  #fill(buckets: Map<string, Bucket>, key: string, milliseconds: number, limit: number): void {
    const level = Math.min(limit * MAX_FILL, this.#level(buckets.get(key), limit) + milliseconds);
    buckets.set(key, { level, at: this.#now() });
  }

  #forgetEmpty(): void {
    for (const person of this.#people.keys()) {
      if (this.ofPerson(person) > 0) continue;
      this.#people.delete(person);
      this.#companyOf.delete(person);
    }
    for (const company of this.#companies.keys()) if (this.ofCompany(company) === 0) this.#companies.delete(company);
  }
}
