/**
 * Reads what the metrics need as text, a page of rows in one value: as rows of columns the same takes the embedded database ten times as
 * long. Every page is a statement of its own, so that others get their turn between two.
 */
import { sql } from "kysely";
import type { Db } from "../../db/openDb.ts";

/** Rows of one statement: a tenth of a second of the embedded database. */
const PAGE = 20_000;
/** Issues or requests whose comments, events and reviews are looked up by one statement. */
const LOOKED_UP = 5000;

/** Microseconds since 1970, as the database keeps times. */
export type Micros = number;

export interface IssueRow {
  readonly id: string;
  readonly source: string;
  readonly author: string | null;
  /** JSON. */
  readonly labels: string;
  readonly type: string | null;
  readonly createdAt: Micros;
  readonly closedAt: Micros | null;
  readonly updatedAt: Micros;
  /** As many comments as the host counts. */
  readonly comments: number;
}

/** Of each source the newest change that is known; sources that are not named are not read. */
export type Marks = ReadonlyMap<string, Micros>;

const EPOCH = sql`timestamptz 'epoch'`;
const moment = (micros: Micros) => sql`(${EPOCH} + ${micros}::bigint * interval '1 microsecond')`;
const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
const line = sql.raw("E'\\n'");
const tab = sql.raw("E'\\t'");

/** Issues that have changed since the marks, the oldest change first. */
export async function* readIssues(db: Db, projectId: string, marks: Marks): AsyncGenerator<IssueRow[]> {
  yield* inPages(marks, (from, last) =>
    text(
      db,
      sql`
    select string_agg(concat_ws(${tab}, id, source_id, author, labels, type, created, closed, updated, comments_count), ${line}) as text
    from (
      select i.id, i.source_id, coalesce(i.author_id, '') as author, i.labels::text as labels, coalesce(a.type, '') as type,
        ${micros("i.created_at")} as created, coalesce(${micros("i.closed_at")}::text, '') as closed,
        ${micros("i.updated_at")} as updated, i.comments_count
      from issues i
      join unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::bigint[]) as known (source_id, mark)
        on known.source_id = i.source_id and i.updated_at >= ${EPOCH} + known.mark * interval '1 microsecond'
      left join issue_analyses a on a.issue_id = i.id
      where i.project_id = ${projectId} and i.updated_at >= ${moment(from)}
        and (i.updated_at, i.id) > (${moment(from)}, ${last}::text)
      order by i.updated_at, i.id limit ${PAGE}
    ) page`,
      ([id = "", source = "", author, labels = "[]", type, created, closed, updated, comments]): IssueRow => ({
        id,
        source,
        author: author || null,
        labels,
        type: type || null,
        createdAt: Number(created),
        closedAt: closed ? Number(closed) : null,
        updatedAt: Number(updated),
        comments: Number(comments),
      }),
    ),
  );
}

export interface RequestRow {
  readonly id: string;
  readonly source: string;
  readonly author: string | null;
  readonly createdAt: Micros;
  readonly mergedAt: Micros | null;
  readonly updatedAt: Micros;
  /** Whether reviews and files have been read since it changed. */
  readonly isDetailed: boolean;
}

/** Pull and merge requests that have changed since the marks, the oldest change first. */
export async function* readRequests(db: Db, projectId: string, marks: Marks): AsyncGenerator<RequestRow[]> {
  yield* inPages(marks, (from, last) =>
    text(
      db,
      sql`
    select string_agg(concat_ws(${tab}, id, source_id, author, created, merged, updated, detailed), ${line}) as text
    from (
      select r.id, r.source_id, coalesce(r.author_id, '') as author, ${micros("r.created_at")} as created,
        coalesce(${micros("r.merged_at")}::text, '') as merged, ${micros("r.updated_at")} as updated,
        case when r.details_at is null then 0 else 1 end as detailed
      from change_requests r
      join unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::bigint[]) as known (source_id, mark)
        on known.source_id = r.source_id and r.updated_at >= ${EPOCH} + known.mark * interval '1 microsecond'
      where r.project_id = ${projectId} and r.updated_at >= ${moment(from)}
        and (r.updated_at, r.id) > (${moment(from)}, ${last}::text)
      order by r.updated_at, r.id limit ${PAGE}
    ) page`,
      ([id = "", source = "", author, created, merged, updated, detailed]): RequestRow => ({
        id,
        source,
        author: author || null,
        createdAt: Number(created),
        mergedAt: merged ? Number(merged) : null,
        updatedAt: Number(updated),
        isDetailed: detailed === "1",
      }),
    ),
  );
}

export interface CommitRow {
  readonly id: number;
  readonly author: number;
  readonly committedAt: Micros;
  /** Null until they have been counted. */
  readonly lines: number | null;
}

/** Commits of a repository, without merges, that were stored after another, as they were stored. */
export async function* readCommits(db: Db, sourceId: string, after: number): AsyncGenerator<CommitRow[]> {
  for (let last = after; ;) {
    const page = await text(
      db,
      sql`
      select string_agg(concat_ws(',', id, author_id, committed, lines), ${line}) as text
      from (
        select id, author_id, ${micros("committed_at")} as committed, coalesce((added + deleted)::text, '') as lines
        from git_commits where source_id = ${sourceId} and id > ${last} and parents < 2 order by id limit ${PAGE}
      ) page`,
      ([id, author, committed, lines]): CommitRow => ({
        id: Number(id),
        author: Number(author),
        committedAt: Number(committed),
        lines: lines ? Number(lines) : null,
      }),
      ",",
    );
    if (page.length > 0) yield page;
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE) return;
  }
}

/** Lines of those commits that have been counted meanwhile. */
export async function readLines(db: Db, commits: readonly number[]): Promise<Map<number, number>> {
  const counted = new Map<number, number>();
  for (const ids of inParts(commits)) {
    const rows = await text(
      db,
      sql`select string_agg(concat_ws(',', id, added + deleted), ${line}) as text
        from git_commits where id = any(${ids}::bigint[]) and added is not null`,
      ([id, lines]) => [Number(id), Number(lines)] as const,
      ",",
    );
    for (const [id, lines] of rows) counted.set(id, lines);
  }
  return counted;
}

/** The first comment of each account on each of these issues, and by nobody who is known where the account is null. */
export interface CommentRow {
  readonly issue: string;
  readonly account: string | null;
  readonly firstAt: Micros;
}

export async function readComments(db: Db, issues: readonly string[]): Promise<CommentRow[]> {
  return lookUp(issues, (ids) =>
    text(
      db,
      sql`select string_agg(concat_ws(${tab}, issue_id, account, first_at), ${line}) as text from (
          select issue_id, coalesce(author_id, '') as account, min(${micros("created_at")}) as first_at
          from issue_comments where issue_id = any(${ids}::text[]) group by issue_id, author_id
        ) firsts`,
      ([issue = "", account, firstAt]): CommentRow => ({ issue, account: account || null, firstAt: Number(firstAt) }),
    ),
  );
}

export async function readAssignees(db: Db, issues: readonly string[]): Promise<{ issue: string; account: string }[]> {
  return lookUp(issues, (ids) =>
    text(
      db,
      sql`select string_agg(issue_id || ${tab} || person_id, ${line}) as text
        from (select issue_id, person_id from issue_assignees where issue_id = any(${ids}::text[]) order by 1, 2) page`,
      ([issue = "", account = ""]) => ({ issue, account }),
    ),
  );
}

export interface EventRow {
  readonly issue: string;
  readonly type: "closed" | "reopened" | "status";
  /** The state that was left, where the type is `status`. */
  readonly left: string;
  readonly at: Micros;
}

/** What the trackers tell about closing, reopening and changing state, by issue and then by time. */
export async function readEvents(db: Db, issues: readonly string[]): Promise<EventRow[]> {
  return lookUp(issues, (ids) =>
    text(
      db,
      // Two things of one second stand in the order in which the host numbered them.
      sql`select string_agg(concat_ws(${tab}, issue_id, type, left_state, at), ${line}) as text from (
          select issue_id, type, translate(coalesce(split_part(detail, ' → ', 1), ''), ${tab} || ${line}, '  ') as left_state,
            ${micros("created_at")} as at
          from issue_events where issue_id = any(${ids}::text[]) and type in ('closed', 'reopened', 'status')
          order by issue_id, created_at, length(external_id), external_id
        ) page`,
      ([issue = "", type, left = "", at]): EventRow => ({
        issue,
        type: type === "closed" ? "closed" : type === "reopened" ? "reopened" : "status",
        left: left.trim(),
        at: Number(at),
      }),
    ),
  );
}

export interface ReviewRow {
  readonly request: string;
  readonly account: string;
  readonly firstAt: Micros;
}

/** The first review of each account of these requests. */
export async function readReviews(db: Db, requests: readonly string[]): Promise<ReviewRow[]> {
  return lookUp(requests, (ids) =>
    text(
      db,
      sql`select string_agg(concat_ws(${tab}, request_id, person_id, first_at), ${line}) as text from (
          select request_id, person_id, min(${micros("submitted_at")}) as first_at from request_reviews
          where request_id = any(${ids}::text[]) and person_id is not null group by request_id, person_id
        ) firsts`,
      ([request = "", account = "", firstAt]): ReviewRow => ({ request, account, firstAt: Number(firstAt) }),
    ),
  );
}

/** Lines added and deleted by each of these requests, where its files have been read. */
export async function readSizes(
  db: Db,
  requests: readonly string[],
): Promise<{ readonly request: string; readonly lines: number }[]> {
  return lookUp(requests, (ids) =>
    text(
      db,
      sql`select string_agg(concat_ws(${tab}, request_id, lines), ${line}) as text from (
          select request_id, sum(coalesce(additions, 0) + coalesce(deletions, 0)) as lines from request_files
          where request_id = any(${ids}::text[]) group by request_id
          having count(additions) > 0 or count(deletions) > 0
        ) sizes`,
      ([request = "", lines]) => ({ request, lines: Number(lines) }),
    ),
  );
}

/** Ids among these requests whose reviews and files have been read. */
export async function readDetailed(db: Db, requests: readonly string[]): Promise<string[]> {
  return lookUp(requests, (ids) =>
    text(
      db,
      sql`select string_agg(id, ${line}) as text from change_requests
        where id = any(${ids}::text[]) and details_at is not null`,
      ([id = ""]) => id,
    ),
  );
}

/** What tells whether rows came, went or changed without being seen. */
export interface Tally {
  readonly count: number;
  readonly sum: number;
}
/** Of a row's time of change: what is left of the division by this prime. Sums of it stay exact. */
export const TALLY = 1_000_003;

/** Of issues the number of their comments is told too: one that goes does not change the time. */
export async function tallyOf(db: Db, table: "issues" | "change_requests", projectId: string): Promise<Tally> {
  const comments = table === "issues" ? sql`comments_count` : sql`0`;
  const { rows } = await sql<{ count: number; sum: number }>`
    select count(*)::float8 as count,
      coalesce(sum(${micros("updated_at")} % ${sql.lit(TALLY)} + ${comments}), 0)::float8 as sum
    from ${sql.table(table)} where project_id = ${projectId}`.execute(db);
  return rows[0] ?? { count: 0, sum: 0 };
}

export async function countCommits(db: Db, sourceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from git_commits where source_id = ${sourceId} and parents < 2`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A comment or an event, by its row, with the issue that it is about. */
export interface TouchRow {
  readonly kind: "comment" | "event";
  readonly id: string;
  readonly issue: string;
}

/** Comments and events of a project's issues that were stored after these. */
export async function readTouches(
  db: Db,
  projectId: string,
  after: { readonly comment: string; readonly event: string },
): Promise<TouchRow[]> {
  const { rows } = await sql<TouchRow>`
    select c.issue_id as issue, c.id, 'comment' as kind from issue_comments c join issues i on i.id = c.issue_id
      where c.id > ${after.comment} and i.project_id = ${projectId}
    union all
    select e.issue_id, e.id, 'event' from issue_events e join issues i on i.id = e.issue_id
      where e.id > ${after.event} and i.project_id = ${projectId}`.execute(db);
  return rows;
}

/** Types that were worked out after a moment, and the newest such moment. */
export async function readTypes(
  db: Db,
  projectId: string,
  after: Micros,
): Promise<{ readonly id: string; readonly type: string | null; readonly at: Micros }[]> {
  return text(
    db,
    sql`select string_agg(concat_ws(${tab}, issue_id, coalesce(type, ''), ${micros("analysed_at")}), ${line}) as text
      from issue_analyses where project_id = ${projectId} and analysed_at >= ${moment(after)}`,
    ([id = "", type, at]) => ({ id, type: type || null, at: Number(at) }),
  );
}

async function* inPages<Row extends { readonly id: string; readonly updatedAt: Micros }>(
  marks: Marks,
  read: (from: Micros, last: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  if (marks.size === 0) return;
  let from = Math.min(...marks.values()) - 1;
  let last = "";
  for (;;) {
    const page = await read(from, last);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    from = page.at(-1)?.updatedAt ?? from;
    last = page.at(-1)?.id ?? last;
  }
}

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += LOOKED_UP) yield items.slice(at, at + LOOKED_UP);
}

async function lookUp<Row>(ids: readonly string[], read: (part: string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[][] = [];
  for (const part of inParts(ids)) rows.push(await read(part));
  return rows.flat();
}

/** The rows of a statement that gives one text: lines of fields. */
async function text<Row>(
  db: Db,
  query: ReturnType<typeof sql<unknown>>,
  read: (fields: string[]) => Row,
  separator = "\t",
): Promise<Row[]> {
  const { rows } = await query.execute(db);
  const [first] = rows;
  const found = typeof first === "object" && first !== null && "text" in first ? first.text : null;
  return typeof found === "string" && found !== ""
    ? found.split("\n").map((fields) => read(fields.split(separator)))
    : [];
}
