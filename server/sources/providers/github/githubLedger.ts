import { z } from "zod";
import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import type { HostCount, HostItem, HostLedger, NamedItem } from "../../connector/ledgerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import {
  type GithubApi,
  type GithubOptions,
  countOf,
  openGithub,
  readAnswer,
  readRows,
  readRowsOf,
} from "./githubApi.ts";
import { PullRow, requestOf } from "./GithubRequests.ts";
import { readIssues } from "./githubRows.ts";

const Found = z.object({ total_count: z.number().int(), incomplete_results: z.boolean() });

/**
 * Counts by the last page of a list with one item a page. Its list of issues has the pull requests too, and a list that is paged by cursor has
 * no last page: then the search counts.
 */
export class GithubLedger implements HostLedger {
  /** GitHub has no list of issues by their numbers. */
  readonly batchSize = 1;
  readonly #options: GithubOptions;
  readonly #api: GithubApi;

  constructor(options: GithubOptions) {
    this.#options = options;
    this.#api = openGithub(options);
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    const counts: HostCount[] = [];
    const requests = await this.#countRequests(signal);
    if (kinds.includes("issues")) {
      const all = await this.#length("issues", signal);
      counts.push(
        all === null || requests.count === null
          ? await this.#search("issues", "issue", signal)
          : { kind: "issues", count: Math.max(0, all - requests.count), precision: "exact" },
      );
    }
    return kinds.includes("requests") ? [...counts, requests] : counts;
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    const result = new Map<string, HostItem>();
    for (const { kind, externalId, key } of items) {
      const item = await this.#readOne(kind, key.replace("#", ""), signal);
      // Another id: the number leads to an issue that was transferred.
      if (item && (item.kind === "issue" ? item.issue : item.request).externalId === externalId)
        result.set(externalId, item);
    }
    return result;
  }

  /** Null where the token may not read them: it may read issues alone. */
  async #countRequests(signal: AbortSignal): Promise<HostCount> {
    try {
      const count = await this.#length("pulls", signal);
      return count === null
        ? await this.#search("requests", "pr", signal)
        : { kind: "requests", count, precision: "exact" };
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "forbidden") throw error;
      return { kind: "requests", count: null, precision: "exact" };
    }
  }

  /** Null where the host does not number its pages. */
  async #length(list: "issues" | "pulls", signal: AbortSignal): Promise<number | null> {
    const { request, path, root } = this.#api;
    const route = `GET ${await path(signal)}/${list}`;
    const answer = await orAbsent(request(route, "item", { state: "all", per_page: 1 }, signal));
    if (answer === null) return 0;
    return countOf(answer.headers["link"], root(), Array.isArray(answer.data) ? answer.data.length : 0);
  }

  async #search(kind: "issues" | "requests", is: "issue" | "pr", signal: AbortSignal): Promise<HostCount> {
    const name = (await this.#api.path(signal)).replace("/repos/", "");
    const parameters = { q: `repo:${name} is:${is}`, per_page: 1 };
    const { data } = await this.#api.request("GET /search/issues", "item", parameters, signal);
    const { total_count, incomplete_results } = readAnswer(Found, data, this.#options.url.host);
    return { kind, count: total_count, precision: incomplete_results ? "at_least" : "exact" };
  }

  async #readOne(
    kind: NamedItem["kind"],
    number: string,
    signal: AbortSignal,
  ): Promise<Exclude<HostItem, { kind: "page" }> | null> {
    const { request, path, isOurs } = this.#api;
    const { url, onSkipped } = this.#options;
    const list = kind === "request" ? "pulls" : "issues";
    const answer = await orAbsent(request(`GET ${await path(signal)}/${list}/${number}`, "item", {}, signal));
    if (answer === null || !isOurs(answer.url)) return null;
    if (kind === "request") {
      const [row] = readRowsOf(PullRow, [answer.data], url.host, onSkipped);
      return row ? { kind, request: requestOf(row) } : null;
    }
    const issue = readRows((rows) => readIssues(rows, onSkipped), [answer.data], url.host)[0]?.value;
    return issue ? { kind: "issue", issue } : null;
  }
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
    throw error;
  }
}
