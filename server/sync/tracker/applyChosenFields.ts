/** Another choice of custom fields for a tracker that was read before. */
import type { Db } from "../../db/openDb.ts";
import { countFieldsChange, removeOtherFields, resetIssueVersions } from "../../db/tables/sources/sourceFields.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";
import { boundedName } from "./workflowRows.ts";

/**
 * Removes the values of fields that are no longer chosen. For an added field all issues are read again, because a list by time has only
 * those that have changed.
 * @returns the cursor to read with
 */
export async function applyChosenFields(
  { id, provider, customFields }: SyncedSource,
  cursor: SyncCursor,
  db: Db,
): Promise<SyncCursor> {
  const fields = customFields.map((field) => field.id);
  if (JSON.stringify(fields) === JSON.stringify(cursor.fields)) return cursor;
  // Values that are apart from the issues are listed as a whole.
  const isAdded =
    providerRulesOf(provider).customFields === "inIssues" && fields.some((field) => !cursor.fields.includes(field));
  return db.transaction().execute(async (tx) => {
    const removed = await removeOtherFields(
      tx,
      id,
      customFields.flatMap(({ name }) => boundedName(name) ?? []),
    );
    if (removed > 0) await countFieldsChange(tx, id);
    if (isAdded) await resetIssueVersions(tx, id);
    const next = {
      ...cursor,
      fields,
      isIndexBehind: cursor.isIndexBehind || removed > 0,
      ...(isAdded && { tracker: null, isAddingFields: true }),
    };
    await storeCursor(tx, id, next);
    return next;
  });
}

/** All issues have been read with the added fields. @returns the cursor after it */
export async function endAddingFields({ id }: SyncedSource, cursor: SyncCursor, db: Db): Promise<SyncCursor> {
  if (!cursor.isAddingFields) return cursor;
  return db.transaction().execute(async (tx) => {
    await countFieldsChange(tx, id);
    const next = { ...cursor, isAddingFields: false };
    await storeCursor(tx, id, next);
    return next;
  });
}
