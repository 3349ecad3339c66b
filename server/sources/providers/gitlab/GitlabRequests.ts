import type { z } from "zod";
import { type RestResponse, nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import type { TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type {
  HostRelease,
  HostReleases,
  KnownRequest,
  RequestDetails,
  RequestPage,
  RequestReader,
} from "../../connector/requestTypes.ts";
import { orAbsent } from "../../rest/absent.ts";
import { DiscussionBounds } from "../../rest/threadBounds.ts";
import { type FoundProject, type GitlabOptions, findGitlabProject } from "./gitlabProject.ts";
import {
  CommitRow,
  DiscussionNote,
  DiscussionRow,
  WholeRequest,
  checksOf,
  commentOf,
  commitOf,
  eventOf,
  reviewOf,
} from "./gitlabRequestRows.ts";
import { DiffRow, ReleaseRow, isInternal, personOf, readRequestRows } from "./gitlabRows.ts";
import { internalNote } from "./gitlabThreads.ts";
import { ListCursor, readGitlabList } from "./readGitlabList.ts";

const PAGE_SIZE = 100;
/** Pages of diffs or commits of one request that are read. */
const MAX_PAGES = 10;
/** Pages of the discussions of one request, which are bounded as the threads of issues are. */
const MAX_THREAD_PAGES = 100;
const MAX_RELEASES = 100;
/** Characters of one list that is held in memory. */
const MAX_TEXT_LENGTH = 32 << 20;

const LIST = { list: "merge_requests", rows: readRequestRows } as const;

/** Merge requests of a project with who reviewed them and what they touch. */
export class GitlabRequests implements RequestReader {
  readonly #options: GitlabOptions;
  #foundProject: FoundProject | undefined;

  constructor(options: GitlabOptions) {
    this.#options = options;
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const cursor = parseCursor(ListCursor, stored);
    const project = await findGitlabProject(this.#options, cursor, signal);
    this.#foundProject = project;
    if (project.project.merge_requests_enabled === false) return;
    for await (const { values, ...page } of readGitlabList(project, LIST, cursor, signal)) {
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

  async details(request: KnownRequest, signal: AbortSignal): Promise<RequestDetails> {
    const { number, externalId, url } = request;
    const path = `/merge_requests/${number}`;
    const bounds = new DiscussionBounds();
    const discussions = await this.#discussions(path, bounds.begin(), signal);
    const diffs = await this.#list(`${path}/diffs${query({ per_page: PAGE_SIZE })}`, DiffRow, signal);
    const commits = await orAbsent(
      this.#list(`${path}/commits${query({ per_page: PAGE_SIZE })}`, CommitRow, signal),
      [],
    );
    const complete = await orAbsent(this.#get(path, WholeRequest, signal), null);
    const notes = discussions.flatMap((discussion) => discussion.notes);
    const shown = notes.filter((note) => !isInternal(note));
    return {
      reviews: shown.flatMap((note) => reviewOf(note, url) ?? []),
      leftOut: notes.filter(isInternal).map((note) => internalNote(note, `request:${externalId}`)),
      files: diffs.map(({ new_path, diff }) => ({ path: new_path, ...countLines(diff) })),
      comments: discussions.flatMap(({ id, individual_note: isAlone, notes: all }) => {
        const open = all.filter((note) => !isInternal(note));
        return open.flatMap((note) => commentOf(note, request, isAlone ? null : id, open[0]) ?? []);
      }),
      commits: commits.map(commitOf).toReversed(),
      events: shown.flatMap((note) => eventOf(note) ?? []),
      checks: complete && checksOf(complete),
      baseHash: complete?.diff_refs?.base_sha ?? null,
      isCut: bounds.isCut,
    };
  }

  /** Notes in their discussions; each for itself at a host that lists no discussions. */
  async #discussions(
    path: string,
    hasRoom: (items: number, characters: number) => boolean,
    signal: AbortSignal,
  ): Promise<z.infer<typeof DiscussionRow>[]> {
    const answer = await orAbsent(
      this.#list(
        `${path}/discussions${query({ per_page: PAGE_SIZE })}`,
        DiscussionRow,
        signal,
        MAX_THREAD_PAGES,
        hasRoom,
      ),
      null,
    );
    if (answer) return answer;
    const oldestFirst = query({ sort: "asc", order_by: "created_at", per_page: PAGE_SIZE });
    const notes = await this.#list(`${path}/notes${oldestFirst}`, DiscussionNote, signal, MAX_THREAD_PAGES, hasRoom);
    return notes.map((note) => ({ id: String(note.id), individual_note: true, notes: [note] }));
  }

  async #get<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const { client, path: root } = (this.#foundProject ??= await findGitlabProject(this.#options, null, signal));
    return client.read(shape, (await client.get(`${root}${path}`, "item", signal)).data);
  }

  /** A list below the project, up to a number of pages. */
  async #list<T>(
    path: string,
    shape: z.ZodType<T>,
    signal: AbortSignal,
    maxPages = MAX_PAGES,
    hasRoom: (items: number, characters: number) => boolean = () => true,
  ): Promise<T[]> {
    const { client, path: root } = (this.#foundProject ??= await findGitlabProject(this.#options, null, signal));
    const rows: T[] = [];
    let next: string | null = `${root}${path}`;
    let size = 0;
    for (let page = 0; next !== null && page < maxPages && size < MAX_TEXT_LENGTH; page += 1) {
      const answer: RestResponse = await client.get(next, "page", signal);
      const parsed = client.rows(shape, answer.data);
      rows.push(...parsed);
      next = nextOf(answer);
      size += answer.size;
      if (next !== null && !hasRoom(parsed.length, answer.size)) break;
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
