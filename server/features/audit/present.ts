import type { AuditEntry } from "../../../contract/access/audit.ts";
import { csvLine } from "../../http/csv.ts";

const COLUMNS = [
  "at",
  "action",
  "actor_name",
  "actor_email",
  "subject_kind",
  "subject_name",
  "before",
  "after",
  "address",
] as const;

/** The log as CSV, one row per audit event. The values before and after are JSON. */
export async function auditCsv(entries: AsyncIterable<AuditEntry>): Promise<string> {
  const lines = [csvLine(COLUMNS)];
  for await (const { at, action, actor, subject, before, after, address } of entries) {
    lines.push(
      csvLine([
        at,
        action,
        actor.name,
        actor.email,
        subject?.kind ?? "",
        subject?.name ?? "",
        before ? JSON.stringify(before) : "",
        after ? JSON.stringify(after) : "",
        address,
      ]),
    );
  }
  return lines.join("");
}
