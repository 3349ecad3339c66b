import { type Expression, sql, type SqlBool } from "kysely";
import type { Db } from "../../openDb.ts";

/** The issues whose key or title has all of some words. */
export interface FoundWords {
  /** A condition on a row of `issues`, for a page. */
  readonly fits: Expression<SqlBool>;
  /** The same for all rows together. */
  readonly fitsAll: Expression<SqlBool>;
  /** How many there are in the project. */
  count(): Promise<number>;
}

const MAX_WORDS = 10;
/** Up to this number, rows are selected by their ids; with more, a page is full soon. */
export const MAX_MATCHES = 1000;

/**
 * Looks for words, capitals aside as `ilike` takes them, anywhere in keys and titles. They are in a separate narrow table: reading all
 * of it takes a tenth of reading the rows of the list.
 * @returns null when there is no word to look for
 */
export async function findIssuesByWords(db: Db, projectId: string, text: string): Promise<FoundWords | null> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const has = sql.join(
    words.map((word) => sql`w.words like lower(${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`),
    sql` and `,
  );
  const { rows } = await sql<{ issue_id: string }>`
    select w.issue_id from issue_words w where w.project_id = ${projectId} and ${has} limit ${MAX_MATCHES + 1}`.execute(
    db,
  );
  if (rows.length <= MAX_MATCHES) {
    const ids = rows.map(({ issue_id }) => issue_id);
    const fits = sql<boolean>`issues.id = any(${ids}::text[])`;
    return { fits, fitsAll: fits, count: async () => rows.length };
  }
  return {
    // `offset 0` keeps it a query of one row, run in the order of the list until a page is full.
    fits: sql<boolean>`exists (select 1 from issue_words w where w.issue_id = issues.id and ${has} offset 0)`,
    fitsAll: sql<boolean>`issues.id in (select w.issue_id from issue_words w where w.project_id = ${projectId} and ${has})`,
    count: async () => {
      const counted = await sql<{ count: number }>`
        select count(*) as count from issue_words w where w.project_id = ${projectId} and ${has}`.execute(db);
      return Number(counted.rows[0]?.count ?? 0);
    },
  };
}
