import { z } from "zod";
import { DAY_MS } from "../../../../contract/durations.ts";
import type { HostRequest, RequestPage } from "../../connector/requestTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { OVERLAP_MS } from "../../rest/readByTime.ts";
import { query } from "../../rest/restClient.ts";
import { isRecord } from "../../rest/restFailure.ts";
import { NumberedPlace, overlappingPages } from "../atlassian/overlappingPages.ts";
import type { OpenRepository } from "./DataCenterRepository.ts";
import { readNumberedPage } from "./dataCenterLists.ts";
import { DataCenterRequestRow, dataCenterRequestOf } from "./dataCenterRequestRows.ts";

/** Rows of a page. A host gives fewer where its administrator has set so. */
const PAGE_SIZE = 100;
/** The time between two readings of all requests, which find those that were deleted. */
const RECONCILE_MS = DAY_MS;
/** Missing numbers that one reading asks for, and that are remembered as gone. */
const MAX_CONFIRMED = 50;
const MAX_REMEMBERED = 5000;

/** How far the list of requests was read. Times are in milliseconds since 1970. */
export const RequestsCursor = z.object({
  /** Where an interrupted first reading continues. */
  place: NumberedPlace.nullable().default(null),
  /** Latest time of change that the present reading has met. */
  latest: z.number().int().default(0),
  /** The same of the last complete reading; null before the first one. */
  until: z.number().int().nullable().default(null),
  /** When all requests were read. */
  reconciledAt: z.number().int().default(0),
  /** Whether all rows that were read came in the order of their changes, and whether in that of their creation. */
  isInChangeOrder: z.boolean().default(true),
  isInCreationOrder: z.boolean().default(true),
  /** Numbers of requests that were deleted. */
  absent: z.array(z.number().int()).default([]),
  /** The highest number that was met, since the newest request can be deleted too. */
  highest: z.number().int().default(0),
});
export type RequestsCursor = z.infer<typeof RequestsCursor>;

type ChangedPage = Omit<RequestPage, "cursor"> & { readonly cursor: RequestsCursor };

/**
 * The requests that have changed. The host has neither a condition on the time of change nor a count, and its description does not say by which
 * time "newest" sorts. So the first reading takes all. A later one reads from the newest until it meets what the last one has read, if rows have
 * shown that the host sorts by their changes and not by their creation; otherwise it reads all. Once a day all are read, and a number that is
 * missing is asked for, since requests can be deleted.
 */
export class RequestChanges {
  readonly #repository: OpenRepository;
  readonly #now: () => number;
  readonly #cursor: RequestsCursor;

  constructor(repository: OpenRepository, now: () => number, cursor: RequestsCursor) {
    this.#repository = repository;
    this.#now = now;
    this.#cursor = cursor;
  }

  read(signal: AbortSignal): AsyncGenerator<ChangedPage> {
    return this.#cursor.until === null ? this.#readFirst(signal) : this.#readNewest(this.#cursor.until, signal);
  }

  /** The oldest first: what changes meanwhile is at the end, or is found by the next reading. */
  async *#readFirst(signal: AbortSignal): AsyncGenerator<ChangedPage> {
    const order = new RowOrder(this.#cursor, 1);
    let { latest, highest } = this.#cursor;
    let done = 0;
    for await (const { rows, next } of this.#pages("OLDEST", this.#cursor.place, signal)) {
      const requests = this.#requestsOf(rows);
      latest = latestOf(latest, requests, this.#now());
      highest = highestOf(highest, requests);
      order.add(requests);
      done += requests.length;
      const ended = next === null ? { until: latest, reconciledAt: this.#now() } : {};
      const cursor = { ...this.#cursor, ...order.shown, place: next, latest, highest, ...ended };
      yield { requests, done, total: next === null ? done : null, cursor };
    }
  }

  /** An interrupted reading begins again: what is stored already is not written twice. */
  async *#readNewest(until: number, signal: AbortSignal): AsyncGenerator<ChangedPage> {
    const isWhole = this.#now() - this.#cursor.reconciledAt >= RECONCILE_MS;
    // What a reading of all rows shows replaces what earlier ones have shown.
    const order = new RowOrder(isWhole ? { isInChangeOrder: true, isInCreationOrder: true } : this.#cursor, -1);
    const numbers = new Set<number>();
    // A stored time may be later than now: that of a row with a wrong time would end each reading at its first page.
    let latest = Math.min(until, this.#now());
    const end = latest - OVERLAP_MS;
    let { highest } = this.#cursor;
    for await (const { rows, next } of this.#pages("NEWEST", null, signal)) {
      const requests = this.#requestsOf(rows);
      latest = latestOf(latest, requests, this.#now());
      highest = highestOf(highest, requests);
      order.add(requests);
      for (const { number } of requests) numbers.add(number);
      const isEnd = next === null || (!isWhole && order.isByChange && order.lastChange < end);
      const done = numbers.size;
      if (!isEnd) {
        yield { requests, done, total: null, cursor: this.#cursor };
        continue;
      }
      const deleted = next === null ? await this.#deletedOf(numbers, highest, signal) : null;
      const cursor = { ...this.#cursor, ...order.shown, place: null, latest, highest, until: latest, ...deleted };
      yield { requests, gone: deleted?.absent.map(String) ?? [], done, total: done, cursor };
      return;
    }
  }

  /** Numbers that a list read to its end lacks. Each counts as deleted once the host answers that it does not have it. */
  async #deletedOf(
    numbers: ReadonlySet<number>,
    highest: number,
    signal: AbortSignal,
  ): Promise<Pick<RequestsCursor, "absent" | "reconciledAt">> {
    const { client, path } = this.#repository;
    const absent = new Set(this.#cursor.absent.filter((number) => !numbers.has(number)));
    let confirmed = 0;
    for (let number = highest; number > 0 && confirmed < MAX_CONFIRMED && absent.size < MAX_REMEMBERED; number -= 1) {
      if (numbers.has(number) || absent.has(number)) continue;
      confirmed += 1;
      if ((await orMissing(client.get(`${path}/pull-requests/${number}`, "item", signal))) === null) absent.add(number);
    }
    return { absent: [...absent], reconciledAt: this.#now() };
  }

  #pages(order: "OLDEST" | "NEWEST", from: NumberedPlace | null, signal: AbortSignal) {
    const { client, path } = this.#repository;
    const list = `${path}/pull-requests`;
    return overlappingPages(
      {
        host: client.context.host,
        identify: (row) => (isRecord(row) ? `${String(row["id"])} ${String(row["updatedDate"])}` : ""),
        read: (start) =>
          readNumberedPage(
            client,
            `${list}${query({ state: "ALL", order, withAttributes: "false", start, limit: PAGE_SIZE })}`,
            signal,
            start,
          ),
      },
      from,
    );
  }

  #requestsOf(rows: readonly unknown[]): HostRequest[] {
    const { client, page, root } = this.#repository;
    return client.rows(DataCenterRequestRow, rows).map((row) => dataCenterRequestOf(row, page, root));
  }
}

/** Finds out by which time a host sorts: rows whose changes and creations are in different orders show it. */
class RowOrder {
  readonly #sign: 1 | -1;
  readonly #numbers = new Set<number>();
  #isInChangeOrder: boolean;
  #isInCreationOrder: boolean;
  #last: HostRequest | null = null;

  constructor({ isInChangeOrder, isInCreationOrder }: RowOrder["shown"], sign: 1 | -1) {
    this.#isInChangeOrder = isInChangeOrder;
    this.#isInCreationOrder = isInCreationOrder;
    this.#sign = sign;
  }

  /** Pages share rows, and a row that changes meanwhile is met twice: the first place of each counts. */
  add(requests: readonly HostRequest[]): void {
    for (const request of requests) {
      if (this.#numbers.has(request.number)) continue;
      this.#numbers.add(request.number);
      const last = this.#last;
      this.#last = request;
      if (!last) continue;
      const isAfter = (now: Date, before: Date): boolean => this.#sign * (now.getTime() - before.getTime()) >= 0;
      this.#isInChangeOrder &&= isAfter(request.updatedAt, last.updatedAt);
      this.#isInCreationOrder &&= isAfter(request.createdAt, last.createdAt);
    }
  }

  get shown(): Pick<RequestsCursor, "isInChangeOrder" | "isInCreationOrder"> {
    return { isInChangeOrder: this.#isInChangeOrder, isInCreationOrder: this.#isInCreationOrder };
  }

  get isByChange(): boolean {
    return this.#isInChangeOrder && !this.#isInCreationOrder;
  }

  get lastChange(): number {
    return this.#last?.updatedAt.getTime() ?? Infinity;
  }
}

/** The latest change, at most now. */
const latestOf = (latest: number, requests: readonly HostRequest[], now: number): number =>
  requests.reduce((time, { updatedAt }) => Math.max(time, Math.min(updatedAt.getTime(), now)), latest);

const highestOf = (highest: number, requests: readonly HostRequest[]): number =>
  requests.reduce((number, request) => Math.max(number, request.number), highest);
