/** Fields of the projects (boards) that a repository is linked to. GitHub has them in GraphQL alone. */
import { z } from "zod";
import type { CustomField, CustomFieldType } from "../../../../contract/issues/customFields.ts";
import type { IssueCustomField } from "../../../../contract/issues/issueWorkflow.ts";
import { message } from "../../../messages/messages.ts";
import type { IssueFieldValues } from "../../connector/trackerTypes.ts";
import { optionalField } from "../../rest/optionalField.ts";
import { SourceError } from "../../SourceError.ts";
import { type GithubApi, type GithubOptions, readAnswer } from "./githubApi.ts";

/** Projects of one page of their list, and pages of it. */
const PROJECTS = 20;
const MAX_PROJECT_PAGES = 10;
/** Fields of a project that are read: GitHub allows 50 that a team defines. */
const MAX_FIELDS = 60;
/** Pages of items of one reading, of 100 items and about one point of the hourly 5,000 each. */
const MAX_PAGES = 100;

const FIELDS_QUERY = `query($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    projectsV2(first: ${PROJECTS}, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id fields(first: ${MAX_FIELDS}) { nodes { ... on ProjectV2FieldCommon { id name dataType } } } }
    }
  }
}`;

const FIELD = "field { ... on ProjectV2FieldCommon { id } }";
const ITEMS_QUERY = `query($project: ID!, $after: String) {
  node(id: $project) {
    ... on ProjectV2 {
      items(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          isArchived
          content { ... on Issue { number repository { databaseId } } }
          fieldValues(first: ${MAX_FIELDS}) {
            nodes {
              ... on ProjectV2ItemFieldTextValue { text ${FIELD} }
              ... on ProjectV2ItemFieldNumberValue { number ${FIELD} }
              ... on ProjectV2ItemFieldDateValue { date ${FIELD} }
              ... on ProjectV2ItemFieldSingleSelectValue { name ${FIELD} }
              ... on ProjectV2ItemFieldIterationValue { title ${FIELD} }
            }
          }
        }
      }
    }
  }
}`;

/** Fields that a team defines on its boards; the others (title, labels, assignees) are those of the issue. */
const TYPES: Readonly<Record<string, CustomFieldType>> = {
  TEXT: "text",
  NUMBER: "number",
  DATE: "date",
  SINGLE_SELECT: "choice",
  ITERATION: "choice",
};
const MAX_NAME_LENGTH = 200;

/** Errors of an answer. Its `data` is then null, or has what could be read. */
const Errors = optionalField(z.array(z.object({ type: z.string().nullish(), message: z.string().nullish() })));
const ProjectField = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  dataType: z.string().optional(),
});
const Project = z.object({
  id: z.string(),
  fields: z.object({ nodes: z.array(ProjectField.nullable()).nullish() }),
});
const FieldsAnswer = z.object({
  errors: Errors,
  data: z
    .object({
      repository: z
        .object({
          projectsV2: z
            .object({
              pageInfo: optionalField(z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })),
              nodes: z.array(Project.nullable()),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
const Value = z.object({
  field: z.object({ id: z.string().optional() }).nullish(),
  text: optionalField(z.string()),
  number: optionalField(z.number()),
  date: optionalField(z.iso.date()),
  name: optionalField(z.string()),
  title: optionalField(z.string()),
});
const Item = z.object({
  isArchived: optionalField(z.boolean()),
  /** Empty for a pull request, a draft, and what the token may not see. */
  content: optionalField(
    z.object({
      number: z.number().int().optional(),
      repository: optionalField(z.object({ databaseId: z.number().nullish() })),
    }),
  ),
  fieldValues: optionalField(z.object({ nodes: z.array(Value.nullable()).nullish() })),
});
const ItemsAnswer = z.object({
  errors: Errors,
  data: z
    .object({
      node: z
        .object({
          items: z
            .object({
              pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
              nodes: z.array(Item.nullable()),
            })
            .optional(),
        })
        .nullish(),
    })
    .nullish(),
});

interface ProjectFields {
  readonly id: string;
  readonly fields: readonly CustomField[];
}

/** The fields of all projects of the repository. @throws SourceError `forbidden` where the credential may not read projects */
export async function listProjectFields(
  options: GithubOptions,
  api: GithubApi,
  signal: AbortSignal,
): Promise<CustomField[]> {
  return (await listProjects(options, api, signal)).projects.flatMap(({ fields }) => fields);
}

/**
 * The values of the chosen fields for all issues of the repository that are on its projects. A change on a board does not change the issue,
 * so all items are listed. `isWhole` is false beyond the bound of pages: then a missing issue may have values.
 * @throws SourceError `forbidden` where the credential may not read projects
 */
export async function readProjectValues(
  options: GithubOptions,
  api: GithubApi,
  repositoryId: string,
  signal: AbortSignal,
): Promise<{ readonly values: readonly IssueFieldValues[]; readonly isWhole: boolean }> {
  const chosen = new Map((options.customFields ?? []).map((field) => [field.id, field]));
  const result = new Map<number, Map<string, IssueCustomField>>();
  let pages = 0;
  const listed = await listProjects(options, api, signal);
  if (!listed.isWhole) throw refused(options);
  for (const { id, fields } of listed.projects) {
    if (!fields.some((field) => chosen.has(field.id))) continue;
    let after: string | null = null;
    do {
      if (pages === MAX_PAGES) return { values: valuesOf(result), isWhole: false };
      pages += 1;
      const variables: Record<string, unknown> = { project: id, after };
      const { data, isWhole } = await ask(options, api, ItemsAnswer, { query: ITEMS_QUERY, variables }, signal);
      const items = data?.node?.items;
      // What was not read is not empty: the values of a project would be removed.
      if (!isWhole || !items) throw refused(options);
      for (const item of items.nodes) {
        const { number, repository } = item?.content ?? {};
        if (!item || item.isArchived === true || number === undefined) continue;
        if (String(repository?.databaseId) !== repositoryId) continue;
        addValues(result, number, item, chosen);
      }
      const { hasNextPage, endCursor } = items.pageInfo;
      if (hasNextPage && !endCursor) throw refused(options);
      after = hasNextPage ? (endCursor ?? null) : null;
    } while (after !== null);
  }
  // Projects beyond the bound are not known: values of their fields stay.
  return { values: valuesOf(result), isWhole: listed.areAll };
}

/** An issue may be on several projects: values of fields of one name are put together. */
function addValues(
  fieldsByIssue: Map<number, Map<string, IssueCustomField>>,
  number: number,
  { fieldValues }: z.infer<typeof Item>,
  chosen: ReadonlyMap<string, CustomField>,
): void {
  for (const node of fieldValues?.nodes ?? []) {
    const field = chosen.get(node?.field?.id ?? "");
    const value = node?.text ?? node?.number ?? node?.date ?? node?.name ?? node?.title ?? null;
    if (!field || value === null || value === "") continue;
    const ofIssue = fieldsByIssue.get(number) ?? new Map<string, IssueCustomField>();
    const values = ofIssue.get(field.name)?.values ?? [];
    ofIssue.set(field.name, { name: field.name, type: field.type, values: [...new Set([...values, value])] });
    fieldsByIssue.set(number, ofIssue);
  }
}

const valuesOf = (fieldsByIssue: ReadonlyMap<number, ReadonlyMap<string, IssueCustomField>>): IssueFieldValues[] =>
  [...fieldsByIssue].map(([number, fields]) => ({ issueKey: `#${number}`, fields: [...fields.values()] }));

/** The projects with their fields. `isWhole` is false where the host could not read some of them, `areAll` beyond the bound of pages. */
async function listProjects(
  options: GithubOptions,
  api: GithubApi,
  signal: AbortSignal,
): Promise<{ readonly projects: readonly ProjectFields[]; readonly isWhole: boolean; readonly areAll: boolean }> {
  // GraphQL is answered to tokens alone.
  if (options.credential === null) return { projects: [], isWhole: true, areAll: true };
  const [owner, name] = (await api.path(signal)).split("/").slice(2);
  const projects: ProjectFields[] = [];
  let areAllWhole = true;
  let after: string | null = null;
  for (let page = 0; page < MAX_PROJECT_PAGES; page += 1) {
    const variables: Record<string, unknown> = { owner, name, after };
    const { data, isWhole } = await ask(options, api, FieldsAnswer, { query: FIELDS_QUERY, variables }, signal);
    const listed = data?.repository?.projectsV2;
    projects.push(...(listed?.nodes ?? []).flatMap((project) => (project ? projectOf(project) : [])));
    areAllWhole &&= isWhole;
    after = listed?.pageInfo?.hasNextPage ? (listed.pageInfo.endCursor ?? null) : null;
    if (after === null) break;
  }
  return { projects, isWhole: areAllWhole, areAll: after === null };
}

const projectOf = ({ id, fields }: z.infer<typeof Project>): ProjectFields => ({
  id,
  fields: (fields.nodes ?? []).flatMap((field): CustomField[] => {
    const type = TYPES[field?.dataType ?? ""];
    if (!field?.id || !field.name || type === undefined || field.name.length > MAX_NAME_LENGTH) return [];
    return [{ id: field.id, name: field.name, type }];
  }),
});

const refused = ({ url: { host } }: GithubOptions): SourceError =>
  new SourceError("bad_answer", message("source.projects_refused", { host }));

/**
 * `isWhole` is false for an answer that has errors and a part of the data.
 * @throws SourceError `forbidden` where the credential lacks the permission, with its name; `bad_answer` for another refusal
 */
async function ask<T>(
  options: GithubOptions,
  api: GithubApi,
  shape: z.ZodType<{ errors?: z.infer<typeof Errors>; data?: T | null | undefined }>,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ readonly data: T | null; readonly isWhole: boolean }> {
  const { host } = options.url;
  // The server of an enterprise answers at /api/graphql, next to /api/v3.
  const route = `POST ${api.root().replace(/\/v3$/, "")}/graphql`;
  const answer = readAnswer(shape, (await api.request(route, "page", body, signal)).data, host);
  const errors = answer.errors ?? [];
  if (errors.some(({ type }) => type === "INSUFFICIENT_SCOPES" || type === "FORBIDDEN"))
    throw new SourceError("forbidden", message("source.projects_permission", { host }));
  if (errors.length > 0 && !answer.data) throw refused(options);
  return { data: answer.data ?? null, isWhole: errors.length === 0 };
}
