import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { ThreadRoom, boundRows } from "../../rest/listBounds.ts";
import type { TrackerComment, TrackerInventory, TrackerIssue, TrackerPage } from "../../connector/trackerTypes.ts";
import { type GithubApi, type GithubOptions, countOf, nextOnHost, readAnswer, readRows } from "./githubApi.ts";
import { readIssues } from "./githubRows.ts";
import { withBlockers } from "./githubBlockers.ts";
import { readThread } from "./githubThread.ts";

const Identified = z.object({ id: z.union([z.number(), z.bigint()]) });

/** Issues of one sync that are read one by one, because no list by time has them. */
const MAX_READ = { visitor: 10, signedIn: 300 } as const;

/** Finds issues that GitHub does not have any more. It counts pull requests among the issues. */
export class GithubInventory implements TrackerInventory {
  readonly countsRequests = true;
  readonly #options: GithubOptions;
  readonly #api: GithubApi;
  /** Numbers of the issues of the last list, by their ids. */
  readonly #numbers = new Map<string, number>();

  constructor(options: GithubOptions, api: GithubApi) {
    this.#options = options;
    this.#api = api;
  }

  async count(signal: AbortSignal): Promise<number | null> {
    const { request, root } = this.#api;
    const route = await this.#issuesRoute(signal);
    const answer = await request(route, "item", { state: "all", per_page: 1 }, signal);
    return countOf(answer.headers["link"], root(), Array.isArray(answer.data) ? answer.data.length : 0);
  }

  async *ids(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const { request, root } = this.#api;
    const { host } = this.#options.url;
    let route = await this.#issuesRoute(signal);
    let parameters: Record<string, unknown> = { state: "all", sort: "created", direction: "asc", per_page: 100 };
    const bound = boundRows(host);
    for (;;) {
      const answer = await request(route, "page", parameters, signal);
      bound(Array.isArray(answer.data) ? answer.data : []);
      const rows = this.#read(answer.data).flatMap(({ value }) => value ?? []);
      for (const { externalId, number } of rows) if (number !== null) this.#numbers.set(externalId, number);
      yield rows.map(({ externalId }) => externalId);
      const next = nextOnHost(answer.headers["link"], root(), host);
      if (next === null) return;
      route = `GET ${next}`;
      parameters = {};
    }
  }

  async has({ externalId, key }: { externalId: string; key: string }, signal: AbortSignal): Promise<boolean> {
    const data = await this.#issueAt(key.replace("#", ""), signal);
    // The id alone: an issue that is skipped for a malformed field is still there.
    return data !== undefined && String(readAnswer(Identified, data, this.#options.url.host).id) === externalId;
  }

  /** Issues that were transferred here may keep the time of their last change, which every list by time has passed. */
  async read(ids: readonly string[], signal: AbortSignal): Promise<Partial<TrackerPage>> {
    const issues: TrackerIssue[] = [];
    const comments: TrackerComment[] = [];
    const room = new ThreadRoom();
    for (const id of ids.slice(0, this.#options.credential ? MAX_READ.signedIn : MAX_READ.visitor)) {
      const number = this.#numbers.get(id);
      const data = number === undefined ? undefined : await this.#issueAt(String(number), signal);
      const issue = data === undefined ? undefined : this.#read([data])[0]?.value;
      if (!issue) continue;
      issues.push(...(await withBlockers(this.#api, this.#options, [issue], signal)));
      if (issue.commentsCount === 0) continue;
      const thread = await readThread({ ...this.#options, api: this.#api }, issue.key, signal, room);
      comments.push(...(thread?.comments ?? []));
    }
    return { issues, comments, cutThreads: room.cut };
  }

  /** One issue with all of its comments. */
  async readOne(
    { externalId, key }: { readonly externalId: string; readonly key: string },
    signal: AbortSignal,
  ): Promise<Partial<TrackerPage>> {
    const data = await this.#issueAt(key.replace("#", ""), signal);
    const issue = data === undefined ? undefined : this.#read([data])[0]?.value;
    if (issue?.externalId !== externalId) return {};
    const room = new ThreadRoom();
    const thread = await readThread({ ...this.#options, api: this.#api }, key, signal, room);
    return {
      issues: await withBlockers(this.#api, this.#options, [issue], signal),
      comments: thread?.comments ?? [],
      ...(thread && { [thread.isCut ? "cutThreads" : "wholeThreads"]: [key] }),
    };
  }

  /** Undefined for an issue that was deleted, or transferred: then its new repository answers, under another number. */
  async #issueAt(number: string, signal: AbortSignal): Promise<unknown> {
    const { request, isOurs } = this.#api;
    try {
      const answer = await request(`${await this.#issuesRoute(signal)}/${number}`, "item", {}, signal);
      return isOurs(answer.url) ? answer.data : undefined;
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return undefined;
      throw error;
    }
  }

  async #issuesRoute(signal: AbortSignal): Promise<string> {
    return `GET ${await this.#api.path(signal)}/issues`;
  }

  #read(data: unknown): ReturnType<typeof readIssues> {
    const { url, onSkipped } = this.#options;
    return readRows((rows) => readIssues(rows, onSkipped), data, url.host);
  }
}
