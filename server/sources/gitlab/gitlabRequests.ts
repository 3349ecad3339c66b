import { z } from "zod";
import { TimePosition, readByTime } from "../rest/readByTime.ts";
import { type RestResponse, nextOf, query } from "../rest/restClient.ts";
import { SourceError } from "../SourceError.ts";
import type { TrackerCursor } from "../connectorTypes.ts";
import type { HostRelease, RequestPage, RequestReader, RequestReview } from "../requestTypes.ts";
import { type FoundProject, type GitlabOptions, findProject, parseCount } from "./gitlabProject.ts";
import { DiffRow, NoteRow, ReleaseRow, isInternal, personOf, readRequestRows } from "./gitlabRows.ts";
import { internalNote } from "./gitlabThreads.ts";

const PAGE_SIZE = 100;
/** Pages of notes or diffs of one request that are read. */
const MAX_PAGES = 10;
const MAX_RELEASES = 100;
/** Characters of one list that is held in memory. */
const MAX_TEXT_LENGTH = 32 << 20;
const Cursor = TimePosition.extend({
  project: z.string().nullable().default(null),
  api: z.string().default(""),
  name: z.string().nullable().default(null),
});

/** Merge requests of a project with who reviewed them and what they touch. */
export function createGitlabRequests(options: GitlabOptions): RequestReader {
  let found: FoundProject | undefined;
  const all = async <T>(path: string, shape: z.ZodType<T>, signal: AbortSignal, most = MAX_PAGES): Promise<T[]> => {
    found ??= await findProject(options, null, signal);
    const rows: T[] = [];
    let next: string | null = `${found.path}${path}`;
    let size = 0;
    for (let page = 0; next !== null && page < most && size < MAX_TEXT_LENGTH; page += 1) {
      const answer: RestResponse = await found.client.get(next, "page", signal);
      rows.push(...found.client.read(z.array(shape), answer.data));
      next = nextOf(answer);
      size += answer.size;
    }
    return rows;
  };

  return {
    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      const at = await findProject(
        options,
        cursor.project === null ? null : { id: cursor.project, api: cursor.api },
        signal,
      );
      found = at;
      if (at.project.merge_requests_enabled === false) return;
      const { client, path } = at;
      const name = at.project.path_with_namespace;
      const place = { project: String(at.project.id), api: client.api, name };
      const isRenamed = cursor.name !== null && cursor.name !== name;
      const pages = readByTime(
        isRenamed ? TimePosition.parse({}) : cursor,
        options.url.host,
        async ({ since, link }) => {
          const answer = await client.get(
            link ??
              `${path}/merge_requests${query({ scope: "all", state: "all", order_by: "updated_at", sort: "asc", per_page: PAGE_SIZE, updated_after: since })}`,
            "page",
            signal,
          );
          return {
            rows: readRequestRows(client, answer.data),
            next: nextOf(answer),
            total: parseCount(answer.headers.get("x-total")),
          };
        },
      );
      for await (const { values, place: how, done, total } of pages) {
        yield { requests: values, done, total, cursor: { ...place, ...how } };
      }
    },

    async releases(signal) {
      const rows = await all(`/releases${query({ per_page: PAGE_SIZE })}`, ReleaseRow, signal, MAX_RELEASES).catch(
        (error: unknown) => {
          // A project that keeps no code, or a token that may not see it.
          if (error instanceof SourceError && (error.code === "not_found" || error.code === "forbidden")) return null;
          throw error;
        },
      );
      return rows && { releases: rows.map(releaseOf), leftOut: [] };
    },

    async details({ number, externalId }, signal) {
      const notes = await all(
        `/merge_requests/${number}/notes${query({ sort: "asc", order_by: "created_at", per_page: PAGE_SIZE })}`,
        NoteRow,
        signal,
      );
      const diffs = await all(`/merge_requests/${number}/diffs${query({ per_page: PAGE_SIZE })}`, DiffRow, signal);
      return {
        reviews: notes.flatMap((note) => (isInternal(note) ? [] : (reviewOf(note) ?? []))),
        leftOut: notes.filter(isInternal).map((note) => internalNote(note, `request:${externalId}`)),
        files: diffs.map(({ new_path, diff }) => ({ path: new_path, ...countLines(diff) })),
      };
    },
  };
}

/** GitLab identifies a release by its tag. */
const releaseOf = (row: z.infer<typeof ReleaseRow>): HostRelease => ({
  externalId: row.tag_name,
  tag: row.tag_name,
  name: row.name || row.tag_name,
  body: row.description ?? "",
  url: row._links?.self ?? "",
  author: personOf(row.author),
  isPrerelease: row.upcoming_release ?? false,
  createdAt: new Date(row.created_at),
  publishedAt: row.released_at ? new Date(row.released_at) : null,
});

function reviewOf(note: NoteRow): RequestReview | null {
  const body = note.body?.trim() ?? "";
  const state = !note.system
    ? "commented"
    : /^approved this merge request/i.test(body)
      ? "approved"
      : /^requested changes/i.test(body)
        ? "changes_requested"
        : /^unapproved this merge request/i.test(body)
          ? "dismissed"
          : null;
  return (
    state && {
      externalId: String(note.id),
      person: personOf(note.author),
      state,
      submittedAt: new Date(note.created_at),
    }
  );
}

/** Lines that a diff adds and takes away; null where GitLab left it out for its size. */
function countLines(diff: string | null | undefined): { additions: number | null; deletions: number | null } {
  if (!diff) return { additions: null, deletions: null };
  let additions = 0;
  let deletions = 0;
  for (const line of diff.split("\n")) {
    if (line.startsWith("+") && !line.startsWith("+++")) additions += 1;
    else if (line.startsWith("-") && !line.startsWith("---")) deletions += 1;
  }
  return { additions, deletions };
}
