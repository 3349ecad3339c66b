import { z } from "zod";
import type { HostKind } from "../../connector/connectorTypes.ts";
import { message } from "../../../messages/messages.ts";
import { SourceError } from "../../SourceError.ts";
import { rowId } from "../../rest/listBounds.ts";
import { parseJson } from "../../responses/parseJson.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { isRecord } from "../../rest/restFailure.ts";
import { type SupportedVersions, dataCenterClient } from "../atlassian/dataCenter.ts";
import { markdownToWiki } from "../atlassian/markdownToAdf.ts";
import { wikiMarkupToMarkdown } from "../atlassian/wikiMarkup.ts";
import { NumberedPlace, overlappingPages } from "../atlassian/overlappingPages.ts";
import { DataCenterRows } from "./DataCenterRows.ts";
import {
  Account,
  type FoundPage,
  type JiraKind,
  type JiraOptions,
  type SearchOptions,
  readThreadList,
} from "./jiraApi.ts";

const VERSIONS: SupportedVersions = { oldest: [8, 0], personalTokens: [8, 14] };

const Found = z.object({
  issues: z.array(z.unknown()),
  startAt: z.number().int().min(0).nullish(),
  total: z.number().int().min(0),
});
const Changed = z.object({ changelog: z.object({ histories: z.array(z.unknown()) }) });

interface Search {
  readonly jql: string;
  readonly more: SearchOptions;
  readonly from: string | undefined;
}

/** Jira Server and Data Center: REST v2, whose lists are paged by number and whose bodies are wiki markup. @throws SourceError */
export function createJiraDataCenter(options: JiraOptions, host: HostKind): JiraKind {
  const { url } = options;
  const client = dataCenterClient(host, VERSIONS, options, {
    api: `${url.site}/rest/api/2`,
    thing: url.project === null ? "site" : "project",
  });
  const rows = new DataCenterRows(url);
  return {
    client,
    forms: {
      user: "name",
      body: markdownToWiki,
      // `DataCenterRows` reads the markup of found issues.
      searched: (markdown) => wikiMarkupToMarkdown(markdownToWiki(markdown), { nameOf: () => null }),
      textOf: (body) => (typeof body === "string" ? body.replaceAll("\r\n", "\n").trim() : ""),
      labels: () => Promise.resolve([]),
    },
    notes: [message("note.host_version", { product: host.product, version: host.version })],
    owner: (signal) => readOwner(client, signal),
    countProjects: async (signal) =>
      client.read(z.array(z.unknown()), (await client.get("/project", "page", signal)).data).length,
    search: (jql, more, signal, from) => search(client, rows, { jql, more, from }, signal),
    async readIssues(ids, fields, signal) {
      const result: unknown[] = [];
      const jql = `id in (${ids.join(", ")})`;
      for await (const page of search(
        client,
        rows,
        {
          jql,
          more: { fields: [...new Set([...fields, "comment"])], maxResults: ids.length, expand: "changelog" },
          from: undefined,
        },
        signal,
      ))
        result.push(...page.rows);
      return result;
    },
    precision: "exact",
    count: async (jql, signal) => (await find(client, { jql, fields: "id", maxResults: 0 }, signal)).total,
    async comments(id, hasRoom, signal) {
      const list = { path: `/issue/${id}/comment`, name: "comments", more: { expand: "properties" } };
      return rows.comments(id, await readThreadList(client, list, hasRoom, signal));
    },
    // There is no list of changes: an issue has all of them.
    async changes(id, hasRoom, signal) {
      const path = `/issue/${id}${query({ fields: "updated", expand: "changelog" })}`;
      try {
        const { changelog } = client.read(Changed, (await client.get(path, "page", signal)).data);
        return rows.changes(changelog.histories);
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        // The thread is noted as cut.
        hasRoom(0, Infinity);
        return [];
      }
    },
  };
}

/** By GET, which follows the redirect to the context path of the site. */
async function find(
  client: RestClient,
  values: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
): Promise<z.infer<typeof Found>> {
  return client.read(Found, (await client.get(`/search${query(values)}`, "page", signal)).data);
}

/** What a search returns of `size` issues; of one that is too large for an answer (0) all but its thread, which is then read in pages. */
function parts({ fields, expand }: SearchOptions, size: number): Readonly<Record<string, string | number | undefined>> {
  if (size > 0) return { maxResults: size, fields: fields.join(","), expand };
  return { maxResults: 1, fields: fields.filter((name) => name !== "comment").join(",") };
}

const isTooLarge = (error: unknown): boolean => error instanceof SourceError && error.code === "too_large";

/**
 * The token of a page is the place where it begins. A page has all comments and changes of its issues: where it is larger than this server
 * reads, it is requested with fewer issues.
 */
async function* search(
  client: RestClient,
  rows: DataCenterRows,
  { jql, more, from }: Search,
  signal: AbortSignal,
): AsyncGenerator<FoundPage> {
  // An id that was deleted meanwhile refuses a whole query that is validated.
  const lenient = jql.startsWith("id in ") ? { validateQuery: "false" } : {};
  let size = more.maxResults;
  const list = {
    host: client.context.host,
    identify: /ORDER BY updated/.test(jql) ? stateOf : rowId,
    async read(startAt: number) {
      for (;;) {
        try {
          const page = await find(client, { jql, startAt, ...parts(more, size), ...lenient }, signal);
          size = Math.min(more.maxResults, Math.max(1, size * 2));
          const end = (page.startAt ?? startAt) + page.issues.length;
          return { rows: page.issues, next: page.issues.length > 0 && end < page.total ? end : null };
        } catch (error) {
          if (!isTooLarge(error) || size === 0) throw error;
          size = Math.floor(size / 2);
        }
      }
    },
  };
  for await (const page of overlappingPages(list, placeOf(from))) {
    yield { rows: rows.issues(page.rows), next: page.next && JSON.stringify(page.next) };
  }
}

/** Null for a token of another kind of host: the query is then read from its beginning. */
function placeOf(token: string | undefined): NumberedPlace | null {
  try {
    return token === undefined ? null : NumberedPlace.parse(parseJson(token, "account"));
  } catch {
    return null;
  }
}

/** An issue that changed has another place in the list. */
function stateOf(row: unknown): string {
  const fields = isRecord(row) && isRecord(row["fields"]) ? row["fields"] : {};
  return `${rowId(row)} ${typeof fields["updated"] === "string" ? fields["updated"] : ""}`;
}

/** With a credential that the host does not accept it would show what visitors see: the rest would count as deleted. */
async function readOwner(client: RestClient, signal: AbortSignal): Promise<z.infer<typeof Account>> {
  try {
    return client.read(Account, (await client.get("/myself", "account", signal)).data);
  } catch (error) {
    if (error instanceof SourceError && error.code === "unauthorized" && !client.context.hasCredential) return {};
    throw error;
  }
}
