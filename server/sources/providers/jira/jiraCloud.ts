import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { boundRows } from "../../rest/listBounds.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { adfToMarkdown } from "../atlassian/adf.ts";
import { markdownToAdf } from "../atlassian/markdownToAdf.ts";
import { atlassianClient } from "../atlassian/atlassianAccess.ts";
import {
  Account,
  type FoundPage,
  type JiraKind,
  type JiraOptions,
  type SearchOptions,
  readThreadList,
} from "./jiraApi.ts";

const JIRA_SCOPES = ["read:jira-work", "read:jira-user"];

const Found = z.object({
  issues: z.array(z.unknown()),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().nullish(),
});
const Projects = z.object({ total: z.number().int().nullish(), values: z.array(z.unknown()) });
const Fetched = z.object({ issues: z.array(z.unknown()) });
/** Labels that are offered. */
const MAX_LABELS = 500;
const Labels = z.object({ values: z.array(z.string()) });
const Count = z.object({ count: z.number().int() });

/** Jira Cloud: REST v3, with the search that is current (`/search/jql`). */
export function createJiraCloud(options: JiraOptions): JiraKind {
  const { url } = options;
  const client = atlassianClient("jira", options, {
    api: url.api,
    provider: "Jira",
    thing: url.project === null ? "site" : "project",
    scopes: JIRA_SCOPES,
  });
  return {
    client,
    forms: {
      user: "accountId",
      body: markdownToAdf,
      searched: markdownToAdf,
      textOf: adfToMarkdown,
      labels: async (signal) => {
        const path = `/label${query({ maxResults: MAX_LABELS })}`;
        return client.read(Labels, (await client.get(path, "page", signal)).data).values;
      },
    },
    notes: [],
    owner: (signal) => readOwner(client, signal),
    async countProjects(signal) {
      const path = `/project/search${query({ maxResults: 3 })}`;
      const { total, values } = client.read(Projects, (await client.get(path, "description", signal)).data);
      return total ?? values.length;
    },
    search: (jql, more, signal, from) => search(client, { jql, more, from }, signal),
    async readIssues(issueIdsOrKeys, fields, signal) {
      const answer = await client.post("/issue/bulkfetch", { issueIdsOrKeys, fields }, "page", signal);
      return client.read(Fetched, answer.data).issues;
    },
    precision: "about",
    count: (jql, signal) => approximateCount(client, jql, signal),
    comments: (id, hasRoom, signal) =>
      readThreadList(client, { path: `/issue/${id}/comment`, name: "comments" }, hasRoom, signal),
    changes: (id, hasRoom, signal) =>
      readThreadList(client, { path: `/issue/${id}/changelog`, name: "values" }, hasRoom, signal),
  };
}

async function* search(
  client: RestClient,
  { jql, more, from }: { readonly jql: string; readonly more: SearchOptions; readonly from: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<FoundPage> {
  let token = from;
  const bound = boundRows(client.context.host);
  for (;;) {
    const body = { jql, ...more, ...(token !== undefined && { nextPageToken: token }) };
    const answer = client.read(Found, (await client.post("/search/jql", body, "page", signal)).data);
    const following = answer.isLast === true ? undefined : (answer.nextPageToken ?? undefined);
    const isLast = following === undefined || following === token;
    if (!isLast) bound(answer.issues);
    yield { rows: answer.issues, next: isLast ? null : following };
    if (isLast) return;
    token = following;
  }
}

async function approximateCount(client: RestClient, jql: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { data } = await client.post("/search/approximate-count", { jql }, "account", signal);
    const parsed = Count.safeParse(data);
    return parsed.success ? parsed.data.count : null;
  } catch (error) {
    if (error instanceof SourceError && (error.code === "rate_limited" || error.code === "unauthorized")) throw error;
    if (signal.aborted) throw error;
    return null;
  }
}

async function readOwner(client: RestClient, signal: AbortSignal): Promise<z.infer<typeof Account>> {
  try {
    return client.read(Account, (await client.get("/myself", "account", signal)).data);
  } catch (error) {
    // A scoped token may read issues without access to its profile, and a public site is read without a token.
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return {};
    if (error instanceof SourceError && error.code === "unauthorized" && !client.context.hasCredential) return {};
    throw error;
  }
}
