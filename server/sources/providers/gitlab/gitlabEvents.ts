/**
 * Changes of an issue's state, labels and milestone. GitLab has them in lists of their own and not among the notes: labels since 11.4, milestones
 * and states since 13.2. https://docs.gitlab.com/api/resource_state_events/
 */
import { z } from "zod";
import type { TrackerEvent } from "../../connector/trackerTypes.ts";
import { HostTime } from "../../rest/hostFields.ts";
import { type RestResponse, nextOf, query } from "../../rest/restClient.ts";
import type { FoundProject } from "./gitlabProject.ts";
import { type IssueRow, User, personOf } from "./gitlabRows.ts";
import { isHiddenList } from "./gitlabWorkflow.ts";

const PAGE_SIZE = 100;
/** Pages of one list of an issue: 1,000 changes. */
const MAX_EVENT_PAGES = 10;
const MAX_DETAIL_LENGTH = 300;

const EventRow = z.object({ id: z.number(), user: User.nullish(), created_at: HostTime });
const StateRow = EventRow.extend({ state: z.string() });
const LabelRow = EventRow.extend({ action: z.string(), label: z.object({ name: z.string() }).nullish() });
const MilestoneRow = EventRow.extend({ action: z.string(), milestone: z.object({ title: z.string() }).nullish() });

type Change = Pick<TrackerEvent, "type" | "detail">;

const STATE_TYPES: Readonly<Record<string, string>> = { closed: "closed", reopened: "reopened", opened: "reopened" };
const LABEL_TYPES: Readonly<Record<string, string>> = { add: "labeled", remove: "unlabeled" };
const MILESTONE_TYPES: Readonly<Record<string, string>> = { add: "milestoned", remove: "demilestoned" };

const changeOf = (type: string | undefined, detail: string | null): Change | null =>
  type === undefined ? null : { type, detail: detail?.slice(0, MAX_DETAIL_LENGTH) ?? null };

/**
 * The changes of an issue; none of one that was not changed since it was opened, for which nothing is requested.
 * @throws SourceError when a list cannot be read, unless the host does not have it or does not show it
 */
export async function readEvents(
  project: FoundProject,
  row: IssueRow,
  signal: AbortSignal,
): Promise<readonly TrackerEvent[]> {
  if (row.updated_at === row.created_at) return [];
  const read = <Row extends z.infer<typeof EventRow>>(
    list: string,
    schema: z.ZodType<Row>,
    change: (row: Row) => Change | null,
  ) => readChanges(project, row.iid, { list, schema, change }, signal);
  const lists = await Promise.all([
    read("state", StateRow, ({ state }) => changeOf(STATE_TYPES[state], null)),
    read("label", LabelRow, ({ action, label }) => (label ? changeOf(LABEL_TYPES[action], label.name) : null)),
    read("milestone", MilestoneRow, ({ action, milestone }) =>
      milestone ? changeOf(MILESTONE_TYPES[action], milestone.title) : null,
    ),
  ]);
  return lists.flat();
}

interface EventList<Row> {
  /** The kind of resource event, as the address names it. */
  readonly list: string;
  readonly schema: z.ZodType<Row>;
  /** What a row says; null for a deleted label or milestone, and for what later versions add. */
  readonly change: (row: Row) => Change | null;
}

async function readChanges<Row extends z.infer<typeof EventRow>>(
  { client, path }: FoundProject,
  iid: number,
  { list, schema, change }: EventList<Row>,
  signal: AbortSignal,
): Promise<TrackerEvent[]> {
  const events: TrackerEvent[] = [];
  let next: string | null = `${path}/issues/${iid}/resource_${list}_events${query({ per_page: PAGE_SIZE })}`;
  try {
    for (let page = 0; next !== null && page < MAX_EVENT_PAGES; page++) {
      const answer: RestResponse = await client.get(next, "page", signal);
      for (const row of client.rows(schema, answer.data)) {
        const event = change(row);
        if (!event) continue;
        // The three lists count their ids by themselves, as notes do.
        const externalId = `${list}:${row.id}`;
        const createdAt = new Date(row.created_at);
        events.push({ externalId, issueKey: `#${iid}`, ...event, actor: personOf(row.user), createdAt });
      }
      next = nextOf(answer);
    }
  } catch (error) {
    if (!isHiddenList(client, error)) throw error;
  }
  return events;
}
