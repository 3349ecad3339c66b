/**
 * Counts attempts where all processes see them: in the database, one row for each network and each account. A row is a leaky bucket
 * that is kept as one moment, so an attempt is one statement and two processes cannot count past each other.
 */
import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { createHash } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import {
  type Bucket,
  deleteBuckets,
  isMarked,
  refund,
  waitAndClamp,
  upsertMark,
  tryConsume,
} from "../../db/tables/operations/rateLimits.ts";
import { type DatabaseClock, databaseNow } from "../../db/sqlTime.ts";
import { TooMany } from "../../errors.ts";
import { clientNetwork } from "../sessions/clientNetwork.ts";
import { type Message, message } from "../../messages/messages.ts";

export interface Limits {
  /** The name that separates this limit's rows from those of other limits in the database. */
  readonly name: string;
  /** Milliseconds in which a full bucket drains. */
  readonly windowMs: number;
  /** What a bucket holds: of one network, and for one account from anywhere. Null: not counted. */
  readonly perAddress: number | null;
  readonly perAccount: number | null;
  readonly refusal: Message;
}

/** Failed sign-ins, and other guesses at a password. */
export const SIGN_IN_LIMITS: Limits = {
  name: "sign-in",
  windowMs: 15 * MINUTE_MS,
  perAddress: 30,
  perAccount: 10,
  refusal: message("limit.failed_attempts"),
};
/** Guesses at a code that was mailed. */
export const CODE_GUESS_LIMITS: Limits = { ...SIGN_IN_LIMITS, name: "codes" };
/** Mails that an unauthenticated request can cause. Counted also for an address without an account, so the limit does not reveal it. */
export const EMAIL_LIMITS: Limits = {
  name: "mails",
  windowMs: 60 * MINUTE_MS,
  perAddress: 60,
  perAccount: 5,
  refusal: message("limit.requests"),
};
/** Forms that cost a hash of a password. */
export const FORM_LIMITS: Limits = {
  ...EMAIL_LIMITS,
  name: "forms",
  windowMs: 15 * MINUTE_MS,
  perAddress: 200,
  perAccount: 60,
};

/**
 * A client that has guessed right for an account is admitted from the same address for this long although others of its network have
 * used up the network's limit: behind a proxy or a NAT, one of them would otherwise lock out all. The account's own limit still holds.
 */
const KNOWN_CLIENT_TTL_MS = 90 * DAY_MS;

/** The outcome of a guess; the caller reports exactly one of the two. */
export interface Attempt {
  succeed(): Promise<void>;
  fail(): Promise<void>;
}

export class RateLimiter {
  readonly #db: Db;
  readonly #limits: Limits;
  readonly #now: DatabaseClock;

  /** @param now the database's own clock, which is the same for all processes; tests set another */
  constructor(db: Db, limits: Limits, now: DatabaseClock = databaseNow) {
    this.#db = db;
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts a request against the limits of its network and of its account.
   * @param account "" for a request without an account
   * @param db the open transaction, if any: a rollback then also undoes the count
   * @throws TooMany when a limit is reached; a refused request is counted in neither bucket
   */
  async take(address: string, account: string, db: Db = this.#db): Promise<void> {
    const taken: Bucket[] = [];
    for (const bucket of [...this.#network(address), ...this.#account(account)]) {
      const wait = await this.#consume(db, bucket);
      if (wait === undefined) taken.push(bucket);
      else {
        for (const other of taken) await refund(db, other);
        throw this.#tooMany(wait);
      }
    }
  }

  /**
   * A guess at a secret. For the account it is counted before the check, so that concurrent guesses cannot exceed the limit; for the network
   * only when it was wrong, so that many users behind one address can sign in at the same time.
   * @throws TooMany when the network or the account has no room
   */
  async attempt(address: string, account: string): Promise<Attempt> {
    if (!(await this.#isKnown(address, account))) {
      for (const bucket of this.#network(address)) {
        const wait = await waitAndClamp(this.#db, bucket, this.#now());
        if (wait === 0) continue;
        // After the clock was set back the account's window begins with the first look at it, and not when the network has room again.
        for (const other of this.#account(account)) await waitAndClamp(this.#db, other, this.#now());
        throw this.#tooMany(wait);
      }
    }
    await this.take("", account);
    return {
      succeed: async () => {
        await this.reset(account);
        await this.#remember(address, account);
      },
      fail: async () => {
        for (const bucket of this.#network(address)) await this.#consume(this.#db, bucket);
      },
    };
  }

  /** Empties an account's bucket. */
  async reset(account: string): Promise<void> {
    await deleteBuckets(
      this.#db,
      this.#account(account).map(({ key }) => key),
    );
  }

  #knownKey(address: string, account: string): string {
    return this.#key("known", JSON.stringify([address, account]));
  }

  async #remember(address: string, account: string): Promise<void> {
    if (address === "" || account === "") return;
    await upsertMark(this.#db, this.#knownKey(address, account), KNOWN_CLIENT_TTL_MS, this.#now());
  }

  #isKnown(address: string, account: string): Promise<boolean> {
    return isMarked(this.#db, this.#knownKey(address, account), this.#now());
  }

  #tooMany(waitMs: number): TooMany {
    return new TooMany(waitMs / 1000, this.#limits.refusal);
  }

  #network(address: string): Bucket[] {
    const size = this.#limits.perAddress;
    return size === null || address === "" ? [] : [this.#bucket("network", clientNetwork(address), size)];
  }

  #account(account: string): Bucket[] {
    const size = this.#limits.perAccount;
    return size === null || account === "" ? [] : [this.#bucket("account", account, size)];
  }

  #bucket(kind: string, value: string, size: number): Bucket {
    return { key: this.#key(kind, value), size, windowMs: this.#limits.windowMs };
  }

  /** Hashed, so that addresses without an account are not stored in clear text. */
  #key(kind: string, value: string): string {
    return createHash("sha256").update(`${this.#limits.name}\n${kind}\n${value}`).digest("base64url");
  }

  /** @returns undefined when it fitted in, else the milliseconds until it will */
  async #consume(db: Db, bucket: Bucket): Promise<number | undefined> {
    if (await tryConsume(db, bucket, this.#now())) return undefined;
    return Math.max(1, await waitAndClamp(db, bucket, this.#now()));
  }
}
