import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import { TimePosition, readByTime } from "../rest/readByTime.ts";
import { ThreadRoom } from "../rest/listBounds.ts";
import { mapConcurrent } from "../../concurrency.ts";
import { type RestResponse, nextOf, query } from "../rest/restClient.ts";
import type {
  LeftOutItem,
  SourceFacts,
  Tracker,
  TrackerComment,
  TrackerCursor,
  TrackerEvent,
  TrackerPage,
} from "../connectorTypes.ts";
import { restrictedComment, restrictedIssue } from "../restrictedText.ts";
import { type FoundProject, type GitlabOptions, GITLAB_SCOPES, findProject } from "./gitlabProject.ts";
import { IssueRow, NoteRow, isInternal, issueOf, personOf, readIssueRows, systemNote } from "./gitlabRows.ts";
import { message } from "../../messages/messages.ts";

const PAGE_SIZE = 100;
/** Issues whose notes are requested in parallel. GitLab limits requests by the minute, not those that are open. */
const NOTES_CONCURRENCY = 6;

const Cursor = TimePosition.extend({
  project: z.string().nullable().default(null),
  api: z.string().default(""),
  /** The project's path, which is part of the URLs of its issues. */
  name: z.string().nullable().default(null),
});

/** Issues with their notes from GitLab: gitlab.com or a server of one's own. */
export function createGitlabTracker(options: GitlabOptions): Tracker {
  const { url, credential } = options;
  let found: FoundProject | undefined;
  /** Confidential issues of the last list of ids. */
  let confidential: LeftOutItem[] = [];
  const project = async (signal: AbortSignal): Promise<FoundProject> =>
    (found ??= await findProject(options, null, signal));

  /** All comments and events of an issue; null when it was removed meanwhile. */
  const thread = async (
    { client, path }: FoundProject,
    row: IssueRow,
    room: ThreadRoom,
    signal: AbortSignal,
  ): Promise<NoteRow[] | null> => {
    if ((row.user_notes_count ?? 0) === 0) return [];
    const notes: NoteRow[] = [];
    const hasRoom = room.begin(row.confidential ? null : `#${row.iid}`);
    let next: string | null =
      `${path}/issues/${row.iid}/notes${query({ sort: "asc", order_by: "created_at", per_page: PAGE_SIZE })}`;
    while (next !== null) {
      try {
        const answer: RestResponse = await client.get(next, "page", signal);
        const found = client.read(z.array(NoteRow), answer.data);
        notes.push(...found);
        next = nextOf(answer);
        if (next !== null && !hasRoom(found.length, answer.size)) break;
      } catch (error) {
        if (!(error instanceof SourceError) || error.code !== "not_found") throw error;
        // Deleted between the list and now, unless the project itself is not shown any more.
        await client.get(path, "description", signal);
        return null;
      }
    }
    return notes;
  };
  const withNotes = async (
    at: FoundProject,
    rows: readonly IssueRow[],
    signal: AbortSignal,
  ): Promise<Pick<TrackerPage, "issues" | "comments" | "wholeThreads" | "cutThreads" | "events" | "leftOut">> => {
    const room = new ThreadRoom();
    const open = rows.filter((row) => !row.confidential);
    const hidden = await mapConcurrent(
      rows.filter((row) => row.confidential),
      NOTES_CONCURRENCY,
      async (row): Promise<LeftOutItem> => {
        const notes = options.readsRestricted ? await thread(at, row, room, signal) : null;
        if (notes === null) return confidentialIssue(row);
        const said = notes.flatMap((note) => commentOf(row, note) ?? []);
        return { ...confidentialIssue(row), text: restrictedIssue(issueOf(row), said) };
      },
    );
    const internalOf = (row: IssueRow, note: NoteRow): LeftOutItem => {
      const comment = options.readsRestricted ? commentOf(row, note) : null;
      const item = internalNote(note, String(row.id));
      return comment ? { ...item, text: restrictedComment(issueOf(row), comment) } : item;
    };
    const read = await mapConcurrent(open, NOTES_CONCURRENCY, async (row) => ({
      row,
      notes: await thread(at, row, room, signal),
    }));
    const whole = read.flatMap(({ row, notes }) =>
      notes === null
        ? []
        : [{ row, notes: notes.filter((note) => !isInternal(note)), internal: notes.filter(isInternal) }],
    );
    return {
      issues: whole.map(({ row, internal }) => issueOf(row, internal.length)),
      leftOut: [...hidden, ...whole.flatMap(({ row, internal }) => internal.map((note) => internalOf(row, note)))],
      wholeThreads: whole.map(({ row }) => `#${row.iid}`).filter((key) => !room.cut.includes(key)),
      cutThreads: room.cut,
      comments: whole.flatMap(({ row, notes }) => notes.flatMap((note) => commentOf(row, note) ?? [])),
      events: whole.flatMap(({ row, notes }) => eventsOf(row, notes)),
    };
  };

  return {
    async describe(signal): Promise<SourceFacts> {
      const at = await project(signal);
      const { client, path } = at;
      if (at.project.issues_enabled === false || at.project.issues_access_level === "disabled") {
        throw new SourceError("gone", message("source.issues_off_project", { host: url.host }));
      }
      const [first, account] = await Promise.all([
        client.get(
          `${path}/issues${query({ scope: "all", state: "all", order_by: "updated_at", sort: "desc", per_page: 3 })}`,
          "item",
          signal,
        ),
        credential ? whoIs(at, signal) : null,
      ]);
      const rows = readIssueRows(client, first.data);
      return {
        name: at.project.path_with_namespace,
        visibility: visibilityOf(at.project.visibility),
        defaultBranch: at.project.default_branch ?? null,
        items: formatCount(first.headers.get("x-total")),
        notes: at.project.archived ? [message("note.project_archived")] : [],
        account: account?.account ?? null,
        missing: account?.missing ?? [],
        limitLeft: formatCount(first.headers.get("ratelimit-remaining")),
        sample: rows.flatMap(({ value }) => (value.confidential ? [] : [`#${value.iid} ${value.title}`])),
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      const at = await findProject(
        options,
        cursor.project === null ? null : { id: cursor.project, api: cursor.api },
        signal,
      );
      found = at;
      const { client, path } = at;
      const name = at.project.path_with_namespace;
      const place = { project: String(at.project.id), api: client.api, name };
      // The addresses of all issues change with the project's, and their times do not.
      const isRenamed = cursor.name !== null && cursor.name !== name;
      const pages = readByTime(isRenamed ? TimePosition.parse({}) : cursor, url.host, async ({ since, link }) => {
        const answer = await client.get(
          link ??
            `${path}/issues${query({ scope: "all", state: "all", order_by: "updated_at", sort: "asc", per_page: PAGE_SIZE, updated_after: since })}`,
          "page",
          signal,
        );
        return {
          rows: readIssueRows(client, answer.data),
          next: nextOf(answer),
          total: formatCount(answer.headers.get("x-total")),
        };
      });
      for await (const page of pages) {
        const { done, total } = page;
        yield {
          step: "issues",
          ...(await withNotes(at, page.values, signal)),
          done,
          total,
          cursor: { ...place, ...page.place },
        };
      }
    },

    inventory: {
      countsRequests: false,
      async count(signal) {
        const { client, path } = await project(signal);
        const { headers } = await client.get(
          `${path}/issues${query({ scope: "all", state: "all", per_page: 1 })}`,
          "item",
          signal,
        );
        const total = formatCount(headers.get("x-total"));
        if (total !== null) return total;
        // Left out of the list's headers where there are very many.
        const statistics = await client
          .get(`${path}/issues_statistics${query({ scope: "all" })}`, "account", signal)
          .catch(() => null);
        const counted = Statistics.safeParse(statistics?.data);
        return counted.success ? counted.data.statistics.counts.all : null;
      },
      async *ids(signal) {
        const { client, path } = await project(signal);
        const hidden: LeftOutItem[] = [];
        // By the time of creation, as the issues by that of their change: the host refuses pages beyond an offset of 50,000.
        const pages = readByTime(TimePosition.parse({}), url.host, async ({ since, link }) => {
          const asked = { scope: "all", state: "all", order_by: "created_at", sort: "asc", per_page: PAGE_SIZE };
          const answer = await client.get(
            link ?? `${path}/issues${query({ ...asked, created_after: since })}`,
            "page",
            signal,
          );
          const rows = readIssueRows(client, answer.data).map(({ id, value }) => ({
            id,
            updatedAt: new Date(value.created_at),
            value,
          }));
          return { rows, next: nextOf(answer), total: null };
        });
        for await (const { values } of pages) {
          hidden.push(...values.flatMap((row) => (row.confidential ? [confidentialIssue(row)] : [])));
          yield values.flatMap((row) => (row.confidential ? [] : [String(row.id)]));
        }
        confidential = hidden;
      },
      leftOut: () => confidential,
      async has({ externalId, key }, signal) {
        const { client, path } = await project(signal);
        try {
          const { data } = await client.get(`${path}/issues/${key.replace("#", "")}`, "item", signal);
          const row = client.read(IssueRow, data);
          return String(row.id) === externalId && !row.confidential;
        } catch (error) {
          if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
          throw error;
        }
      },
    },
  };
}

const Statistics = z.object({ statistics: z.object({ counts: z.object({ all: z.number().int() }) }) });
const Token = z.object({ scopes: z.array(z.string()).nullish() });
const Account = z.object({ username: z.string() });

/** The account of the token and its missing scopes. Both are optional: a token of a project has neither. */
async function whoIs(
  { client }: FoundProject,
  signal: AbortSignal,
): Promise<{ account: string | null; missing: string[] }> {
  const [user, token] = await Promise.all([
    client.get("/user", "account", signal).catch(() => null),
    client.get("/personal_access_tokens/self", "account", signal).catch(() => null),
  ]);
  const account = Account.safeParse(user?.data);
  const scopes = Token.safeParse(token?.data);
  const granted = scopes.success ? scopes.data.scopes : null;
  return {
    account: account.success ? account.data.username : null,
    missing: granted && !granted.includes("api") ? GITLAB_SCOPES.filter((scope) => !granted.includes(scope)) : [],
  };
}

const confidentialIssue = (row: IssueRow): LeftOutItem => ({ kind: "confidential_issue", externalId: String(row.id) });

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
    url: `${row.web_url}#note_${note.id}`,
    createdAt: new Date(note.created_at),
    updatedAt: new Date(note.updated_at ?? note.created_at),
  };
}

function eventsOf(row: IssueRow, notes: readonly NoteRow[]): TrackerEvent[] {
  const issueKey = `#${row.iid}`;
  const events = notes.flatMap((note): TrackerEvent[] => {
    const change = note.system ? systemNote(note.body ?? "") : null;
    if (!change) return [];
    return [
      {
        externalId: String(note.id),
        issueKey,
        ...change,
        actor: personOf(note.author),
        createdAt: new Date(note.created_at),
      },
    ];
  });
  // The notes of an issue without comments are not requested; the time of closing is in the issue itself.
  if (events.length === 0 && row.closed_at) {
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

const visibilityOf = (value: string | null | undefined): SourceFacts["visibility"] =>
  value === "public" ? "public" : value === "private" || value === "internal" ? "private" : "unknown";

export function formatCount(value: string | null): number | null {
  const number = value === null || value.trim() === "" ? NaN : Number(value);
  return Number.isInteger(number) && number >= 0 ? number : null;
}
