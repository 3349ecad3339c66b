import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import type { TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type {
  HostReleases,
  HostRequest,
  KnownRequest,
  RequestDetails,
  RequestPage,
  RequestReader,
} from "../../connector/requestTypes.ts";
import { type GithubApi, type GithubOptions, nextOnHost, openGithub, readRowsOf } from "./githubApi.ts";
import { onOrigin } from "../../rest/links.ts";
import { readGithubReleases } from "./githubReleases.ts";
import { isNotModified } from "./readGithubList.ts";
import { readGithubRequestDetails } from "./githubRequestDetails.ts";
import { GithubRequestGroups } from "./GithubRequestGroups.ts";
import { User, personOf } from "./githubRows.ts";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import { OVERLAP_MS } from "../../rest/readByTime.ts";

const PAGE_SIZE = 100;

export const PullRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  number: HostNumber,
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  user: User.nullish(),
  html_url: HostUrl,
  head: z.object({ ref: z.string().nullish(), sha: z.string().nullish() }).nullish(),
  base: z.object({ ref: z.string().nullish(), sha: z.string().nullish() }).nullish(),
  labels: z.array(z.object({ name: z.string().nullish() })).nullish(),
  assignees: z.array(User).nullish(),
  requested_reviewers: z.array(User).nullish(),
  merged_by: User.nullish(),
  merge_commit_sha: z.string().nullish(),
  created_at: HostTime,
  updated_at: HostTime,
  merged_at: HostTime.nullish(),
  closed_at: HostTime.nullish(),
});
/**
 * `link`: where an interrupted first read resumes. `until`: newest change of the last complete read. `newest`: the value that `until` gets
 * when the current read completes. `name`: the repository's last known name, which is part of the URLs.
 */
const Cursor = z.object({
  until: z.iso.datetime().nullable().default(null),
  link: z.string().nullable().default(null),
  newest: z.iso.datetime().nullable().default(null),
  name: z.string().nullable().default(null),
  /** ETag of the first page of the last complete read of changes: a list in which nothing has changed costs no quota. */
  etag: z.string().nullable().default(null),
});

type Cursor = z.infer<typeof Cursor>;

interface PullPage {
  readonly requests: readonly HostRequest[];
  /** The host's link to the next page; null at the end. */
  readonly next: string | null;
  readonly etag: string | null;
}

/** Pull requests with reviews and files. The list has no "since" filter. */
export class GithubRequests implements RequestReader {
  readonly #options: GithubOptions;
  readonly #api: GithubApi;
  readonly groups: GithubRequestGroups;

  constructor(options: GithubOptions) {
    this.#options = options;
    this.#api = openGithub(options);
    this.groups = new GithubRequestGroups(options, this.#api);
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const storedCursor = parseCursor(Cursor, stored);
    const name = (await this.#api.path(signal)).replace("/repos/", "");
    const cursor = storedCursor.name !== null && storedCursor.name !== name ? Cursor.parse({}) : storedCursor;
    yield* cursor.until === null
      ? this.#readAll({ ...cursor, name }, signal)
      : this.#readChanged({ ...cursor, name }, cursor.until, signal);
  }

  releases(signal: AbortSignal): Promise<HostReleases | null> {
    return readGithubReleases(this.#options, this.#api, signal);
  }

  details(request: KnownRequest, signal: AbortSignal): Promise<RequestDetails> {
    return readGithubRequestDetails(this.#options, this.#api, request, signal);
  }

  /**
   * The first read: by creation, which is stable while we read. It resumes by the host's pagination links, and records the newest change
   * at its start.
   */
  async *#readAll(cursor: Cursor, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const begun = await orNull(() => this.#beginAll(cursor, signal));
    if (!begun) return;
    const { newest } = begun;
    let { page } = begun;
    for (let done = 0; ;) {
      const { requests, next } = page;
      done += requests.length;
      yield {
        requests,
        done,
        total: next === null ? done : null,
        cursor:
          next === null
            ? { ...cursor, until: newest, link: null, newest: null }
            : { ...cursor, until: null, link: next, newest },
      };
      if (next === null) return;
      page = await this.#page(`GET ${next}`, {}, signal);
    }
  }

  /** The newest change, and the first page; null where there are no requests. */
  async #beginAll(
    { link, newest: stored }: Cursor,
    signal: AbortSignal,
  ): Promise<{ readonly newest: string; readonly page: PullPage } | null> {
    const resumed = link === null ? null : onOrigin(link, this.#api.root());
    const first = () => this.#firstPage({ sort: "created", direction: "asc", per_page: PAGE_SIZE }, signal);
    let newest = resumed === null ? null : stored;
    if (newest === null) {
      const latest = await this.#firstPage({ sort: "updated", direction: "desc", per_page: 1 }, signal);
      if (!latest.requests[0]) return null;
      newest = latest.requests[0].updatedAt.toISOString();
    }
    if (resumed === null) return { newest, page: await first() };
    const page = await this.#page(`GET ${resumed}`, {}, signal).catch((error: unknown) => {
      // The place at which the last sync stopped may be too old for the host.
      if (!(error instanceof SourceError) || error.code === "rate_limited" || error.code === "unauthorized")
        throw error;
      return first();
    });
    return { newest, page };
  }

  /** Later reads: newest change first, up to what is known. Only a complete one advances the mark. */
  async *#readChanged(cursor: Cursor, until: string, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const end = Date.parse(until) - OVERLAP_MS;
    let newest = Date.parse(until);
    const begin = {
      sort: "updated",
      direction: "desc",
      per_page: PAGE_SIZE,
      ...(cursor.etag !== null && { headers: { "if-none-match": cursor.etag } }),
    };
    let page = await orNull(() => this.#firstPage(begin, signal)).catch((error: unknown) => {
      if (isNotModified(error)) return null;
      throw error;
    });
    const etag = page?.etag ?? null;
    for (let done = 0; page !== null;) {
      const { requests, next }: PullPage = page;
      const times = requests.map(({ updatedAt }) => updatedAt.getTime());
      newest = Math.max(newest, ...times);
      const isLast = next === null || Math.min(...times) < end;
      done += requests.length;
      yield {
        requests: requests.filter(({ updatedAt }) => updatedAt.getTime() >= end),
        done,
        total: isLast ? done : null,
        cursor: isLast ? { ...cursor, until: new Date(newest).toISOString(), link: null, newest: null, etag } : cursor,
      };
      page = isLast ? null : await this.#page(`GET ${next}`, {}, signal);
    }
  }

  async #firstPage(parameters: Record<string, unknown>, signal: AbortSignal): Promise<PullPage> {
    return this.#page(`GET ${await this.#api.path(signal)}/pulls`, { state: "all", ...parameters }, signal);
  }

  async #page(route: string, parameters: Record<string, unknown>, signal: AbortSignal): Promise<PullPage> {
    const { url, onSkipped } = this.#options;
    const { host } = url;
    const { data, headers } = await this.#api.request(route, "page", parameters, signal);
    const { etag } = headers;
    return {
      requests: readRowsOf(PullRow, data, host, onSkipped).map(requestOf),
      next: nextOnHost(headers["link"], this.#api.root(), host),
      etag: etag === undefined ? null : String(etag),
    };
  }
}

/** Null at a host that keeps no pull requests. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
    throw error;
  }
}

export function requestOf(row: z.infer<typeof PullRow>): HostRequest {
  return {
    externalId: String(row.id),
    number: row.number,
    key: `#${row.number}`,
    title: row.title,
    body: row.body ?? "",
    state: row.merged_at ? "merged" : row.state === "closed" ? "closed" : "open",
    isDraft: row.draft ?? false,
    author: personOf(row.user),
    sourceBranch: row.head?.ref ?? null,
    targetBranch: row.base?.ref ?? null,
    headHash: row.head?.sha ?? null,
    // Before the merge it is a commit of a trial merge, which is not in the history.
    mergeHash: row.merged_at ? (row.merge_commit_sha ?? null) : null,
    url: row.html_url ?? "",
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    mergedAt: row.merged_at ? new Date(row.merged_at) : null,
    closedAt: row.closed_at ? new Date(row.closed_at) : null,
    labels: (row.labels ?? []).flatMap(({ name }) => name ?? []),
    assignees: (row.assignees ?? []).flatMap((user) => personOf(user) ?? []),
    reviewers: (row.requested_reviewers ?? []).flatMap((user) => personOf(user) ?? []),
    baseHash: row.base?.sha ?? null,
    mergedBy: personOf(row.merged_by),
  };
}
