/** How a change ends: its row, the audit log, and the words for its member. */
import { type Actor, type AuditValues, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import type { StoredChange } from "../../db/schema/writeSchema.ts";
import {
  type IssueWriteRow,
  type WritableIssueRow,
  type WritableTrackerRow,
  findIssueWrite,
  updateIssueWriteEnded,
} from "../../db/tables/issues/issueWrites.ts";
import { type Message, message, parseMessage, serializeMessage } from "../../messages/messages.ts";
import type { SourceError } from "../../sources/SourceError.ts";

export interface WriteOutcome {
  readonly state: "done" | "refused" | "unknown";
  readonly text: Message | null;
  /** What the tracker made, such as a new issue. */
  readonly reference: string | null;
}

/** Why the tracker refused, in its own words where it gave any. */
export function refusalOf(error: SourceError, host: string): Message {
  const { code, refusal, text } = error;
  const isOwn = code === "rate_limited" || code === "unauthorized" || refusal === null || refusal.words === "";
  return isOwn ? text : message("write.host_refused", { host, words: refusal.words });
}

/** The end of a change that has one; null for an unfinished one. */
export function outcomeOf({
  state,
  text,
  reference,
}: Pick<IssueWriteRow, "state" | "text" | "reference">): WriteOutcome | null {
  if (state === "discarded") return { state: "refused", text: message("write.discarded"), reference: null };
  if (state !== "done" && state !== "refused") return null;
  return { state, text: text === null ? null : parseMessage(text), reference };
}

export const unknown = (text: Message): WriteOutcome => ({ state: "unknown", text, reference: null });

/** What another process has made of a change, or makes of it now. */
export async function storedOutcome(db: Db, id: string): Promise<WriteOutcome> {
  const row = await findIssueWrite(db, id);
  return (row && outcomeOf(row)) ?? unknown(message("write.under_way"));
}

/** Where a change is written: at an issue, or as a new one of a tracker. */
export type WriteTarget = WritableIssueRow | (WritableTrackerRow & { readonly id?: undefined });

/** Ends a change, unless another process has taken it over: then what that one stored is the outcome. */
export async function endWrite(
  { db, issue, by }: { readonly db: Db; readonly issue: WriteTarget; readonly by: Actor },
  row: IssueWriteRow,
  values: {
    readonly state: "done" | "refused";
    readonly reference: string | null;
    readonly text: Message | null;
    /** The tracker took some requests of the change, and refused another one. */
    readonly isPartial?: boolean;
  },
): Promise<WriteOutcome> {
  const { state, reference, isPartial = false } = values;
  const text = values.text && serializeMessage(values.text);
  const isOurs = await db.transaction().execute(async (tx) => {
    if (!(await updateIssueWriteEnded(tx, row, { state, reference, text }))) return false;
    await recordAuditEvent(tx, by, {
      action: state === "done" || isPartial ? "issue.written" : "issue.write_refused",
      subject:
        issue.id === undefined
          ? { kind: "source", id: issue.source_id, name: issue.url }
          : { kind: "issue", id: issue.id, name: issue.key },
      after: {
        project: issue.slug,
        tracker: issue.url,
        // By which account: one of the member, or the app that reads the tracker.
        account: row.account,
        ...valuesOf(row.change),
        ...(row.agent !== null && { agent: row.agent }),
        ...(row.batch_id !== null && { batch: row.batch_id }),
        ...(reference !== null && { reference }),
        ...(isPartial && { partial: true }),
      },
    });
    return true;
  });
  return isOurs ? { state, text: values.text, reference } : storedOutcome(db, row.id);
}

/** What the audit log keeps of a change: not the text of a comment, which its tracker has. */
function valuesOf(change: IssueWriteRow["change"]): AuditValues {
  if (!isWhole(change)) return { change: change.action };
  switch (change.action) {
    case "create":
      return {
        change: change.action,
        characters: change.title.length + change.body.length,
        labels: change.labels,
        type: change.type,
      };
    case "comment":
      return { change: change.action, characters: change.body.length };
    case "labels":
    case "assignees":
    case "milestones":
      return { change: change.action, add: change.add, remove: change.remove };
    case "state":
      return { change: change.action, from: change.from, to: change.to, resolution: change.resolution };
    case "priority":
      return { change: change.action, from: change.from, to: change.to };
    case "duplicate":
      return { change: change.action, of: change.of };
  }
}

/** Whether a change still has its values, as one that has not ended. */
export const isWhole = (change: IssueWriteRow["change"]): change is StoredChange => Object.keys(change).length > 1;
