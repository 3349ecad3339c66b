import type { Octokit } from "@octokit/core";
import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import type { SourceFacts, Tracker, TrackerCursor, TrackerPage } from "../sourceKinds.ts";
import { type GithubOptions, lastPage, nextLink, openGithub, readRows } from "./githubApi.ts";
import { readGithubEvents } from "./githubEvents.ts";
import { type Row, readComments, readIssues } from "./githubRows.ts";
import { createGithubSweep } from "./githubSweep.ts";

/** Milliseconds that a reading goes back behind the last one: hosts settle late. */
const OVERLAP = 5 * 60 * 1000;
const PAGE = 100;

/** How far one of the two lists has been read. `etag` belongs to the question that began at `since`. */
const ListCursor = z.object({
  until: z.iso.datetime().nullable().default(null),
  since: z.iso.datetime().nullable().default(null),
  etag: z.string().nullable().default(null),
});
type ListCursor = z.infer<typeof ListCursor>;
const Cursor = z.object({
  repository: z.string().nullable().default(null),
  issues: ListCursor.default({ until: null, since: null, etag: null }),
  comments: ListCursor.default({ until: null, since: null, etag: null }),
});
type Cursor = z.infer<typeof Cursor>;

/** Issues and their comments from GitHub, or from a host that answers like it. Pull requests are left out. */
export function createGithubTracker(options: GithubOptions): Tracker {
  const { url, credential } = options;
  const api = openGithub(options);
  const { octokit, call, repository } = api;

  return {
    async describe(signal): Promise<SourceFacts> {
      const found = await repository(signal, null);
      if (found.has_issues === false)
        throw new SourceError("gone", `Issues are switched off in this repository on ${url.host}.`);
      const [owner = "", repo = ""] = found.full_name.split("/");
      const [first, account] = await Promise.all([
        call(() =>
          octokit.request("GET /repos/{owner}/{repo}/issues", {
            owner,
            repo,
            state: "all",
            per_page: 1,
            request: { signal },
          }),
        ),
        credential ? octokit.request("GET /user", { request: { signal } }).catch(() => null) : null,
      ]);
      const rows = readRows(readIssues, first.data, url.host);
      return {
        name: found.full_name,
        visibility: found.private === undefined ? "unknown" : found.private ? "private" : "public",
        items: lastPage(first.headers.link) ?? rows.length,
        notes: found.archived ? ["This repository is archived: its issues do not change any more."] : [],
        account: account?.data.login ?? null,
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
        throw new SourceError(
          "not_found",
          `Another repository stands at this address on ${url.host} now. Remove the tracker and link it again.`,
        );
      }
      cursor.repository = id;
      const path = `/repos/${found.full_name}`;
      /** A list that answers 404 is only believed when the repository itself does too. */
      const verify = async (error: unknown): Promise<void> => {
        if (!(error instanceof SourceError) || error.code !== "not_found") throw error;
        await repository(signal, id);
      };
      const read = { octokit, call, verify, signal, host: url.host, origin: new URL(url.api).origin };
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

    events: (stored, signal) => readGithubEvents(options, api, stored, signal),
    sweep: createGithubSweep(options, api),
  };
}

interface ListReading<T> {
  readonly octokit: Octokit;
  readonly call: <A>(work: () => Promise<A>) => Promise<A>;
  readonly verify: (error: unknown) => Promise<void>;
  readonly signal: AbortSignal;
  readonly host: string;
  /** Of the API. */
  readonly origin: string;
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

/**
 * One list, oldest change first. The next page is asked for by the time of the last row ("since") and not by its number: rows that
 * change while we read move to the end, and numbered pages would then skip one at each border. Where the time does not move on (more
 * than a page of rows with one time, or a host that does not know `since`), the host's own link to the next page is followed.
 */
async function* readList<T>(reading: ListReading<T>): AsyncGenerator<ListPage<T>> {
  const { octokit, call, verify, signal, at } = reading;
  const begin = at.until === null ? null : before(at.until, OVERLAP);
  const shared = { sort: "updated", direction: "asc", per_page: PAGE, ...reading.parameters };
  const seen = new Set<string>();
  let since = begin;
  let until = at.until;
  let etag: string | null = at.since === begin ? at.etag : null;
  let next: { route: string; parameters: Record<string, unknown> } = {
    route: reading.route,
    parameters: { ...shared, ...(since !== null && { since }) },
  };
  let firstEtag: string | null = null;
  let total: number | null = null;
  for (let page = 0; ; page += 1) {
    const headers = page === 0 && etag !== null ? { "if-none-match": etag } : {};
    const ask = () => call(() => octokit.request(next.route, { ...next.parameters, headers, request: { signal } }));
    let answer: Awaited<ReturnType<typeof ask>>;
    try {
      answer = await ask().catch(async (error: unknown) => {
        if (isNotModified(error)) throw error;
        await verify(error);
        return ask();
      });
    } catch (error) {
      if (isNotModified(error)) return;
      throw error;
    }
    if (page === 0) {
      firstEtag = answer.headers.etag ?? null;
      total = totalOf(answer.headers.link);
    }
    const rows = readRows(reading.rows, answer.data, reading.host);
    const fresh = rows.filter((row) => !seen.has(`${row.id}@${row.updatedAt.getTime()}`));
    for (const row of fresh) seen.add(`${row.id}@${row.updatedAt.getTime()}`);
    const latest = rows.reduce((time, row) => Math.max(time, row.updatedAt.getTime()), 0);
    if (latest > 0 && (until === null || latest > Date.parse(until))) until = new Date(latest).toISOString();
    const link = nextLink(answer.headers.link);
    // The client would send the token along to wherever the link leads.
    if (link !== null && new URL(link).origin !== reading.origin) {
      throw new SourceError("redirect", `${reading.host} sends the reading on to another host, which is not followed.`);
    }
    const isLast = link === null;
    yield {
      values: fresh.flatMap(({ value }) => value ?? []),
      done: seen.size,
      total: isLast ? seen.size : total === null ? null : Math.max(total, seen.size),
      // The tag answers the question that the next reading will ask, as long as nothing moved the time on.
      at: { until, since: begin, etag: isLast && until === at.until ? firstEtag : null },
    };
    if (isLast) return;
    const from: string | null = latest > 0 ? before(new Date(latest).toISOString(), 1000) : null;
    if (from !== null && fresh.length > 0 && (since === null || from > since)) {
      since = from;
      next = { route: reading.route, parameters: { ...shared, since } };
    } else {
      next = { route: `GET ${link}`, parameters: {} };
    }
    etag = null;
  }
}

const before = (time: string, milliseconds: number): string => new Date(Date.parse(time) - milliseconds).toISOString();

const isNotModified = (error: unknown): boolean => error instanceof Error && "status" in error && error.status === 304;

function readCursor(stored: TrackerCursor | null): Cursor {
  const parsed = Cursor.safeParse(stored ?? {});
  // A cursor of an older version: everything is read again, which changes nothing that is stored.
  return parsed.success ? parsed.data : Cursor.parse({});
}

function totalOf(header: unknown): number | null {
  const pages = lastPage(header);
  return pages === null ? null : pages * PAGE;
}

/** A classic token says its scopes; a fine-grained one and an app's say nothing here, and a refusal names what they lack. */
function missingScopes(header: unknown, isPrivate: boolean): string[] {
  if (typeof header !== "string" || !isPrivate) return [];
  const granted = header.split(",").map((scope) => scope.trim());
  return granted.includes("repo") ? [] : ["repo"];
}

function figure(value: unknown): number | null {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : null;
}
