/** The workflow of GitHub's issues. */
import { z } from "zod";
import type { TrackerIssue } from "../../connector/trackerTypes.ts";
import type { TrackerLink, TrackerWorkflow } from "../../connector/workflowTypes.ts";
import { optionalField } from "../../rest/optionalField.ts";

const Named = z.object({ name: z.string() });

/** Fields of a row of the list of issues. GitHub Enterprise Server and older versions omit some of them. */
export const WORKFLOW_FIELDS = {
  state_reason: optionalField(z.string()),
  milestone: optionalField(z.object({ title: z.string() })),
  reactions: optionalField(z.object({ total_count: z.number() })),
  sub_issues_summary: optionalField(z.object({ total: z.number(), completed: z.number() })),
  parent_issue_url: optionalField(z.string()),
  issue_dependencies_summary: optionalField(z.object({ total_blocked_by: z.number() })),
  issue_field_values: optionalField(
    z.array(z.object({ issue_field_name: z.string().nullish(), single_select_option: Named.nullish() })),
  ),
};
type WorkflowRow = z.infer<z.ZodObject<typeof WORKFLOW_FIELDS>> & {
  readonly state: string;
  readonly html_url: string | null;
};

export function workflowOf(row: WorkflowRow): TrackerWorkflow {
  const { sub_issues_summary: subIssues } = row;
  return {
    // The REST API has no status of an issue: its column is on boards, which have several for one issue.
    status: null,
    resolution: row.state === "closed" ? (row.state_reason ?? null) : null,
    milestones: row.milestone ? [row.milestone.title] : [],
    components: [],
    facts: {
      ...(row.reactions && { votes: row.reactions.total_count }),
      ...(subIssues && subIssues.total > 0 && { sub_issues: { total: subIssues.total, done: subIssues.completed } }),
    },
    links: linkAt("parent", row.parent_issue_url, row.html_url),
  };
}

/** The field "Priority", which a company can give to its issues. */
export const priorityOf = ({ issue_field_values: fields }: WorkflowRow): string | null =>
  fields?.find(({ issue_field_name: name }) => name?.toLowerCase() === "priority")?.single_select_option?.name ?? null;

const ISSUE_PATH = /\/([^/?#]+\/[^/?#]+)\/issues\/(\d{1,9})(?:[/?#]|$)/;

/** A link to the issue at an address of the API or of a page. @param from the page of the issue that has it, or of one of its comments */
export function linkAt(
  kind: TrackerLink["kind"],
  address: string | null | undefined,
  from: string | null,
  title: string | null = null,
): TrackerLink[] {
  const [, repository, number] = ISSUE_PATH.exec(address ?? "") ?? [];
  return repository === undefined || number === undefined ? [] : linkTo(kind, { repository, number, title }, from);
}

function linkTo(
  kind: TrackerLink["kind"],
  { repository, number, title }: { repository: string | null; number: string; title: string | null },
  from: string | null,
): TrackerLink[] {
  const path = ISSUE_PATH.exec(from ?? "");
  if (!path?.[1] || from === null) return [];
  const isOwn = repository === null || repository.toLowerCase() === path[1].toLowerCase();
  const place = isOwn ? path[1] : repository;
  return [
    {
      kind,
      name: null,
      key: `#${Number(number)}`,
      place: isOwn ? null : place,
      title: isOwn ? null : title,
      url: `${from.slice(0, path.index)}/${place}/issues/${Number(number)}`,
    },
  ];
}

/** GitHub's own way to mark a duplicate: a comment that begins so. */
const DUPLICATE = /^\s*duplicate of\s+(?:([\w.-]+\/[\w.-]+)?#(\d{1,9})\b|(https?:\/\/\S+))/i;

/** What a comment says that its issue is a duplicate of. @param from the address of the comment */
export function duplicateIn(body: string, from: string | null): TrackerLink | null {
  const [, repository = null, number, address] = DUPLICATE.exec(body) ?? [];
  if (number !== undefined) return linkTo("duplicates", { repository, number, title: null }, from)[0] ?? null;
  const isHere = address !== undefined && from !== null && address.startsWith(`${new URL(from).origin}/`);
  return isHere ? (linkAt("duplicates", address, from)[0] ?? null) : null;
}

/** An issue of a list, with how many issues block it: the list has their number alone. */
export interface ListedIssue extends TrackerIssue {
  readonly blockers: number;
}
