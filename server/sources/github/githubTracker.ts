import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import type { SourceFacts, TrackerCursor } from "../connectorTypes.ts";
import type { Tracker, TrackerPage } from "../trackerTypes.ts";
import { TimePosition, readByTime, sinceOf } from "../rest/readByTime.ts";
import {
  type GithubApi,
  type GithubOptions,
  countOf,
  lastPage,
  nextOnHost,
  openGithub,
  readRows,
} from "./githubApi.ts";
import { readGithubEvents } from "./githubEvents.ts";
import { type Row, readComments, readIssues } from "./githubRows.ts";
import { createGithubInventory } from "./githubInventory.ts";
import { readThread } from "./githubThread.ts";
import { message } from "../../messages/messages.ts";

const PAGE_SIZE = 100;

/** How far one of the two lists has been read. `etag` belongs to the question that began at `since`. */
const ListCursor = TimePosition.extend({
  since: z.iso.datetime().nullable().default(null),
  etag: z.string().nullable().default(null),
});
type ListCursor = z.infer<typeof ListCursor>;
const UNREAD: ListCursor = { until: null, next: null, since: null, etag: null };
const Cursor = z.object({
  repository: z.string().nullable().default(null),
  /** The repository's name, which is part of the URLs of all its issues. */
  name: z.string().nullable().default(null),
  issues: ListCursor.default(UNREAD),
  comments: ListCursor.default(UNREAD),
});
type Cursor = z.infer<typeof Cursor>;
const Account = z.object({ login: z.string() });

/** Issues and their comments from GitHub, or from a host that answers like it. Pull requests are left out. */
export function createGithubTracker(options: GithubOptions): Tracker {
  const { url, credential } = options;
  const api = openGithub(options);
  const { request, repository } = api;

  return {
    async describe(signal): Promise<SourceFacts> {
      const found = await repository(signal, null);
      if (found.has_issues === false)
        throw new SourceError("gone", message("source.issues_off_repository", { host: url.host }));
      const [owner = "", repo = ""] = found.full_name.split("/");
      const [first, account] = await Promise.all([
        request("GET /repos/{owner}/{repo}/issues", "item", { owner, repo, state: "all", per_page: 1 }, signal),
        credential ? request("GET /user", "account", {}, signal).catch(() => null) : null,
      ]);
      const known = Account.safeParse(account?.data);
      const rows = readRows(readIssues, first.data, url.host);
      return {
        name: found.full_name,
        visibility: found.private === undefined ? "unknown" : found.private ? "private" : "public",
        items: countOf(first.headers["link"], api.root(), rows.length),
        notes: found.archived ? [message("note.repository_archived")] : [],
        account: known.success ? known.data.login : null,
        missing: missingScopes(account?.headers["x-oauth-scopes"], found.private === true),
        limitLeft: figure(first.headers["x-ratelimit-remaining"]),
        sample: rows.flatMap(({ value }) => (value ? [`${value.key} ${value.title}`] : [])),
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
      const cursor = readCursor(stored);
      const found = await repository(signal, cursor.repository);
      const id = String(found.id);
      if (cursor.repository !== null && cursor.repository !== id) {
        throw new SourceError("not_found", message("source.other_tracker", { host: url.host }));
      }
      // The addresses of all issues change with its name, and their times do not.
      if (cursor.name !== null && cursor.name !== found.full_name)
        Object.assign(cursor, { issues: UNREAD, comments: UNREAD });
      Object.assign(cursor, { repository: id, name: found.full_name });
      const path = `/repos/${found.full_name}`;
      const read = { options, api, id, signal };
      for await (const page of readList({
        ...read,
        route: `GET ${path}/issues`,
        parameters: { state: "all" },
        at: cursor.issues,
        rows: readIssues,
      })) {
        cursor.issues = page.at;
        yield { step: "issues", issues: page.values, done: page.done, total: page.total, cursor: { ...cursor } };
      }
      for await (const page of readList({
        ...read,
        route: `GET ${path}/issues/comments`,
        parameters: {},
        at: cursor.comments,
        rows: readComments,
      })) {
        cursor.comments = page.at;
        yield { step: "comments", comments: page.values, done: page.done, total: page.total, cursor: { ...cursor } };
      }
    },

    thread: (key, signal) => readThread(options, api, key, signal),
    events: (stored, signal) => readGithubEvents(options, api, stored, signal),
    inventory: createGithubInventory(options, api),
  };
}

interface ListReading<T> {
  readonly options: GithubOptions;
  readonly api: GithubApi;
  /** The repository's number. */
  readonly id: string;
  readonly signal: AbortSignal;
  readonly route: string;
  readonly parameters: Record<string, unknown>;
  readonly at: ListCursor;
  readonly rows: (data: unknown) => Row<T>[];
}
interface ListPage<T> {
  readonly values: T[];
  readonly at: ListCursor;
  readonly done: number;
  readonly total: number | null;
}

/** One list, oldest change first, with the tag that makes a list in which nothing has changed cost nothing. */
async function* readList<T>({ options, api, id, signal, at, ...list }: ListReading<T>): AsyncGenerator<ListPage<T>> {
  const { request, repository, root } = api;
  const { host } = options.url;
  const first = sinceOf(at.until);
  let etag: string | null = null;
  const pages = readByTime(at, host, async ({ since, link, isFirst }) => {
    const tag = isFirst && at.since === since ? at.etag : null;
    const headers = tag === null ? {} : { "if-none-match": tag };
    const queryParameters =
      link === null
        ? {
            ...list.parameters,
            sort: "updated",
            direction: "asc",
            per_page: PAGE_SIZE,
            ...(since !== null && { since }),
          }
        : {};
    const route = link === null ? list.route : `GET ${link}`;
    const readPage = () => request(route, "page", { ...queryParameters, headers }, signal);
    let answer: Awaited<ReturnType<typeof readPage>>;
    try {
      answer = await readPage().catch(async (error: unknown) => {
        // A list that answers 404 is only believed when the repository itself does too.
        if (!(error instanceof SourceError) || error.code !== "not_found" || link !== null) throw error;
        await repository(signal, id);
        return readPage();
      });
    } catch (error) {
      if (isNotModified(error)) return null;
      throw error;
    }
    const rows = readRows(list.rows, answer.data, host);
    const next = nextOnHost(answer.headers["link"], root(), host);
    // On a full page, new rows may be on the next one, and this one stays unchanged.
    etag = isFirst && next === null && rows.length < PAGE_SIZE ? tagOf(answer.headers["etag"]) : null;
    const last = isFirst ? lastPage(answer.headers["link"], root()) : null;
    return { rows, next, total: last === null ? null : last * PAGE_SIZE };
  });
  for await (const { values, place, done, total } of pages) {
    yield {
      values: values.flatMap((value) => value ?? []),
      done,
      total,
      // The tag is valid for the next request as long as its time has not changed.
      at: { ...place, since: first, etag: place.next === null && place.until === at.until ? etag : null },
    };
  }
}

const tagOf = (header: string | number | undefined): string | null => (header === undefined ? null : String(header));
const isNotModified = (error: unknown): boolean => error instanceof Error && "status" in error && error.status === 304;

function readCursor(stored: TrackerCursor | null): Cursor {
  const parsed = Cursor.safeParse(stored ?? {});
  // A cursor of an older version: everything is read again, which changes nothing that is stored.
  return parsed.success ? parsed.data : Cursor.parse({});
}

/** The host reports the scopes of a classic token only; for a fine-grained one and an app's, a refusal names what is missing. */
function missingScopes(header: unknown, isPrivate: boolean): string[] {
  if (typeof header !== "string" || !isPrivate) return [];
  const granted = header.split(",").map((scope) => scope.trim());
  return granted.includes("repo") ? [] : ["repo"];
}

function figure(value: unknown): number | null {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : null;
}
