import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import type { Outbound } from "../outbound.ts";
import { type RequestOptions, fetchWhole } from "../wholeResponse.ts";

export interface GithubClientOptions {
  /** Root of the API, without a slash at the end; read at each request, since a server of one's own is found by trying. */
  readonly at: { readonly api: string };
  readonly token: string | null;
  readonly outbound: Pick<Outbound, "fetch">;
  /** How often a request is repeated that met a trouble of the host. */
  readonly retries?: number;
  /** Milliseconds before the first repetition; the second waits four times as long, the third nine times. */
  readonly retryAfter?: number;
}

const Client = Octokit.plugin(retry, throttling);

/**
 * The GitHub client that the community keeps, with our way out. It repeats what the host failed at and holds the number of open
 * requests down. What the host counts and limits is not waited for here: the wait may be an hour, so it is handed up and shown.
 */
export function createGithubClient({
  at,
  token,
  outbound,
  retries = 3,
  retryAfter = 1000,
}: GithubClientOptions): Octokit {
  const { api } = at;
  const host = new URL(api).host;
  const client = new Client({
    baseUrl: api,
    userAgent: "clew",
    ...(token !== null && { auth: token }),
    request: {
      fetch: (url: string, init: RequestOptions) => fetchWhole(outbound, host, url, init),
    },
    // Not as an option of the request: there it would also repeat what must not be repeated, a 401 or a 304 for one.
    retry: { retries, retryAfterBaseValue: retryAfter, doNotRetry: [304, 400, 401, 403, 404, 410, 422, 429, 451] },
    throttle: { id: api, retryAfterBaseValue: retryAfter, onRateLimit: () => false, onSecondaryRateLimit: () => false },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  client.hook.before("request", (asked) => {
    asked.baseUrl = at.api;
    asked.headers.accept = "application/vnd.github+json";
    asked.headers["x-github-api-version"] = "2022-11-28";
  });
  return client;
}

const ignore = (): void => undefined;
