/** How sources are read: their credentials, webhooks, and who may read what their hosts restrict. */
import type { Insertable, Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SourcesTable } from "../../schema/schema.ts";
import type { SourceRow } from "./sources.ts";

const ACCESS_COLUMNS = [
  "id",
  "kind",
  "provider",
  "url",
  "secret_id",
  "webhook_secret_id",
  "connection_id",
  "app_installation_id",
  "access_by",
  "restricted_role",
  "allows_writing",
  "access_mirrored",
] as const;
export type SourceAccessRow = Pick<SourceRow, (typeof ACCESS_COLUMNS)[number]>;

const accessOf = (db: Db, projectId: string, id: string) =>
  db.selectFrom("sources").select(ACCESS_COLUMNS).where("id", "=", id).where("project_id", "=", projectId);

export const findSourceAccess = (db: Db, projectId: string, id: string): Promise<SourceAccessRow | undefined> =>
  accessOf(db, projectId, id).executeTakeFirst();

/** The same, and locks the row until the transaction ends. */
export const lockSourceAccess = (
  transaction: Db,
  projectId: string,
  id: string,
): Promise<SourceAccessRow | undefined> => accessOf(transaction, projectId, id).forUpdate().executeTakeFirst();

/** When the last sync of a source ended; null for none. */
export async function findSyncFinished(db: Db, id: string): Promise<Date | null> {
  const row = await db.selectFrom("sources").select("sync_finished_at").where("id", "=", id).executeTakeFirst();
  return row?.sync_finished_at ?? null;
}

/** Sources of a project with the ids of their secrets. */
export const listSourceSecrets = (db: Db, projectId: string) =>
  db
    .selectFrom("sources")
    .select(["id", "kind", "secret_id", "webhook_secret_id"])
    .where("project_id", "=", projectId)
    .execute();

/** @throws NoResultError when there is no such source */
export const findSourceUrl = (db: Db, id: string) =>
  db.selectFrom("sources").select(["kind", "url"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Columns of a source of which no sync has begun. */
const NOT_SYNCED = {
  cursor: null,
  sync_state: "queued",
  sync_step: null,
  sync_done: 0,
  sync_total: null,
  sync_error: null,
  sync_finished_at: null,
  sync_items: 0,
} as const satisfies Partial<Insertable<SourcesTable>>;

/** Stores a source that waits for its first sync. @throws DatabaseError of the constraint sources_url_unique */
export const insertSource = (
  db: Db,
  source: Omit<Insertable<SourcesTable>, keyof typeof NOT_SYNCED>,
): Promise<SourceRow> =>
  db
    .insertInto("sources")
    .values({ ...source, ...NOT_SYNCED })
    .returningAll()
    .executeTakeFirstOrThrow();

export async function updateSourceAccess(
  db: Db,
  id: string,
  access: Pick<
    Updateable<SourcesTable>,
    | "secret_id"
    | "connection_id"
    | "app_installation_id"
    | "allows_writing"
    | "access_by"
    | "webhook_secret_id"
    | "restricted_role"
    | "restricted_choice"
  >,
): Promise<void> {
  await db.updateTable("sources").set(access).where("id", "=", id).execute();
}

/** Allows writing to the trackers of a company at an address. */
export async function updateWritingAt(db: Db, companyId: string, url: string): Promise<void> {
  await db
    .updateTable("sources")
    .set({ allows_writing: true })
    .where("kind", "=", "tracker")
    .where("url", "=", url)
    .where("project_id", "in", (of) => of.selectFrom("projects").select("id").where("company_id", "=", companyId))
    .execute();
}

/** Deletes a source with everything that was copied from it. @returns what is left to clean up */
export const deleteSource = (db: Db, projectId: string, kind: SourceRow["kind"], id: string) =>
  db
    .deleteFrom("sources")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("kind", "=", kind)
    .returning(["secret_id", "webhook_secret_id", "provider", "url", "group_id", "group_repository"])
    .executeTakeFirst();

/** Whether a repository of the project is read for the first time, and that has neither ended nor failed. */
export async function isReadingFirst(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom("sources")
    .select("id")
    .where("project_id", "=", projectId)
    .where("kind", "=", "repository")
    .where("sync_state", "in", ["queued", "running"])
    .where("sync_finished_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
