import type { Db } from "../../db/openDb.ts";
import { type IssueWithBody, findIssue } from "../../db/tables/issues.ts";
import { NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/**
 * An issue with its text. The caller's access to the project is checked before.
 * @throws NotFound when the project has no such issue
 */
export async function requireIssue(db: Db, projectId: string, id: string): Promise<IssueWithBody> {
  const row = await findIssue(db, projectId, id);
  if (!row) throw new NotFound(message("issue.not_found"));
  return row;
}
