import type { KnownRequest, RequestDetails, RequestGroups } from "../../connector/requestTypes.ts";
import { message } from "../../../messages/messages.ts";
import { SourceError, type SourceErrorCode } from "../../SourceError.ts";
import { type GithubApi, type GithubOptions, readAnswer } from "./githubApi.ts";
import { GroupAnswer, GroupRequest, groupQuery } from "./githubGroupQuery.ts";
import { detailsOfGroup } from "./githubGroupRows.ts";

/** Requests of one query: about 13 points of the hourly 5,000. */
const GROUP_SIZE = 50;

/** Failures that a smaller query may not meet: the host ends a query that takes it ten seconds. */
const OF_SIZE: ReadonlySet<SourceErrorCode> = new Set(["host_failure", "too_large", "timeout", "cut"]);
/** Answers of a host that has no such API, or not for this credential. */
const OF_HOST: ReadonlySet<SourceErrorCode> = new Set(["forbidden", "not_found", "gone", "bad_answer", "unsupported"]);
/** In the words of the host, of a query that took it too long. */
const TOO_LONG = /something went wrong|timeout|timed out/i;

/** Details of many pull requests by GraphQL, which has all lists of them in one answer. */
export class GithubRequestGroups implements RequestGroups {
  readonly size = GROUP_SIZE;
  readonly #options: GithubOptions;
  readonly #api: GithubApi;
  /** Halved when the host cannot answer. */
  #size = GROUP_SIZE;
  /** A host without this API, or an older one without one of the fields, is asked once. */
  #isAbsent: boolean;

  constructor(options: GithubOptions, api: GithubApi) {
    this.#options = options;
    this.#api = api;
    // GraphQL is answered to tokens alone.
    this.#isAbsent = options.credential === null;
  }

  get isAbsent(): boolean {
    return this.#isAbsent;
  }

  /** By the id of the request. One with long lists, or that the host could not answer whole, is missing. */
  async read(requests: readonly KnownRequest[], signal: AbortSignal): Promise<Map<string, RequestDetails>> {
    const result = new Map<string, RequestDetails>();
    for (let at = 0; at < requests.length && !this.#isAbsent;) {
      const group = requests.slice(at, at + this.#size);
      const read = await this.#readGroup(group, signal);
      if (read === null && this.#size > 1) {
        this.#size = Math.ceil(this.#size / 2);
        continue;
      }
      for (const [id, details] of read ?? []) result.set(id, details);
      at += group.length;
    }
    return result;
  }

  /** Null for a query that was too large for the host. */
  async #readGroup(
    group: readonly KnownRequest[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, RequestDetails> | null> {
    const [owner, name] = (await this.#api.path(signal)).split("/").slice(2);
    // The server of an enterprise answers at /api/graphql, next to /api/v3.
    const route = `POST ${this.#api.root().replace(/\/v3$/, "")}/graphql`;
    try {
      const body = { query: groupQuery(group), variables: { owner, name } };
      const { data } = await this.#api.request(route, "page", body, signal);
      return this.#detailsOf(readAnswer(GroupAnswer, data, this.#options.url.host), group);
    } catch (error) {
      if (!(error instanceof SourceError) || signal.aborted) throw error;
      if (OF_SIZE.has(error.code)) return group.length > 1 ? null : new Map();
      if (!OF_HOST.has(error.code)) throw error;
      this.#isAbsent = true;
      return new Map();
    }
  }

  #detailsOf(answer: GroupAnswer, group: readonly KnownRequest[]): ReadonlyMap<string, RequestDetails> | null {
    const result = new Map<string, RequestDetails>();
    const repository = answer.data?.repository;
    const errors = answer.errors ?? [];
    if (errors.some(({ type }) => type === "RATE_LIMITED"))
      throw new SourceError("rate_limited", message("host.rate_limited", { host: this.#options.url.host }));
    // An error without a place is about the query: it took too long, or this host does not know a field of it.
    const ofQuery = errors.filter(({ path }) => !path || path.length < 2);
    if (!repository || ofQuery.length > 0) {
      const isTooLong = ofQuery.some((error) => TOO_LONG.test(error.message ?? ""));
      if (isTooLong && group.length > 1) return null;
      this.#isAbsent ||= !isTooLong;
      return result;
    }
    const failed = new Set(errors.map(({ path }) => path?.[1]));
    for (const { number, externalId, isOpen } of group) {
      const alias = `r${number}`;
      const row = GroupRequest.safeParse(repository[alias]);
      const details = row.success && !failed.has(alias) ? detailsOfGroup(row.data, isOpen) : null;
      if (details) result.set(externalId, details);
    }
    return result;
  }
}
