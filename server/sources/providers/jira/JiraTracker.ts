import { z } from "zod";
import type { CustomField } from "../../../../contract/issues/customFields.ts";
import { message } from "../../../messages/messages.ts";
import type { SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { Tracker, TrackerInventory, TrackerPage } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { listCustomFields } from "./jiraCustomFields.ts";
import { ChangeSearch, InterruptedSearch } from "./ChangeSearch.ts";
import { type JiraApi, type JiraOptions, bounded } from "./jiraApi.ts";
import { JiraInventory } from "./jiraInventory.ts";
import { isSecured } from "./jiraRows.ts";
import { type ThreadOptions, wholeIssues } from "./jiraThreads.ts";
import { readStatuses } from "./jiraWorkflow.ts";
import { openJira } from "./openJira.ts";

const Sample = z.object({
  key: z.string(),
  fields: z.object({ summary: z.string(), security: z.unknown().optional() }),
});
const Cursor = z.object({
  project: z.string().nullable().default(null),
  /** The project's key, which is part of the keys of all its issues. */
  key: z.string().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
  reading: InterruptedSearch.nullable().default(null),
});

/** The newest issues of a first sync. */
const NEWEST_ISSUES = 100;

/** Issues with comments and changes from Jira Cloud, Jira Server or Jira Data Center. */
export class JiraTracker implements Tracker {
  readonly inventory: TrackerInventory;
  readonly #options: JiraOptions;
  readonly #threads: Omit<ThreadOptions, "custom">;
  #api: JiraApi | undefined;

  constructor(options: JiraOptions) {
    const { url, readsRestricted = false } = options;
    this.#options = options;
    this.#threads = { site: url.site, isWholeSite: url.project === null, readsRestricted };
    this.inventory = new JiraInventory((signal) => this.#open(signal), this.#threads);
  }

  /** The host is asked once what it is. */
  async #open(signal: AbortSignal): Promise<JiraApi> {
    return (this.#api ??= await openJira(this.#options, signal));
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { client, owner, project, filter, scope, count, countProjects, search, notes } = await this.#open(signal);
    const account = await owner(signal);
    const hostProject = await project(null, signal);
    const saved = await filter(signal);
    const projects = hostProject || saved ? null : await countProjects(signal);
    const where = bounded([await scope(null, signal)]);
    const sample = await newestTitles(search, where, signal);
    return {
      name: hostProject ? `${hostProject.name} (${hostProject.key})` : (saved?.name ?? this.#options.url.host),
      visibility: hostProject?.isPrivate === true ? "private" : "unknown",
      items: await count(where, signal),
      notes: [...notes, ...(projects === null ? [] : [message("note.all_projects", { count: projects })])],
      account: account.displayName ?? account.emailAddress ?? null,
      missing: [],
      limitLeft: null,
      sample,
      customFields: await selectableFields(client, signal),
    };
  }

  async customFields(signal: AbortSignal): Promise<CustomField[]> {
    return listCustomFields((await this.#open(signal)).client, signal);
  }

  async issue({ externalId }: { readonly externalId: string }, signal: AbortSignal): Promise<Partial<TrackerPage>> {
    if (!(await this.inventory.has({ externalId, key: "" }, signal))) return {};
    return (await this.inventory.read?.([externalId], signal)) ?? {};
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
    const api = await this.#open(signal);
    const { project, scope } = api;
    const cursor = parseCursor(Cursor, stored);
    // The profile has the time zone of queries. An expired token is refused here, while a search would return an empty list.
    const owner = await api.owner(signal);
    const condition = await scope(cursor.project, signal);
    const hostProject = await project(cursor.project, signal);
    const place = { project: hostProject?.id ?? null, key: hostProject?.key ?? null };
    const isRenamed = cursor.key !== null && place.key !== null && cursor.key !== place.key;
    const search = new ChangeSearch(api, {
      condition,
      timeZone: owner.timeZone ?? null,
      ...(isRenamed ? { until: null, interrupted: null } : { until: cursor.until, interrupted: cursor.reading }),
    });
    const options = { ...this.#threads, custom: await api.customFields(signal) };
    let statuses: TrackerPage["statuses"] = await readStatuses(api.client, place.project, signal);
    for await (const issuePage of search.pages(signal)) {
      const { securedAt, ...page } = await wholeIssues(api, options, issuePage.rows, signal);
      const { done, total, until, interrupted } = search.advance(issuePage, [...page.issues, ...securedAt]);
      yield { step: "issues", ...page, statuses, done, total, cursor: { ...place, until, reading: interrupted } };
      statuses = [];
    }
  }

  async *newest(signal: AbortSignal): AsyncGenerator<Partial<TrackerPage>> {
    const api = await this.#open(signal);
    const options = { ...this.#threads, custom: await api.customFields(signal) };
    const jql = `${bounded([await api.scope(null, signal)])} ORDER BY updated DESC, key DESC`;
    let issues = 0;
    for await (const { rows } of api.search(jql, await api.wholeIssues(signal), signal)) {
      const { securedAt: _, ...page } = await wholeIssues(api, options, rows, signal);
      yield page;
      issues += rows.length;
      if (issues >= NEWEST_ISSUES) return;
    }
  }
}

/** None where the list of fields is refused: the source can be linked without them. */
async function selectableFields(client: JiraApi["client"], signal: AbortSignal): Promise<CustomField[]> {
  try {
    return await listCustomFields(client, signal);
  } catch (error) {
    if (error instanceof SourceError && ["not_found", "forbidden", "bad_answer"].includes(error.code)) return [];
    throw error;
  }
}

/** A few titles of the issues that changed last. */
async function newestTitles(search: JiraApi["search"], where: string, signal: AbortSignal): Promise<string[]> {
  const fields = ["summary", "security"];
  for await (const { rows } of search(`${where} ORDER BY updated DESC`, { fields, maxResults: 3 }, signal)) {
    return rows.flatMap((row) => {
      const parsed = Sample.safeParse(row);
      if (!parsed.success || isSecured(parsed.data.fields)) return [];
      return [`${parsed.data.key} ${parsed.data.fields.summary}`];
    });
  }
  return [];
}
