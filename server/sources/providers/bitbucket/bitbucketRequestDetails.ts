import type { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import type { KnownRequest, RequestDetails } from "../../connector/requestTypes.ts";
import { orAbsent } from "../../rest/absent.ts";
import { type RestClient, type RestResponse, query } from "../../rest/restClient.ts";
import { DiscussionBounds } from "../../rest/threadBounds.ts";
import {
  ActivityRow,
  CommentRow,
  CommitRow,
  StatusRow,
  checkOf,
  commentOf,
  commitOf,
  requestEventsOf,
} from "./bitbucketRequestRows.ts";
import { FileRow, ListPage, Participants, personOf, reviewOf } from "./bitbucketRows.ts";

const PAGE_SIZE = 50;
/** Pages of files or commits of one request that are read. */
const MAX_PAGES = 10;
/** Pages of the discussion of one request, which is bounded as the threads of issues are. */
const MAX_THREAD_PAGES = 100;

type HasRoom = ReturnType<DiscussionBounds["begin"]>;

/** One pull request. @param path of it, below the root of the API */
export async function readBitbucketRequestDetails(
  client: RestClient,
  path: string,
  request: KnownRequest,
  signal: AbortSignal,
): Promise<RequestDetails> {
  const answer = await client.get(path, "item", signal);
  const { participants, reviewers, comment_count: count } = client.read(Participants, answer.data);
  const bounds = new DiscussionBounds();
  const list = <T>(
    part: string,
    shape: z.ZodType<T>,
    maxPages = MAX_PAGES,
    hasRoom: HasRoom = () => true,
  ): Promise<T[]> =>
    readList(client, `${path}${part}${query({ pagelen: PAGE_SIZE })}`, shape, { maxPages, hasRoom }, signal);
  const comments =
    count === 0 ? [] : await orAbsent(list("/comments", CommentRow, MAX_THREAD_PAGES, bounds.begin()), []);
  // The branch of an old request may be gone, and with it the difference.
  const files = await list("/diffstat", FileRow).catch((error: unknown): z.infer<typeof FileRow>[] => {
    if (error instanceof SourceError && error.code === "not_found") return [];
    throw error;
  });
  const activity = await orAbsent(list("/activity", ActivityRow), []);
  const commits = await orAbsent(list("/commits", CommitRow), []);
  return {
    reviews: (participants ?? []).flatMap((participant) => reviewOf(participant) ?? []),
    files: files.flatMap((row) => {
      const name = row.new?.path ?? row.old?.path;
      return name ? [{ path: name, additions: row.lines_added ?? null, deletions: row.lines_removed ?? null }] : [];
    }),
    comments: commentsOf(comments),
    commits: commits.map(commitOf).toReversed(),
    events: requestEventsOf(activity),
    checks: request.isOpen ? (await orAbsent(list("/statuses", StatusRow), [])).map(checkOf) : null,
    reviewers: (reviewers ?? []).flatMap((user) => personOf(user) ?? []),
    isCut: bounds.isCut,
  };
}

/** Comments with the discussion of each: the host names the comment that is answered, which may itself be an answer. */
function commentsOf(rows: readonly z.infer<typeof CommentRow>[]): RequestDetails["comments"] {
  const parents = new Map(rows.map((row) => [row.id, row.parent?.id ?? null]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rootOf = (id: number): number => {
    const seen = new Set<number>();
    let at = id;
    for (let parent = parents.get(at); parent && !seen.has(parent); parent = parents.get(at)) {
      seen.add(at);
      at = parent;
    }
    return at;
  };
  return rows.flatMap((row) => {
    const root = rootOf(row.id);
    return commentOf(row, root, byId.get(root)) ?? [];
  });
}

async function readList<T>(
  client: RestClient,
  path: string,
  shape: z.ZodType<T>,
  { maxPages, hasRoom }: { readonly maxPages: number; readonly hasRoom: HasRoom },
  signal: AbortSignal,
): Promise<T[]> {
  const all: T[] = [];
  let next: string | null = path;
  for (let read = 0; next !== null && read < maxPages; read += 1) {
    const answer: RestResponse = await client.get(next, "page", signal);
    const { values: listed, next: following } = client.read(ListPage, answer.data);
    const values = client.rows(shape, listed);
    all.push(...values);
    next = following ?? null;
    if (next !== null && !hasRoom(values.length, answer.size)) break;
  }
  return all;
}
