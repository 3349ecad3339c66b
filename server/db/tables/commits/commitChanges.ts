import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import { type Micros, PAGE_ROWS, batchesOf, NEWLINE, micros, readTextRows } from "../pages/textPages.ts";

export interface StoredCommitRow {
  readonly id: number;
  readonly author: number;
  readonly committedAt: Micros;
  /** Null until they have been counted. */
  readonly lines: number | null;
}

/** Commits of a repository, without merges, that were stored after another, as they were stored. */
export async function* listCommitsAfter(db: Db, sourceId: string, after: number): AsyncGenerator<StoredCommitRow[]> {
  for (let last = after; ;) {
    const page = await readTextRows(
      db,
      sql`
      select string_agg(concat_ws(',', id, author_id, committed, lines), ${NEWLINE}) as text
      from (
        select id, author_id, ${micros("committed_at")} as committed, coalesce((added + deleted)::text, '') as lines
        from git_commits where source_id = ${sourceId} and id > ${last} and parents < 2 order by id limit ${PAGE_ROWS}
      ) page`,
      ([id, author, committed, lines]): StoredCommitRow => ({
        id: Number(id),
        author: Number(author),
        committedAt: Number(committed),
        lines: lines ? Number(lines) : null,
      }),
      ",",
    );
    if (page.length > 0) yield page;
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE_ROWS) return;
  }
}

/** Lines of those commits that have been counted meanwhile. */
export async function listCountedLines(db: Db, commits: readonly number[]): Promise<Map<number, number>> {
  const counted = new Map<number, number>();
  for (const ids of batchesOf(commits)) {
    const rows = await readTextRows(
      db,
      sql`select string_agg(concat_ws(',', id, added + deleted), ${NEWLINE}) as text
        from git_commits where id = any(${ids}::bigint[]) and added is not null`,
      ([id, lines]) => [Number(id), Number(lines)] as const,
      ",",
    );
    for (const [id, lines] of rows) counted.set(id, lines);
  }
  return counted;
}

export async function countCommitsWithoutMerges(db: Db, sourceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from git_commits where source_id = ${sourceId} and parents < 2`.execute(db);
  return rows[0]?.count ?? 0;
}
