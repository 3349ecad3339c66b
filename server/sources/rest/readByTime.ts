/** A row of a list, with what paging needs. */
export interface TimedRow<T> {
  readonly id: string;
  readonly updatedAt: Date;
  readonly value: T;
}

export interface TimedAnswer<T> {
  readonly rows: readonly TimedRow<T>[];
  /** The host's own way to the next page; null at the end. */
  readonly next: string | null;
  /** How many there are in all, where the host says so. */
  readonly total: number | null;
}

export interface TimedPage<T> {
  readonly values: readonly T[];
  /** Latest time of change that was read: where a later reading goes on. */
  readonly until: string | null;
  readonly done: number;
  readonly total: number | null;
}

/** Milliseconds that a reading goes back behind the last one: hosts settle late. */
export const OVERLAP = 5 * 60 * 1000;

/**
 * One list, oldest change first. The next page is asked for by the time of the last row and not by its number: rows that change while
 * we read move to the end, and numbered pages would then skip one at each border. Where the time does not move on (more than a page of
 * rows with one time), the host's own link to the next page is followed.
 * @param ask asks for what changed since a time, or follows a link of the host
 */
export async function* readByTime<T>(
  stored: string | null,
  ask: (where: { readonly since: string | null; readonly link: string | null }) => Promise<TimedAnswer<T>>,
): AsyncGenerator<TimedPage<T>> {
  const seen = new Set<string>();
  let since = stored === null ? null : before(stored, OVERLAP);
  let until = stored;
  let link: string | null = null;
  let total: number | null = null;
  for (let page = 0; ; page += 1) {
    const answer: TimedAnswer<T> = await ask({ since, link });
    if (page === 0) total = answer.total;
    const fresh = answer.rows.filter((row) => !seen.has(printOf(row)));
    for (const row of fresh) seen.add(printOf(row));
    const latest = answer.rows.reduce((time, { updatedAt }) => Math.max(time, updatedAt.getTime()), 0);
    if (latest > 0 && (until === null || latest > Date.parse(until))) until = new Date(latest).toISOString();
    const isLast = answer.next === null;
    yield {
      values: fresh.map(({ value }) => value),
      until,
      done: seen.size,
      total: isLast ? seen.size : total === null ? null : Math.max(total, seen.size),
    };
    if (isLast) return;
    const from: string | null = latest > 0 ? before(new Date(latest).toISOString(), 1000) : null;
    if (from !== null && fresh.length > 0 && (since === null || from > since)) {
      since = from;
      link = null;
    } else {
      link = answer.next;
    }
  }
}

const printOf = (row: TimedRow<unknown>): string => `${row.id}@${row.updatedAt.getTime()}`;
const before = (time: string, milliseconds: number): string => new Date(Date.parse(time) - milliseconds).toISOString();
