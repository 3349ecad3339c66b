import type { Db } from "../../db/openDb.ts";
import { CARD_COLUMNS, type CardRow } from "../../engines/issues/findIssues.ts";
import { NotFound } from "../../errors.ts";

/** An issue with its text. Whether the caller may see the project has been asked before. */
export type IssueRow = CardRow & { readonly body: string };

/** @throws NotFound when the project has no such issue */
export async function requireIssue(db: Db, projectId: string, id: string): Promise<IssueRow> {
  const row = await db
    .selectFrom("issues")
    .select([...CARD_COLUMNS, "issues.body"])
    .where("issues.project_id", "=", projectId)
    .where("issues.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFound("There is no such issue.");
  return row;
}
