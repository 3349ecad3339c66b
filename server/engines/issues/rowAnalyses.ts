import type { IssueRow } from "../../../contract/issues.ts";
import type { Db } from "../../db/openDb.ts";

/** What has been worked out for these issues; one that has not been looked at yet is missing. */
export async function readRowAnalyses(
  db: Db,
  issueIds: readonly string[],
): Promise<Map<string, NonNullable<IssueRow["analysis"]>>> {
  if (issueIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("issue_analyses")
    .select(["issue_id", "type", "severity", "likely_files", "similar_count"])
    .where("issue_id", "in", [...issueIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.issue_id,
      { type: row.type, severity: row.severity, likely_files: row.likely_files, similar: row.similar_count },
    ]),
  );
}
