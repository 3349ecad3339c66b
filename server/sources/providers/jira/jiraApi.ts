import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import { z } from "zod";
import type { Message } from "../../../messages/messages.ts";
import type { ThreadRoom } from "../../rest/listBounds.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { isRecord } from "../../rest/restFailure.ts";
import { FIELDS } from "./jiraRows.ts";
import { type CustomFields, customFieldNames, findCustomFields } from "./jiraWorkflow.ts";
import type { JiraUrl } from "./jiraUrl.ts";

export type JiraOptions = ConnectorOptions<JiraUrl>;

/** Earlier than any issue: a query has to have a bound. */
const EVER = '"1970-01-02 00:00"';
export const PAGE_SIZE = 100;
/** A search that returns whole issues. */
const WHOLE_ISSUES = { maxResults: PAGE_SIZE, expand: "changelog" } as const;

const Project = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  isPrivate: z.boolean().nullish(),
});
type Project = z.infer<typeof Project>;
const Id = z.union([z.string(), z.number()]).transform(String);
const Filter = z.object({ id: Id, name: z.string() });
type Filter = z.infer<typeof Filter>;
const Board = z.object({ filter: z.object({ id: Id }) });
/** The owner of the credential. */
export const Account = z.object({
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  timeZone: z.string().nullish(),
});
type Account = z.infer<typeof Account>;

export interface SearchOptions {
  readonly fields: readonly string[];
  readonly maxResults: number;
  readonly expand?: string;
}

/** A page of a search, with the token of the next one. */
export interface FoundPage {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** Called for each page of a thread that is followed by another one; false: stop reading. */
type HasRoom = ReturnType<ThreadRoom["begin"]>;
/** Comments or changes of one issue, by its id. */
export type ThreadReader = (id: string, hasRoom: HasRoom, signal: AbortSignal) => Promise<readonly unknown[]>;

/** What a writer needs to know of a kind of Jira. */
export interface JiraForms {
  /** The field that names a user in a request. */
  readonly user: "accountId" | "name";
  /** The body of a comment, from Markdown. */
  readonly body: (markdown: string) => unknown;
  /** A body as the rows of a search have it, which are not always in the form that is sent. */
  readonly searched: (markdown: string) => unknown;
  /** The text of a body for comparing two of them. */
  readonly textOf: (body: unknown) => string;
  /** Labels that are in use; none where the host has no list of them. */
  readonly labels: (signal: AbortSignal) => Promise<readonly string[]>;
}

/** What differs between the kinds of Jira. Rows have the shape of Jira Cloud, whose bodies may be Markdown already. */
export interface JiraKind {
  readonly client: RestClient;
  readonly forms: JiraForms;
  /** Facts about the host that a user reads when linking a source. */
  readonly notes: readonly Message[];
  readonly owner: (signal: AbortSignal) => Promise<Account>;
  readonly countProjects: (signal: AbortSignal) => Promise<number>;
  /** @param from the token of the first page to read */
  readonly search: (jql: string, more: SearchOptions, signal: AbortSignal, from?: string) => AsyncGenerator<FoundPage>;
  /** Issues by their ids. One that does not exist, or that the account may not see, is missing. */
  readonly readIssues: (
    ids: readonly string[],
    fields: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly unknown[]>;
  /** Precision of `count`: Jira Cloud documents its counts as approximate. */
  readonly precision: "exact" | "about";
  /** The number of issues that a query finds; null where the host does not count. */
  readonly count: (jql: string, signal: AbortSignal) => Promise<number | null>;
  readonly comments: ThreadReader;
  readonly changes: ThreadReader;
}

/** Queries of one Jira site, or of one of its projects. */
export interface JiraApi extends JiraKind {
  /** Null for a whole site. By its number once that is known, because its key can be changed. */
  readonly project: (id: string | null, signal: AbortSignal) => Promise<Project | null>;
  /** The filter of the address, or the one of its board; null for none. */
  readonly filter: (signal: AbortSignal) => Promise<Filter | null>;
  /** The JQL condition of the project or filter, null for a whole site. @param id of the project, where it is known */
  readonly scope: (id: string | null, signal: AbortSignal) => Promise<string | null>;
  /** The custom fields of the site; requested once. */
  readonly customFields: (signal: AbortSignal) => Promise<CustomFields>;
  /** The options of a search that returns whole issues. */
  readonly wholeIssues: (signal: AbortSignal) => Promise<SearchOptions>;
}

/** The queries of a site whose kind is known. */
export function createJiraApi({ url, customFields: chosen = [] }: JiraOptions, kind: JiraKind): JiraApi {
  const { client } = kind;
  let foundProject: Project | null | undefined;
  const project = async (id: string | null, signal: AbortSignal): Promise<Project | null> => {
    if (foundProject !== undefined || url.project === null) return (foundProject ??= null);
    const named = `/project/${encodeURIComponent(id ?? url.project)}`;
    foundProject = client.read(Project, (await client.get(named, "description", signal)).data);
    return foundProject;
  };
  let knownFilter: Filter | undefined;
  const filter = async (signal: AbortSignal): Promise<Filter | null> => {
    if (knownFilter !== undefined || (url.filter === null && url.board === null)) return knownFilter ?? null;
    const id = url.filter ?? (await readBoard(client, url.board, signal)).filter.id;
    knownFilter = client.read(Filter, (await client.get(`/filter/${id}`, "description", signal)).data);
    return knownFilter;
  };
  const scope = async (id: string | null, signal: AbortSignal): Promise<string | null> => {
    const hostProject = await project(id, signal);
    if (hostProject) return `project = ${hostProject.id}`;
    const saved = await filter(signal);
    return saved && `filter = ${saved.id}`;
  };
  let custom: CustomFields | undefined;
  const customFields = async (signal: AbortSignal): Promise<CustomFields> =>
    (custom ??= { ...(await findCustomFields(client, signal)), chosen });
  const wholeIssues = async (signal: AbortSignal): Promise<SearchOptions> => ({
    ...WHOLE_ISSUES,
    fields: [...FIELDS, ...customFieldNames(await customFields(signal))],
  });
  return { ...kind, project, filter, scope, customFields, wholeIssues };
}

/** Boards are not in the platform's API, but in the one of Jira Software. */
async function readBoard(
  client: RestClient,
  board: string | null,
  signal: AbortSignal,
): Promise<z.infer<typeof Board>> {
  const path = `../../agile/1.0/board/${board}/configuration`;
  return client.read(Board, (await client.get(path, "description", signal)).data);
}

/** A query without a bound is refused, so a whole site is requested from a time before Jira existed. */
export const bounded = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(" AND ") || `updated >= ${EVER}`;

/** A list of one issue that is paged by number, to its end or as far as there is room. */
export async function readThreadList(
  client: RestClient,
  { path, name, more = {} }: { readonly path: string; readonly name: string; readonly more?: Record<string, string> },
  hasRoom: HasRoom,
  signal: AbortSignal,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let read = 0; ;) {
    const values = { startAt: read, maxResults: PAGE_SIZE, ...more };
    const answer = await client.get(`${path}${query(values)}`, "page", signal);
    const data = isRecord(answer.data) ? answer.data : {};
    const listed = client.read(z.array(z.unknown()), data[name] ?? null);
    rows.push(...listed);
    read += listed.length;
    const isAll = typeof data["total"] === "number" && read >= data["total"];
    if (listed.length === 0 || isAll || data["isLast"] === true || !hasRoom(listed.length, answer.size)) break;
  }
  return rows;
}
