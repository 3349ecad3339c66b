import type { z } from "zod";
import type { KnownRequest, RequestCheck, RequestDetails } from "../../connector/requestTypes.ts";
import { orAbsent } from "../../rest/absent.ts";
import { DiscussionBounds } from "../../rest/threadBounds.ts";
import { type GithubApi, type GithubOptions, nextOnHost, readAnswer, readRowsOf } from "./githubApi.ts";
import {
  CheckRuns,
  CommentRow,
  CommitStatus,
  FileRow,
  ReviewRow,
  TimelineRow,
  checksOfRuns,
  checksOfStatus,
  commentOf,
  commitOf,
  eventOf,
  lineCommentOf,
  reviewOf,
} from "./githubRequestRows.ts";
import { readResolvedThreads } from "./githubThreadStates.ts";

const PAGE_SIZE = 100;
/** Pages of one list of one request that are read; GitHub lists at most 3,000 files. */
const MAX_PAGES = 30;

/**
 * One pull request in as few calls as the API allows: reviews, files, and the timeline, which has comments, commits and events together.
 * Comments at lines are asked for only where there was a review, and checks only while the request is open.
 */
export async function readGithubRequestDetails(
  options: GithubOptions,
  api: GithubApi,
  request: KnownRequest,
  signal: AbortSignal,
): Promise<RequestDetails> {
  const { number } = request;
  const bounds = new DiscussionBounds();
  const list = <T>(path: string, shape: z.ZodType<T>, isBounded = true): Promise<T[]> =>
    readList(options, api, path, shape, isBounded ? bounds.begin() : () => true, signal);
  const reviews = await list(`/pulls/${number}/reviews`, ReviewRow);
  const files = await list(`/pulls/${number}/files`, FileRow, false);
  const timeline = await orAbsent(list(`/issues/${number}/timeline`, TimelineRow), []);
  // A comment at a line is always part of a review, except for those of the years before there were reviews.
  const hasLines = reviews.length > 0 || timeline.some(({ event }) => event === "line-commented");
  const comments = hasLines ? await orAbsent(list(`/pulls/${number}/comments`, CommentRow), []) : [];
  const resolved =
    comments.length > 0 && options.credential
      ? await readResolvedThreads(options, api, number, signal)
      : new Map<string, boolean>();
  return {
    reviews: reviews.flatMap((row) => reviewOf(row) ?? []),
    files: files.map(({ filename, additions, deletions }) => ({
      path: filename,
      additions: additions ?? null,
      deletions: deletions ?? null,
    })),
    comments: [
      ...timeline.flatMap((row) => commentOf(row) ?? []),
      ...comments.map((row) => lineCommentOf(row, resolved)),
    ],
    commits: timeline.flatMap((row) => commitOf(row) ?? []),
    events: timeline.flatMap((row) => eventOf(row) ?? []),
    checks: request.isOpen && request.headHash ? await readChecks(options, api, request.headHash, signal) : null,
    isCut: bounds.isCut,
  };
}

async function readChecks(
  { url }: GithubOptions,
  api: GithubApi,
  hash: string,
  signal: AbortSignal,
): Promise<RequestCheck[]> {
  const commit = `GET ${await api.path(signal)}/commits/${encodeURIComponent(hash)}`;
  const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T> =>
    readAnswer(shape, (await api.request(`${commit}${path}`, "page", { per_page: PAGE_SIZE }, signal)).data, url.host);
  const runs = await orAbsent(get("/check-runs", CheckRuns), null);
  const status = await orAbsent(get("/status", CommitStatus), null);
  return [...(runs ? checksOfRuns(runs) : []), ...(status ? checksOfStatus(status) : [])];
}

/** A list below the repository, to its end or its bounds. */
async function readList<T>(
  { url: { host }, onSkipped }: GithubOptions,
  api: GithubApi,
  path: string,
  shape: z.ZodType<T>,
  hasRoom: (items: number, characters: number) => boolean,
  signal: AbortSignal,
): Promise<T[]> {
  const all: T[] = [];
  let route = `GET ${await api.path(signal)}${path}`;
  let parameters: Record<string, unknown> = { per_page: PAGE_SIZE };
  for (let page = 1; ; page += 1) {
    const { data, headers } = await api.request(route, "page", parameters, signal);
    const rows = readRowsOf(shape, data, host, onSkipped);
    all.push(...rows);
    const next = nextOnHost(headers["link"], api.root(), host);
    if (next === null || page >= MAX_PAGES || !hasRoom(rows.length, sizeOf(data))) return all;
    route = `GET ${next}`;
    parameters = {};
  }
}

const sizeOf = (data: unknown): number => JSON.stringify(data).length;
