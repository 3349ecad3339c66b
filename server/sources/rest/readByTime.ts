import { MINUTE_MS } from "../../../contract/durations.ts";
import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import { boundList } from "./listBounds.ts";

/** A row of a list, with what paging needs. */
export interface TimedRow<T> {
  readonly id: string;
  readonly updatedAt: Date;
  readonly value: T;
}

export interface TimeQueryResult<T> {
  readonly rows: readonly TimedRow<T>[];
  /** The host's own way to the next page; null at the end. */
  readonly next: string | null;
  /** The total, where the host reports it. */
  readonly total: number | null;
}

/** The range of a request: changes since a time, or the host's pagination link. */
export interface TimeQuery {
  readonly since: string | null;
  readonly link: string | null;
}

/** How far a list has been read. */
export const TimeReadPosition = z.object({
  /** Latest time of change that was read: where a later reading begins. */
  until: z.iso.datetime().nullable().default(null),
  /** The next request of an interrupted reading; null when the last one was complete. */
  next: z
    .object({
      since: z.iso.datetime().nullable(),
      link: z.string().nullable(),
      done: z.number().int().default(0),
      total: z.number().int().nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type TimeReadPosition = z.infer<typeof TimeReadPosition>;

export interface TimedPage<T> {
  readonly values: readonly T[];
  readonly place: TimeReadPosition;
  readonly done: number;
  readonly total: number | null;
}

/** Milliseconds that a reading goes back behind the last one: hosts settle late. */
export const OVERLAP_MS = 5 * MINUTE_MS;

/** The first question of a reading that begins where the last one ended. */
export const sinceOf = (until: string | null): string | null => (until === null ? null : before(until, OVERLAP_MS));

/**
 * One list, oldest change first. The next page is requested by the time of the last row, not by page number: rows that change during the read
 * move to the end, and numbered pages would then skip a row at each boundary. Where the time does not advance (more than a page of rows with
 * one time), the host's link to the next page is followed. An interrupted read resumes with the exact request that was next, so a host that
 * rate-limits after every few pages is still read to its end.
 * @param fetchPage sends a request; null: not modified since the same request was last sent
 * @throws SourceError for a list that does not end
 */
export async function* readByTime<T>(
  stored: TimeReadPosition,
  host: string,
  fetchPage: (question: TimeQuery & { readonly isFirst: boolean }) => Promise<TimeQueryResult<T> | null>,
): AsyncGenerator<TimedPage<T>> {
  const seen = new Set<string>();
  const bound = boundList(host);
  let { until } = stored;
  let question: TimeQuery = stored.next ?? { since: sinceOf(until), link: null };
  let done = stored.next?.done ?? 0;
  let total = stored.next?.total ?? null;
  for (let page = 0; ; page += 1) {
    let answer: TimeQueryResult<T> | null;
    try {
      answer = await fetchPage({ ...question, isFirst: page === 0 && stored.next === null });
    } catch (error) {
      // The link has grown too old for the host.
      if (page > 0 || question.link === null || !isRefused(error)) throw error;
      question = { since: sinceOf(until), link: null };
      answer = await fetchPage({ ...question, isFirst: false });
    }
    if (answer === null) return;
    if (page === 0 && stored.next === null) ({ total } = answer);
    const fresh = answer.rows.filter((row) => !seen.has(digestOf(row)));
    for (const row of fresh) seen.add(digestOf(row));
    done += fresh.length;
    if (answer.next !== null) bound(fresh.length);
    const latest = answer.rows.reduce((time, { updatedAt }) => Math.max(time, updatedAt.getTime()), 0);
    if (latest > 0 && (until === null || latest > Date.parse(until))) until = new Date(latest).toISOString();
    const from: string | null = latest > 0 ? before(new Date(latest).toISOString(), 1000) : null;
    const { since } = question;
    const moves = from !== null && fresh.length > 0 && (since === null || from > since);
    const next: TimeQuery | null =
      answer.next === null ? null : moves ? { since: from, link: null } : { since, link: answer.next };
    total = next === null ? done : total === null ? null : Math.max(total, done);
    yield {
      values: fresh.map(({ value }) => value),
      place: { until, next: next && { ...next, done, total } },
      done,
      total,
    };
    if (next === null) return;
    question = next;
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof SourceError && (error.code === "bad_answer" || error.code === "not_found" || error.code === "gone");
const digestOf = (row: TimedRow<unknown>): string => `${row.id}@${row.updatedAt.getTime()}`;

/** In whole seconds, downwards: that is the form which all hosts document. */
const before = (time: string, milliseconds: number): string =>
  new Date(Math.floor((Date.parse(time) - milliseconds) / 1000) * 1000).toISOString().replace(".000Z", "Z");
