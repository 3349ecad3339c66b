import { SourceError } from "../../SourceError.ts";
import { ThreadRoom } from "../../rest/listBounds.ts";
import type { TrackerComment, TrackerThread } from "../../connector/trackerTypes.ts";
import { type GithubApi, type GithubOptions, nextOnHost, readRows } from "./githubApi.ts";
import { readComments } from "./githubRows.ts";

const PAGE_SIZE = 100;

/**
 * All comments of one issue, unless they exceed the room; null when it is gone, or was transferred: then another repository answers, with
 * its own numbers.
 */
export async function readThread(
  { url, onSkipped, api: { request, path, root, isOurs } }: GithubOptions & { readonly api: GithubApi },
  key: string,
  signal: AbortSignal,
  room = new ThreadRoom(),
): Promise<TrackerThread | null> {
  const hasRoom = room.begin(key);
  const comments: TrackerComment[] = [];
  let route = `GET ${await path(signal)}/issues/${key.replace("#", "")}/comments`;
  let parameters: Record<string, unknown> = { per_page: PAGE_SIZE };
  for (;;) {
    try {
      const answer = await request(route, "page", parameters, signal);
      if (!isOurs(answer.url)) return null;
      const rows = readRows((data) => readComments(data, onSkipped), answer.data, url.host);
      const threadComments = rows.flatMap(({ value }) => value ?? []);
      comments.push(...threadComments);
      const next = nextOnHost(answer.headers["link"], root(), url.host);
      const characters = threadComments.reduce((sum, { body }) => sum + body.length, 0);
      if (next === null || !hasRoom(rows.length, characters)) return { comments, isCut: next !== null };
      route = `GET ${next}`;
      parameters = {};
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
      throw error;
    }
  }
}
