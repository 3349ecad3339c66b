import { SourceError } from "../../SourceError.ts";
import { ThreadRoom, boundRows } from "../../rest/listBounds.ts";
import type { TrackerComment, TrackerIssue, TrackerInventory } from "../../connector/trackerTypes.ts";
import { type GithubApi, type GithubOptions, countOf, nextOnHost, readRows } from "./githubApi.ts";
import { readIssues } from "./githubRows.ts";
import { readThread } from "./githubThread.ts";

/** Issues in one sync that are read by themselves, because no list by time has shown them. */
const MAX_READ = { visitor: 10, signedIn: 300 } as const;

/** Finds issues that GitHub does not have any more. It counts pull requests among the issues. */
export function createGithubInventory(options: GithubOptions, api: GithubApi): TrackerInventory {
  const { request, path, root, isOurs } = api;
  const { url } = options;
  /** Of the last list. */
  const numbers = new Map<string, number>();
  const issuesPath = async (signal: AbortSignal): Promise<string> => `GET ${await path(signal)}/issues`;

  return {
    countsRequests: true,
    async count(signal) {
      const route = await issuesPath(signal);
      const answer = await request(route, "item", { state: "all", per_page: 1 }, signal);
      return countOf(answer.headers["link"], root(), readRows(readIssues, answer.data, url.host).length);
    },
    async *ids(signal) {
      let route = await issuesPath(signal);
      let parameters: Record<string, unknown> = { state: "all", sort: "created", direction: "asc", per_page: 100 };
      const bound = boundRows(url.host);
      for (;;) {
        const answer = await request(route, "page", parameters, signal);
        bound(Array.isArray(answer.data) ? answer.data : []);
        const found = readRows(readIssues, answer.data, url.host).flatMap(({ value }) => value ?? []);
        for (const { externalId, number } of found) if (number !== null) numbers.set(externalId, number);
        yield found.map(({ externalId }) => externalId);
        const next = nextOnHost(answer.headers["link"], root(), url.host);
        if (next === null) return;
        route = `GET ${next}`;
        parameters = {};
      }
    },
    async has({ externalId, key }, signal) {
      const route = `${await issuesPath(signal)}/${key.replace("#", "")}`;
      try {
        const answer = await request(route, "item", {}, signal);
        // One that was transferred answers from its new repository, under a new number.
        return isOurs(answer.url) && readRows(readIssues, [answer.data], url.host)[0]?.id === externalId;
      } catch (error) {
        if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
        throw error;
      }
    },
    // One that came from another repository may keep the time of its last change, which every list by time has passed.
    async read(ids, signal) {
      const issues: TrackerIssue[] = [];
      const comments: TrackerComment[] = [];
      const room = new ThreadRoom();
      for (const id of ids.slice(0, options.credential ? MAX_READ.signedIn : MAX_READ.visitor)) {
        const number = numbers.get(id);
        if (number === undefined) continue;
        const route = `${await issuesPath(signal)}/${number}`;
        const answer = await request(route, "item", {}, signal).catch((error: unknown) => {
          if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
          throw error;
        });
        const [row] = answer && isOurs(answer.url) ? readRows(readIssues, [answer.data], url.host) : [];
        if (!row?.value) continue;
        issues.push(row.value);
        if (row.value.commentsCount > 0)
          comments.push(...((await readThread(options, api, row.value.key, signal, room))?.comments ?? []));
      }
      return { issues, comments, cutThreads: room.cut };
    },
  };
}
