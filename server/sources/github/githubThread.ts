import { SourceError } from "../SourceError.ts";
import type { TrackerComment } from "../sourceKinds.ts";
import { type GithubApi, type GithubOptions, nextOnHost, readRows } from "./githubApi.ts";
import { readComments } from "./githubRows.ts";

const PAGE = 100;

/** All comments of one issue; null when it is gone, or was transferred: then another repository answers, with its own numbers. */
export async function readThread(
  { url }: GithubOptions,
  { ask, path, root, isOurs }: GithubApi,
  key: string,
  signal: AbortSignal,
): Promise<TrackerComment[] | null> {
  const comments: TrackerComment[] = [];
  let route = `GET ${await path(signal)}/issues/${key.replace("#", "")}/comments`;
  let parameters: Record<string, unknown> = { per_page: PAGE };
  for (;;) {
    try {
      const answer = await ask(route, "page", parameters, signal);
      if (!isOurs(answer.url)) return null;
      comments.push(...readRows(readComments, answer.data, url.host).flatMap(({ value }) => value ?? []));
      const next = nextOnHost(answer.headers["link"], root(), url.host);
      if (next === null) return comments;
      route = `GET ${next}`;
      parameters = {};
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
      throw error;
    }
  }
}
