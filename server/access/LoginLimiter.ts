import { TooMany } from "../errors.ts";

const WINDOW_MS = 15 * 60 * 1000;
/** Failures within the window before the door stays shut: of one network address, and for one account from anywhere. */
const PER_ADDRESS = 30;
const PER_ACCOUNT = 10;
/** Keys kept at most. An attacker with more addresses than this makes the oldest be forgotten, not the memory full. */
const KEYS_MAX = 50_000;

interface Failures {
  count: number;
  readonly since: number;
}

/** Counts failed sign-ins. In this process's memory: with several processes each counts what it sees. */
export class LoginLimiter {
  readonly #failures = new Map<string, Failures>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @throws TooMany when this address or this account has failed too often */
  check(address: string, account: string): void {
    const waits = [this.#waitFor(`address:${address}`, PER_ADDRESS), this.#waitFor(`account:${account}`, PER_ACCOUNT)];
    const wait = Math.max(...waits);
    if (wait > 0) throw new TooMany(wait / 1000, "Too many failed attempts. Try again later.");
  }

  failed(address: string, account: string): void {
    for (const key of [`address:${address}`, `account:${account}`]) {
      const now = this.#now();
      const there = this.#failures.get(key);
      if (there && now - there.since < WINDOW_MS) there.count += 1;
      else {
        // Taken out first, so that the order of the map stays the order of beginning.
        this.#failures.delete(key);
        this.#failures.set(key, { count: 1, since: now });
      }
    }
    this.#forget();
  }

  /** A sign-in that worked clears the account; the address keeps its count, or one good account would open the door for guessing. */
  succeeded(account: string): void {
    this.#failures.delete(`account:${account}`);
  }

  #waitFor(key: string, limit: number): number {
    const there = this.#failures.get(key);
    if (!there || there.count < limit) return 0;
    return Math.max(0, there.since + WINDOW_MS - this.#now());
  }

  #forget(): void {
    for (const [key, { since }] of this.#failures) {
      if (this.#failures.size <= KEYS_MAX && this.#now() - since < WINDOW_MS) return;
      this.#failures.delete(key);
    }
  }
}
