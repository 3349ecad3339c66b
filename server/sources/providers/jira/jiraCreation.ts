/** New issues at Jira, by the types and the required fields of their project: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/ */
import { z } from "zod";
import type { NewIssue } from "../../../../contract/issues/issueWrites.ts";
import { message } from "../../../messages/messages.ts";
import { notOffered } from "../../connector/writeFaults.ts";
import { namedOption } from "../../connector/writerForms.ts";
import { type CreationOffer, type PreparedWrite, type WriteTrace, madeReference } from "../../connector/writerTypes.ts";
import { query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import type { JiraApi } from "./jiraApi.ts";

const Id = z.union([z.string(), z.number()]).transform(String);
const IssueType = z.object({ id: Id, name: z.string(), subtask: z.boolean().nullish() });
const Field = z.object({
  fieldId: z.string(),
  name: z.string(),
  required: z.boolean().nullish(),
  hasDefaultValue: z.boolean().nullish(),
});
/** Jira Cloud and Data Center name their lists differently. */
const IssueTypes = z.object({ issueTypes: z.array(IssueType).nullish(), values: z.array(IssueType).nullish() });
const Fields = z.object({ fields: z.array(Field).nullish(), values: z.array(Field).nullish() });
const MadeIssue = z.object({ id: z.string(), key: z.string() });
const FoundIssue = MadeIssue.extend({ fields: z.object({ summary: z.string(), description: z.unknown().optional() }) });
type FoundIssue = z.infer<typeof FoundIssue>;

/** What a new issue of this server has; Jira sets the reporter itself. */
const FILLED = new Set(["project", "issuetype", "summary", "description", "labels", "reporter"]);
const MAX_TYPES = 20;
const MAX_FIELDS = 200;
/** Issues of the account that are looked at, the newest first. */
const MAX_LOOKED_AT = 50;

type Post = (path: string, body: unknown, signal: AbortSignal) => Promise<unknown>;

async function requireProject({ client, project }: JiraApi, signal: AbortSignal) {
  const hostProject = await project(null, signal);
  if (hostProject) return hostProject;
  throw new SourceError("not_offered", message("write.no_project", { host: client.context.host }));
}

const typesPath = (project: { readonly id: string }): string => `/issue/createmeta/${project.id}/issuetypes`;

/** Types of a new issue of a project. @throws SourceError */
async function listTypes({ client }: JiraApi, project: { readonly id: string }, signal: AbortSignal) {
  const address = typesPath(project) + query({ maxResults: MAX_TYPES });
  const { issueTypes, values } = client.read(IssueTypes, (await client.get(address, "page", signal)).data);
  return (issueTypes ?? values ?? []).filter(({ subtask }) => !subtask).slice(0, MAX_TYPES);
}

/** Names of the fields that a type requires and this product does not fill. @throws SourceError */
async function missingOf(
  { client }: JiraApi,
  project: { readonly id: string },
  type: string,
  signal: AbortSignal,
): Promise<string[]> {
  const address = `${typesPath(project)}/${encodeURIComponent(type)}${query({ maxResults: MAX_FIELDS })}`;
  const { fields, values } = client.read(Fields, (await client.get(address, "page", signal)).data);
  return (fields ?? values ?? [])
    .filter((field) => field.required && !field.hasDefaultValue && !FILLED.has(field.fieldId))
    .map((field) => field.name);
}

/** @param account as Jira shows it. @throws SourceError */
export async function offerNewIssue(api: JiraApi, account: string, signal: AbortSignal): Promise<CreationOffer> {
  const { client, forms } = api;
  const { host } = client.context;
  const project = await requireProject(api, signal);
  const listed = await listTypes(api, project, signal);
  const [labels, ...types] = await Promise.all([
    forms.labels(signal).catch(() => []),
    ...listed.map(async ({ id, name }) => ({ id, name, missing: await missingOf(api, project, id, signal) })),
  ]);
  return {
    account,
    reason: types.length === 0 ? message("write.no_permission", { host }) : null,
    types,
    labels: labels.map(namedOption),
  };
}

/** @throws SourceError */
export async function prepareNewIssue(
  api: JiraApi,
  { title, body, labels, type }: NewIssue,
  post: Post,
  signal: AbortSignal,
): Promise<PreparedWrite> {
  const { client, forms } = api;
  const { host } = client.context;
  const project = await requireProject(api, signal);
  const chosen = (await listTypes(api, project, signal)).find(({ id }) => id === type);
  if (!chosen) throw notOffered(host, type ?? "–");
  const missing = await missingOf(api, project, chosen.id, signal);
  if (missing.length > 0) {
    const fields = missing.join(", ");
    throw new SourceError("not_offered", message("write.asks_for", { host, fields }));
  }
  const spaced = labels.find((name) => /\s/.test(name));
  if (spaced !== undefined) throw notOffered(host, spaced);
  const earlierIds = (await newestOf(api, project.id, signal)).map(({ id }) => id);
  const fields = {
    project: { id: project.id },
    issuetype: { id: chosen.id },
    summary: title,
    ...(body !== "" && { description: forms.body(body) }),
    ...(labels.length > 0 && { labels }),
  };
  return {
    trace: { known: earlierIds },
    send: async (sending) => {
      const { id, key } = client.read(MadeIssue, await post("/issue", { fields }, sending));
      return madeReference({ externalId: id, key });
    },
  };
}

/** The search of Jira Cloud shows an issue some seconds after it was made. @throws SourceError */
export async function findNewIssue(
  api: JiraApi,
  { title, body }: NewIssue,
  trace: WriteTrace,
  signal: AbortSignal,
): Promise<{ readonly reference: string } | null> {
  const { forms } = api;
  const { id: project } = await requireProject(api, signal);
  const sent = body === "" ? "" : forms.textOf(forms.searched(body));
  const issue = (await newestOf(api, project, signal)).find(
    ({ id, fields: { summary, description } }) =>
      !trace["known"]?.includes(id) && summary.trim() === title && forms.textOf(description ?? "") === sent,
  );
  return issue ? { reference: madeReference({ externalId: issue.id, key: issue.key }) } : null;
}

async function newestOf({ client, search }: JiraApi, project: string, signal: AbortSignal): Promise<FoundIssue[]> {
  const jql = `project = ${project} AND reporter = currentUser() ORDER BY created DESC`;
  const parameters = { fields: ["summary", "description"], maxResults: MAX_LOOKED_AT };
  for await (const { rows } of search(jql, parameters, signal)) return client.read(z.array(FoundIssue), rows);
  return [];
}
