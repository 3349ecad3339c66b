import { z } from "zod";
import { type RestResponse, nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import type { TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type {
  HostRelease,
  HostReleases,
  RequestDetails,
  RequestPage,
  RequestReader,
  RequestReview,
} from "../../connector/requestTypes.ts";
import { type FoundProject, type GitlabOptions, findProject } from "./gitlabProject.ts";
import { DiffRow, NoteRow, ReleaseRow, isInternal, personOf, readRequestRows } from "./gitlabRows.ts";
import { internalNote } from "./gitlabThreads.ts";
import { ListCursor, readGitlabList } from "./readGitlabList.ts";

const PAGE_SIZE = 100;
/** Pages of notes or diffs of one request that are read. */
const MAX_PAGES = 10;
const MAX_RELEASES = 100;
/** Characters of one list that is held in memory. */
const MAX_TEXT_LENGTH = 32 << 20;

const LIST = { list: "merge_requests", rows: readRequestRows } as const;

/** Merge requests of a project with who reviewed them and what they touch. */
export class GitlabRequests implements RequestReader {
  readonly #options: GitlabOptions;
  #found: FoundProject | undefined;

  constructor(options: GitlabOptions) {
    this.#options = options;
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const cursor = parseCursor(ListCursor, stored);
    const found = await findProject(this.#options, cursor, signal);
    this.#found = found;
    if (found.project.merge_requests_enabled === false) return;
    for await (const { values, ...page } of readGitlabList(found, LIST, cursor, signal)) {
      yield { requests: values, ...page };
    }
  }

  async releases(signal: AbortSignal): Promise<HostReleases | null> {
    try {
      const rows = await this.#list(`/releases${query({ per_page: PAGE_SIZE })}`, ReleaseRow, signal, MAX_RELEASES);
      return { releases: rows.map(releaseOf), leftOut: [] };
    } catch (error) {
      // A project that keeps no code, or a token that may not see it.
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "forbidden")) return null;
      throw error;
    }
  }

  async details(
    { number, externalId }: { readonly number: number; readonly externalId: string },
    signal: AbortSignal,
  ): Promise<RequestDetails> {
    const path = `/merge_requests/${number}`;
    const oldestFirst = query({ sort: "asc", order_by: "created_at", per_page: PAGE_SIZE });
    const notes = await this.#list(`${path}/notes${oldestFirst}`, NoteRow, signal);
    const diffs = await this.#list(`${path}/diffs${query({ per_page: PAGE_SIZE })}`, DiffRow, signal);
    return {
      reviews: notes.flatMap((note) => (isInternal(note) ? [] : (reviewOf(note) ?? []))),
      leftOut: notes.filter(isInternal).map((note) => internalNote(note, `request:${externalId}`)),
      files: diffs.map(({ new_path, diff }) => ({ path: new_path, ...countLines(diff) })),
    };
  }

  /** A list below the project, up to a number of pages. */
  async #list<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal, maxPages = MAX_PAGES): Promise<T[]> {
    const { client, path: root } = (this.#found ??= await findProject(this.#options, null, signal));
    const rows: T[] = [];
    let next: string | null = `${root}${path}`;
    let size = 0;
    for (let page = 0; next !== null && page < maxPages && size < MAX_TEXT_LENGTH; page += 1) {
      const answer: RestResponse = await client.get(next, "page", signal);
      rows.push(...client.read(z.array(shape), answer.data));
      next = nextOf(answer);
      size += answer.size;
    }
    return rows;
  }
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
