import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { TrackerCursor } from "../../connector/connectorTypes.ts";
import type { TrackerEvent, TrackerPage } from "../../connector/trackerTypes.ts";
import { onOrigin } from "../../rest/links.ts";
import { type GithubApi, type GithubOptions, nextOnHost, readRowsOf } from "./githubApi.ts";
import { User, personOf } from "./githubRows.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";

const PAGE_SIZE = 100;
/** Pages of one sync: what is older is read by the next ones. */
const MAX_PAGES = { visitor: 5, signedIn: 300 } as const;

const EventRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  event: z.string(),
  actor: User.nullish(),
  created_at: HostTime,
  commit_id: z.string().nullish(),
  label: z.object({ name: z.string().nullish() }).nullish(),
  assignee: User.nullish(),
  rename: z.object({ from: z.string(), to: z.string() }).nullish(),
  milestone: z.object({ title: z.string() }).nullish(),
  issue: z.object({ number: HostNumber }).nullish(),
});
/** `until`: newest event of the last complete read. `link`: where an interrupted read resumes; `newest`: the first event that it saw. */
const Cursor = z.object({
  until: z.iso.datetime().nullable().default(null),
  newest: z.iso.datetime().nullable().default(null),
  link: z.string().nullable().default(null),
});
/** Events about the work; the others (subscribed, mentioned) are about readers. */
const KEPT_TYPES = new Set([
  "closed",
  "reopened",
  "labeled",
  "unlabeled",
  "assigned",
  "unassigned",
  "renamed",
  "milestoned",
  "demilestoned",
  "referenced",
  "transferred",
  "marked_as_duplicate",
  "unmarked_as_duplicate",
  "locked",
  "unlocked",
]);

/** Reads the events of a repository's issues, which the host lists newest first and without a parameter "since". */
export async function* readGithubEvents(
  options: GithubOptions,
  { request, path, root }: GithubApi,
  stored: TrackerCursor | null,
  signal: AbortSignal,
): AsyncGenerator<TrackerPage> {
  const { url } = options;
  const cursor = parseCursor(Cursor, stored);
  const begin = `GET ${await path(signal)}/issues/events`;
  const left = cursor.link === null ? null : onOrigin(cursor.link, root());
  const first = { route: begin, parameters: { per_page: PAGE_SIZE } };
  let at: EventsPage = left === null ? first : { route: `GET ${left}`, parameters: {} };
  let newest = cursor.link === null ? null : cursor.newest;
  let done = 0;
  const maxPages = options.credential ? MAX_PAGES.signedIn : MAX_PAGES.visitor;
  for (let page = 1; ; page += 1) {
    let answer = await requestPage(request, at, signal);
    if (answer === null && page === 1 && left !== null) {
      // The page at which the last sync stopped may be too old for the host.
      newest = null;
      answer = await requestPage(request, first, signal);
    }
    if (answer === null) return;
    const rows = readRowsOf(EventRow, answer.data, url.host, options.onSkipped);
    newest ??= rows[0] ? new Date(rows[0].created_at).toISOString() : cursor.until;
    const oldest = rows.at(-1)?.created_at;
    const isKnown = cursor.until !== null && oldest !== undefined && Date.parse(oldest) < Date.parse(cursor.until);
    const next = nextOnHost(answer.headers["link"], root(), url.host);
    const isLast = next === null || isKnown;
    done += rows.length;
    yield {
      step: "events",
      events: rows.flatMap((row) => eventOf(row) ?? []),
      done,
      total: isLast ? done : null,
      cursor: isLast ? { until: newest, newest: null, link: null } : { until: cursor.until, newest, link: next },
    };
    if (isLast || page >= maxPages) return;
    at = { route: `GET ${next}`, parameters: {} };
  }
}

interface EventsPage {
  readonly route: string;
  readonly parameters: Record<string, unknown>;
}

/** Null where the host has no such page, or no events at all. */
async function requestPage(request: GithubApi["request"], { route, parameters }: EventsPage, signal: AbortSignal) {
  try {
    return await request(route, "page", parameters, signal);
  } catch (error) {
    if (error instanceof SourceError && ["not_found", "gone", "bad_answer"].includes(error.code)) return null;
    throw error;
  }
}

function eventOf(row: z.infer<typeof EventRow>): TrackerEvent | null {
  if (!row.issue || !KEPT_TYPES.has(row.event)) return null;
  return {
    externalId: String(row.id),
    issueKey: `#${row.issue.number}`,
    type: row.event,
    actor: personOf(row.actor),
    detail:
      row.label?.name ??
      row.assignee?.login ??
      (row.rename ? `${row.rename.from} → ${row.rename.to}` : null) ??
      row.milestone?.title ??
      row.commit_id ??
      null,
    createdAt: new Date(row.created_at),
  };
}
