import { z } from "zod";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import { TimePosition, readByTime } from "../../rest/readByTime.ts";
import { nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import type { TrackerInventory } from "../../connector/trackerTypes.ts";
import { type FoundProject, parseCount } from "./gitlabProject.ts";
import { IssueRow, readIssueRows } from "./gitlabRows.ts";
import { confidentialIssue } from "./gitlabThreads.ts";

export const PAGE_SIZE = 100;

const Statistics = z.object({ statistics: z.object({ counts: z.object({ all: z.number().int() }) }) });

/** Finds issues that GitLab does not have any more, and those that are confidential. */
export function createGitlabInventory(
  host: string,
  project: (signal: AbortSignal) => Promise<FoundProject>,
): TrackerInventory {
  /** Of the last list of ids. */
  let confidential: LeftOutItem[] = [];
  return {
    countsRequests: false,
    async count(signal) {
      const { client, path } = await project(signal);
      const { headers } = await client.get(
        `${path}/issues${query({ scope: "all", state: "all", per_page: 1 })}`,
        "item",
        signal,
      );
      const total = parseCount(headers.get("x-total"));
      if (total !== null) return total;
      // Left out of the list's headers where there are very many.
      const statistics = await client
        .get(`${path}/issues_statistics${query({ scope: "all" })}`, "account", signal)
        .catch(() => null);
      const counted = Statistics.safeParse(statistics?.data);
      return counted.success ? counted.data.statistics.counts.all : null;
    },
    async *ids(signal) {
      const { client, path } = await project(signal);
      const hidden: LeftOutItem[] = [];
      // By the time of creation, as the issues by that of their change: the host refuses pages beyond an offset of 50,000.
      const pages = readByTime(TimePosition.parse({}), host, async ({ since, link }) => {
        const parameters = { scope: "all", state: "all", order_by: "created_at", sort: "asc", per_page: PAGE_SIZE };
        const answer = await client.get(
          link ?? `${path}/issues${query({ ...parameters, created_after: since })}`,
          "page",
          signal,
        );
        const rows = readIssueRows(client, answer.data).map(({ id, value }) => ({
          id,
          updatedAt: new Date(value.created_at),
          value,
        }));
        return { rows, next: nextOf(answer), total: null };
      });
      for await (const { values } of pages) {
        hidden.push(...values.flatMap((row) => (row.confidential ? [confidentialIssue(row)] : [])));
        yield values.flatMap((row) => (row.confidential ? [] : [String(row.id)]));
      }
      confidential = hidden;
    },
    leftOut: () => confidential,
    async has({ externalId, key }, signal) {
      const { client, path } = await project(signal);
      try {
        const { data } = await client.get(`${path}/issues/${key.replace("#", "")}`, "item", signal);
        const row = client.read(IssueRow, data);
        return String(row.id) === externalId && !row.confidential;
      } catch (error) {
        if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
        throw error;
      }
    },
  };
}
