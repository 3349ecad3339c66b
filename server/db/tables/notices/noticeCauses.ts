/** What notices of issues are made from: the rows before and after a page of a tracker was stored. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** An issue as far as notices need it. */
export interface NoticeIssue {
  readonly id: string;
  readonly external_id: string;
  readonly state: "open" | "closed";
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly author_id: string | null;
  readonly author: string | null;
  readonly assignees: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const facts = sql`
  select i.id, i.external_id, i.state, i.title, i.body, i.labels, i.author_id, a.name as author, i.created_at, i.updated_at,
    array(select x.account_id from issue_assignees x where x.issue_id = i.id order by 1) as assignees
  from issues i left join accounts a on a.id = i.author_id`;

export async function listIssueFactsByExternalIds(
  db: Db,
  sourceId: string,
  externalIds: readonly string[],
): Promise<NoticeIssue[]> {
  const { rows } = await sql<NoticeIssue>`${facts}
    where i.source_id = ${sourceId} and i.external_id = any(${[...externalIds]})`.execute(db);
  return rows;
}

export async function listIssueFacts(db: Db, ids: readonly string[]): Promise<NoticeIssue[]> {
  const { rows } = await sql<NoticeIssue>`${facts} where i.id = any(${[...ids]}) order by i.updated_at, i.id`.execute(
    db,
  );
  return rows;
}

/** A comment as far as notices need it. */
export interface CommentFacts {
  readonly issue_id: string;
  readonly external_id: string;
  readonly body: string;
  readonly author_id: string | null;
  readonly author: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function listCommentFacts(
  db: Db,
  issueIds: readonly string[],
  externalIds: readonly string[],
): Promise<CommentFacts[]> {
  const { rows } = await sql<CommentFacts>`
    select c.issue_id, c.external_id, c.body, c.author_id, a.name as author, c.created_at, c.updated_at
    from issue_comments c left join accounts a on a.id = c.author_id
    where c.issue_id = any(${[...issueIds]}) and c.external_id = any(${[...externalIds]})
    order by c.created_at, c.id`.execute(db);
  return rows;
}
