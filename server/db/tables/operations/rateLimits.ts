/** Leaky buckets: a row keeps the moment at which its bucket has drained, so that an attempt is one statement. */
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../openDb.ts";
import { interval } from "../../sqlTime.ts";

export interface Bucket {
  readonly key: string;
  /** Attempts that a full bucket holds. */
  readonly size: number;
  /** Milliseconds in which a full one drains. */
  readonly windowMs: number;
}

/** Times are kept in whole milliseconds. */
const ROUNDING_MS = 1;

const share = ({ windowMs, size }: Bucket): RawBuilder<unknown> => interval(windowMs / size);

/** What a bucket holds, as the moment at which it will have run dry. A clock that was set back blocks no caller for longer than a window. */
const level = ({ windowMs }: Bucket, now: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`greatest(least(rate_limits.full_at, ${now} + ${interval(windowMs)}), ${now})`;

/** Puts one more into the bucket. @returns whether it fitted in */
export async function tryConsume(db: Db, bucket: Bucket, now: RawBuilder<Date>): Promise<boolean> {
  const { rows } = await sql`
    insert into rate_limits (key, full_at) values (${bucket.key}, ${now} + ${share(bucket)})
    on conflict (key) do update set full_at = ${level(bucket, now)} + ${share(bucket)}
    where ${level(bucket, now)} + ${share(bucket)} <= ${now} + ${interval(bucket.windowMs)} + ${interval(ROUNDING_MS)}
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Milliseconds until one more fits in; 0 when it does now. A bucket that would drain for longer than a window, because the clock was set
 * back, then drains for a window.
 */
export async function waitAndClamp(db: Db, bucket: Bucket, now: RawBuilder<Date>): Promise<number> {
  const over = sql`${level(bucket, now)} + ${share(bucket)} - ${now} - ${interval(bucket.windowMs)}`;
  const { rows } = await sql<{ wait: number }>`
    select (extract(epoch from (${over})) * 1000)::double precision as wait
    from rate_limits where key = ${bucket.key}`.execute(db);
  const wait = rows[0]?.wait ?? 0;
  if (wait <= ROUNDING_MS) return 0;
  // Stored, so that the window starts to pass.
  const latest = sql`${now} + ${interval(bucket.windowMs)}`;
  await sql`update rate_limits set full_at = ${latest} where key = ${bucket.key} and full_at > ${latest}`.execute(db);
  return wait;
}

/** Takes one out of the bucket. */
export async function refund(db: Db, bucket: Bucket): Promise<void> {
  await sql`update rate_limits set full_at = full_at - ${share(bucket)} where key = ${bucket.key}`.execute(db);
}

export async function deleteBuckets(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await db
      .deleteFrom("rate_limits")
      .where("key", "in", [...keys])
      .execute();
}

/** Stores a key that expires after a duration. */
export async function upsertMark(db: Db, key: string, ttlMs: number, now: RawBuilder<Date>): Promise<void> {
  await sql`
    insert into rate_limits (key, full_at) values (${key}, ${sql<Date>`${now} + ${interval(ttlMs)}`})
    on conflict (key) do update set full_at = excluded.full_at`.execute(db);
}

export async function isMarked(db: Db, key: string, now: RawBuilder<Date>): Promise<boolean> {
  const { rows } = await sql`select 1 from rate_limits where key = ${key} and full_at > ${now}`.execute(db);
  return rows.length > 0;
}

/** Deletes buckets that have run dry, and marks that hold no longer. */
export async function deleteEmptyBuckets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("rate_limits").where("full_at", "<", now).execute();
}
