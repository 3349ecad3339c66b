/** The custom fields that sources read. */
import { sql } from "kysely";
import type { CustomField } from "../../../../contract/issues/customFields.ts";
import type { IssueCustomField } from "../../../../contract/issues/issueWorkflow.ts";
import type { Db } from "../../openDb.ts";
import type { SourceRow } from "./sources.ts";

export type SourceFieldsRow = Pick<SourceRow, "kind" | "provider" | "url" | "name" | "custom_fields">;

const fieldsOf = (db: Db, projectId: string, id: string) =>
  db
    .selectFrom("sources")
    .select(["kind", "provider", "url", "name", "custom_fields"])
    .where("id", "=", id)
    .where("project_id", "=", projectId);

/** Undefined for no source of the project. */
export const findSourceFields = (db: Db, projectId: string, id: string): Promise<SourceFieldsRow | undefined> =>
  fieldsOf(db, projectId, id).executeTakeFirst();

/** The same, and locks the row until the transaction ends. */
export const lockSourceFields = (tx: Db, projectId: string, id: string): Promise<SourceFieldsRow | undefined> =>
  fieldsOf(tx, projectId, id).forUpdate().executeTakeFirst();

/** Stores the fields that the next sync reads. */
export async function updateSourceFields(tx: Db, id: string, fields: readonly CustomField[]): Promise<void> {
  await tx
    .updateTable("sources")
    .set({ custom_fields: JSON.stringify(fields) })
    .where("id", "=", id)
    .execute();
}

/** Names of the custom fields that the sources of these projects read. */
export async function listChosenFieldNames(db: Db, projectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct field ->> 'name' as name from sources, jsonb_array_elements(custom_fields) as field
    where project_id = any(${[...projectIds]}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether an issue that was sent to a custom source of the projects has a custom field of one of these names: such a source reads all. */
export async function hasSentField(db: Db, projectIds: readonly string[], names: readonly string[]): Promise<boolean> {
  const lowered = names.map((name) => name.toLowerCase());
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from custom_sources c join issues i on i.source_id = c.source_id, jsonb_array_elements(i.facts -> 'custom_fields') as field
      where i.project_id = any(${[...projectIds]}::text[]) and i.facts ? 'custom_fields' and lower(field ->> 'name') = any(${lowered}::text[])
    ) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Ids of the sources of a project whose choice of fields has changed since their last sync began, except paused ones. */
export async function listSourcesWithOtherFields(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sources where project_id = ${projectId} and kind = 'tracker' and paused_at is null and cursor is not null
      and coalesce(cursor -> 'fields', '[]') <> (
        select coalesce(jsonb_agg(field -> 'id' order by place), '[]')
        from jsonb_array_elements(custom_fields) with ordinality as chosen (field, place))`.execute(db);
  return rows.map(({ id }) => id);
}

/** One text for the sources of a project; another one after the custom fields of stored issues have changed. */
export async function findFieldsStamp(db: Db, projectId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select coalesce(string_agg(id || ' ' || fields_changed, ',' order by id), '') as stamp
    from sources where project_id = ${projectId} and fields_changed > 0`.execute(db);
  return rows[0]?.stamp ?? "";
}

/** Marks what was cached of the items of a source as out of date: their fields or files have changed without their times. */
export async function countFieldsChange(tx: Db, sourceId: string): Promise<void> {
  await tx
    .updateTable("sources")
    .set((of) => ({ fields_changed: of("fields_changed", "+", 1) }))
    .where("id", "=", sourceId)
    .execute();
}

/** Removes the values of all custom fields but these from the issues of a source. @returns how many issues had others */
export async function removeOtherFields(tx: Db, sourceId: string, names: readonly string[]): Promise<number> {
  const keptNames = [...names];
  const { numAffectedRows } = await sql`
    update issues set facts = nullif(facts - 'custom_fields' || coalesce((
        select jsonb_build_object('custom_fields', jsonb_agg(field order by place))
        from jsonb_array_elements(facts -> 'custom_fields') with ordinality as stored (field, place)
        where field ->> 'name' = any(${keptNames}::text[])
        having count(*) > 0), '{}'), '{}')
    where source_id = ${sourceId} and facts ? 'custom_fields' and exists (
      select 1 from jsonb_array_elements(facts -> 'custom_fields') as field
      where not field ->> 'name' = any(${keptNames}::text[]))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Makes the issues of a source ones that a sync stores again although their times of change are known. */
export async function resetIssueVersions(tx: Db, sourceId: string): Promise<void> {
  await tx.updateTable("issues").set({ read_version: 0 }).where("source_id", "=", sourceId).execute();
}

export interface StoredFieldsRow {
  readonly id: string;
  readonly key: string;
  readonly fields: IssueCustomField[];
}

/** The custom fields of issues of a source: of those that have any, and of these. */
export async function listFieldsOfIssues(
  db: Db,
  sourceId: string,
  keys: readonly string[],
): Promise<StoredFieldsRow[]> {
  const { rows } = await sql<StoredFieldsRow>`
    select id, key, coalesce(facts -> 'custom_fields', '[]') as fields from issues
    where source_id = ${sourceId} and (facts ? 'custom_fields' or key = any(${[...keys]}::text[]))`.execute(db);
  return rows;
}

/** Replaces the custom fields of one issue. */
export async function updateFieldsOfIssue(tx: Db, id: string, fields: readonly IssueCustomField[]): Promise<void> {
  const added = fields.length === 0 ? "{}" : JSON.stringify({ custom_fields: fields });
  await sql`
    update issues set facts = nullif((coalesce(facts, '{}') - 'custom_fields') || ${added}::jsonb, '{}')
    where id = ${id}`.execute(tx);
}

/** The custom fields of those of these issues that have any, by their ids at the host. */
export async function listFieldsByExternalIds(
  tx: Db,
  sourceId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, IssueCustomField[]>> {
  const { rows } = await sql<{ external_id: string; fields: IssueCustomField[] }>`
    select external_id, facts -> 'custom_fields' as fields from issues
    where source_id = ${sourceId} and external_id = any(${[...externalIds]}::text[]) and facts ? 'custom_fields'`.execute(
    tx,
  );
  return new Map(rows.map(({ external_id, fields }) => [external_id, fields]));
}
