/** Linked groups and the sources that follow them. */
import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { LeavingReason, LinkedGroupsTable } from "../groupSchema.ts";
import type { Db } from "../openDb.ts";
import type { SourceRow } from "./sources.ts";

export type LinkedGroupRow = Selectable<LinkedGroupsTable>;

/** @throws DatabaseError of the constraint linked_groups_url_unique */
export const insertGroup = (db: Db, group: Insertable<LinkedGroupsTable>): Promise<LinkedGroupRow> =>
  db.insertInto("linked_groups").values(group).returningAll().executeTakeFirstOrThrow();

/** The groups of a project, in the order in which they were linked. */
export const listGroups = (db: Db, projectId: string): Promise<LinkedGroupRow[]> =>
  db
    .selectFrom("linked_groups")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const findGroup = (db: Db, projectId: string, id: string): Promise<LinkedGroupRow | undefined> =>
  db
    .selectFrom("linked_groups")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();

/** The same, and locks the row until the transaction ends. */
export const lockGroup = (transaction: Db, projectId: string, id: string): Promise<LinkedGroupRow | undefined> =>
  transaction
    .selectFrom("linked_groups")
    .selectAll()
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirst();

/** A group with its project and company. */
export const findGroupWithProject = (db: Db, id: string) =>
  db
    .selectFrom("linked_groups")
    .innerJoin("projects", "projects.id", "linked_groups.project_id")
    .selectAll("linked_groups")
    .select(["projects.slug", "projects.name as project_name", "projects.company_id"])
    .where("linked_groups.id", "=", id)
    .executeTakeFirst();

/** The id of the project that a group belongs to. */
export async function findProjectOfGroup(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("linked_groups").select("project_id").where("id", "=", id).executeTakeFirst();
  return row?.project_id;
}

/** The most groups of a project. */
export async function countGroups(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom("linked_groups")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateGroup(db: Db, id: string, values: Updateable<LinkedGroupsTable>): Promise<void> {
  await db.updateTable("linked_groups").set(values).where("id", "=", id).execute();
}

/** Notes the end of the comparison that began with `run` in `due_at`. After a change of the group, which has set another time, nothing is noted. */
export async function updateGroupRun(
  db: Db,
  id: string,
  run: Date,
  values: Updateable<LinkedGroupsTable>,
): Promise<void> {
  await db.updateTable("linked_groups").set(values).where("id", "=", id).where("due_at", "=", run).execute();
}

/** Requests a comparison of a group, unless one is under way. @returns whether it was requested */
export async function updateGroupQueued(db: Db, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("linked_groups")
    .set({ state: "queued", due_at: at })
    .where("id", "=", id)
    .where("state", "not in", ["queued", "running"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Groups that are to be compared by a time, the longest due first, with their companies. A running one is due when its worker has died. */
export const listDueGroups = (db: Db, at: Date, limit: number) =>
  db
    .selectFrom("linked_groups")
    .innerJoin("projects", "projects.id", "linked_groups.project_id")
    .select(["linked_groups.id", "projects.company_id"])
    .where("linked_groups.due_at", "<=", at)
    .orderBy("linked_groups.due_at")
    .limit(limit)
    .execute();

export const deleteGroup = (db: Db, projectId: string, id: string): Promise<LinkedGroupRow | undefined> =>
  db
    .deleteFrom("linked_groups")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .returningAll()
    .executeTakeFirst();

/** Secrets of the groups of a project. */
export const listGroupSecrets = (db: Db, projectId: string) =>
  db
    .selectFrom("linked_groups")
    .select(["secret_id", "webhook_secret_id"])
    .where("project_id", "=", projectId)
    .execute();

/** How `removed_repositories` names a source: its kind, and the id of its repository at the host. */
export const repositoryKey = (kind: string, externalId: string): string => `${kind}:${externalId}`;

/** Notes that the source of a repository was removed by hand. */
export async function updateRepositoryRemoved(db: Db, groupId: string, name: string): Promise<void> {
  await db
    .updateTable("linked_groups")
    .set({ removed_repositories: sql`removed_repositories || ${JSON.stringify([name])}::jsonb` })
    .where("id", "=", groupId)
    .execute();
}

export type GroupSourceRow = Pick<
  SourceRow,
  "id" | "kind" | "provider" | "url" | "name" | "group_id" | "group_repository" | "leaves_at" | "leaves_because"
>;

/** The sources of a project as the comparison of a group sees them. */
export const listSourcesForGroups = (db: Db, projectId: string): Promise<GroupSourceRow[]> =>
  db
    .selectFrom("sources")
    .select(["id", "kind", "provider", "url", "name", "group_id", "group_repository", "leaves_at", "leaves_because"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();

/** Says when a source leaves its group, and why; null: it stays. */
export async function updateSourceLeaving(
  db: Db,
  id: string,
  leaving: { readonly at: Date; readonly because: LeavingReason } | null,
): Promise<void> {
  await db
    .updateTable("sources")
    .set({ leaves_at: leaving?.at ?? null, leaves_because: leaving?.because ?? null })
    .where("id", "=", id)
    .execute();
}

export interface SourceMove {
  readonly id: string;
  readonly groupId: string;
  readonly url: string;
  readonly name: string;
}

/**
 * Changes addresses and names of sources at once: two repositories may have swapped theirs. In a transaction.
 * @throws DatabaseError of the constraint sources_url_unique
 */
export async function updateSourcesMoved(transaction: Db, moves: readonly SourceMove[]): Promise<void> {
  for (const { id } of moves)
    await transaction
      .updateTable("sources")
      .set({ url: `moving:${id}` })
      .where("id", "=", id)
      .execute();
  for (const { id, groupId, url, name } of moves)
    await transaction
      .updateTable("sources")
      .set({ url, name, group_id: groupId, leaves_at: null, leaves_because: null })
      .where("id", "=", id)
      .execute();
}

/** Gives the access of a group to those of its sources that have the one before: a source may have been given its own. */
export async function updateAccessOfGroupSources(
  db: Db,
  group: Pick<LinkedGroupRow, "id" | "secret_id" | "connection_id">,
  { secret_id, connection_id, access_by }: Pick<LinkedGroupRow, "secret_id" | "connection_id" | "access_by">,
): Promise<Pick<SourceRow, "id" | "restricted_role">[]> {
  const rows = await db
    .updateTable("sources")
    .set({ secret_id, connection_id, access_by })
    .where("group_id", "=", group.id)
    .where("secret_id", "is not distinct from", group.secret_id)
    .where("connection_id", "is not distinct from", group.connection_id)
    .returning(["id", "restricted_role"])
    .execute();
  return rows;
}

/** The sources of a group. */
export const listSourcesOfGroup = (db: Db, projectId: string, groupId: string) =>
  db
    .selectFrom("sources")
    .select(["id", "kind", "url"])
    .where("project_id", "=", projectId)
    .where("group_id", "=", groupId)
    .orderBy("id")
    .execute();

/** What the delivery of a group's webhook is checked against. */
export const findWebhookGroup = (db: Db, id: string) =>
  db
    .selectFrom("linked_groups")
    .select(["id", "provider", "webhook_secret_id"])
    .where("id", "=", id)
    .executeTakeFirst();
