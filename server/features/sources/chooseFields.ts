import type { CustomField } from "../../../contract/issues/customFields.ts";
import type { SourceFields } from "../../../contract/sources/sources.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import {
  findSourceFields,
  lockSourceFields,
  type SourceFieldsRow,
  updateSourceFields,
} from "../../db/tables/sources/sourceFields.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { findSourceError } from "../../sources/SourceError.ts";
import { chosenFields, fieldNames, hasChosenFields } from "./chosenFields.ts";
import type { SourcesDeps } from "./service.ts";

type FieldDeps = Pick<SourcesDeps, "db" | "sync">;

/**
 * The custom fields of a tracker that are read, and those that its host has now.
 * @throws NotFound; Conflict for what has none to choose; Invalid where the host does not list them
 */
export async function readFields({ db, sync }: FieldDeps, projectId: string, sourceId: string): Promise<SourceFields> {
  const source = requireFields(await findSourceFields(db, projectId, sourceId));
  const available = await listKnown(sync, sourceId, source);
  return { chosen: fieldNames(source.custom_fields), known: fieldNames(available) };
}

/**
 * Changes which custom fields of a tracker are read. Its sync is requested: it reads all issues again for an added field, and removes the
 * values of those that are no longer chosen.
 * @throws NotFound; Conflict for what has none to choose; Invalid for a name that no field has
 */
export async function chooseFields(
  { db, sync }: FieldDeps,
  project: { readonly id: string; readonly slug: string },
  sourceId: string,
  names: readonly string[],
  by: Actor,
): Promise<void> {
  const source = requireFields(await findSourceFields(db, project.id, sourceId));
  // Without a name nothing has to be asked: what a host no longer lists can still be dropped.
  const available = names.length === 0 ? [] : await listKnown(sync, sourceId, source);
  const isChanged = await db.transaction().execute(async (tx) => {
    const before = requireFields(await lockSourceFields(tx, project.id, sourceId));
    const after = chosenFields(names, { name: before.name, customFields: withStored(available, before.custom_fields) });
    if (isSameChoice(before.custom_fields, after)) return false;
    await updateSourceFields(tx, sourceId, after);
    await recordAuditEvent(tx, by, {
      action: "source.fields_changed",
      subject: { kind: before.kind, id: sourceId, name: before.url },
      before: { project: project.slug, fields: fieldNames(before.custom_fields).join(", ") },
      after: { project: project.slug, fields: fieldNames(after).join(", ") },
    });
    return true;
  });
  if (isChanged) await sync.request([sourceId]);
}

function requireFields(source: SourceFieldsRow | undefined): SourceFieldsRow {
  if (!source) throw new NotFound(message("source.not_found"));
  if (!hasChosenFields(source)) throw new Conflict(message("source.no_custom_fields", { name: source.name }));
  return source;
}

async function listKnown(
  sync: FieldDeps["sync"],
  sourceId: string,
  { custom_fields: stored }: SourceFieldsRow,
): Promise<CustomField[]> {
  try {
    return withStored(await sync.listFields(sourceId), stored);
  } catch (error) {
    const refusal = findSourceError(error);
    throw refusal ? new Invalid({ custom_fields: [refusal.text] }, { cause: error }) : error;
  }
}

/** A field that is read stays choosable although its host does not list it now: it may have been hidden for a while. */
const withStored = (available: readonly CustomField[], stored: readonly CustomField[]): CustomField[] => [
  ...available,
  ...stored.filter(({ id }) => !available.some((field) => field.id === id)),
];

const isSameChoice = (a: readonly CustomField[], b: readonly CustomField[]): boolean => {
  const idsOf = (fields: readonly CustomField[]) => fields.map(({ id }) => id).toSorted();
  return JSON.stringify(idsOf(a)) === JSON.stringify(idsOf(b));
};
