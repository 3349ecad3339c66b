import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { Tracker, TrackerInventory, TrackerPage } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { ChangeSearch, InterruptedSearch } from "./ChangeSearch.ts";
import { Found, type JiraApi, type JiraOptions, Project, bounded, createJiraApi } from "./jiraApi.ts";
import { JiraInventory } from "./jiraInventory.ts";
import { isSecured } from "./jiraRows.ts";
import { type ThreadOptions, wholeIssues } from "./jiraThreads.ts";

const Projects = z.object({ total: z.number().int().nullish(), values: z.array(Project) });
const Sample = z.object({
  key: z.string(),
  fields: z.object({ summary: z.string(), security: z.unknown().optional() }),
});
const Account = z.object({
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  timeZone: z.string().nullish(),
});
const Cursor = z.object({
  project: z.string().nullable().default(null),
  /** The project's key, which is part of the keys of all its issues. */
  key: z.string().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
  reading: InterruptedSearch.nullable().default(null),
});

/** Issues with comments and changes from Jira Cloud, by the search that is current (`/search/jql`). */
export class JiraTracker implements Tracker {
  readonly inventory: TrackerInventory;
  readonly #api: JiraApi;
  readonly #host: string;
  readonly #threads: ThreadOptions;

  constructor(options: JiraOptions) {
    const { url, readsRestricted = false } = options;
    this.#api = createJiraApi(options);
    this.#host = url.host;
    this.#threads = { site: url.site, readsRestricted };
    this.inventory = new JiraInventory(this.#api, this.#threads);
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { client, project, scope, count } = this.#api;
    const account = client.read(Account, await myself(client, signal));
    const found = await project(null, signal);
    const projects = found ? null : await this.#countProjects(signal);
    const where = bounded([await scope(null, signal)]);
    const sample = await this.#sample(where, signal);
    return {
      name: found ? `${found.name} (${found.key})` : this.#host,
      visibility: found?.isPrivate === true ? "private" : "unknown",
      items: await count(where, signal),
      notes: projects === null ? [] : [message("note.all_projects", { count: projects })],
      account: account.displayName ?? account.emailAddress ?? null,
      missing: [],
      limitLeft: null,
      sample,
    };
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
    const { client, project, scope } = this.#api;
    const cursor = parseCursor(Cursor, stored);
    // The profile has the time zone of queries. An expired token is refused here, while a search would return an empty list.
    const owner = client.read(Account, await myself(client, signal));
    const condition = await scope(cursor.project, signal);
    const found = await project(cursor.project, signal);
    const place = { project: found?.id ?? null, key: found?.key ?? null };
    const isRenamed = cursor.key !== null && place.key !== null && cursor.key !== place.key;
    const search = new ChangeSearch(this.#api, {
      condition,
      timeZone: owner.timeZone ?? null,
      ...(isRenamed ? { until: null, interrupted: null } : { until: cursor.until, interrupted: cursor.reading }),
    });
    for await (const found of search.pages(signal)) {
      const { securedAt, ...page } = await wholeIssues(client, this.#threads, found.rows, signal);
      const { done, total, until, interrupted } = search.advance(found, [...page.issues, ...securedAt]);
      yield { step: "issues", ...page, done, total, cursor: { ...place, until, reading: interrupted } };
    }
  }

  async #countProjects(signal: AbortSignal): Promise<number> {
    const { client } = this.#api;
    const path = `/project/search${query({ maxResults: 3 })}`;
    const { total, values } = client.read(Projects, (await client.get(path, "description", signal)).data);
    return total ?? values.length;
  }

  /** A few titles of the issues that changed last. */
  async #sample(where: string, signal: AbortSignal): Promise<string[]> {
    const { client } = this.#api;
    const body = { jql: `${where} ORDER BY updated DESC`, fields: ["summary", "security"], maxResults: 3 };
    const { issues } = client.read(Found, (await client.post("/search/jql", body, "description", signal)).data);
    return issues.flatMap((row) => {
      const parsed = Sample.safeParse(row);
      if (!parsed.success || isSecured(parsed.data.fields)) return [];
      return [`${parsed.data.key} ${parsed.data.fields.summary}`];
    });
  }
}

async function myself(client: RestClient, signal: AbortSignal): Promise<unknown> {
  try {
    return (await client.get("/myself", "account", signal)).data;
  } catch (error) {
    // A scoped token may read issues without access to its profile, and a public site is read without a token.
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return {};
    if (error instanceof SourceError && error.code === "unauthorized" && !client.context.hasCredential) return {};
    throw error;
  }
}
