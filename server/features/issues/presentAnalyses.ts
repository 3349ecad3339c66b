import type { IssueRow } from "../../../contract/issues/issues.ts";
import type { Db } from "../../db/openDb.ts";
import { listAnalysesOfIssues } from "../../db/tables/issues/issueAnalyses.ts";

/** What has been worked out for these issues, by id; one that has not been analysed is missing. */
export async function presentRowAnalyses(
  db: Db,
  issueIds: readonly string[],
): Promise<Map<string, NonNullable<IssueRow["analysis"]>>> {
  const rows = await listAnalysesOfIssues(db, issueIds);
  return new Map(
    rows.map((row) => [
      row.issue_id,
      { type: row.type, severity: row.severity, likely_files: row.likely_files, similar: row.similar_count },
    ]),
  );
}
