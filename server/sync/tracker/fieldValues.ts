/** Custom fields that a host has apart from its issues, such as those of boards. */
import { HOUR_MS } from "../../../contract/durations.ts";
import { countFieldsChange, listFieldsOfIssues, updateFieldsOfIssue } from "../../db/tables/sources/sourceFields.ts";
import { message } from "../../messages/messages.ts";
import type { Tracker } from "../../sources/connector/trackerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";
import { boundedFields } from "./workflowRows.ts";

/** All values are listed, however few have changed: at most once in this time, unless a user waits for the sync. */
const INTERVAL_MS = HOUR_MS;
/** Issues of one transaction. */
const BATCH_SIZE = 500;

/**
 * Brings the values of the chosen fields to those of the host. Without the permission the issues stay, and a note names what it needs.
 * @returns the cursor after it
 */
export async function syncFieldValues(
  source: SyncedSource,
  cursor: SyncCursor,
  tracker: Tracker,
  context: SyncContext,
): Promise<SyncCursor> {
  if (!tracker.fieldValues || source.customFields.length === 0) return cursor;
  const { db, signal, progress, addNote, isFullCheck, isManual } = context;
  const fields = source.customFields.map(({ id }) => id);
  const { fieldValues: last } = cursor;
  const isFresh = last !== null && Date.now() - Date.parse(last.at) < INTERVAL_MS;
  if (isFresh && !isFullCheck && !isManual && JSON.stringify(last.fields) === JSON.stringify(fields)) return cursor;
  progress.report("events", 0, null);
  let read: Awaited<ReturnType<NonNullable<Tracker["fieldValues"]>>>;
  try {
    read = await tracker.fieldValues(signal);
  } catch (error) {
    // Not read is not empty: what is stored stays. A rate limit is not waited for, since the next sync reads them as well.
    if (!(error instanceof SourceError) || error.code === "unauthorized" || signal.aborted) throw error;
    addNote({ code: "fields", text: error.text });
    return cursor;
  }
  if (!read.isWhole) addNote({ code: "fields", text: message("note.many_project_items") });
  const values = new Map(read.values.map((issue) => [issue.issueKey, boundedFields(issue.fields)]));
  const stored = await listFieldsOfIssues(db, source.id, [...values.keys()]);
  const changes = stored.flatMap(({ id, key, fields: before }) => {
    const after = values.get(key) ?? (read.isWhole ? [] : before);
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ id, fields: after }];
  });
  for (let at = 0; at < changes.length; at += BATCH_SIZE) {
    signal.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      for (const change of changes.slice(at, at + BATCH_SIZE)) await updateFieldsOfIssue(tx, change.id, change.fields);
      // With the values: after a kill, the next sync may find none to change.
      await countFieldsChange(tx, source.id);
      await storeCursor(tx, source.id, { ...cursor, isIndexBehind: true });
    });
  }
  const next: SyncCursor = {
    ...cursor,
    fieldValues: { at: new Date().toISOString(), fields },
    isIndexBehind: cursor.isIndexBehind || changes.length > 0,
  };
  await storeCursor(db, source.id, next);
  return next;
}
