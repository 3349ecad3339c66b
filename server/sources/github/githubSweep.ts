import { SourceError } from "../SourceError.ts";
import type { TrackerSweep } from "../sourceKinds.ts";
import { type GithubApi, type GithubOptions, countOf, nextOnHost, readRows } from "./githubApi.ts";
import { readIssues } from "./githubRows.ts";

/** Finds issues that GitHub does not have any more. It counts pull requests among the issues. */
export function createGithubSweep(options: GithubOptions, { octokit, call, path, root }: GithubApi): TrackerSweep {
  const { url } = options;
  const issues = async (signal: AbortSignal): Promise<string> => `GET ${await path(signal)}/issues`;

  return {
    countsRequests: true,
    async count(signal) {
      const route = await issues(signal);
      const answer = await call(() => octokit.request(route, { state: "all", per_page: 1, request: { signal } }));
      return countOf(answer.headers.link, root(), readRows(readIssues, answer.data, url.host).length);
    },
    async *ids(signal) {
      let route = await issues(signal);
      let parameters: Record<string, unknown> = { state: "all", sort: "created", direction: "asc", per_page: 100 };
      for (;;) {
        const answer = await call(() => octokit.request(route, { ...parameters, request: { signal } }));
        yield readRows(readIssues, answer.data, url.host).map(({ id }) => id);
        const next = nextOnHost(answer.headers.link, root(), url.host);
        if (next === null) return;
        route = `GET ${next}`;
        parameters = {};
      }
    },
    async has({ externalId, key }, signal) {
      const route = `${await issues(signal)}/${key.replace("#", "")}`;
      try {
        const { data } = await call(() => octokit.request(route, { request: { signal } }));
        // One that was moved to another repository answers from there, under a number of its own.
        return readRows(readIssues, [data], url.host)[0]?.id === externalId;
      } catch (error) {
        if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
        throw error;
      }
    },
  };
}
