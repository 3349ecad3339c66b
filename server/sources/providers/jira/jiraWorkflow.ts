/** The workflow of Jira's issues, and the fields that have it. */
import { z } from "zod";
import type { CustomField } from "../../../../contract/issues/customFields.ts";
import type { IssueStatus } from "../../../../contract/issues/issueWorkflow.ts";
import type { LinkKind } from "../../../../contract/issues/linkKinds.ts";
import type { TrackerLink, TrackerWorkflow } from "../../connector/workflowTypes.ts";
import { HostUrl } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { customValues } from "./jiraCustomFields.ts";
import { SourceError } from "../../SourceError.ts";

const Named = z.object({ name: z.string() });
const OtherIssue = z.object({ key: z.string() });
const Attachment = z.object({ id: z.coerce.string(), filename: z.string(), size: z.number().nullish() });
const Link = z.object({
  type: z.object({ name: z.string().nullish(), inward: z.string().nullish(), outward: z.string().nullish() }),
  inwardIssue: OtherIssue.nullish(),
  outwardIssue: OtherIssue.nullish(),
});

/** Fields of every Jira. */
export const WORKFLOW_FIELDS = {
  resolution: optionalField(Named),
  components: optionalField(z.array(Named)),
  fixVersions: optionalField(z.array(Named)),
  versions: optionalField(z.array(Named)),
  parent: optionalField(OtherIssue),
  subtasks: optionalField(z.array(OtherIssue)),
  issuelinks: optionalField(z.array(Link)),
  attachment: optionalField(z.array(Attachment)),
  votes: optionalField(z.object({ votes: z.number() })),
  duedate: optionalField(z.iso.date()),
  timeoriginalestimate: optionalField(z.number()),
  timespent: optionalField(z.number()),
};
export const WORKFLOW_FIELD_NAMES: readonly string[] = Object.keys(WORKFLOW_FIELDS);

/** Ids of the fields of one Jira that its administrators could have created in any order. */
export interface CustomFields {
  readonly sprint: string | null;
  /** Where several kinds of projects are on one site, each has its own. */
  readonly points: readonly string[];
  /** The epic of an issue, before `parent` had it. */
  readonly epic: string | null;
  /** Those that were chosen when the source was linked. */
  readonly chosen: readonly CustomField[];
}
export const NO_CUSTOM_FIELDS: CustomFields = { sprint: null, points: [], epic: null, chosen: [] };

const Field = z.object({
  id: z.string(),
  name: z.string().nullish(),
  schema: z.object({ custom: z.string().nullish() }).nullish(),
});
const SOFTWARE = "com.pyxis.greenhopper.jira:";

/** Finds the custom fields by what they are, never by their number: one request for a sync. None where the list is refused. */
export async function findCustomFields(client: RestClient, signal: AbortSignal): Promise<CustomFields> {
  try {
    const fields = client.rows(Field, (await client.get("/field", "page", signal)).data);
    const called = (custom: string) =>
      fields.find(({ schema }) => schema?.custom === `${SOFTWARE}${custom}`)?.id ?? null;
    const isPoints = ({ name, schema }: z.infer<typeof Field>): boolean =>
      schema?.custom === `${SOFTWARE}jsw-story-points` ||
      // The older field is a plain number, which only its name distinguishes from others.
      (schema?.custom?.endsWith(":float") === true && name?.toLowerCase() === "story points");
    return {
      sprint: called("gh-sprint"),
      points: fields.filter(isPoints).map(({ id }) => id),
      epic: called("gh-epic-link"),
      chosen: [],
    };
  } catch (error) {
    if (error instanceof SourceError && ["not_found", "forbidden", "bad_answer"].includes(error.code))
      return NO_CUSTOM_FIELDS;
    throw error;
  }
}

/** The names of the custom fields, for the list of fields of a search. */
export const customFieldNames = ({ sprint, points, epic, chosen }: CustomFields): string[] =>
  [sprint, ...points, epic, ...chosen.map(({ id }) => id)].flatMap((id) => id ?? []);

type Fields = z.infer<z.ZodObject<typeof WORKFLOW_FIELDS>> & {
  readonly status?:
    | {
        readonly name?: string | null | undefined;
        readonly statusCategory?: { readonly key: string } | null | undefined;
      }
    | null
    | undefined;
  readonly project?: { readonly projectTypeKey?: string | null | undefined } | null | undefined;
};
export interface WorkflowRow {
  readonly key: string;
  readonly fields: Fields & Readonly<Record<string, unknown>>;
}

/** Where the issues are: the address for links, and which of them the tracker reads. */
export interface JiraPlace {
  readonly site: string;
  /** The tracker reads every project of the site. */
  readonly isWholeSite: boolean;
  readonly custom: CustomFields;
}

const CATEGORIES: Readonly<Record<string, IssueStatus["category"]>> = {
  new: "todo",
  indeterminate: "in_progress",
  done: "done",
};

const Status = z.object({
  name: z.string(),
  statusCategory: z.object({ key: z.string() }).nullish(),
  /** The team-managed project that the status belongs to; missing for a status of all projects. */
  scope: z.object({ project: z.object({ id: z.coerce.string() }).nullish() }).nullish(),
});

/**
 * What the statuses of a site mean, one request for a sync: the history of an issue has only their names. None where the list is refused.
 * @param projectId the only project that is read; null: all of the site
 */
export async function readStatuses(
  client: RestClient,
  projectId: string | null,
  signal: AbortSignal,
): Promise<IssueStatus[]> {
  const rows = await client
    .get("/status", "page", signal)
    .then(({ data }) => client.rows(Status, data))
    .catch((error: unknown) => {
      if (error instanceof SourceError && ["not_found", "forbidden", "bad_answer"].includes(error.code)) return [];
      throw error;
    });
  const isOfProject = ({ scope }: z.infer<typeof Status>): boolean => (scope?.project?.id ?? null) !== null;
  const read = rows.filter((row) => !isOfProject(row) || (projectId !== null && row.scope?.project?.id === projectId));
  // Those of the project itself last: they count where the site has one of the same name.
  return read
    .toSorted((a, b) => Number(isOfProject(a)) - Number(isOfProject(b)))
    .map(({ name, statusCategory }) => ({ name, category: CATEGORIES[statusCategory?.key ?? ""] ?? null }));
}

export function workflowOf({ key, fields }: WorkflowRow, place: JiraPlace): TrackerWorkflow {
  const { status } = fields;
  const to = (other: string, kind: LinkKind, name: string | null = null): TrackerLink =>
    linkTo({ kind, other, name }, key, place);
  const epic = place.custom.epic === null ? null : fields[place.custom.epic];
  const parent = fields.parent?.key ?? (typeof epic === "string" && epic !== "" ? epic : null);
  const points = place.custom.points.map((id) => fields[id]).find((value) => typeof value === "number");
  const custom = customValues(place.custom.chosen, fields);
  const sprints = place.custom.sprint === null ? [] : sprintNames(fields[place.custom.sprint]);
  return {
    status: status?.name ? { name: status.name, category: CATEGORIES[status.statusCategory?.key ?? ""] ?? null } : null,
    resolution: fields.resolution?.name ?? null,
    milestones: namesOf(fields.fixVersions),
    components: namesOf(fields.components),
    facts: {
      ...(fields.versions?.length && { affected_versions: namesOf(fields.versions) }),
      ...(sprints.length > 0 && { sprints }),
      ...(typeof points === "number" && { story_points: points }),
      ...(fields.timeoriginalestimate && { estimate_seconds: fields.timeoriginalestimate }),
      ...(fields.timespent && { spent_seconds: fields.timespent }),
      ...(fields.duedate && { due_on: fields.duedate }),
      ...(fields.votes && { votes: fields.votes.votes }),
      ...(custom.length > 0 && { custom_fields: custom }),
      // Of a service project, files of internal comments are among them.
      ...(fields.project?.projectTypeKey !== "service_desk" &&
        fields.attachment?.length && {
          attachments: fields.attachment.map(({ id, filename, size }) => ({
            name: filename,
            bytes: size ?? null,
            url: HostUrl.parse(
              `${place.site}/secure/attachment/${encodeURIComponent(id)}/${encodeURIComponent(filename.toWellFormed())}`,
            ),
          })),
        }),
    },
    links: [
      ...(parent === null ? [] : [to(parent, "parent")]),
      ...(fields.subtasks ?? []).map((subtask) => to(subtask.key, "child")),
      ...(fields.issuelinks ?? []).flatMap(({ type, inwardIssue, outwardIssue }) => [
        ...(outwardIssue ? [to(outwardIssue.key, ...kindOf(type.outward))] : []),
        ...(inwardIssue ? [to(inwardIssue.key, ...kindOf(type.inward))] : []),
      ]),
    ],
  };
}

const namesOf = (values: readonly { readonly name: string }[] | null | undefined): string[] =>
  (values ?? []).map(({ name }) => name);

/** Objects with a name; before 2020 texts such as `…Sprint@1f[id=1,state=CLOSED,name=Sprint 1,…]`. */
function sprintNames(value: unknown): string[] {
  const rows = z.array(z.union([Named, z.string()])).safeParse(value);
  if (!rows.success) return [];
  return rows.data.flatMap((row) =>
    typeof row === "string" ? (/[[,]name=(.*?)(?=,[A-Za-z]+=|\]$)/s.exec(row)?.[1] ?? []) : row.name,
  );
}

/** The words of Jira's own types of links, and those that teams write for the same. */
const KINDS: Readonly<Record<string, LinkKind>> = {
  duplicates: "duplicates",
  "is a duplicate of": "duplicates",
  "is duplicated by": "duplicated_by",
  blocks: "blocks",
  "is blocked by": "blocked_by",
  causes: "causes",
  "is caused by": "caused_by",
  clones: "clones",
  "is cloned by": "cloned_by",
  "relates to": "relates",
  "is related to": "relates",
};

const kindOf = (words: string | null | undefined): [kind: LinkKind, name: string | null] => {
  const linkKind = KINDS[(words ?? "").trim().toLowerCase()];
  return linkKind ? [linkKind, null] : ["other", words ?? null];
};

const projectOf = (key: string): string => key.replace(/-\d+$/, "");

function linkTo(
  { kind, other, name }: { readonly kind: LinkKind; readonly other: string; readonly name: string | null },
  key: string,
  { site, isWholeSite }: JiraPlace,
): TrackerLink {
  return {
    kind,
    name,
    key: other,
    place: isWholeSite || projectOf(other) === projectOf(key) ? null : "",
    // An answer has the summary of the other issue, and not whether a security level hides it.
    title: null,
    url: `${site}/browse/${encodeURIComponent(other)}`,
  };
}
