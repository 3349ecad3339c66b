/** How the sync of each source goes, and which sources a sync is due for. */
import { type Selectable, type Updateable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SourcesTable } from "../../schema/schema.ts";

/** The columns with the result of the last sync. */
export type SyncStatusRow = Pick<
  Selectable<SourcesTable>,
  | "sync_state"
  | "sync_step"
  | "sync_done"
  | "sync_total"
  | "sync_error"
  | "sync_finished_at"
  | "sync_items"
  | "sync_error_code"
  | "url"
  | "waits_for"
  | "resume_at"
  | "host_quota"
>;

/** A source with its project. */
export const findSourceWithProject = (db: Db, sourceId: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .selectAll("sources")
    .select(["projects.slug", "projects.company_id"])
    .where("sources.id", "=", sourceId)
    .executeTakeFirst();

export const findSyncState = (db: Db, sourceId: string) =>
  db
    .selectFrom("sources")
    .select(["sync_state", "waits_for", "sync_error"])
    .where("id", "=", sourceId)
    .executeTakeFirst();

/** @returns the changed row; undefined when the source was removed */
export const updateSyncState = (
  db: Db,
  sourceId: string,
  state: Pick<
    Updateable<SourcesTable>,
    | "sync_state"
    | "sync_step"
    | "sync_done"
    | "sync_total"
    | "sync_error"
    | "sync_error_code"
    | "sync_items"
    | "sync_finished_at"
    | "sync_again"
    | "sync_began_at"
    | "waits_for"
    | "resume_at"
    | "quota_waits"
    | "host_quota"
  >,
): Promise<Selectable<SourcesTable> | undefined> =>
  db.updateTable("sources").set(state).where("id", "=", sourceId).returningAll().executeTakeFirst();

/**
 * Whether a sync of a source begins after this statement has read its row: one that waits, or the one that follows the running one. It reads all that the
 * host had before, and the maintenance sends its job again where the process that was to send or to run it has died.
 */
export const willSync = sql<boolean>`(sources.sync_state = 'queued' or (sources.sync_state = 'running' and sources.sync_again))`;

/**
 * Queues those of the sources whose sync neither waits nor runs, and has another one follow where it runs: it may have read past what the
 * request is about. One statement, so that a sync that ends meanwhile is one or the other.
 * @returns the ids of those that did not wait before
 */
export async function queueSyncs(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; sync_state: string }>`
    update sources set sync_again = sync_again or sync_state = 'running',
      sync_step = case when sync_state = 'running' then sync_step end,
      sync_done = case when sync_state = 'running' then sync_done else 0 end,
      sync_total = case when sync_state = 'running' then sync_total end,
      sync_error = case when sync_state = 'running' then sync_error end,
      sync_state = case when sync_state = 'running' then sync_state else 'queued' end
    where id = any(${sql.val([...ids])}::text[]) and not ${willSync}
    returning id, sync_state`.execute(db);
  return rows.filter(({ sync_state: state }) => state === "queued").map(({ id }) => id);
}

/**
 * Ids of the sources whose sync was requested while one was running that has ended, except paused ones.
 * @param projectId only those of this project
 */
export async function listSourcesToSyncAgain(db: Db, projectId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("sync_again", "=", true)
    .where("sync_state", "in", ["ready", "failed"])
    .where("paused_at", "is", null)
    .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId ?? ""))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends the sync of a source that is not running. */
export async function updateIdleSourceFailed(
  db: Db,
  sourceId: string,
  failure: { readonly sync_error: string; readonly sync_error_code: string },
): Promise<void> {
  await db
    .updateTable("sources")
    .set({ sync_state: "failed", waits_for: null, resume_at: null, ...failure })
    .where("id", "=", sourceId)
    .where("sync_state", "in", ["ready", "failed", "queued"])
    .execute();
}

/** A source has another credential: what the host reported of the quota of the one before does not apply to it. */
export async function forgetHostQuota(db: Db, sourceId: string): Promise<void> {
  await sql`
    update sources set host_quota = null, quota_waits = 0, resume_at = null, waits_for = nullif(waits_for, 'host')
    where id = ${sourceId}`.execute(db);
}

/** @param cursor what is stored as JSON */
export async function updateCursorOfSource(db: Db, sourceId: string, cursor: object): Promise<void> {
  await db
    .updateTable("sources")
    .set({ cursor: JSON.stringify(cursor) })
    .where("id", "=", sourceId)
    .execute();
}

/** What a sync left out, for the people who look after the source. */
export async function updateSourceNotes(
  db: Db,
  sourceId: string,
  notes: Selectable<SourcesTable>["notes"],
): Promise<void> {
  await db
    .updateTable("sources")
    .set({ notes: JSON.stringify(notes) })
    .where("id", "=", sourceId)
    .execute();
}

/** Deletes the note about folders that are not there. */
export async function deleteFoldersNote(db: Db, sourceId: string): Promise<void> {
  await sql`
    update sources set notes = coalesce((select jsonb_agg(n) from jsonb_array_elements(notes) as n where n ->> 'code' <> 'missing_folders'), '[]')
    where id = ${sourceId}`.execute(db);
}

export async function updateDefaultBranch(db: Db, sourceId: string, branch: string | null): Promise<void> {
  await db.updateTable("sources").set({ default_branch: branch }).where("id", "=", sourceId).execute();
}

/** Ids of the sources whose last sync ended before one time or after another, except paused ones. */
export async function listSourcesSyncedOutside(db: Db, before: Date, after: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("sync_state", "in", ["ready", "failed"])
    .where("paused_at", "is", null)
    .where((is) => is.or([is("sync_finished_at", "<", before), is("sync_finished_at", ">", after)]))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Ids of the sources of projects whose index has another format than `format`, except paused ones and those that are synced already.
 * @param writtenAfter only those whose index was written after this time, in an older format
 */
export async function listSourcesOfOtherIndexFormat(db: Db, format: number, writtenAfter?: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .innerJoin("artifacts", "artifacts.project_id", "sources.project_id")
    .select("sources.id")
    .where("artifacts.format_version", writtenAfter ? "<" : "!=", format)
    .$if(writtenAfter !== undefined, (query) => query.where("artifacts.updated_at", ">", writtenAfter ?? new Date()))
    .where("sources.sync_state", "in", ["ready", "failed"])
    .where("sources.paused_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sources whose sync waits or has not ended, except paused ones; those that were linked first before the others.
 * @param companyId only those of this company that wait for a quota
 */
export const listUnfinishedSources = (db: Db, companyId?: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select([
      "sources.id",
      "projects.company_id as companyId",
      "sources.waits_for as waitsFor",
      "sources.resume_at as resumeAt",
    ])
    .where("sources.sync_state", "in", ["queued", "running"])
    .where("sources.paused_at", "is", null)
    .$if(companyId !== undefined, (query) =>
      query.where("projects.company_id", "=", companyId ?? "").where("sources.waits_for", "is not", null),
    )
    .orderBy(isSynced, "desc")
    .orderBy("sources.created_at")
    .orderBy("sources.id")
    .execute();

/** Ids of the sources of a project that are not paused. */
export async function listUnpausedSources(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("project_id", "=", projectId)
    .where("paused_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a sync of a source came to its end: what it found is searched. */
const isSynced = sql<boolean>`sources.sync_items > 0`;

/** The company of each of the sources, and what its sync waits for. */
export const listSyncsOfCompanies = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select([
      "sources.id",
      "projects.company_id as company",
      "sources.sync_state as state",
      "sources.waits_for as waits",
      isSynced.as("isSynced"),
    ])
    .where("sources.id", "in", [...ids])
    .execute();

/** Sources of each company that wait in the queue or run, without those that wait for a quota; first syncs and others apart. */
export async function countQueuedByCompany(
  db: Db,
  companyIds: readonly string[],
): Promise<{ readonly company: string; readonly isSynced: boolean; readonly waiting: number }[]> {
  const rows = await db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select((is) => ["projects.company_id as company", isSynced.as("isSynced"), is.fn.countAll<number>().as("waiting")])
    .where("projects.company_id", "in", [...new Set(companyIds)])
    .where("sources.sync_state", "in", ["queued", "running"])
    .where("sources.paused_at", "is", null)
    .where("sources.waits_for", "is", null)
    .groupBy(["projects.company_id", isSynced])
    .execute();
  return rows.map((row) => ({ ...row, waiting: Number(row.waiting) }));
}

/** Syncs of a company that run in all processes. One whose process died counts until its job is taken over. */
export async function countRunningSyncs(db: Db, companyId: string, except = ""): Promise<number> {
  const { running } = await db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select((is) => is.fn.countAll<number>().as("running"))
    .where("projects.company_id", "=", companyId)
    .where("sources.sync_state", "=", "running")
    .where("sources.paused_at", "is", null)
    .where("sources.id", "!=", except)
    .executeTakeFirstOrThrow();
  return Number(running);
}

/** Sources without a measurement of what they occupy, whose sync neither waits nor runs. */
export const listUnmeasuredSources = (db: Db, limit: number) =>
  db
    .selectFrom("sources")
    .leftJoin("source_disk", "source_disk.source_id", "sources.id")
    .select(["sources.id", "sources.project_id"])
    .where("source_disk.source_id", "is", null)
    .where("sources.sync_state", "in", ["ready", "failed"])
    .limit(limit)
    .execute();

/** A source has a fault from now on. @returns whether it had none before */
export async function beginFault(db: Db, sourceId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sources")
    .set({ fault_since: new Date() })
    .where("id", "=", sourceId)
    .where("fault_since", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The fault of a source is over. @returns whether it had one */
export async function endFault(db: Db, sourceId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sources")
    .set({ fault_since: null })
    .where("id", "=", sourceId)
    .where("fault_since", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
