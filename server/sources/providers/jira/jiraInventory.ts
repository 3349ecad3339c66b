import { z } from "zod";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import type { TrackerInventory, TrackerPage } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { HostTime } from "../../rest/hostFields.ts";
import { query } from "../../rest/restClient.ts";
import { type JiraApi, PAGE_SIZE, bounded } from "./jiraApi.ts";
import { isSecured, timeOf } from "./jiraRows.ts";
import { type ThreadOptions, wholeIssues } from "./jiraThreads.ts";

/** Ids of one page of a list. */
const MAX_IDS = 5000;

const Listed = z.object({
  id: z.string(),
  fields: z.object({ updated: HostTime.nullish(), security: z.unknown().optional() }).nullish(),
});
const Moved = z.object({
  id: z.string(),
  fields: z.object({ project: z.object({ id: z.string() }).nullish(), security: z.unknown().optional() }),
});

/** Finds issues that Jira does not have any more, and those that have a security level. */
export class JiraInventory implements TrackerInventory {
  readonly countsRequests = false;
  /** The count is documented as approximate, and a list of ids is short. */
  readonly isCheap = true;
  readonly #open: (signal: AbortSignal) => Promise<JiraApi>;
  readonly #options: Omit<ThreadOptions, "custom">;
  /** Times of change of the issues in the last list of ids. */
  readonly #times = new Map<string, Date>();
  #secured: readonly LeftOutItem[] = [];

  constructor(open: (signal: AbortSignal) => Promise<JiraApi>, options: Omit<ThreadOptions, "custom">) {
    this.#open = open;
    this.#options = options;
  }

  async count(signal: AbortSignal): Promise<number | null> {
    const { count, scope } = await this.#open(signal);
    return count(bounded([await scope(null, signal)]), signal);
  }

  async *ids(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const { client, scope, search } = await this.#open(signal);
    const jql = `${bounded([await scope(null, signal)])} ORDER BY created ASC, key ASC`;
    const hidden: LeftOutItem[] = [];
    for await (const { rows } of search(jql, { fields: ["updated", "security"], maxResults: MAX_IDS }, signal)) {
      const items = rows.map((row) => client.read(Listed, row));
      for (const { id, fields } of items) {
        if (isSecured(fields ?? {})) hidden.push({ kind: "secured_issue", externalId: id });
        else if (fields?.updated) this.#times.set(id, timeOf(fields.updated));
      }
      yield items.flatMap(({ id, fields }) => (isSecured(fields ?? {}) ? [] : [id]));
    }
    this.#secured = hidden;
  }

  leftOut(): readonly LeftOutItem[] {
    return this.#secured;
  }

  updatedAt(id: string): Date | null {
    return this.#times.get(id) ?? null;
  }

  async has({ externalId }: { externalId: string }, signal: AbortSignal): Promise<boolean> {
    const { client, project, filter, search } = await this.#open(signal);
    const path = `/issue/${externalId}${query({ fields: "project,security" })}`;
    try {
      const { data } = await client.get(path, "description", signal);
      const row = client.read(Moved, data);
      const here = await project(null, signal);
      if (isSecured(row.fields)) return false;
      const saved = await filter(signal);
      if (saved) return await finds(search, `id in (${row.id}) AND filter = ${saved.id}`, signal);
      // An issue that was moved to another project does not belong to this tracker any more.
      return row.id === externalId && (here === null || row.fields.project?.id === here.id);
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
      throw error;
    }
  }

  async read(ids: readonly string[], signal: AbortSignal): Promise<Partial<TrackerPage>> {
    const api = await this.#open(signal);
    const [options, fields] = [
      { ...this.#options, custom: await api.customFields(signal) },
      await api.wholeIssues(signal),
    ];
    const pages = [];
    for (let at = 0; at < ids.length; at += PAGE_SIZE) {
      const jql = `id in (${ids.slice(at, at + PAGE_SIZE).join(", ")})`;
      for await (const { rows } of api.search(jql, fields, signal))
        pages.push(await wholeIssues(api, options, rows, signal));
    }
    return {
      issues: pages.flatMap(({ issues }) => issues),
      comments: pages.flatMap(({ comments }) => comments),
      wholeThreads: pages.flatMap(({ wholeThreads }) => wholeThreads),
      cutThreads: pages.flatMap(({ cutThreads }) => cutThreads),
      events: pages.flatMap(({ events }) => events),
      leftOut: pages.flatMap(({ leftOut }) => leftOut),
    };
  }
}

async function finds(search: JiraApi["search"], jql: string, signal: AbortSignal): Promise<boolean> {
  for await (const { rows } of search(jql, { fields: ["updated"], maxResults: 1 }, signal)) return rows.length > 0;
  return false;
}
