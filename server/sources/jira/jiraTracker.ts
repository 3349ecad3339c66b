import { z } from "zod";
import { message } from "../../messages/messages.ts";
import type { SourceFacts, TrackerCursor } from "../connectorTypes.ts";
import type { Tracker, TrackerPage } from "../trackerTypes.ts";
import { SourceError } from "../SourceError.ts";
import { type RestClient, query } from "../rest/restClient.ts";
import { Found, type JiraOptions, Project, WHOLE_ISSUES, bounded, createJiraApi } from "./jiraApi.ts";
import { createJiraInventory } from "./jiraInventory.ts";
import { isSecured } from "./jiraRows.ts";
import { wholeIssues } from "./jiraThreads.ts";
import { jqlTime } from "./jqlTime.ts";

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
  /** A reading that was cut short: the query with the token of its next page, and how far it was. */
  reading: z
    .object({ jql: z.string(), token: z.string(), done: z.number().int(), total: z.number().int().nullable() })
    .nullable()
    .default(null),
});

/** Issues with comments and changes from Jira Cloud, by the search that is current (`/search/jql`). */
export function createJiraTracker(options: JiraOptions): Tracker {
  const { url } = options;
  const api = createJiraApi(options);
  const { client, project, scope, search, count } = api;
  const threadOptions = { site: url.site, readsRestricted: options.readsRestricted === true };

  return {
    async describe(signal): Promise<SourceFacts> {
      const account = client.read(Account, await myself(client, signal));
      const found = await project(null, signal);
      const all = found
        ? null
        : client.read(
            Projects,
            (await client.get(`/project/search${query({ maxResults: 3 })}`, "description", signal)).data,
          );
      const jql = `${bounded([await scope(null, signal)])} ORDER BY updated DESC`;
      const answer = client.read(
        Found,
        (
          await client.post(
            "/search/jql",
            { jql, fields: ["summary", "security"], maxResults: 3 },
            "description",
            signal,
          )
        ).data,
      );
      return {
        name: found ? `${found.name} (${found.key})` : url.host,
        visibility: found?.isPrivate === true ? "private" : "unknown",
        items: await count(bounded([await scope(null, signal)]), signal),
        notes: all ? [message("note.all_projects", { count: all.total ?? all.values.length })] : [],
        account: account.displayName ?? account.emailAddress ?? null,
        missing: [],
        limitLeft: null,
        sample: answer.issues.flatMap((row) => {
          const parsed = Sample.safeParse(row);
          if (!parsed.success || isSecured(parsed.data.fields)) return [];
          return [`${parsed.data.key} ${parsed.data.fields.summary}`];
        }),
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      // The profile of the token has the zone of queries; and an expired token is refused here, where a search would be empty.
      const owner = client.read(Account, await myself(client, signal));
      const within = await scope(cursor.project, signal);
      const found = await project(cursor.project, signal);
      const place = { project: found?.id ?? null, key: found?.key ?? null };
      const isRenamed = cursor.key !== null && place.key !== null && cursor.key !== place.key;
      let until = isRenamed ? null : cursor.until;
      const queryOf = (time: string | null): { readonly where: string; readonly jql: string } => {
        const since = time === null ? null : `updated >= ${jqlTime(Date.parse(time), owner.timeZone ?? null)}`;
        const where = bounded([within, since]);
        return { where, jql: `${where} ORDER BY updated ASC, key ASC` };
      };
      const reading = isRenamed ? null : cursor.reading;
      let done = reading?.done ?? 0;
      const total = reading ? reading.total : await count(queryOf(until).where, signal);
      const pages = async function* () {
        let token = reading?.token;
        for (let jql = reading?.jql ?? queryOf(until).jql; ;) {
          const before = until;
          let isBegun = false;
          try {
            for await (const page of search(jql, WHOLE_ISSUES, signal, token)) {
              isBegun = true;
              yield { ...page, jql };
            }
            return;
          } catch (error) {
            // Page tokens expire after a week or less. The read then continues from the time of the last page, as long as that makes
            // progress.
            const isForgotten = isBegun ? until !== before : token !== undefined;
            if (!isForgotten || !(error instanceof SourceError) || error.code !== "bad_answer") throw error;
            if (!isBegun) done = 0;
            token = undefined;
            ({ jql } = queryOf(until));
          }
        }
      };
      for await (const { rows, next, jql: query } of pages()) {
        const { securedAt, ...page } = await wholeIssues(client, threadOptions, rows, signal);
        for (const { updatedAt } of [...page.issues, ...securedAt]) {
          if (until === null || updatedAt.getTime() > Date.parse(until)) until = updatedAt.toISOString();
        }
        done += page.issues.length + securedAt.length;
        const most = next === null ? done : total === null ? null : Math.max(total, done);
        yield {
          step: "issues",
          ...page,
          done,
          total: most,
          cursor: { ...place, until, reading: next === null ? null : { jql: query, token: next, done, total: most } },
        };
      }
    },

    inventory: createJiraInventory(api, threadOptions),
  };
}

async function myself(client: RestClient, signal: AbortSignal): Promise<unknown> {
  try {
    return (await client.get("/myself", "account", signal)).data;
  } catch (error) {
    // A scoped token may read issues without access to its profile; and a public site has visitors.
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return {};
    if (error instanceof SourceError && error.code === "unauthorized" && !client.words.hasCredential) return {};
    throw error;
  }
}
