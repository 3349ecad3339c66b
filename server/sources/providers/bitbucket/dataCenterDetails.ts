import { z } from "zod";
import type { KnownRequest, RequestCheck, RequestCommit, RequestDetails } from "../../connector/requestTypes.ts";
import { orAbsent } from "../../rest/absent.ts";
import { HostUrl } from "../../rest/hostFields.ts";
import { query } from "../../rest/restClient.ts";
import { DiscussionBounds } from "../../rest/threadBounds.ts";
import { SourceError } from "../../SourceError.ts";
import type { OpenRepository } from "./DataCenterRepository.ts";
import {
  DataCenterActivityRow,
  Path,
  dataCenterCommentsOf,
  dataCenterEventsOf,
  reviewsOf,
} from "./dataCenterActivities.ts";
import { readNumberedPage } from "./dataCenterLists.ts";
import { HostMilliseconds, DataCenterRequestRow, dataCenterRequestOf } from "./dataCenterRequestRows.ts";

/** Activities have the lines around each comment. */
const ACTIVITY_PAGE_SIZE = 50;
const PAGE_SIZE = 500;
/** Pages of files or commits of one request that are read. */
const MAX_PAGES = 10;
/** Pages of a discussion that are read, as of the threads of issues. */
const MAX_THREAD_PAGES = 100;

const ChangeRow = z.object({ path: Path, srcPath: Path.nullish() });
const CommitRow = z.object({
  id: z.string(),
  message: z.string().nullish(),
  author: z.object({ name: z.string().nullish(), displayName: z.string().nullish() }).nullish(),
  authorTimestamp: HostMilliseconds.nullish(),
});
const BuildRow = z.object({
  key: z.string().nullish(),
  name: z.string().nullish(),
  state: z.string(),
  url: HostUrl,
  dateAdded: HostMilliseconds.nullish(),
  updatedDate: HostMilliseconds.nullish(),
});

interface ListOptions {
  readonly size?: number;
  readonly maxPages?: number;
  readonly hasRoom?: ReturnType<DiscussionBounds["begin"]>;
}

/** One pull request of Bitbucket Data Center. Its API counts no lines of files. */
export async function readDataCenterDetails(
  repository: OpenRepository,
  request: KnownRequest,
  signal: AbortSignal,
): Promise<RequestDetails> {
  const { client, page, root } = repository;
  const path = `${repository.path}/pull-requests/${request.number}`;
  const row = client.read(DataCenterRequestRow, (await client.get(path, "item", signal)).data);
  const bounds = new DiscussionBounds();
  const list = <T>(part: string, shape: z.ZodType<T>, options: ListOptions = {}): Promise<T[]> =>
    readList(repository, part, shape, options, signal);
  const activities = await list(`${path}/activities`, DataCenterActivityRow, {
    size: ACTIVITY_PAGE_SIZE,
    maxPages: MAX_THREAD_PAGES,
    hasRoom: bounds.begin(),
  });
  // The commits of an old request may be gone, and with them the difference.
  const changes = await orNothing(list(`${path}/changes`, ChangeRow));
  const commits = await orNothing(list(`${path}/commits`, CommitRow));
  const { headHash, baseHash, reviewers } = dataCenterRequestOf(row, page, root);
  // The list of statuses has no successor: the call that replaces it takes the key of one.
  const builds = headHash === null ? null : `../../build-status/1.0/commits/${headHash}`;
  const people = [...(row.reviewers ?? []), ...(row.participants ?? [])];
  return {
    reviews: reviewsOf(people, activities, { at: row.updatedDate, root }),
    files: changes.map((change) => ({ path: change.path, additions: null, deletions: null })),
    comments: dataCenterCommentsOf(activities, { page, root, number: request.number }),
    commits: commits.map(commitOf).toReversed(),
    events: dataCenterEventsOf(activities, root),
    checks: request.isOpen && builds !== null ? (await orAbsent(list(builds, BuildRow), [])).map(checkOf) : null,
    reviewers,
    baseHash,
    isCut: bounds.isCut,
  };
}

/** Nothing for a list of commits that the repository no longer has. */
async function orNothing<T>(rows: Promise<T[]>): Promise<T[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return [];
    throw error;
  }
}

async function readList<T>(
  { client }: OpenRepository,
  path: string,
  shape: z.ZodType<T>,
  { size = PAGE_SIZE, maxPages = MAX_PAGES, hasRoom = () => true }: ListOptions,
  signal: AbortSignal,
): Promise<T[]> {
  const all: T[] = [];
  let start: number | null = 0;
  for (let read = 0; start !== null && read < maxPages; read += 1) {
    const page = await readNumberedPage(client, `${path}${query({ start, limit: size })}`, signal, start);
    const values = client.rows(shape, page.rows);
    all.push(...values);
    start = page.next;
    if (start !== null && !hasRoom(values.length, page.size)) break;
  }
  return all;
}

const commitOf = (row: z.infer<typeof CommitRow>): RequestCommit => ({
  hash: row.id,
  title: (row.message ?? "").split("\n", 1)[0] ?? "",
  author: row.author?.displayName ?? row.author?.name ?? "",
  authoredAt: row.authorTimestamp === null || row.authorTimestamp === undefined ? null : new Date(row.authorTimestamp),
});

const STATES: Readonly<Record<string, RequestCheck["state"]>> = {
  SUCCESSFUL: "success",
  FAILED: "failure",
  INPROGRESS: "pending",
  CANCELLED: "neutral",
  UNKNOWN: "neutral",
};

function checkOf(row: z.infer<typeof BuildRow>): RequestCheck {
  const at = row.updatedDate ?? row.dateAdded;
  return {
    name: row.name || row.key || row.state,
    state: STATES[row.state] ?? "pending",
    url: row.url,
    at: at === null || at === undefined ? null : new Date(at),
  };
}
