/**
 * Counts attempts where all processes see them: in the database, one row for each network and each account. A row is a leaky bucket
 * that is kept as one moment, so an attempt is one statement and two processes cannot count past each other.
 */
import { DAY_MS, MINUTE_MS } from "../../contract/durations.ts";
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../db/openDb.ts";
import { TooMany } from "../errors.ts";
import { clientNetwork } from "./clientNetwork.ts";

export interface Limits {
  /** The name that separates this limit's rows from those of other limits in the database. */
  readonly name: string;
  /** Milliseconds in which a full bucket runs dry. */
  readonly windowMs: number;
  /** What a bucket holds: of one network, and for one account from anywhere. Null: not counted. */
  readonly perAddress: number | null;
  readonly perAccount: number | null;
  readonly sentence: string;
}

/** Failed sign-ins, and other guesses at a password. */
export const SIGN_IN_LIMITS: Limits = {
  name: "sign-in",
  windowMs: 15 * MINUTE_MS,
  perAddress: 30,
  perAccount: 10,
  sentence: "Too many failed attempts. Try again later.",
};
/** Guesses at a code that was mailed. */
export const CODE_LIMITS: Limits = { ...SIGN_IN_LIMITS, name: "codes" };
/** Mails that an unauthenticated request can cause. Counted whether or not the address has an account, so the limit does not reveal it. */
export const EMAIL_LIMITS: Limits = {
  name: "letters",
  windowMs: 60 * MINUTE_MS,
  perAddress: 60,
  perAccount: 5,
  sentence: "Too many requests. Try again later.",
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

interface Bucket {
  readonly key: string;
  readonly size: number;
}

/** Times are kept in whole milliseconds. */
const ROUNDING_MS = 1;

/** The outcome of a guess; the caller reports exactly one of the two. */
export interface Attempt {
  succeed(): Promise<void>;
  fail(): Promise<void>;
}

export class RateLimiter {
  readonly #db: Db;
  readonly #limits: Limits;
  readonly #now: () => RawBuilder<Date>;

  /** @param now the database's own clock, which is the same for all processes; tests set another */
  constructor(db: Db, limits: Limits, now: () => RawBuilder<Date> = () => sql<Date>`now()`) {
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
        for (const other of taken) await this.#refund(db, other);
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
        const wait = await this.#waitFor(this.#db, bucket);
        if (wait === 0) continue;
        // After the clock was set back the account's window begins with the first look at it, and not when the network has room again.
        for (const other of this.#account(account)) await this.#waitFor(this.#db, other);
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
    const keys = this.#account(account).map(({ key }) => key);
    if (keys.length > 0) await this.#db.deleteFrom("rate_limits").where("key", "in", keys).execute();
  }

  #knownKey(address: string, account: string): string {
    return this.#key("known", JSON.stringify([address, account]));
  }

  async #remember(address: string, account: string): Promise<void> {
    if (address === "" || account === "") return;
    const end = sql<Date>`${this.#now()} + ${this.#interval(KNOWN_CLIENT_TTL_MS)}`;
    await sql`
      insert into rate_limits (key, full_at) values (${this.#knownKey(address, account)}, ${end})
      on conflict (key) do update set full_at = excluded.full_at`.execute(this.#db);
  }

  async #isKnown(address: string, account: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from rate_limits where key = ${this.#knownKey(address, account)} and full_at > ${this.#now()}`.execute(
      this.#db,
    );
    return rows.length > 0;
  }

  #tooMany(wait: number): TooMany {
    return new TooMany(wait / 1000, this.#limits.sentence);
  }

  #network(address: string): Bucket[] {
    const size = this.#limits.perAddress;
    return size === null || address === "" ? [] : [{ key: this.#key("network", clientNetwork(address)), size }];
  }

  #account(account: string): Bucket[] {
    const size = this.#limits.perAccount;
    return size === null || account === "" ? [] : [{ key: this.#key("account", account), size }];
  }

  /** Hashed, so that addresses without an account are not stored in clear text. */
  #key(kind: string, value: string): string {
    return createHash("sha256").update(`${this.#limits.name}\n${kind}\n${value}`).digest("base64url");
  }

  #share(size: number): RawBuilder<unknown> {
    return this.#interval(this.#limits.windowMs / size);
  }

  #interval(ms: number): RawBuilder<unknown> {
    return sql`(${ms}::double precision * interval '1 millisecond')`;
  }

  /** What a bucket holds, as the moment at which it will have run dry. A clock that was set back shuts no door for longer than a window. */
  #level(): RawBuilder<unknown> {
    const now = this.#now();
    return sql`greatest(least(rate_limits.full_at, ${now} + ${this.#interval(this.#limits.windowMs)}), ${now})`;
  }

  /** @returns undefined when it fitted in, else the milliseconds until it will */
  async #consume(db: Db, bucket: Bucket): Promise<number | undefined> {
    const now = this.#now();
    const share = this.#share(bucket.size);
    const { rows } = await sql`
      insert into rate_limits (key, full_at) values (${bucket.key}, ${now} + ${share})
      on conflict (key) do update set full_at = ${this.#level()} + ${share}
      where ${this.#level()} + ${share} <= ${now} + ${this.#interval(this.#limits.windowMs)} + ${this.#interval(ROUNDING_MS)}
      returning 1`.execute(db);
    return rows.length > 0 ? undefined : Math.max(1, await this.#waitFor(db, bucket));
  }

  /** Milliseconds until one more fits in; 0 when it does now. */
  async #waitFor(db: Db, { key, size }: Bucket): Promise<number> {
    const over = sql`${this.#level()} + ${this.#share(size)} - ${this.#now()} - ${this.#interval(this.#limits.windowMs)}`;
    const { rows } = await sql<{ wait: number }>`
      select (extract(epoch from (${over})) * 1000)::double precision as wait
      from rate_limits where key = ${key}`.execute(db);
    const wait = rows[0]?.wait ?? 0;
    if (wait <= ROUNDING_MS) return 0;
    // Stored, so that the window starts to pass.
    const latest = sql`${this.#now()} + ${this.#interval(this.#limits.windowMs)}`;
    await sql`update rate_limits set full_at = ${latest} where key = ${key} and full_at > ${latest}`.execute(db);
    return wait;
  }

  async #refund(db: Db, { key, size }: Bucket): Promise<void> {
    await sql`update rate_limits set full_at = full_at - ${this.#share(size)} where key = ${key}`.execute(db);
  }
}
