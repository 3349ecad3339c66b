import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import {
  EPOCH,
  type PageCursors,
  type Micros,
  PAGE_ROWS,
  pagesSince,
  NEWLINE,
  lookUpInBatches,
  micros,
  momentOf,
  TAB,
  readTextRows,
} from "../pages/textPages.ts";

export interface ChangedIssueRow {
  readonly id: string;
  readonly source: string;
  readonly author: string | null;
  /** JSON. */
  readonly labels: string;
  readonly type: string | null;
  /** The tracker's own name. */
  readonly status: string | null;
  /** The tracker's own name. */
  readonly priority: string | null;
  /** JSON, as of `sprints` and `fields`: `IssueFacts` of the contract. */
  readonly milestones: string;
  readonly sprints: string;
  readonly fields: string;
  readonly createdAt: Micros;
  readonly closedAt: Micros | null;
  readonly updatedAt: Micros;
  /** As many comments as the host counts. */
  readonly comments: number;
}

/** Issues that have changed since the marks, the oldest change first. */
export async function* listIssuesChangedSince(
  db: Db,
  projectId: string,
  marks: PageCursors,
): AsyncGenerator<ChangedIssueRow[]> {
  yield* pagesSince(marks, (from, last) =>
    readTextRows(
      db,
      sql`
    select string_agg(concat_ws(${TAB}, id, source_id, author, labels, type, created, closed, updated, comments_count, status, priority, milestones, sprints, fields), ${NEWLINE}) as text
    from (
      select i.id, i.source_id, coalesce(i.author_id, '') as author, i.labels::text as labels, coalesce(a.type, '') as type,
        ${micros("i.created_at")} as created, coalesce(${micros("i.closed_at")}::text, '') as closed,
        ${micros("i.updated_at")} as updated, i.comments_count,
        translate(coalesce(i.status, ''), ${TAB} || ${NEWLINE}, '  ') as status,
        translate(coalesce(i.priority, ''), ${TAB} || ${NEWLINE}, '  ') as priority,
        i.milestones::text as milestones, coalesce(i.facts -> 'sprints', '[]')::text as sprints,
        coalesce(i.facts -> 'custom_fields', '[]')::text as fields
      from issues i
      join unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::bigint[]) as known (source_id, mark)
        on known.source_id = i.source_id and i.updated_at >= ${EPOCH} + known.mark * interval '1 microsecond'
      left join issue_analyses a on a.issue_id = i.id
      where i.project_id = ${projectId} and i.updated_at >= ${momentOf(from)}
        and (i.updated_at, i.id) > (${momentOf(from)}, ${last}::text)
      order by i.updated_at, i.id limit ${PAGE_ROWS}
    ) page`,
      ([
        id = "",
        source = "",
        author,
        labels = "[]",
        type,
        created,
        closed,
        updated,
        comments,
        status,
        priority,
        milestones = "[]",
        sprints = "[]",
        fields = "[]",
      ]): ChangedIssueRow => ({
        id,
        source,
        author: author || null,
        labels,
        type: type || null,
        status: status?.trim() || null,
        priority: priority?.trim() || null,
        milestones,
        sprints,
        fields,
        createdAt: Number(created),
        closedAt: closed ? Number(closed) : null,
        updatedAt: Number(updated),
        comments: Number(comments),
      }),
    ),
  );
}

/** The first comment of each account on each of these issues; a null account is an unknown author. */
export interface FirstCommentRow {
  readonly issue: string;
  readonly account: string | null;
  readonly firstAt: Micros;
}

export async function listFirstComments(db: Db, issues: readonly string[]): Promise<FirstCommentRow[]> {
  return lookUpInBatches(issues, (ids) =>
    readTextRows(
      db,
      sql`select string_agg(concat_ws(${TAB}, issue_id, account, first_at), ${NEWLINE}) as text from (
          select issue_id, coalesce(author_id, '') as account, min(${micros("created_at")}) as first_at
          from issue_comments where issue_id = any(${ids}::text[]) group by issue_id, author_id
        ) firsts`,
      ([issue = "", account, firstAt]): FirstCommentRow => ({
        issue,
        account: account || null,
        firstAt: Number(firstAt),
      }),
    ),
  );
}

export async function listAssigneesOfIssues(
  db: Db,
  issues: readonly string[],
): Promise<{ issue: string; account: string }[]> {
  return lookUpInBatches(issues, (ids) =>
    readTextRows(
      db,
      sql`select string_agg(issue_id || ${TAB} || account_id, ${NEWLINE}) as text
        from (select issue_id, account_id from issue_assignees where issue_id = any(${ids}::text[]) order by 1, 2) page`,
      ([issue = "", account = ""]) => ({ issue, account }),
    ),
  );
}

export interface StateEventRow {
  readonly issue: string;
  readonly type: "closed" | "reopened" | "status";
  /** The state that was left, where the type is `status`. */
  readonly left: string;
  readonly at: Micros;
}

/** Events of closing, reopening and changing state, by issue and then by time. */
export async function listStateEvents(db: Db, issues: readonly string[]): Promise<StateEventRow[]> {
  return lookUpInBatches(issues, (ids) =>
    readTextRows(
      db,
      // Events of one second are in the order of their numbers at the host.
      sql`select string_agg(concat_ws(${TAB}, issue_id, type, left_state, at), ${NEWLINE}) as text from (
          select issue_id, type, translate(coalesce(split_part(detail, ' → ', 1), ''), ${TAB} || ${NEWLINE}, '  ') as left_state,
            ${micros("created_at")} as at
          from issue_events where issue_id = any(${ids}::text[]) and type in ('closed', 'reopened', 'status')
          order by issue_id, created_at, length(external_id), external_id
        ) page`,
      ([issue = "", type, left = "", at]): StateEventRow => ({
        issue,
        type: type === "closed" ? "closed" : type === "reopened" ? "reopened" : "status",
        left: left.trim(),
        at: Number(at),
      }),
    ),
  );
}

/** A comment or an event, by its row, with the issue that it is about. */
interface ActivityRow {
  readonly id: string;
  readonly issue: string;
}

/** Comments and events of a project's issues that were stored after these. */
export async function listActivityAfter(
  db: Db,
  projectId: string,
  after: { readonly comment: string; readonly event: string },
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select c.issue_id as issue, c.id from issue_comments c join issues i on i.id = c.issue_id
      where c.id > ${after.comment} and i.project_id = ${projectId}
    union all
    select e.issue_id, e.id from issue_events e join issues i on i.id = e.issue_id
      where e.id > ${after.event} and i.project_id = ${projectId}`.execute(db);
  return rows;
}

/** Types that were worked out after a moment, and the newest such moment. */
export async function listTypesAnalysedAfter(
  db: Db,
  projectId: string,
  after: Micros,
): Promise<{ readonly id: string; readonly type: string | null; readonly at: Micros }[]> {
  return readTextRows(
    db,
    sql`select string_agg(concat_ws(${TAB}, issue_id, coalesce(type, ''), ${micros("analysed_at")}), ${NEWLINE}) as text
      from issue_analyses where project_id = ${projectId} and analysed_at >= ${momentOf(after)}`,
    ([id = "", type, at]) => ({ id, type: type || null, at: Number(at) }),
  );
}
