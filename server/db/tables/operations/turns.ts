/**
 * Turns of companies at work that one queue has for all of them: the company that was served longest ago is next, and in it the source that
 * was. A company with thousands of rows delays another by one of them.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** A queue: a table with one row and the turn of each source, and a table of the work of sources. */
export interface TurnQueue {
  readonly settings: "source_checks" | "reply_settings";
  readonly work: "request_check_runs" | "issue_replies";
  /** Columns of the work. */
  readonly id: "request_id" | "issue_id";
  readonly dueAt: "due_at" | "next_at";
  /** The state of work that is to be done. */
  readonly state: "waiting" | "due";
  /** Whether a source may be served now, with the settings as `c` and the source as `s`. */
  readonly isServed: RawBuilder<boolean>;
}

/** Work in progress at the same time, in all processes together. */
export interface TurnLimits {
  readonly perSource: number;
  readonly perCompany: number;
}

/**
 * Gives the next source its turn.
 * @param tx a transaction, at the end of which other processes see the lease that the caller writes
 * @returns the id of the work that is due the longest at this source; undefined where nothing is due, or all of it is of those that are at a limit
 */
export async function takeTurn(tx: Db, queue: TurnQueue, limits: TurnLimits): Promise<string | undefined> {
  const settings = sql.table(queue.settings);
  const work = sql.table(queue.work);
  const id = sql.ref(queue.id);
  const dueAt = sql.ref(queue.dueAt);
  // One at a time: two processes would otherwise count the same work in progress, and both take more.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`clew turns of ${queue.settings}`}, 0))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    with source as (
      select c.source_id, p.company_id, c.turn, ${queue.isServed} as is_served,
        (select count(*) from ${work} w where w.source_id = c.source_id and w.leased_until > now()) as busy
      from ${settings} c join sources s on s.id = c.source_id join projects p on p.id = s.project_id
    ), share as (
      select source_id, turn, is_served, busy, max(turn) over company as company_turn, sum(busy) over company as company_busy
      from source window company as (partition by company_id)
    ), next as (
      select share.source_id, due.id
      from share cross join lateral (
        select w.${id} as id from ${work} w
        where w.source_id = share.source_id and w.state = ${queue.state} and w.${dueAt} <= now()
          and (w.leased_until is null or w.leased_until <= now())
        order by w.${dueAt}, w.${id} limit 1
      ) due
      where is_served and busy < ${limits.perSource} and company_busy < ${limits.perCompany}
      order by company_turn, turn, share.source_id limit 1
    )
    update ${settings} set turn = (select max(turn) + 1 from ${settings}) from next
    where ${settings}.source_id = next.source_id
    returning next.id`.execute(tx);
  return rows[0]?.id;
}
