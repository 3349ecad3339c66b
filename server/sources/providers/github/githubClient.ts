import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import type { ResponseKind } from "../../responses/responseLimits.ts";
import type { Authorization } from "../../egress/Credential.ts";
import { SourceError } from "../../SourceError.ts";
import { describeFailure } from "../../egress/describeFailure.ts";
import type { Egress } from "../../egress/egress.ts";
import { plainHeaders } from "../../egress/plainHeaders.ts";
import { fetchBuffered } from "../../egress/bufferedResponse.ts";
import { verbatim } from "../../../messages/messages.ts";

export interface GithubClientOptions {
  /** Root of the API, without a slash at the end; read at each request, since the API of a self-hosted server is found by trial. */
  readonly at: { readonly api: string };
  readonly authorization: Authorization | null;
  readonly egress: Pick<Egress, "fetch">;
  /** Maximum number of retries of a request after a failure of the host. */
  readonly retries?: number;
  /** Milliseconds before the first retry; the second waits four times as long, the third nine times. */
  readonly retryDelayMs?: number;
}

/** What is read of a successful answer. */
export interface GithubResponse {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** Where it was answered, after redirects. */
  readonly url: string;
}

export interface GithubClient {
  /**
   * @param route of the client's library, `GET /repos/{owner}/{repo}`, or a method with a whole address
   * @param answer how large the answer may be
   * @param parameters of the route, and `headers`
   */
  request(
    route: string,
    answer: ResponseKind,
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<GithubResponse>;
}

/** As the client hands it to its `fetch`. */
interface ClientRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

const Client = Octokit.plugin(retry);

/**
 * Octokit through the egress. It retries transient failures. It does not wait for a rate limit, which may last an hour: that is thrown and shown.
 * Without its throttling plugin, which sends one GraphQL query a second for all sources of a host: a sync sends one request at a time.
 */
export function createGithubClient({
  at,
  authorization,
  egress,
  retries = 3,
  retryDelayMs = 1000,
}: GithubClientOptions): GithubClient {
  const { api } = at;
  const host = new URL(api).host;
  const client = new Client({
    baseUrl: api,
    userAgent: "clew",
    // Not as an option of the request: there it would also retry a 401 or a 304.
    retry: { retries, retryAfterBaseValue: retryDelayMs, doNotRetry: [304, 400, 401, 403, 404, 410, 422, 429, 451] },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  client.hook.before("request", (options) => {
    options.baseUrl = at.api;
    options.headers.accept = "application/vnd.github+json";
    options.headers["x-github-api-version"] = "2022-11-28";
  });
  return {
    async request(route, answer, parameters, signal) {
      const fetch = (url: string, { headers: plain, ...init }: ClientRequest) =>
        fetchBuffered(egress, { host, url, answer }, { ...init, headers: plainHeaders({ ...plain }), authorization });
      const response = client.request(route, { ...parameters, request: { signal, fetch } });
      const { data, headers, url } = await untilAborted(response, signal, host);
      return { data: data as unknown, headers, url };
    },
  };
}

/** The client waits between attempts even after the signal is aborted. */
async function untilAborted<T>(response: Promise<T>, signal: AbortSignal, host: string): Promise<T> {
  let stop: (() => void) | undefined;
  const cancelled = new Promise<never>((_resolve, reject) => {
    stop = () => {
      const reason = describeFailure(signal.reason, host);
      reject(reason instanceof Error ? reason : new SourceError("aborted", verbatim("Cancelled.")));
    };
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([response, cancelled]);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
    // The abandoned request ends at its next retry; its result is not read.
    response.catch(ignore);
  }
}

const ignore = (): void => undefined;
