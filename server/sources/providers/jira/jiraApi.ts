import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { boundRows } from "../../rest/listBounds.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { atlassianClient } from "../atlassian/atlassianAccess.ts";
import { FIELDS } from "./jiraRows.ts";
import type { JiraUrl } from "./jiraUrl.ts";

export type JiraOptions = ConnectorOptions<JiraUrl>;

const JIRA_SCOPES = ["read:jira-work", "read:jira-user"];
/** Earlier than any issue: a query has to have a bound. */
const EVER = '"1970-01-02 00:00"';
export const PAGE_SIZE = 100;
/** A search that returns whole issues. */
export const WHOLE_ISSUES = { fields: FIELDS, maxResults: PAGE_SIZE, expand: "changelog" } as const;

export const Project = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  isPrivate: z.boolean().nullish(),
});
type Project = z.infer<typeof Project>;
export const Found = z.object({
  issues: z.array(z.unknown()),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().nullish(),
});

interface SearchOptions {
  readonly fields: readonly string[];
  readonly maxResults: number;
  readonly expand?: string;
}

/** A page of a search, with the token of the next one. */
export interface FoundPage {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** Queries of one Jira Cloud site, or of one of its projects. */
export interface JiraApi {
  readonly client: RestClient;
  /** Null for a whole site. By its number once that is known, because its key can be changed. */
  readonly project: (id: string | null, signal: AbortSignal) => Promise<Project | null>;
  /** The JQL condition of the project, null for a whole site. @param id of the project, where it is known */
  readonly scope: (id: string | null, signal: AbortSignal) => Promise<string | null>;
  /** @param from the token of the first page to read */
  readonly search: (jql: string, more: SearchOptions, signal: AbortSignal, from?: string) => AsyncGenerator<FoundPage>;
  /** The number of issues that a query finds; null where the host does not count. */
  readonly count: (jql: string, signal: AbortSignal) => Promise<number | null>;
}

export function createJiraApi(options: JiraOptions): JiraApi {
  const { url } = options;
  const client = atlassianClient("jira", options, {
    api: url.api,
    provider: "Jira Cloud",
    thing: url.project === null ? "site" : "project",
    scopes: JIRA_SCOPES,
  });
  let known: Project | null | undefined;
  const project = async (id: string | null, signal: AbortSignal): Promise<Project | null> => {
    if (known !== undefined || url.project === null) return (known ??= null);
    const named = `/project/${encodeURIComponent(id ?? url.project)}`;
    known = client.read(Project, (await client.get(named, "description", signal)).data);
    return known;
  };
  const scope = async (id: string | null, signal: AbortSignal): Promise<string | null> => {
    const found = await project(id, signal);
    return found && `project = ${found.id}`;
  };
  const search = async function* (
    jql: string,
    more: SearchOptions,
    signal: AbortSignal,
    from?: string,
  ): AsyncGenerator<FoundPage> {
    let token = from;
    const bound = boundRows(url.host);
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
  };
  return { client, project, scope, search, count: (jql, signal) => approximateCount(client, jql, signal) };
}

/** A query without a bound is refused, so a whole site is requested from a time before Jira existed. */
export const bounded = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(" AND ") || `updated >= ${EVER}`;

const Count = z.object({ count: z.number().int() });

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
