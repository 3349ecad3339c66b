import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import type { HostRequest, RequestPage, RequestReader, RequestReview, TrackerCursor } from "../sourceKinds.ts";
import { type GithubOptions, nextOnHost, openGithub, readAnswer } from "./githubApi.ts";
import { User, personOf } from "./githubRows.ts";

const PAGE = 100;
/** Milliseconds that a reading goes back behind the last one. */
const OVERLAP = 5 * 60 * 1000;
/** Pages of reviews or files of one request that are read; GitHub lists at most 3,000 files. */
const MOST_PAGES = 30;

const PullRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  user: User.nullish(),
  html_url: z.string(),
  head: z.object({ ref: z.string(), sha: z.string() }),
  base: z.object({ ref: z.string() }),
  merge_commit_sha: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  merged_at: z.string().nullish(),
  closed_at: z.string().nullish(),
});
const ReviewRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  user: User.nullish(),
  state: z.string(),
  submitted_at: z.string().nullish(),
});
const FileRow = z.object({
  filename: z.string(),
  additions: z.number().int().nullish(),
  deletions: z.number().int().nullish(),
});

/** `link`: a first reading that was cut short goes on there. `until`: newest change that was read by a whole reading. */
const Cursor = z.object({
  until: z.iso.datetime().nullable().default(null),
  link: z.string().nullable().default(null),
  newest: z.iso.datetime().nullable().default(null),
});

/**
 * Pull requests with reviews and files. The list knows no "since": the first reading takes it oldest first and keeps its place by the
 * host's own links; later ones take it newest first and end at what is known, and only a whole one moves that mark.
 */
export function createGithubRequests(options: GithubOptions): RequestReader {
  const { url } = options;
  const { octokit, call, path: pathOf } = openGithub(options);
  const path = async (signal: AbortSignal): Promise<string> => `GET ${await pathOf(signal)}`;
  const all = async <T>(rest: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T[]> => {
    const rows: T[] = [];
    let route = `${await path(signal)}${rest}`;
    let parameters: Record<string, unknown> = { per_page: PAGE };
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { data, headers } = await call(() => octokit.request(route, { ...parameters, request: { signal } }));
      rows.push(...readAnswer(z.array(shape), data, url.host));
      const next = nextOnHost(headers.link, url.api, url.host);
      if (next === null) break;
      route = `GET ${next}`;
      parameters = {};
    }
    return rows;
  };

  return {
    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      const isFirst = cursor.until === null;
      const end = isFirst ? null : Date.parse(cursor.until ?? "") - OVERLAP;
      const begin = {
        route: `${await path(signal)}/pulls`,
        parameters: { state: "all", sort: "updated", direction: isFirst ? "asc" : "desc", per_page: PAGE },
      };
      let at: { route: string; parameters: Record<string, unknown> } =
        isFirst && cursor.link !== null && new URL(cursor.link).origin === new URL(url.api).origin
          ? { route: `GET ${cursor.link}`, parameters: {} }
          : begin;
      let newest = cursor.newest === null ? 0 : Date.parse(cursor.newest);
      let done = 0;
      for (;;) {
        const answer = await call(() => octokit.request(at.route, { ...at.parameters, request: { signal } })).catch(
          (error: unknown) => {
            // A host that keeps no pull requests.
            if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
            throw error;
          },
        );
        if (answer === null) return;
        const requests = readAnswer(z.array(PullRow), answer.data, url.host).map(requestOf);
        for (const { updatedAt } of requests) newest = Math.max(newest, updatedAt.getTime());
        const next = nextOnHost(answer.headers.link, url.api, url.host);
        const oldest = requests.reduce((time, { updatedAt }) => Math.min(time, updatedAt.getTime()), Infinity);
        const isLast = next === null || (end !== null && oldest < end);
        const mark = newest > 0 ? new Date(newest).toISOString() : null;
        done += requests.length;
        yield {
          requests: end === null ? requests : requests.filter(({ updatedAt }) => updatedAt.getTime() >= end),
          done,
          total: isLast ? done : null,
          cursor: isLast
            ? { until: mark ?? cursor.until, link: null, newest: null }
            : isFirst
              ? { until: null, link: next, newest: mark }
              : { ...cursor },
        };
        if (isLast) return;
        at = { route: `GET ${next}`, parameters: {} };
      }
    },

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
    sourceBranch: row.head.ref,
    targetBranch: row.base.ref,
    headHash: row.head.sha,
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

/** A pending review is nobody's business but its author's, and has no time yet. */
function reviewOf(row: z.infer<typeof ReviewRow>): RequestReview | null {
  const state = REVIEW_STATES[row.state.toUpperCase()];
  if (!state || !row.submitted_at) return null;
  return { externalId: String(row.id), person: personOf(row.user), state, submittedAt: new Date(row.submitted_at) };
}
