import { MINUTE_MS } from "../../contract/durations.ts";

/**
 * Processor time of the engines by user and by company: leaky buckets that fill with what was consumed and drain at a constant rate. The
 * level of a bucket orders the queue (least first), and a full bucket refuses. Counted per process.
 */

/** The principal to whom compute time is charged. */
export interface ComputePrincipal {
  readonly userId: string;
  readonly companyId: string;
}

export interface ComputeLimits {
  /** Milliseconds of processor time that one user may use within a minute. */
  readonly userMsPerMinute: number;
  /** The same for all users of a company together. */
  readonly companyMsPerMinute: number;
}

interface Bucket {
  /** Milliseconds of processor time at `at`. */
  level: number;
  /** Milliseconds, by the budget's clock. */
  at: number;
}

const WINDOW_MS = MINUTE_MS;
/** The maximum level of a bucket as a multiple of the limit: one long task blocks its user for a bounded time. */
const MAX_FILL_FACTOR = 1.5;
/** A refused caller may retry when this share of the limit is free again. */
const RETRY_FREE_SHARE = 0.1;
/** Buckets are looked through for empty ones when there are more than this. */
const MAX_BUCKETS = 1000;

export class ComputeBudget {
  readonly #limits: ComputeLimits;
  /** Milliseconds, by its clock. */
  readonly now: () => number;
  readonly #users = new Map<string, Bucket>();
  readonly #companies = new Map<string, Bucket>();
  /** The company of each user who has a bucket. */
  readonly #companyOf = new Map<string, string>();

  constructor(limits: ComputeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.now = now;
  }

  charge({ userId, companyId }: ComputePrincipal, milliseconds: number): void {
    this.#fill(this.#users, userId, milliseconds, this.#limits.userMsPerMinute);
    this.#fill(this.#companies, companyId, milliseconds, this.#limits.companyMsPerMinute);
    this.#companyOf.set(userId, companyId);
    if (this.#users.size > MAX_BUCKETS) this.#forgetEmpty();
  }

  /** Milliseconds of processor time in the bucket of a user. */
  ofUser(userId: string): number {
    return this.#level(this.#users.get(userId), this.#limits.userMsPerMinute);
  }

  ofCompany(companyId: string): number {
    return this.#level(this.#companies.get(companyId), this.#limits.companyMsPerMinute);
  }

  /**
   * Seconds until the user may use the engines again; 0 for now. A company beyond its limit refuses only those of its users who have
   * used more than an equal share of it.
   */
  secondsToWait({ userId, companyId }: ComputePrincipal): number {
    const ofThisUser = this.ofUser(userId);
    if (ofThisUser >= this.#limits.userMsPerMinute)
      return this.#secondsUntilFree(ofThisUser, this.#limits.userMsPerMinute);
    const all = this.ofCompany(companyId);
    if (
      all < this.#limits.companyMsPerMinute ||
      ofThisUser <= this.#limits.companyMsPerMinute / this.#activeIn(companyId)
    )
      return 0;
    return this.#secondsUntilFree(all, this.#limits.companyMsPerMinute);
  }

  /** Users of a company who have used the engines within the window. */
  #activeIn(companyId: string): number {
    let active = 0;
    for (const [userId, company] of this.#companyOf) if (company === companyId && this.ofUser(userId) > 0) active += 1;
    return Math.max(1, active);
  }

  #secondsUntilFree(level: number, limit: number): number {
    return ((level - limit * (1 - RETRY_FREE_SHARE)) / limit) * (WINDOW_MS / 1000);
  }

  #level(bucket: Bucket | undefined, limit: number): number {
    if (!bucket) return 0;
    return Math.max(0, bucket.level - ((this.now() - bucket.at) * limit) / WINDOW_MS);
  }

  #fill(buckets: Map<string, Bucket>, key: string, milliseconds: number, limit: number): void {
    const level = Math.min(limit * MAX_FILL_FACTOR, this.#level(buckets.get(key), limit) + milliseconds);
    buckets.set(key, { level, at: this.now() });
  }

  #forgetEmpty(): void {
    for (const userId of this.#users.keys()) {
      if (this.ofUser(userId) > 0) continue;
      this.#users.delete(userId);
      this.#companyOf.delete(userId);
    }
    for (const id of this.#companies.keys()) if (this.ofCompany(id) === 0) this.#companies.delete(id);
  }
}
