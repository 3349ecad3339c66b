import { z } from "zod";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import { TimeReadPosition, type TimeQuery, readByTime } from "../../rest/readByTime.ts";
import { nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import type { TrackerInventory } from "../../connector/trackerTypes.ts";
import { type FoundProject, parseCount } from "./gitlabProject.ts";
import { IssueRow, readIssueRows } from "./gitlabRows.ts";
import { confidentialIssue } from "./gitlabThreads.ts";

export const PAGE_SIZE = 100;

const Statistics = z.object({ statistics: z.object({ counts: z.object({ all: z.number().int() }) }) });

/** Finds issues that GitLab does not have any more, and those that are confidential. */
export class GitlabInventory implements TrackerInventory {
  readonly countsRequests = false;
  readonly #host: string;
  readonly #project: (signal: AbortSignal) => Promise<FoundProject>;
  /** Confidential issues of the last list of ids. */
  #confidential: readonly LeftOutItem[] = [];

  constructor(host: string, project: (signal: AbortSignal) => Promise<FoundProject>) {
    this.#host = host;
    this.#project = project;
  }

  async count(signal: AbortSignal): Promise<number | null> {
    const { client, path } = await this.#project(signal);
    const list = `${path}/issues${query({ scope: "all", state: "all", per_page: 1 })}`;
    const total = parseCount((await client.get(list, "item", signal)).headers.get("x-total"));
    if (total !== null) return total;
    // Very long lists have no such header.
    const statistics = await client
      .get(`${path}/issues_statistics${query({ scope: "all" })}`, "account", signal)
      .catch(() => null);
    const counted = Statistics.safeParse(statistics?.data);
    return counted.success ? counted.data.statistics.counts.all : null;
  }

  async *ids(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const hidden: LeftOutItem[] = [];
    // By the time of creation, as issues by that of their change: the host refuses pages beyond an offset of 50,000.
    const pages = readByTime(TimeReadPosition.parse({}), this.#host, (place) => this.#readPage(place, signal));
    for await (const { values } of pages) {
      hidden.push(...values.flatMap((row) => (row.confidential ? [confidentialIssue(row)] : [])));
      yield values.flatMap((row) => (row.confidential ? [] : [String(row.id)]));
    }
    this.#confidential = hidden;
  }

  leftOut(): readonly LeftOutItem[] {
    return this.#confidential;
  }

  async has({ externalId, key }: { externalId: string; key: string }, signal: AbortSignal): Promise<boolean> {
    const { client, path } = await this.#project(signal);
    try {
      const { data } = await client.get(`${path}/issues/${key.replace("#", "")}`, "item", signal);
      const row = client.read(IssueRow.pick({ id: true, confidential: true }), data);
      return String(row.id) === externalId && !row.confidential;
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
      throw error;
    }
  }

  async #readPage({ since, link }: TimeQuery, signal: AbortSignal) {
    const { client, path } = await this.#project(signal);
    const parameters = { scope: "all", state: "all", order_by: "created_at", sort: "asc", per_page: PAGE_SIZE };
    const first = `${path}/issues${query({ ...parameters, created_after: since })}`;
    const answer = await client.get(link ?? first, "page", signal);
    const rows = readIssueRows(client, answer.data).map(({ id, value }) => ({
      id,
      updatedAt: new Date(value.created_at),
      value,
    }));
    return { rows, next: nextOf(answer), total: null };
  }
}
