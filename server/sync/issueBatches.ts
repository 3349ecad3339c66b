import { sql } from "kysely";
import type { Db } from "../db/openDb.ts";
import type { IndexedIssue } from "../index/issueTable.ts";

const AT_ONCE = 500;
/** Text of the comments of one issue that the index takes in. */
const LONGEST_COMMENTS = 60_000;

/** All issues of a project for the index, with the text of their comments and the commits that say they fix them. */
export async function* issueBatches(db: Db, projectId: string): AsyncGenerator<IndexedIssue[], void, undefined> {
  const fixes = await findFixes(db, projectId);
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("issues")
      .leftJoin("people", "people.id", "issues.author_id")
      .selectAll("issues")
      .select("people.login")
      .where("issues.project_id", "=", projectId)
      .where("issues.id", ">", after)
      .orderBy("issues.id")
      .limit(AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const comments = await commentsOf(
      db,
      rows.filter((row) => row.comments_count > 0).map(({ id }) => id),
    );
    yield rows.map((row) => ({
      id: row.id,
      key: row.key,
      source: row.source_id,
      title: row.title,
      body: row.body,
      comments: comments.get(row.id) ?? "",
      state: row.state,
      labels: row.labels,
      author: row.login,
      url: row.url,
      createdAt: row.created_at.getTime(),
      updatedAt: row.updated_at.getTime(),
      closedAt: row.closed_at?.getTime() ?? null,
      fixCommits: row.number === null ? [] : (fixes.get(row.number) ?? []),
    }));
  }
}

async function commentsOf(db: Db, issueIds: readonly string[]): Promise<Map<string, string>> {
  if (issueIds.length === 0) return new Map();
  const { rows } = await sql<{ issue_id: string; text: string }>`
    select issue_id, left(string_agg(body, ${"\n\n"} order by created_at, id), ${LONGEST_COMMENTS}) as text
    from issue_comments where issue_id = any(${issueIds}::text[]) group by issue_id`.execute(db);
  return new Map(rows.map(({ issue_id, text }) => [issue_id, text]));
}

/** GitHub's closing words: https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+(?:issue\s+)?((?:(?:,|and|&|\s)*#\d+)+)/gi;
const MOST_FIXES = 20;

/** Which commits of the project say that they close which issue number. */
async function findFixes(db: Db, projectId: string): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ hash: string; message: string }>`
    select c.hash, left(c.message, 4000) as message from git_commits c join sources s on s.id = c.source_id
    where s.project_id = ${projectId} and c.message ~* ${"(clos|fix|resolv)[a-z]*:?\\s+(issue\\s+)?#[0-9]"}
    order by c.committed_at desc`.execute(db);
  const fixes = new Map<number, string[]>();
  for (const { hash, message } of rows) {
    for (const number of closedBy(message)) {
      const hashes = fixes.get(number) ?? [];
      if (hashes.length < MOST_FIXES) hashes.push(hash);
      fixes.set(number, hashes);
    }
  }
  return fixes;
}

/** Numbers of the issues that a commit message closes. */
export function closedBy(message: string): number[] {
  const numbers = [...message.matchAll(CLOSING)].flatMap(([, list = ""]) =>
    [...list.matchAll(/#(\d+)/g)].map((match) => Number(match[1])),
  );
  return [...new Set(numbers)].filter((number) => number > 0 && number <= 2 ** 31 - 1);
}
