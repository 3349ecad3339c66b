import { TooMany } from "../errors.ts";

/** Keys kept at most. An attacker with more addresses than this makes the oldest be forgotten, not the memory full. */
const KEYS_MAX = 50_000;

export interface Limits {
  readonly windowMs: number;
  /** Attempts within the window before the door stays shut: of one network address, and for one account from anywhere. */
  readonly perAddress: number;
  readonly perAccount: number;
  readonly sentence: string;
}

const MINUTE = 60 * 1000;
/** Failed sign-ins, and other guesses at a secret. */
const GUESSES: Limits = {
  windowMs: 15 * MINUTE,
  perAddress: 30,
  perAccount: 10,
  sentence: "Too many failed attempts. Try again later.",
};
/** Letters that somebody can make us write to an address without signing in. Counted whether or not the address is known. */
export const LETTERS: Limits = {
  windowMs: 60 * MINUTE,
  perAddress: 60,
  perAccount: 5,
  sentence: "Too many requests. Try again later.",
};
/** Forms that cost a hash of a password. */
export const FORMS: Limits = { ...LETTERS, windowMs: 15 * MINUTE, perAddress: 200, perAccount: 60 };

interface Attempts {
  count: number;
  readonly since: number;
}

/** Counts failed sign-ins, or any other attempts. In this process's memory: with several processes each counts what it sees. */
export class LoginLimiter {
  readonly #attempts = new Map<string, Attempts>();
  readonly #now: () => number;
  readonly #limits: Limits;

  constructor(now: () => number = Date.now, limits: Limits = GUESSES) {
    this.#now = now;
    this.#limits = limits;
  }

  /** @throws TooMany when this address or this account has been tried too often */
  check(address: string, account: string): void {
    const { perAddress, perAccount, sentence } = this.#limits;
    const waits = [this.#waitFor(`address:${address}`, perAddress), this.#waitFor(`account:${account}`, perAccount)];
    const wait = Math.max(...waits);
    if (wait > 0) throw new TooMany(wait / 1000, sentence);
  }

  failed(address: string, account: string): void {
    for (const key of [`address:${address}`, `account:${account}`]) {
      const now = this.#now();
      const there = this.#attempts.get(key);
      if (there && now - there.since < this.#limits.windowMs) there.count += 1;
      else {
        // Taken out first, so that the order of the map stays the order of beginning.
        this.#attempts.delete(key);
        this.#attempts.set(key, { count: 1, since: now });
      }
    }
    this.#forget();
  }

  /** Where each attempt counts, whatever comes of it. @throws TooMany */
  take(address: string, account: string): void {
    this.check(address, account);
    this.failed(address, account);
  }

  /** A sign-in that worked clears the account; the address keeps its count, or one good account would open the door for guessing. */
  succeeded(account: string): void {
    this.#attempts.delete(`account:${account}`);
  }

  #waitFor(key: string, limit: number): number {
    const there = this.#attempts.get(key);
    if (!there || there.count < limit) return 0;
    return Math.max(0, there.since + this.#limits.windowMs - this.#now());
  }

  #forget(): void {
    for (const [key, { since }] of this.#attempts) {
      if (this.#attempts.size <= KEYS_MAX && this.#now() - since < this.#limits.windowMs) return;
      this.#attempts.delete(key);
    }
  }
}
