/** Linked groups and the sources that follow them. */
import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { LeavingReason, LinkedGroupsTable } from "../../schema/groupSchema.ts";
import type { Db } from "../../openDb.ts";
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

/** How many groups a project has. */
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

/**
 * Begins a comparison of a group as it was read, or notes the end of the one that began with `due` in `due_at`. After a change of the group,
 * which has set another time, nothing is noted.
 * @param again when the group is compared again if a host has reported a change since: `queued` says so, see `updateGroupReported`
 * @returns whether it was noted
 */
export async function updateGroupRun(
  db: Db,
  id: string,
  due: Date,
  { due_at: next, ...values }: Updateable<LinkedGroupsTable> & { readonly due_at: Date },
  repeatAt: Date | null = null,
): Promise<boolean> {
  const dueAt = repeatAt
    ? sql<Date>`case when state = 'queued' then ${repeatAt}::timestamptz else ${next}::timestamptz end`
    : next;
  const row = await db
    .updateTable("linked_groups")
    .set({ ...values, due_at: dueAt })
    .where("id", "=", id)
    .where("due_at", "=", due)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that the host of a group reports a change. A running comparison gets another one behind it: its state is `queued` while its time stays.
 * Another one comes sooner, but not sooner than a time after the last, and not sooner than its host asks for.
 * @returns when it is due, where that changed
 */
export async function updateGroupReported(
  db: Db,
  id: string,
  { now, interval, spacing }: { readonly now: Date; readonly interval: number; readonly spacing: number },
): Promise<Date | undefined> {
  const soon = new Date(now.getTime() + spacing);
  const row = await db
    .updateTable("linked_groups")
    .set({
      due_at: sql<Date>`case when state = 'running' then due_at
        else greatest(${now}::timestamptz, due_at - ${interval - spacing} * interval '1 millisecond') end`,
      state: sql<LinkedGroupRow["state"]>`case when state = 'running' then 'queued' else state end`,
    })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("state", "=", "running"), eb.and([eb("state", "in", ["ready", "failed"]), eb("due_at", ">", soon)])]),
    )
    .returning("due_at")
    .executeTakeFirst();
  return row?.due_at;
}

/** Requests a comparison of a group, unless one is in progress. @returns whether it was requested */
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

/** Says when a source leaves its group, and why; null: it stays. @returns false for one that no longer follows the group */
export async function updateSourceLeaving(
  db: Db,
  { id, group_id: groupId }: Pick<GroupSourceRow, "id" | "group_id">,
  leaving: { readonly at: Date; readonly because: LeavingReason } | null,
): Promise<boolean> {
  const row = await db
    .updateTable("sources")
    .set({ leaves_at: leaving?.at ?? null, leaves_because: leaving?.because ?? null })
    .where("id", "=", id)
    .where("group_id", "=", groupId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface SourceMove {
  readonly id: string;
  /** The group that it follows, and the one that it follows from now on. */
  readonly fromGroupId: string;
  readonly groupId: string;
  readonly url: string;
  readonly name: string;
}

/**
 * Changes addresses and names of sources together: two repositories may have swapped theirs. In a transaction. One that is to leave still
 * does, unless it follows another group from now on.
 * @returns the ids of those that still followed their group
 * @throws DatabaseError of the constraint sources_url_unique
 */
export async function updateSourcesMoved(transaction: Db, moves: readonly SourceMove[]): Promise<string[]> {
  const moved = new Set<string>();
  for (const { id, fromGroupId } of moves) {
    const row = await transaction
      .updateTable("sources")
      .set({ url: `moving:${id}` })
      .where("id", "=", id)
      .where("group_id", "=", fromGroupId)
      .returning("id")
      .executeTakeFirst();
    if (row) moved.add(id);
  }
  for (const { id, fromGroupId, groupId, url, name } of moves) {
    if (!moved.has(id)) continue;
    const joined = groupId === fromGroupId ? {} : { group_id: groupId, leaves_at: null, leaves_because: null };
    await transaction
      .updateTable("sources")
      .set({ url, name, ...joined })
      .where("id", "=", id)
      .execute();
  }
  return [...moved];
}

type Access = Pick<LinkedGroupRow, "secret_id" | "connection_id" | "app_installation_id" | "access_by">;

/**
 * Gives a new access to those of a group's sources that have the one of before: a source may have been given its own.
 * @param ids of the group's sources; left out: all
 */
export async function updateAccessOfGroupSources(
  db: Db,
  groupId: string,
  before: Omit<Access, "access_by">,
  { secret_id, connection_id, app_installation_id, access_by }: Access,
  ids?: readonly string[],
): Promise<Pick<SourceRow, "id" | "restricted_role">[]> {
  return db
    .updateTable("sources")
    .set({ secret_id, connection_id, app_installation_id, access_by })
    .where("group_id", "=", groupId)
    .where("secret_id", "is not distinct from", before.secret_id)
    .where("connection_id", "is not distinct from", before.connection_id)
    .where("app_installation_id", "is not distinct from", before.app_installation_id)
    .$if(ids !== undefined, (query) => query.where("id", "in", [...(ids ?? [])]))
    .returning(["id", "restricted_role"])
    .execute();
}

/** Removes a source that follows a group and whose time to leave has come. @returns undefined where that changed since it was planned */
export const deleteLeavingSource = (
  db: Db,
  { id, group_id: groupId }: Pick<GroupSourceRow, "id" | "group_id">,
  now: Date,
) =>
  db
    .deleteFrom("sources")
    .where("id", "=", id)
    .where("group_id", "=", groupId)
    .where("leaves_at", "<=", now)
    .returning(["secret_id", "webhook_secret_id", "provider", "url", "access_mirrored"])
    .executeTakeFirst();

/** The sources of a group. */
export const listSourcesOfGroup = (db: Db, projectId: string, groupId: string) =>
  db
    .selectFrom("sources")
    .select(["id", "kind", "url"])
    .where("project_id", "=", projectId)
    .where("group_id", "=", groupId)
    .orderBy("id")
    .execute();
