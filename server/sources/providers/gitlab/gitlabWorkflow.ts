/** The workflow of GitLab's issues. */
import { z } from "zod";
import type { TrackerLink, TrackerWorkflow } from "../../connector/workflowTypes.ts";
import { HostNumber, HostUrl } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";
import { type RestResponse, nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import type { FoundProject } from "./gitlabProject.ts";
import { MAX_ISSUE_LINKS } from "../../../../contract/issues/issueWorkflow.ts";

const PAGE_SIZE = 100;

/** Fields of a row of the list of issues. Weight, iteration and epic are of paid plans; others of newer versions. */
export const WORKFLOW_FIELDS = {
  milestone: optionalField(z.object({ title: z.string() })),
  weight: optionalField(z.number()),
  due_date: optionalField(z.iso.date()),
  time_stats: optionalField(z.object({ time_estimate: z.number().nullish(), total_time_spent: z.number().nullish() })),
  upvotes: optionalField(z.number()),
  iteration: optionalField(
    z.object({ title: z.string().nullish(), start_date: z.string().nullish(), due_date: z.string().nullish() }),
  ),
  epic: optionalField(z.object({ iid: HostNumber, url: z.string().nullish() })),
  _links: optionalField(z.object({ closed_as_duplicate_of: z.string().nullish() })),
};
type WorkflowRow = z.infer<z.ZodObject<typeof WORKFLOW_FIELDS>> & {
  readonly web_url: string | null;
  readonly project_id?: number | null | undefined;
};

/** A row of an issue's list of links: the other issue, with the kind of the link. */
const LinkRow = z.object({
  iid: HostNumber,
  project_id: z.number(),
  web_url: HostUrl,
  confidential: z.boolean().nullish(),
  link_type: z.string(),
});
export type LinkRow = z.infer<typeof LinkRow>;

const KINDS: Readonly<Record<string, TrackerLink["kind"]>> = {
  relates_to: "relates",
  blocks: "blocks",
  is_blocked_by: "blocked_by",
};

/** @param links of the issue, which are another list */
export function workflowOf(row: WorkflowRow, links: readonly LinkRow[]): TrackerWorkflow {
  const project = row.project_id ?? null;
  const { time_stats: times, iteration } = row;
  const sprint = iteration && (iteration.title ?? periodOf(iteration));
  const duplicates = duplicateOf(row, links, project);
  const isDuplicate = Boolean(row._links?.closed_as_duplicate_of);
  return {
    // The REST API has no status, and no reason of closing other than a duplicate.
    status: null,
    resolution: isDuplicate ? "duplicate" : null,
    milestones: row.milestone ? [row.milestone.title] : [],
    components: [],
    facts: {
      ...(typeof row.weight === "number" && { weight: row.weight }),
      ...(row.due_date && { due_on: row.due_date }),
      ...(times?.time_estimate && { estimate_seconds: times.time_estimate }),
      ...(times?.total_time_spent && { spent_seconds: times.total_time_spent }),
      ...(typeof row.upvotes === "number" && { votes: row.upvotes }),
      ...(sprint && { sprints: [sprint] }),
    },
    links: [
      ...epicOf(row),
      ...duplicates,
      ...links.flatMap((link) => {
        // A confidential issue is not named, although the token may read it.
        if (link.confidential) return [];
        return linkTo(link, row.web_url, project);
      }),
    ],
  };
}

const periodOf = ({ start_date: from, due_date: to }: { start_date?: string | null; due_date?: string | null }) =>
  from && to ? `${from} – ${to}` : null;

function linkTo(link: LinkRow, from: string | null, project: number | null): TrackerLink[] {
  const isOwn = link.project_id === project;
  const address = isOwn ? ownPage(from, link.iid) : link.web_url;
  return [
    {
      kind: KINDS[link.link_type] ?? "other",
      name: KINDS[link.link_type] ? null : link.link_type.replaceAll("_", " "),
      key: `#${link.iid}`,
      place: isOwn ? null : pathOf(link.web_url),
      // Who may read an issue of another project is not known here.
      title: null,
      url: address,
    },
  ];
}

/** The page of another issue of the same project. */
const ownPage = (from: string | null, iid: number): string | null => from?.replace(/\d+$/, String(iid)) ?? null;

/** `group/project` of an issue's page. */
const pathOf = (page: string | null): string =>
  page === null ? "" : (/^\/(.*?)\/-\/(?:issues|work_items)\/\d+$/.exec(new URL(page).pathname)?.[1] ?? "");

/** The issue as a duplicate of which this one was closed, which the list has as an address of the API. */
function duplicateOf(row: WorkflowRow, links: readonly LinkRow[], project: number | null): TrackerLink[] {
  const [, id, iid] = /\/projects\/(\d+)\/issues\/(\d{1,9})$/.exec(row._links?.closed_as_duplicate_of ?? "") ?? [];
  if (id === undefined || iid === undefined) return [];
  const number = Number(iid);
  // Closing as a duplicate relates the two as well, which has the page of an issue of another project.
  const related = links.find((link) => link.project_id === Number(id) && link.iid === number);
  if (related?.confidential) return [];
  const isOwn = Number(id) === project;
  if (!isOwn && !related) return [];
  const link = { iid: number, project_id: Number(id), web_url: related?.web_url ?? null, link_type: "relates_to" };
  return linkTo(link, row.web_url, project).map((issueLink) => ({ ...issueLink, kind: "duplicates" }));
}

function epicOf({ epic, web_url: page }: WorkflowRow): TrackerLink[] {
  if (!epic) return [];
  const url = epic.url && page && URL.canParse(epic.url, page) ? new URL(epic.url, page).href : null;
  return [{ kind: "parent", name: null, key: `&${epic.iid}`, place: "", title: null, url: HostUrl.parse(url) }];
}

/** Whether the host does not have a list of an issue, or does not show it: a visitor without a token is refused some. */
export function isHiddenList({ context }: FoundProject["client"], error: unknown): boolean {
  if (!(error instanceof SourceError)) return false;
  return (
    ["not_found", "forbidden", "gone"].includes(error.code) || (error.code === "unauthorized" && !context.hasCredential)
  );
}

/**
 * The links of an issue, which no list of issues has; none where the host has no such list, or the issue is gone. Up to one page more than
 * the bound is read.
 */
export async function readLinks(
  { client, path }: FoundProject,
  iid: number,
  signal: AbortSignal,
): Promise<readonly LinkRow[]> {
  const rows: LinkRow[] = [];
  let next: string | null = `${path}/issues/${iid}/links${query({ per_page: PAGE_SIZE })}`;
  try {
    while (next !== null && rows.length <= MAX_ISSUE_LINKS) {
      const answer: RestResponse = await client.get(next, "page", signal);
      rows.push(...client.rows(LinkRow, answer.data));
      next = nextOf(answer);
    }
  } catch (error) {
    if (!isHiddenList(client, error)) throw error;
  }
  return rows;
}
