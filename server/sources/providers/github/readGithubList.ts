import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { TimeReadPosition, readByTime, sinceOf } from "../../rest/readByTime.ts";
import { type GithubApi, lastPage, nextOnHost, readRows } from "./githubApi.ts";
import type { GithubResponse } from "./githubClient.ts";
import type { PagedRow } from "./githubRows.ts";

export const PAGE_SIZE = 100;

/** How far a list has been read. `etag` belongs to the query that began at `since`. */
export const ListCursor = TimeReadPosition.extend({
  since: z.iso.datetime().nullable().default(null),
  etag: z.string().nullable().default(null),
});
export type ListCursor = z.infer<typeof ListCursor>;

interface ListReading<T> {
  readonly api: GithubApi;
  readonly host: string;
  /** The repository's number. */
  readonly id: string;
  readonly signal: AbortSignal;
  readonly route: string;
  readonly parameters: Record<string, unknown>;
  readonly at: ListCursor;
  readonly rows: (data: unknown) => PagedRow<T>[];
}
interface ListPage<T> {
  readonly values: T[];
  readonly at: ListCursor;
  readonly done: number;
  readonly total: number | null;
}

/** One list, oldest change first, with the tag that makes a list in which nothing has changed cost nothing. */
export async function* readGithubList<T>(list: ListReading<T>): AsyncGenerator<ListPage<T>> {
  const { api, at, host } = list;
  const first = sinceOf(at.until);
  let etag: string | null = null;
  const pages = readByTime(at, host, async ({ since, link, isFirst }) => {
    const tag = isFirst && at.since === since ? at.etag : null;
    const answer = await requestPage(list, since, link, tag);
    if (answer === null) return null;
    const rows = readRows(list.rows, answer.data, host);
    const next = nextOnHost(answer.headers["link"], api.root(), host);
    // On a full page, new rows may be on the next one, and this one stays unchanged. Rows that were skipped fill it, too.
    const isFull = Array.isArray(answer.data) && answer.data.length >= PAGE_SIZE;
    etag = isFirst && next === null && !isFull ? tagOf(answer.headers["etag"]) : null;
    const last = isFirst ? lastPage(answer.headers["link"], api.root()) : null;
    return { rows, next, total: last === null ? null : last * PAGE_SIZE };
  });
  for await (const { values, place, done, total } of pages) {
    yield {
      values: values.flatMap((value) => value ?? []),
      done,
      total,
      // The tag is valid for the next request as long as its time has not changed.
      at: { ...place, since: first, etag: place.next === null && place.until === at.until ? etag : null },
    };
  }
}

/** @returns null for a list that has not changed since `tag` */
async function requestPage<T>(
  { api, id, signal, ...list }: ListReading<T>,
  since: string | null,
  link: string | null,
  tag: string | null,
): Promise<GithubResponse | null> {
  const begin = {
    ...list.parameters,
    sort: "updated",
    direction: "asc",
    per_page: PAGE_SIZE,
    ...(since !== null && { since }),
  };
  const route = link === null ? list.route : `GET ${link}`;
  const parameters = { ...(link === null && begin), headers: tag === null ? {} : { "if-none-match": tag } };
  const request = () => api.request(route, "page", parameters, signal);
  try {
    return await request().catch(async (error: unknown) => {
      // A list that answers 404 is only believed when the repository itself does too.
      if (!(error instanceof SourceError) || error.code !== "not_found" || link !== null) throw error;
      await api.repository(signal, id);
      return request();
    });
  } catch (error) {
    if (isNotModified(error)) return null;
    throw error;
  }
}

const tagOf = (header: string | number | undefined): string | null => (header === undefined ? null : String(header));
/** Whether a conditional request found that nothing has changed. */
export const isNotModified = (error: unknown): boolean =>
  error instanceof Error && "status" in error && error.status === 304;
