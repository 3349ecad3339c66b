import { z } from "zod";
import { SourceError } from "../SourceError.ts";
import type { Outbound } from "../outbound.ts";
import { OVERLAP } from "../rest/readByTime.ts";
import { type RestClient, createRestClient, inTurns, query } from "../rest/restClient.ts";
import { fetchWhole } from "../wholeResponse.ts";
import { isRecord } from "../rest/restFailure.ts";
import type { Credential, SourceFacts, Tracker, TrackerCursor, TrackerPage } from "../sourceKinds.ts";
import { CommentRow, FIELDS, HistoryRow, IssueRow, commentOf, eventsOf, issueOf } from "./jiraRows.ts";
import type { JiraUrl } from "./jiraUrl.ts";

export interface JiraOptions {
  readonly url: JiraUrl;
  readonly credential: Credential | null;
  readonly outbound: Pick<Outbound, "fetch">;
  readonly retries?: number;
  readonly retryAfter?: number;
  readonly now?: () => number;
}

export const JIRA_SCOPES = ["read:jira-work", "read:jira-user"];
const PAGE = 100;
/** A list of ids alone may be this long. */
const IDS = 5000;
const AT_ONCE = 4;
/** More than so many changes of one issue are not of interest. */
const MOST_PAGES = 20;

const Project = z.object({ id: z.string(), key: z.string(), name: z.string(), isPrivate: z.boolean().nullish() });
const Projects = z.object({ total: z.number().int().nullish(), values: z.array(Project) });
const Found = z.object({
  issues: z.array(z.unknown()),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().nullish(),
});
const Account = z.object({ displayName: z.string().nullish(), emailAddress: z.string().nullish() });
const Cursor = z.object({
  project: z.string().nullable().default(null),
  until: z.iso.datetime().nullable().default(null),
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
    headers: credential ? { authorization: atlassianAuthorization(credential) } : {},
    // A connected account is not let in at the site itself.
    locate:
      credential?.isOauth && url.host.endsWith(".atlassian.net") ? (signal) => locateCloud(options, signal) : undefined,
  });
  let known: z.infer<typeof Project> | null | undefined;
  /** Null for a whole site. By its number once that is known, because its key can be changed. */
  const project = async (id: string | null, signal: AbortSignal): Promise<z.infer<typeof Project> | null> => {
    if (known !== undefined || url.project === null) return (known ??= null);
    const named = `/project/${encodeURIComponent(id ?? url.project)}`;
    known = client.read(Project, (await client.get(named, signal)).data);
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
  ): AsyncGenerator<{ readonly rows: readonly unknown[]; readonly isLast: boolean }> {
    let token: string | undefined;
    for (;;) {
      const body = { jql, ...more, ...(token !== undefined && { nextPageToken: token }) };
      const answer = client.read(Found, (await client.post("/search/jql", body, signal)).data);
      const following = answer.isLast === true ? undefined : (answer.nextPageToken ?? undefined);
      const isLast = following === undefined || following === token;
      yield { rows: answer.issues, isLast };
      if (isLast) return;
      token = following;
    }
  };
  const whole = (rows: readonly unknown[], signal: AbortSignal) => wholeIssues(client, url.site, rows, signal);
  /** A query without a bound is refused, so a whole site is asked for by a time at which there was no Jira. */
  const bounded = (parts: readonly (string | null)[]): string =>
    parts.filter((part) => part !== null).join(" AND ") || "updated >= 0";

  return {
    async describe(signal): Promise<SourceFacts> {
      const account = Account.parse(await myself(client, signal));
      const found = await project(null, signal);
      const all = found
        ? null
        : client.read(Projects, (await client.get(`/project/search${query({ maxResults: 3 })}`, signal)).data);
      const jql = `${bounded([await scope(null, signal)])} ORDER BY updated DESC`;
      const answer = client.read(
        Found,
        (await client.post("/search/jql", { jql, fields: ["summary"], maxResults: 3 }, signal)).data,
      );
      return {
        name: found ? `${found.name} (${found.key})` : url.host,
        visibility: found?.isPrivate === true ? "private" : "unknown",
        items: await approximateCount(client, bounded([await scope(null, signal)]), signal),
        notes: all ? [`All ${all.total ?? all.values.length} projects that the token sees are read.`] : [],
        account: account.displayName ?? account.emailAddress ?? null,
        missing: [],
        limitLeft: null,
        sample: answer.issues.flatMap((row) => {
          const parsed = Sample.safeParse(row);
          return parsed.success ? [`${parsed.data.key} ${parsed.data.fields.summary}`] : [];
        }),
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      const within = await scope(cursor.project, signal);
      const since = cursor.until === null ? null : `updated >= ${Date.parse(cursor.until) - OVERLAP}`;
      const place = { project: known?.id ?? null };
      const total = await approximateCount(client, bounded([within, since]), signal);
      let until = cursor.until;
      let done = 0;
      const pages = search(
        `${bounded([within, since])} ORDER BY updated ASC, key ASC`,
        { fields: FIELDS, maxResults: PAGE, expand: "changelog" },
        signal,
      );
      for await (const { rows, isLast } of pages) {
        const page = await whole(rows, signal);
        for (const { updatedAt } of page.issues) {
          if (until === null || updatedAt.getTime() > Date.parse(until)) until = updatedAt.toISOString();
        }
        done += page.issues.length;
        yield {
          step: "issues",
          ...page,
          done,
          total: isLast ? done : total === null ? null : Math.max(total, done),
          cursor: { ...place, until },
        };
      }
    },

    sweep: {
      countsRequests: false,
      count: async (signal) => approximateCount(client, bounded([await scope(null, signal)]), signal),
      async *ids(signal) {
        const jql = `${bounded([await scope(null, signal)])} ORDER BY created ASC, key ASC`;
        for await (const { rows } of search(jql, { fields: ["id"], maxResults: IDS }, signal)) {
          yield rows.map((row) => client.read(z.object({ id: z.string() }), row).id);
        }
      },
      async has({ externalId }, signal) {
        try {
          const { data } = await client.get(`/issue/${externalId}${query({ fields: "project" })}`, signal);
          const row = client.read(Moved, data);
          const here = await project(null, signal);
          // Moved to another project: it is none of this tracker's any more.
          return row.id === externalId && (here === null || row.fields.project?.id === here.id);
        } catch (error) {
          if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return false;
          throw error;
        }
      },
      async read(ids, signal) {
        const pages = [];
        for (let at = 0; at < ids.length; at += PAGE) {
          const jql = `id in (${ids.slice(at, at + PAGE).join(", ")})`;
          for await (const { rows } of search(jql, { fields: FIELDS, maxResults: PAGE, expand: "changelog" }, signal)) {
            pages.push(await whole(rows, signal));
          }
        }
        return {
          issues: pages.flatMap(({ issues }) => issues),
          comments: pages.flatMap(({ comments }) => comments),
          events: pages.flatMap(({ events }) => events),
        };
      },
    },
  };
}

const Sample = z.object({ key: z.string(), fields: z.object({ summary: z.string() }) });
const Moved = z.object({ id: z.string(), fields: z.object({ project: z.object({ id: z.string() }).nullish() }) });

/** Rows of a search with all their comments and changes: the search shows only the first of many. */
async function wholeIssues(client: RestClient, site: string, rows: readonly unknown[], signal: AbortSignal) {
  const issues = rows.map((row) => client.read(IssueRow, row));
  const threads = await inTurns(issues, AT_ONCE, async (row) => {
    const shown = row.fields.comment?.comments ?? [];
    const changes = row.changelog?.histories ?? [];
    return {
      comments:
        (row.fields.comment?.total ?? shown.length) > shown.length
          ? await listOf(client, `/issue/${row.id}/comment`, "comments", CommentRow, signal)
          : shown,
      changes:
        (row.changelog?.total ?? changes.length) > changes.length
          ? await listOf(client, `/issue/${row.id}/changelog`, "values", HistoryRow, signal)
          : changes,
    };
  });
  return {
    issues: issues.map((row, at) => issueOf(row, site, threads[at]?.comments.length ?? 0)),
    comments: issues.flatMap((row, at) =>
      (threads[at]?.comments ?? []).map((comment) => commentOf(row, site, comment)),
    ),
    wholeThreads: issues.map(({ key }) => key),
    events: issues.flatMap((row, at) => eventsOf(row, threads[at]?.changes ?? [])),
  };
}

async function listOf<T>(
  client: RestClient,
  path: string,
  name: string,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data } = await client.get(`${path}${query({ startAt: rows.length, maxResults: PAGE })}`, signal);
    const values = client.read(z.array(shape), isRecord(data) ? data[name] : null);
    rows.push(...values);
    const total = isRecord(data) && typeof data["total"] === "number" ? data["total"] : rows.length;
    if (values.length === 0 || rows.length >= total) break;
  }
  return rows;
}

const Count = z.object({ count: z.number().int() });

/** Null where the host does not count. */
async function approximateCount(client: RestClient, jql: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { data } = await client.post("/search/approximate-count", { jql }, signal);
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
    return (await client.get("/myself", signal)).data;
  } catch (error) {
    // A scoped token may read issues and not say whose it is; and a public site has visitors.
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return {};
    if (error instanceof SourceError && error.code === "unauthorized" && !client.words.hasCredential) return {};
    throw error;
  }
}

const Tenant = z.object({ cloudId: z.string().regex(/^[\w-]{1,64}$/) });

/** Where a site's API is for tokens of OAuth. Anybody may ask a site for its id. */
async function locateCloud({ url, outbound }: JiraOptions, signal: AbortSignal): Promise<string> {
  const answer = await fetchWhole(outbound, url.host, `${url.site}/_edge/tenant_info`, { signal });
  const tenant = Tenant.safeParse(JSON.parse((await answer.text()) || "null"));
  if (answer.status !== 200 || !tenant.success) {
    throw new SourceError("bad_answer", `This is not a Jira Cloud: ${url.host} does not say which site it is.`);
  }
  return `https://api.atlassian.com/ex/jira/${tenant.data.cloudId}/rest/api/3`;
}

/** A token of a person goes with their e-mail address; a token of OAuth stands alone. */
export function atlassianAuthorization({ username, token, isOauth }: Credential): string {
  return isOauth || username === ""
    ? `Bearer ${token}`
    : `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`;
}
