import type { Db } from "../db/openDb.ts";
import { keysOfAddress } from "../../contract/addresses/issueAddress.ts";
import { type IssueWithBody, findIssue, listIssuesByKeys } from "../db/tables/issues/issues.ts";
import { Conflict, NotFound } from "../errors.ts";
import { message } from "../messages/messages.ts";

/**
 * An issue with its text, by its id, or by its number or key as an address has it. The caller's access to the project is checked before.
 * @throws NotFound when the project has no such issue, Conflict when several have the number or key
 */
export async function requireIssue(db: Db, projectId: string, id: string): Promise<IssueWithBody> {
  const row = await findIssue(db, projectId, id);
  if (row) return row;
  const [named, ...others] = await listIssuesByKeys(db, projectId, keysOfAddress(id), 2);
  if (!named) throw new NotFound(message("issue.not_found"));
  if (others.length > 0) throw new Conflict(message("issue.ambiguous", { key: named.key }));
  return named;
}
