import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SourcesTable } from "../../schema/schema.ts";

export type SourceRow = Selectable<SourcesTable>;

/** How far each tracker of the project is synced. */
export async function listTrackerSyncStates(db: Db, projectId: string) {
  return db
    .selectFrom("sources")
    .select(["id", "sync_state", "sync_done", "sync_finished_at"])
    .where("project_id", "=", projectId)
    .where("kind", "=", "tracker")
    .orderBy("id")
    .execute();
}

/** Ids of the project's sources in a stable order. */
export async function listSourceIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.selectFrom("sources").select("id").where("project_id", "=", projectId).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Repositories of the project by name, in the order in which they were linked. */
export async function listRepositoryNames(
  db: Db,
  projectId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom("sources")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("kind", "=", "repository")
    .orderBy("created_at")
    .execute();
}

/** Ids of the project's repositories, in no order. */
export async function listRepositoryIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("project_id", "=", projectId)
    .where("kind", "=", "repository")
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the repositories of several projects, in no order. */
export async function listRepositoryIdsOfProjects(db: Db, projectIds: readonly string[]): Promise<string[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom("sources")
    .select("id")
    .where("project_id", "in", [...projectIds])
    .where("kind", "=", "repository")
    .execute();
  return rows.map(({ id }) => id);
}

/** The names of sources by their ids. */
export const listSourceNamesByIds = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("sources")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();

/** What a URL at the host of a source is made of. */
export async function listSourceHostsByIds(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("sources")
    .select(["id", "provider", "url"])
    .where("id", "in", [...ids])
    .execute();
}

/** Where each source of the project is, in a stable order. */
export const listSourceAddresses = (db: Db, projectId: string) =>
  db
    .selectFrom("sources")
    .select(["id", "kind", "provider", "url"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();

/** What the sources of several projects are called, and where they are. */
export const listSourceAddressesOfProjects = (db: Db, projectIds: readonly string[]) =>
  db
    .selectFrom("sources")
    .select(["project_id", "name", "url"])
    .where("project_id", "in", [...projectIds])
    .orderBy("id")
    .execute();

/** Every address of a source in the installation, with its kind. */
export const listAllSourceAddresses = (db: Db): Promise<{ kind: string; url: string }[]> =>
  db.selectFrom("sources").select(["kind", "url"]).distinct().orderBy("url").execute();

/** The project's trackers at a provider. */
export const listTrackers = (db: Db, projectId: string, provider: string) =>
  db
    .selectFrom("sources")
    .select(["id", "url"])
    .where("project_id", "=", projectId)
    .where("kind", "=", "tracker")
    .where("provider", "=", provider)
    .orderBy("id")
    .execute();

/**
 * Replaces what of a repository a project reads. In a transaction.
 * @returns the source with the list as it was before; undefined when the project has no such source
 */
export async function replaceSourceList(
  tx: Db,
  projectId: string,
  sourceId: string,
  column: "folders" | "ref_patterns",
  list: readonly string[],
) {
  const row = await tx
    .selectFrom("sources")
    .select(["kind", "provider", "url", `${column} as before`])
    .where("id", "=", sourceId)
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await tx.updateTable("sources").set(column, JSON.stringify(list)).where("id", "=", sourceId).execute();
  return row;
}

/** The id of the project that a source belongs to. */
export async function findProjectOfSource(db: Db, sourceId: string): Promise<string | undefined> {
  const row = await db.selectFrom("sources").select("project_id").where("id", "=", sourceId).executeTakeFirst();
  return row?.project_id;
}

/** @returns false when the project has no such source */
export async function updateSourcePaused(
  db: Db,
  projectId: string,
  id: string,
  pausedAt: Date | null,
): Promise<boolean> {
  const row = await db
    .updateTable("sources")
    .set({ paused_at: pausedAt })
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the address of sources that have another one. */
export async function updateSourceUrls(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable("sources").set({ url: to }).where("url", "=", from).execute();
}

/** Sources of a company with their project, and the user's membership in it. */
export const listSourcesOfCompany = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .leftJoin("project_members", (join) =>
      join.onRef("project_members.project_id", "=", "projects.id").on("project_members.user_id", "=", userId),
    )
    .select([
      "sources.id",
      "sources.kind",
      "sources.provider",
      "sources.name",
      "sources.sync_state",
      "sources.sync_error",
      "sources.sync_finished_at",
      "sources.paused_at",
      "sources.created_at",
      "projects.slug",
      "projects.name as project_name",
      "project_members.id as membership",
    ])
    .where("projects.company_id", "=", companyId)
    .orderBy("projects.name")
    .orderBy("sources.created_at")
    .execute();

/** Sources of these projects, in the order in which they were linked. */
export async function listSourcesOfProjects(db: Db, projectIds: readonly string[]): Promise<SourceRow[]> {
  return db
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "in", [...projectIds])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Names of the sources of these projects, in alphabetical order. */
export async function listSourceNames(
  db: Db,
  projectIds: readonly string[],
): Promise<Pick<SourceRow, "id" | "name" | "kind">[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom("sources")
    .select(["id", "name", "kind"])
    .where("project_id", "in", [...projectIds])
    .orderBy("name")
    .execute();
}

/** Changes the name of a source. @returns what it was; undefined for no source of the project */
export async function updateSourceName(
  db: Db,
  projectId: string,
  sourceId: string,
  name: string,
): Promise<(Pick<SourceRow, "kind" | "url"> & { readonly before: string }) | undefined> {
  const row = await db
    .selectFrom("sources")
    .select(["kind", "url", "name"])
    .where("id", "=", sourceId)
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await db.updateTable("sources").set({ name }).where("id", "=", sourceId).execute();
  return { kind: row.kind, url: row.url, before: row.name };
}

/** What the URL of a file at the host of a source is made of. */
export async function listSourceBranches(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("sources")
    .select(["id", "provider", "url", "default_branch"])
    .where("id", "in", [...ids])
    .execute();
}

export type DocumentSourceRow = Pick<SourceRow, "id" | "kind" | "provider" | "url" | "name">;

/** The sources of a project that have documents, in the order in which they were linked. */
export async function listDocumentSources(db: Db, projectId: string): Promise<DocumentSourceRow[]> {
  return db
    .selectFrom("sources")
    .select(["id", "kind", "provider", "url", "name"])
    .where("project_id", "=", projectId)
    .where("kind", "in", ["repository", "wiki"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Providers of the sources in the user's projects, each once, in alphabetical order. */
export async function listProvidersOfMember(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .innerJoin("project_members", "project_members.project_id", "sources.project_id")
    .select("sources.provider")
    .distinct()
    .where("project_members.user_id", "=", userId)
    .orderBy("sources.provider")
    .execute();
  return rows.map(({ provider }) => provider);
}
