import { mapConcurrent } from "../../../concurrency.ts";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import type { TrackerComment, TrackerEvent, TrackerPage } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { restrictedComment, restrictedIssue } from "../../connector/restrictedText.ts";
import { ThreadRoom } from "../../rest/listBounds.ts";
import { type RestResponse, nextOf, query } from "../../rest/restClient.ts";
import { readEvents } from "./gitlabEvents.ts";
import type { FoundProject } from "./gitlabProject.ts";
import { readLinks } from "./gitlabWorkflow.ts";
import { type IssueRow, NoteRow, isInternal, issueOf, personOf, systemNote } from "./gitlabRows.ts";

const PAGE_SIZE = 100;
/** Issues whose notes are requested in parallel. GitLab limits requests by the minute, not those that are open. */
const NOTES_CONCURRENCY = 6;

type WholeIssues = Pick<TrackerPage, "issues" | "comments" | "wholeThreads" | "cutThreads" | "events" | "leftOut">;

/** Rows of a list with all their notes. @param readsRestricted gives the texts of confidential issues and internal notes too */
export async function wholeIssues(
  project: FoundProject,
  rows: readonly IssueRow[],
  readsRestricted: boolean,
  signal: AbortSignal,
): Promise<WholeIssues> {
  const room = new ThreadRoom();
  const confidential = await mapConcurrent(
    rows.filter((row) => row.confidential),
    NOTES_CONCURRENCY,
    async (row) => withText(row, readsRestricted ? await readThread(project, row, room, signal) : null),
  );
  const read = await mapConcurrent(
    rows.filter((row) => !row.confidential),
    NOTES_CONCURRENCY,
    async (row) => {
      const notes = await readThread(project, row, room, signal);
      if (notes === null) return { row, notes, links: [], changes: [] };
      const links = mayBeLinked(row, notes) ? await readLinks(project, row.iid, signal) : [];
      return { row, notes, links, changes: await readEvents(project, row, signal) };
    },
  );
  const complete = read.flatMap(({ row, notes, links, changes }) =>
    notes === null
      ? []
      : [{ row, links, changes, notes: notes.filter((note) => !isInternal(note)), internal: notes.filter(isInternal) }],
  );
  const internal = complete.flatMap(({ row, internal }) =>
    internal.map((note) => internalOf(row, note, readsRestricted)),
  );
  return {
    issues: complete.map(({ row, internal, links }) => issueOf(row, internal.length, links)),
    leftOut: [...confidential, ...internal],
    wholeThreads: complete.map(({ row }) => `#${row.iid}`).filter((key) => !room.cut.includes(key)),
    cutThreads: room.cut,
    comments: complete.flatMap(({ row, notes }) => notes.flatMap((note) => commentOf(row, note) ?? [])),
    events: complete.flatMap(({ row, notes, changes }) => eventsOf(row, notes, changes)),
  };
}

/** GitLab notes each change of a link, in words that differ by its version. */
const LINK_NOTE = /\b(?:relat|block|link|duplicate)/i;

/** Whether an issue may have links: a note is about one, or its notes were not read, because it has no comments. */
const mayBeLinked = (row: IssueRow, notes: readonly NoteRow[]): boolean =>
  (row.user_notes_count ?? 0) === 0 || notes.some(({ system, body }) => system && LINK_NOTE.test(body ?? ""));

/** All comments and events of an issue; null when it was removed meanwhile. */
async function readThread(
  { client, path }: FoundProject,
  row: IssueRow,
  room: ThreadRoom,
  signal: AbortSignal,
): Promise<NoteRow[] | null> {
  if ((row.user_notes_count ?? 0) === 0) return [];
  const notes: NoteRow[] = [];
  const hasRoom = room.begin(row.confidential ? null : `#${row.iid}`);
  let next: string | null =
    `${path}/issues/${row.iid}/notes${query({ sort: "asc", order_by: "created_at", per_page: PAGE_SIZE })}`;
  while (next !== null) {
    try {
      const answer: RestResponse = await client.get(next, "page", signal);
      const noteRows = client.rows(NoteRow, answer.data);
      notes.push(...noteRows);
      next = nextOf(answer);
      if (next !== null && !hasRoom(noteRows.length, answer.size)) break;
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "not_found") throw error;
      // Deleted between the list and now, unless the project itself is not shown any more.
      await client.get(path, "description", signal);
      return null;
    }
  }
  return notes;
}
/** @param notes null where they are not read, or the issue is gone */
function withText(row: IssueRow, notes: readonly NoteRow[] | null): LeftOutItem {
  const item = confidentialIssue(row);
  if (notes === null) return item;
  const comments = notes.flatMap((note) => commentOf(row, note) ?? []);
  return { ...item, text: restrictedIssue(issueOf(row), comments) };
}

function internalOf(row: IssueRow, note: NoteRow, readsRestricted: boolean): LeftOutItem {
  const comment = readsRestricted ? commentOf(row, note) : null;
  const item = internalNote(note, String(row.id));
  return comment ? { ...item, text: restrictedComment(issueOf(row), comment) } : item;
}

export const confidentialIssue = (row: IssueRow): LeftOutItem => ({
  kind: "confidential_issue",
  externalId: String(row.id),
});

/** @param parentId of the issue, or of the request with `request:` before it */
export const internalNote = (note: NoteRow, parentId: string): LeftOutItem => ({
  kind: "internal_comment",
  externalId: String(note.id),
  parentId,
});

function commentOf(row: IssueRow, note: NoteRow): TrackerComment | null {
  if (note.system) return null;
  return {
    externalId: String(note.id),
    issueKey: `#${row.iid}`,
    author: personOf(note.author),
    body: note.body ?? "",
    url: row.web_url === null ? null : `${row.web_url}#note_${note.id}`,
    createdAt: new Date(note.created_at),
    updatedAt: new Date(note.updated_at ?? note.created_at),
  };
}

/** Time between a note and the entry of a list about one change. */
const SAME_CHANGE_MS = 2000;

/** @param changes of the lists that GitLab has apart from the notes, which have the same change where a version wrote both */
function eventsOf(row: IssueRow, notes: readonly NoteRow[], changes: readonly TrackerEvent[]): TrackerEvent[] {
  const issueKey = `#${row.iid}`;
  const noted = notes.flatMap((note): TrackerEvent[] => {
    const change = note.system ? systemNote(note.body ?? "") : null;
    if (!change) return [];
    const createdAt = new Date(note.created_at);
    const isListed = changes.some(
      ({ type, createdAt: at }) =>
        type === change.type && Math.abs(at.getTime() - createdAt.getTime()) < SAME_CHANGE_MS,
    );
    if (isListed) return [];
    return [{ externalId: String(note.id), issueKey, ...change, actor: personOf(note.author), createdAt }];
  });
  const events = [...changes, ...noted];
  // A closing of which the host shows neither a note nor an entry: its time is in the issue itself.
  if (row.closed_at && !events.some(({ type }) => type === "closed")) {
    events.push({
      externalId: `closed:${row.closed_at}`,
      issueKey,
      type: "closed",
      detail: null,
      actor: personOf(row.closed_by),
      createdAt: new Date(row.closed_at),
    });
  }
  return events;
}
