import { z } from "zod";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import type { TrackerInventory } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { HostTime } from "../../rest/hostFields.ts";
import { query } from "../../rest/restClient.ts";
import { type JiraApi, PAGE_SIZE, WHOLE_ISSUES, bounded } from "./jiraApi.ts";
import { isSecured, timeOf } from "./jiraRows.ts";
import { type ThreadOptions, wholeIssues } from "./jiraThreads.ts";

/** A list of ids alone may be this long. */
const IDS = 5000;

const Listed = z.object({
  id: z.string(),
  fields: z.object({ updated: HostTime.nullish(), security: z.unknown().optional() }).nullish(),
});
const Moved = z.object({
  id: z.string(),
  fields: z.object({ project: z.object({ id: z.string() }).nullish(), security: z.unknown().optional() }),
});

/** Finds issues that Jira does not have any more, and those that have a security level. */
export function createJiraInventory(api: JiraApi, options: ThreadOptions): TrackerInventory {
  const { client, project, scope, search, count } = api;
  /** Of the last list of ids. */
  const times = new Map<string, Date>();
  let secured: LeftOutItem[] = [];

  return {
    countsRequests: false,
    // The count is documented as approximate, and a list of ids is short.
    isCheap: true,
    count: async (signal) => count(bounded([await scope(null, signal)]), signal),
    async *ids(signal) {
      const jql = `${bounded([await scope(null, signal)])} ORDER BY created ASC, key ASC`;
      const hidden: LeftOutItem[] = [];
      for await (const { rows } of search(jql, { fields: ["updated", "security"], maxResults: IDS }, signal)) {
        const found = rows.map((row) => client.read(Listed, row));
        for (const { id, fields } of found) {
          if (isSecured(fields ?? {})) hidden.push({ kind: "secured_issue", externalId: id });
          else if (fields?.updated) times.set(id, timeOf(fields.updated));
        }
        yield found.flatMap(({ id, fields }) => (isSecured(fields ?? {}) ? [] : [id]));
      }
      secured = hidden;
    },
    leftOut: () => secured,
    updatedAt: (id) => times.get(id) ?? null,
    async has({ externalId }, signal) {
      try {
        const { data } = await client.get(
          `/issue/${externalId}${query({ fields: "project,security" })}`,
          "description",
          signal,
        );
        const row = client.read(Moved, data);
        const here = await project(null, signal);
        // Moved to another project: it is none of this tracker's any more.
        if (isSecured(row.fields)) return false;
        return row.id === externalId && (here === null || row.fields.project?.id === here.id);
      } catch (error) {
        if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
        throw error;
      }
    },
    async read(ids, signal) {
      const pages = [];
      for (let at = 0; at < ids.length; at += PAGE_SIZE) {
        const jql = `id in (${ids.slice(at, at + PAGE_SIZE).join(", ")})`;
        for await (const { rows } of search(jql, WHOLE_ISSUES, signal))
          pages.push(await wholeIssues(client, options, rows, signal));
      }
      return {
        issues: pages.flatMap(({ issues }) => issues),
        comments: pages.flatMap(({ comments }) => comments),
        wholeThreads: pages.flatMap(({ wholeThreads }) => wholeThreads),
        cutThreads: pages.flatMap(({ cutThreads }) => cutThreads),
        events: pages.flatMap(({ events }) => events),
        leftOut: pages.flatMap(({ leftOut }) => leftOut),
      };
    },
  };
}
