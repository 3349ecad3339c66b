/** The statuses that trackers know, with what they mean: the history of an issue has their names alone. */
import type { IssueStatus, StatusCategory } from "../../../../contract/issues/issueWorkflow.ts";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";

/**
 * Stores those whose category is known. A status that its tracker has no longer stays: histories have its name.
 * @param replaces whether a stored category is replaced
 */
export async function upsertIssueStatuses(
  db: Db,
  sourceId: string,
  statuses: readonly IssueStatus[],
  replaces: boolean,
): Promise<void> {
  const categories = new Map(
    statuses.flatMap(({ name, category }) => (category === null ? [] : [[name, category] as const])),
  );
  await insertRows(
    db,
    "issue_statuses",
    [...categories].map(([name, category]) => ({ source_id: sourceId, name, category })),
    { onConflict: { columns: ["source_id", "name"], update: replaces ? ["category"] : [] } },
  );
}

export async function listIssueStatuses(
  db: Db,
  sourceIds: readonly string[],
): Promise<{ source_id: string; name: string; category: StatusCategory }[]> {
  if (sourceIds.length === 0) return [];
  return db
    .selectFrom("issue_statuses")
    .select(["source_id", "name", "category"])
    .where("source_id", "in", [...sourceIds])
    .orderBy("source_id")
    .orderBy("name")
    .execute();
}
