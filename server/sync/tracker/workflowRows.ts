/** An issue's workflow as rows, with every text and list bounded: a host may answer with any number of links. */
import { CUSTOM_FIELD_LIMITS } from "../../../contract/issues/customFields.ts";
import {
  MAX_ISSUE_ATTACHMENTS,
  MAX_ISSUE_LINKS,
  type IssueCustomField,
  type IssueFacts,
} from "../../../contract/issues/issueWorkflow.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import type { NewIssueLink } from "../../db/tables/issues/issueLinkStorage.ts";
import type { NewIssue } from "../../db/tables/issues/issueStorage.ts";
import type { TrackerIssue } from "../../sources/connector/trackerTypes.ts";
import type { TrackerLink } from "../../sources/connector/workflowTypes.ts";

/** Raised when more is read of each issue: an issue with a lower one is stored again. */
export const ISSUE_READ_VERSION = 1;

const MAX_NAME_LENGTH = 200;
const MAX_NAMES = 100;
const MAX_TITLE_LENGTH = 500;
const MAX_URL_LENGTH = 2000;
/** The largest number of a 32-bit column; a count or a time beyond it is no answer that is worth showing. */
const MAX_NUMBER = 2 ** 31 - 1;

type WorkflowColumns = Pick<
  NewIssue,
  | "type"
  | "priority"
  | "status"
  | "status_category"
  | "resolution"
  | "milestones"
  | "components"
  | "facts"
  | "more_links"
  | "read_version"
>;

export function workflowColumns({ type, priority, workflow }: TrackerIssue): WorkflowColumns {
  const facts = workflow && boundedFacts(workflow.facts);
  return {
    type: boundedName(type),
    priority: boundedName(priority),
    status: boundedName(workflow?.status?.name),
    status_category: workflow?.status?.category ?? null,
    resolution: boundedName(workflow?.resolution),
    milestones: JSON.stringify(namesOf(workflow?.milestones)),
    components: JSON.stringify(namesOf(workflow?.components)),
    facts: facts && Object.keys(facts).length > 0 ? JSON.stringify(facts) : null,
    more_links: Math.max(0, (workflow?.links.length ?? 0) - MAX_ISSUE_LINKS),
    read_version: ISSUE_READ_VERSION,
  };
}

/** The links of an issue; those beyond the bound are counted by `more_links` alone. */
export const linkRows = (
  { workflow }: TrackerIssue,
  issue: { readonly id: string; readonly projectId: string },
): NewIssueLink[] =>
  (workflow?.links ?? []).slice(0, MAX_ISSUE_LINKS).map((link, position) => linkRow(link, issue, "issue", position));

export const linkRow = (
  link: TrackerLink,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  origin: NewIssueLink["origin"],
  position: number,
): NewIssueLink => ({
  issue_id: id,
  origin,
  position,
  project_id: projectId,
  kind: link.kind,
  name: boundedName(link.name),
  other_key: sanitizeText(link.key, MAX_NAME_LENGTH),
  other_place: link.place === null ? null : sanitizeText(link.place, MAX_NAME_LENGTH),
  other_title: link.title === null ? null : sanitizeText(link.title, MAX_TITLE_LENGTH),
  other_url: link.url !== null && link.url.length <= MAX_URL_LENGTH ? link.url : null,
});

export const boundedName = (name: string | null | undefined): string | null =>
  sanitizeText(name?.trim() ?? "", MAX_NAME_LENGTH) || null;

const namesOf = (names: readonly string[] | undefined): string[] => [
  ...new Set((names ?? []).slice(0, MAX_NAMES).flatMap((name) => boundedName(name) ?? [])),
];

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;

const isFigure = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) <= MAX_NUMBER;

function boundedField({ name, type, values }: IssueCustomField): IssueCustomField[] {
  const bounded = values
    .slice(0, CUSTOM_FIELD_LIMITS.values)
    .map((value) => (typeof value === "string" ? boundedName(value) : isFigure(value) ? value : null))
    .filter((value) => value !== null);
  return bounded.length === 0 ? [] : [{ name: boundedName(name) ?? "", type, values: [...new Set(bounded)] }];
}

/** The custom fields of an issue as they are stored. */
export const boundedFields = (fields: readonly IssueCustomField[]): IssueCustomField[] =>
  fields.slice(0, CUSTOM_FIELD_LIMITS.fields).flatMap(boundedField);

function boundedFacts(facts: IssueFacts): IssueFacts {
  const { attachments = [], sub_issues: subIssues } = facts;
  const custom = boundedFields(facts.custom_fields ?? []);
  const more = attachments.length - MAX_ISSUE_ATTACHMENTS;
  const names = { affected_versions: namesOf(facts.affected_versions), sprints: namesOf(facts.sprints) };
  return {
    ...(names.affected_versions.length > 0 && { affected_versions: names.affected_versions }),
    ...(names.sprints.length > 0 && { sprints: names.sprints }),
    ...(isFigure(facts.story_points) && { story_points: facts.story_points }),
    ...(isFigure(facts.weight) && { weight: facts.weight }),
    ...(isCount(facts.estimate_seconds) && { estimate_seconds: facts.estimate_seconds }),
    ...(isCount(facts.spent_seconds) && { spent_seconds: facts.spent_seconds }),
    ...(facts.due_on !== undefined && { due_on: facts.due_on }),
    ...(isCount(facts.votes) && { votes: facts.votes }),
    ...(isCount(subIssues?.total) && isCount(subIssues.done) && { sub_issues: subIssues }),
    ...(custom.length > 0 && { custom_fields: custom }),
    ...(attachments.length > 0 && {
      attachments: attachments.slice(0, MAX_ISSUE_ATTACHMENTS).map(({ name, bytes, url }) => ({
        name: boundedName(name) ?? "",
        bytes: isCount(bytes ?? undefined) ? bytes : null,
        url: url !== null && url.length <= MAX_URL_LENGTH ? url : null,
      })),
    }),
    ...(more > 0 && { more_attachments: more }),
  };
}
