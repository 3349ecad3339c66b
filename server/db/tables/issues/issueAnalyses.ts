import { type Insertable, type RawBuilder, sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { IssueAnalysesTable } from "../../schema/analysisSchema.ts";

/** What has been worked out for these issues; one that has not been analysed is missing. */
export async function listAnalysesOfIssues(db: Db, issueIds: readonly string[]) {
  if (issueIds.length === 0) return [];
  return db
    .selectFrom("issue_analyses")
    .select(["issue_id", "type", "severity", "likely_files", "similar_count"])
    .where("issue_id", "in", [...issueIds])
    .execute();
}

/** When an issue of the project was last analysed; null for never. */
export async function findNewestAnalysisTime(db: Db, projectId: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom("issue_analyses")
    .select((is) => is.fn.max("analysed_at").as("at"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return at;
}

export interface DueAnalysis {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly labels: string[];
  readonly created_at: Date;
  /** What an analysis of it is to be stored with. */
  readonly digest: string;
}

/**
 * Issues without an analysis, or with one that was made from another state: open ones first, newest activity first.
 * @param codeDigest names the code that an open issue is compared with
 */
export async function listDueAnalyses(
  db: Db,
  projectId: string,
  { version, codeDigest, limit }: { readonly version: number; readonly codeDigest: string; readonly limit: number },
): Promise<DueAnalysis[]> {
  const expected: RawBuilder<string> = sql`${String(version)} || ':' || extract(epoch from i.updated_at)::text
    || case when i.state = 'open' then ':' || ${codeDigest}::text else '' end`;
  const { rows } = await sql<DueAnalysis>`
    select i.id, i.title, i.body, i.labels, i.created_at, ${expected} as digest
    from issues i left join issue_analyses a on a.issue_id = i.id
    where i.project_id = ${projectId} and (a.issue_id is null or a.print <> ${expected})
    order by (i.state = 'open') desc, i.updated_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

export async function upsertAnalyses(db: Db, rows: readonly Insertable<IssueAnalysesTable>[]): Promise<void> {
  await insertRows(db, "issue_analyses", rows, {
    onConflict: {
      columns: ["issue_id"],
      update: ["type", "severity", "likely_files", "confidence", "similar_count", "print", "analysed_at"],
    },
  });
}
