import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import type { TrackerCursor } from "../connectorTypes.ts";
import type { HostRequest, RequestPage, RequestReader, RequestReview } from "../requestTypes.ts";
import { type GithubOptions, nextOnHost, openGithub, readAnswer } from "./githubApi.ts";
import { onOrigin } from "../rest/links.ts";
import { readGithubReleases } from "./githubReleases.ts";
import { User, personOf } from "./githubRows.ts";
import { HostNumber, HostTime } from "../rest/hostFields.ts";
import { OVERLAP_MS } from "../rest/readByTime.ts";

const PAGE_SIZE = 100;
/** Pages of reviews or files of one request that are read; GitHub lists at most 3,000 files. */
const MAX_PAGES = 30;

const PullRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  number: HostNumber,
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  user: User.nullish(),
  html_url: z.string(),
  head: z.object({ ref: z.string().nullish(), sha: z.string().nullish() }).nullish(),
  base: z.object({ ref: z.string().nullish() }).nullish(),
  merge_commit_sha: z.string().nullish(),
  created_at: HostTime,
  updated_at: HostTime,
  merged_at: HostTime.nullish(),
  closed_at: HostTime.nullish(),
});
const ReviewRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  user: User.nullish(),
  state: z.string(),
  submitted_at: HostTime.nullish(),
});
const FileRow = z.object({
  filename: z.string(),
  additions: z.number().int().nullish(),
  deletions: z.number().int().nullish(),
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
});

/**
 * Pull requests with reviews and files. The list has no "since" filter. The first read uses creation order, which is stable while we read,
 * resumes by the host's pagination links, and records the newest change at its start. Later reads use newest change first and stop at what is
 * known; only a complete one advances the mark.
 */
export function createGithubRequests(options: GithubOptions): RequestReader {
  const { url } = options;
  const api = openGithub(options);
  const { request, path: pathOf, root } = api;
  const path = async (signal: AbortSignal): Promise<string> => `GET ${await pathOf(signal)}`;
  const all = async <T>(rest: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T[]> => {
    const rows: T[] = [];
    let route = `${await path(signal)}${rest}`;
    let parameters: Record<string, unknown> = { per_page: PAGE_SIZE };
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { data, headers } = await request(route, "page", parameters, signal);
      rows.push(...readAnswer(z.array(shape), data, url.host));
      const next = nextOnHost(headers["link"], root(), url.host);
      if (next === null) break;
      route = `GET ${next}`;
      parameters = {};
    }
    return rows;
  };

  return {
    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const known = parsed.success ? parsed.data : Cursor.parse({});
      const name = (await pathOf(signal)).replace("/repos/", "");
      const cursor = known.name !== null && known.name !== name ? Cursor.parse({}) : known;
      const route = `${await path(signal)}/pulls`;
      const read = async (from: string, parameters: Record<string, unknown>) => {
        const answer = await request(from, "page", parameters, signal);
        return {
          requests: readAnswer(z.array(PullRow), answer.data, url.host).map(requestOf),
          next: nextOnHost(answer.headers["link"], root(), url.host),
        };
      };
      const isFirst = cursor.until === null;
      const end = isFirst ? null : Date.parse(cursor.until ?? "") - OVERLAP_MS;
      const begin = {
        state: "all",
        sort: isFirst ? "created" : "updated",
        direction: isFirst ? "asc" : "desc",
        per_page: PAGE_SIZE,
      };
      let { newest } = cursor;
      let page: Awaited<ReturnType<typeof read>>;
      try {
        const left = isFirst && cursor.link !== null ? onOrigin(cursor.link, root()) : null;
        newest = left === null ? null : newest;
        if (isFirst && newest === null) {
          const [latest] = (await read(route, { ...begin, sort: "updated", direction: "desc", per_page: 1 })).requests;
          if (!latest) return;
          newest = latest.updatedAt.toISOString();
        }
        page =
          left === null
            ? await read(route, begin)
            : await read(`GET ${left}`, {}).catch(async (error: unknown) => {
                // The place at which the last sync stopped may be too old for the host.
                if (!(error instanceof SourceError) || error.code === "rate_limited" || error.code === "unauthorized")
                  throw error;
                return read(route, begin);
              });
      } catch (error) {
        // A host that keeps no pull requests.
        if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return;
        throw error;
      }
      for (let done = 0; ;) {
        const { requests, next } = page;
        const times = requests.map(({ updatedAt }) => updatedAt.getTime());
        if (!isFirst) newest = new Date(Math.max(...times, Date.parse(newest ?? cursor.until ?? ""))).toISOString();
        const isLast = next === null || (end !== null && Math.min(...times) < end);
        done += requests.length;
        yield {
          requests: end === null ? requests : requests.filter(({ updatedAt }) => updatedAt.getTime() >= end),
          done,
          total: isLast ? done : null,
          cursor: isLast
            ? { until: newest ?? cursor.until, link: null, newest: null, name }
            : isFirst
              ? { until: null, link: next, newest, name }
              : { ...cursor, name },
        };
        if (isLast) return;
        page = await read(`GET ${next}`, {});
      }
    },

    releases: (signal) => readGithubReleases(options, api, signal),

    async details({ number }, signal) {
      const reviews = await all(`/pulls/${number}/reviews`, ReviewRow, signal);
      const files = await all(`/pulls/${number}/files`, FileRow, signal);
      return {
        reviews: reviews.flatMap((row) => reviewOf(row) ?? []),
        files: files.map(({ filename, additions, deletions }) => ({
          path: filename,
          additions: additions ?? null,
          deletions: deletions ?? null,
        })),
      };
    },
  };
}

function requestOf(row: z.infer<typeof PullRow>): HostRequest {
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
    // Before the merge it names a commit of a trial merge, which is nowhere in the history.
    mergeHash: row.merged_at ? (row.merge_commit_sha ?? null) : null,
    url: row.html_url,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    mergedAt: row.merged_at ? new Date(row.merged_at) : null,
    closedAt: row.closed_at ? new Date(row.closed_at) : null,
  };
}

const REVIEW_STATES: Readonly<Record<string, RequestReview["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

/** A pending review is visible only to its author, and has no time yet. */
function reviewOf(row: z.infer<typeof ReviewRow>): RequestReview | null {
  const state = REVIEW_STATES[row.state.toUpperCase()];
  if (!state || !row.submitted_at) return null;
  return { externalId: String(row.id), person: personOf(row.user), state, submittedAt: new Date(row.submitted_at) };
}
