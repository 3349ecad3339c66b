import { z } from "zod";
import type { Credential } from "../Credential.ts";
import { SourceError } from "../SourceError.ts";
import type { Egress } from "../egress.ts";
import { type RestClient, createRestClient, query } from "../rest/restClient.ts";
import { mapConcurrent } from "../../concurrency.ts";
import { ThreadRoom, boundRows } from "../rest/listBounds.ts";
import { isRecord } from "../rest/restFailure.ts";
import type { LeftOutItem, SourceFacts, Tracker, TrackerCursor, TrackerPage } from "../connectorTypes.ts";
import { restrictedComment, restrictedIssue } from "../restrictedText.ts";
import { atlassianAuthorization, isAtSite, locateSite } from "./atlassianAccess.ts";
import {
  CommentRow,
  FIELDS,
  HistoryRow,
  IssueRow,
  commentOf,
  eventsOf,
  hiddenAs,
  isSecured,
  issueOf,
  timeOf,
} from "./jiraRows.ts";
import type { JiraUrl } from "./jiraUrl.ts";
import { jqlTime } from "./jqlTime.ts";
import { HostTime } from "../rest/hostFields.ts";
import { message } from "../../messages/messages.ts";

export interface JiraOptions {
  readonly url: JiraUrl;
  readonly credential: Credential | null;
  readonly egress: Pick<Egress, "fetch">;
  /** Gives the texts of restricted items too. */
  readonly readsRestricted?: boolean;
  readonly retries?: number;
  readonly retryAfter?: number;
  readonly now?: () => number;
}

const JIRA_SCOPES = ["read:jira-work", "read:jira-user"];
const PAGE_SIZE = 100;
/** A list of ids alone may be this long. */
const IDS = 5000;
const CONCURRENCY = 4;
/** Earlier than any issue: a query has to have a bound. */
const EVER = '"1970-01-02 00:00"';

const Project = z.object({ id: z.string(), key: z.string(), name: z.string(), isPrivate: z.boolean().nullish() });
const Projects = z.object({ total: z.number().int().nullish(), values: z.array(Project) });
const Found = z.object({
  issues: z.array(z.unknown()),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().nullish(),
});
const Account = z.object({
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  timeZone: z.string().nullish(),
});
const Cursor = z.object({
  project: z.string().nullable().default(null),
  /** The project's key, which is part of the keys of all its issues. */
  key: z.string().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
  /** A reading that was cut short: the query with the token of its next page, and how far it was. */
  reading: z
    .object({ jql: z.string(), token: z.string(), done: z.number().int(), total: z.number().int().nullable() })
    .nullable()
    .default(null),
});

/** Issues with comments and changes from Jira Cloud, by the search that is current (`/search/jql`). */
export function createJiraTracker(options: JiraOptions): Tracker {
  const { url, credential } = options;
  const client = createRestClient({
    ...options,
    api: url.api,
    provider: "Jira Cloud",
    host: url.host,
    thing: url.project === null ? "site" : "project",
    scopes: JIRA_SCOPES,
    hasCredential: credential !== null,
    isOauth: credential?.isOauth === true,
    authorization: credential && atlassianAuthorization(credential),
    locate: isAtSite(credential, url) ? undefined : (signal) => locateSite("jira", options, "/rest/api/3", signal),
  });
  /** Of the last list of ids. */
  const times = new Map<string, Date>();
  let secured: LeftOutItem[] = [];
  let known: z.infer<typeof Project> | null | undefined;
  /** Null for a whole site. By its number once that is known, because its key can be changed. */
  const project = async (id: string | null, signal: AbortSignal): Promise<z.infer<typeof Project> | null> => {
    if (known !== undefined || url.project === null) return (known ??= null);
    const named = `/project/${encodeURIComponent(id ?? url.project)}`;
    known = client.read(Project, (await client.get(named, "description", signal)).data);
    return known;
  };
  const scope = async (id: string | null, signal: AbortSignal): Promise<string | null> => {
    const found = await project(id, signal);
    return found && `project = ${found.id}`;
  };
  const search = async function* (
    jql: string,
    more: { readonly fields: readonly string[]; readonly maxResults: number; readonly expand?: string },
    signal: AbortSignal,
    from?: string,
  ): AsyncGenerator<{ readonly rows: readonly unknown[]; readonly next: string | null }> {
    let token = from;
    const bound = boundRows(url.host);
    for (;;) {
      const body = { jql, ...more, ...(token !== undefined && { nextPageToken: token }) };
      const answer = client.read(Found, (await client.post("/search/jql", body, "page", signal)).data);
      const following = answer.isLast === true ? undefined : (answer.nextPageToken ?? undefined);
      const isLast = following === undefined || following === token;
      if (!isLast) bound(answer.issues);
      yield { rows: answer.issues, next: isLast ? null : following };
      if (isLast) return;
      token = following;
    }
  };
  const form = { site: url.site, readsRestricted: options.readsRestricted === true };
  const whole = (rows: readonly unknown[], signal: AbortSignal) => wholeIssues(client, form, rows, signal);
  /** A query without a bound is refused, so a whole site is requested from a time before Jira existed. */
  const bounded = (parts: readonly (string | null)[]): string =>
    parts.filter((part) => part !== null).join(" AND ") || `updated >= ${EVER}`;

  return {
    async describe(signal): Promise<SourceFacts> {
      const account = client.read(Account, await myself(client, signal));
      const found = await project(null, signal);
      const all = found
        ? null
        : client.read(
            Projects,
            (await client.get(`/project/search${query({ maxResults: 3 })}`, "description", signal)).data,
          );
      const jql = `${bounded([await scope(null, signal)])} ORDER BY updated DESC`;
      const answer = client.read(
        Found,
        (
          await client.post(
            "/search/jql",
            { jql, fields: ["summary", "security"], maxResults: 3 },
            "description",
            signal,
          )
        ).data,
      );
      return {
        name: found ? `${found.name} (${found.key})` : url.host,
        visibility: found?.isPrivate === true ? "private" : "unknown",
        items: await approximateCount(client, bounded([await scope(null, signal)]), signal),
        notes: all ? [message("note.all_projects", { count: all.total ?? all.values.length })] : [],
        account: account.displayName ?? account.emailAddress ?? null,
        missing: [],
        limitLeft: null,
        sample: answer.issues.flatMap((row) => {
          const parsed = Sample.safeParse(row);
          if (!parsed.success || isSecured(parsed.data.fields)) return [];
          return [`${parsed.data.key} ${parsed.data.fields.summary}`];
        }),
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      // The profile of the token has the zone of queries; and an expired token is refused here, where a search would be empty.
      const owner = client.read(Account, await myself(client, signal));
      const within = await scope(cursor.project, signal);
      const place = { project: known?.id ?? null, key: known?.key ?? null };
      const isRenamed = cursor.key !== null && place.key !== null && cursor.key !== place.key;
      let until = isRenamed ? null : cursor.until;
      const queryOf = (time: string | null): { readonly where: string; readonly jql: string } => {
        const since = time === null ? null : `updated >= ${jqlTime(Date.parse(time), owner.timeZone ?? null)}`;
        const where = bounded([within, since]);
        return { where, jql: `${where} ORDER BY updated ASC, key ASC` };
      };
      const asked = { fields: FIELDS, maxResults: PAGE_SIZE, expand: "changelog" };
      const reading = isRenamed ? null : cursor.reading;
      let done = reading?.done ?? 0;
      const total = reading ? reading.total : await approximateCount(client, queryOf(until).where, signal);
      const pages = async function* () {
        let token = reading?.token;
        for (let jql = reading?.jql ?? queryOf(until).jql; ;) {
          const before = until;
          let isBegun = false;
          try {
            for await (const page of search(jql, asked, signal, token)) {
              isBegun = true;
              yield { ...page, jql };
            }
            return;
          } catch (error) {
            // Page tokens expire after a week or less. The read then continues from the time of the last page, as long as that makes
            // progress.
            const isForgotten = isBegun ? until !== before : token !== undefined;
            if (!isForgotten || !(error instanceof SourceError) || error.code !== "bad_answer") throw error;
            if (!isBegun) done = 0;
            token = undefined;
            ({ jql } = queryOf(until));
          }
        }
      };
      for await (const { rows, next, jql: query } of pages()) {
        const { securedAt, ...page } = await whole(rows, signal);
        for (const { updatedAt } of [...page.issues, ...securedAt]) {
          if (until === null || updatedAt.getTime() > Date.parse(until)) until = updatedAt.toISOString();
        }
        done += page.issues.length + securedAt.length;
        const most = next === null ? done : total === null ? null : Math.max(total, done);
        yield {
          step: "issues",
          ...page,
          done,
          total: most,
          cursor: { ...place, until, reading: next === null ? null : { jql: query, token: next, done, total: most } },
        };
      }
    },

    inventory: {
      countsRequests: false,
      // The count is documented as approximate, and a list of ids is short.
      isCheap: true,
      count: async (signal) => approximateCount(client, bounded([await scope(null, signal)]), signal),
      async *ids(signal) {
        const jql = `${bounded([await scope(null, signal)])} ORDER BY created ASC, key ASC`;
        const hidden: LeftOutItem[] = [];
        for await (const { rows } of search(jql, { fields: ["updated", "security"], maxResults: IDS }, signal)) {
          const found = rows.map((row) => client.read(Listed, row));
          for (const { id, fields } of found) {
            if (isSecured(fields ?? {})) hidden.push({ kind: "secured_issue", externalId: id });
            else if (fields?.updated) times.set(id, timeOf(fields.updated));
          }
          yield found.flatMap(({ id, fields }) => (isSecured(fields ?? {}) ? [] : [id]));
        }
        secured = hidden;
      },
      leftOut: () => secured,
      updatedAt: (id) => times.get(id) ?? null,
      async has({ externalId }, signal) {
        try {
          const { data } = await client.get(
            `/issue/${externalId}${query({ fields: "project,security" })}`,
            "description",
            signal,
          );
          const row = client.read(Moved, data);
          const here = await project(null, signal);
          // Moved to another project: it is none of this tracker's any more.
          if (isSecured(row.fields)) return false;
          return row.id === externalId && (here === null || row.fields.project?.id === here.id);
        } catch (error) {
          if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
          throw error;
        }
      },
      async read(ids, signal) {
        const pages = [];
        for (let at = 0; at < ids.length; at += PAGE_SIZE) {
          const jql = `id in (${ids.slice(at, at + PAGE_SIZE).join(", ")})`;
          for await (const { rows } of search(
            jql,
            { fields: FIELDS, maxResults: PAGE_SIZE, expand: "changelog" },
            signal,
          )) {
            pages.push(await whole(rows, signal));
          }
        }
        return {
          issues: pages.flatMap(({ issues }) => issues),
          comments: pages.flatMap(({ comments }) => comments),
          wholeThreads: pages.flatMap(({ wholeThreads }) => wholeThreads),
          cutThreads: pages.flatMap(({ cutThreads }) => cutThreads),
          events: pages.flatMap(({ events }) => events),
          leftOut: pages.flatMap(({ leftOut }) => leftOut),
        };
      },
    },
  };
}

const Listed = z.object({
  id: z.string(),
  fields: z.object({ updated: HostTime.nullish(), security: z.unknown().optional() }).nullish(),
});
const Sample = z.object({
  key: z.string(),
  fields: z.object({ summary: z.string(), security: z.unknown().optional() }),
});
const Moved = z.object({
  id: z.string(),
  fields: z.object({ project: z.object({ id: z.string() }).nullish(), security: z.unknown().optional() }),
});

/**
 * Rows of a search with all their comments and changes: the search shows only the first of many. An issue that is gone meanwhile is
 * left out, once it is sure that the token is still let in: Jira answers one that has run out as if there was nothing.
 */
async function wholeIssues(
  client: RestClient,
  { site, readsRestricted }: { readonly site: string; readonly readsRestricted: boolean },
  rows: readonly unknown[],
  signal: AbortSignal,
) {
  const listed = rows.map((row) => client.read(IssueRow, row));
  const room = new ThreadRoom();
  const hidden = listed.filter(({ fields }) => isSecured(fields));
  const read = await mapConcurrent(listed, CONCURRENCY, async (row) => {
    if (isSecured(row.fields) && !readsRestricted) return null;
    // What the search omits or truncates is requested separately.
    const shown = row.fields.comment?.comments;
    const changes = row.changelog?.histories;
    const key = isSecured(row.fields) ? null : row.key;
    try {
      return {
        row,
        all:
          !shown || (row.fields.comment?.total ?? shown.length) > shown.length
            ? await listOf(client, `/issue/${row.id}/comment`, "comments", CommentRow, room.begin(key), signal)
            : shown,
        changes:
          !changes || (row.changelog?.total ?? changes.length) > changes.length
            ? await listOf(client, `/issue/${row.id}/changelog`, "values", HistoryRow, room.begin(key), signal)
            : changes,
      };
    } catch (error) {
      if (!(error instanceof SourceError) || (error.code !== "not_found" && error.code !== "gone")) throw error;
      if (client.words.hasCredential) await client.get("/myself", "account", signal);
      return null;
    }
  });
  const there = read.filter((one) => one !== null);
  const texts = new Map(
    there
      .filter(({ row }) => isSecured(row.fields))
      .map(({ row, all }) => {
        const said = all.map((comment) => commentOf(row, site, comment));
        return [row.id, restrictedIssue(issueOf(row, site, all.length), said)];
      }),
  );
  const whole = there
    .filter(({ row }) => !isSecured(row.fields))
    .map((one) => ({ ...one, comments: one.all.filter((comment) => hiddenAs(comment) === null) }));
  const hiddenComments = whole.flatMap(({ row, all }) =>
    all.flatMap((comment): LeftOutItem[] => {
      const kind = hiddenAs(comment);
      if (kind === null) return [];
      const item = { kind, externalId: comment.id, parentId: row.id };
      if (!readsRestricted) return [item];
      return [{ ...item, text: restrictedComment(issueOf(row, site, 0), commentOf(row, site, comment)) }];
    }),
  );
  return {
    leftOut: [
      ...hidden.map(({ id }): LeftOutItem => {
        const text = texts.get(id);
        return { kind: "secured_issue", externalId: id, ...(text && { text }) };
      }),
      ...hiddenComments,
    ],
    /** The times at which the omitted issues changed: the read by time continues after them. */
    securedAt: hidden.map(({ fields }) => ({ updatedAt: timeOf(fields.updated) })),
    issues: whole.map(({ row, comments }) => issueOf(row, site, comments.length)),
    comments: whole.flatMap(({ row, comments }) => comments.map((comment) => commentOf(row, site, comment))),
    wholeThreads: whole.map(({ row }) => row.key).filter((key) => !room.cut.includes(key)),
    cutThreads: [...new Set(room.cut)],
    events: whole.flatMap(({ row, changes }) => eventsOf(row, changes)),
  };
}

async function listOf<T>(
  client: RestClient,
  path: string,
  name: string,
  shape: z.ZodType<T>,
  hasRoom: ReturnType<ThreadRoom["begin"]>,
  signal: AbortSignal,
): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const answer = await client.get(`${path}${query({ startAt: rows.length, maxResults: PAGE_SIZE })}`, "page", signal);
    const data = isRecord(answer.data) ? answer.data : {};
    const values = client.read(z.array(shape), data[name] ?? null);
    rows.push(...values);
    const isAll = typeof data["total"] === "number" && rows.length >= data["total"];
    if (values.length === 0 || isAll || data["isLast"] === true || !hasRoom(values.length, answer.size)) break;
  }
  return rows;
}

const Count = z.object({ count: z.number().int() });

/** Null where the host does not count. */
async function approximateCount(client: RestClient, jql: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { data } = await client.post("/search/approximate-count", { jql }, "account", signal);
    const parsed = Count.safeParse(data);
    return parsed.success ? parsed.data.count : null;
  } catch (error) {
    if (error instanceof SourceError && (error.code === "rate_limited" || error.code === "unauthorized")) throw error;
    if (signal.aborted) throw error;
    return null;
  }
}

async function myself(client: RestClient, signal: AbortSignal): Promise<unknown> {
  try {
    return (await client.get("/myself", "account", signal)).data;
  } catch (error) {
    // A scoped token may read issues without access to its profile; and a public site has visitors.
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return {};
    if (error instanceof SourceError && error.code === "unauthorized" && !client.words.hasCredential) return {};
    throw error;
  }
}
