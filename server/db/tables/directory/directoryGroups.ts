/** Groups of a company's directory, their members, and the roles that they give. */
import { type Insertable, sql, type Updateable } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { DirectoryGroupsTable, DirectoryMappingsTable } from "../../schema/directorySchema.ts";
import type { Db } from "../../openDb.ts";
import { scimCondition, type ScimColumns, type ScimCondition } from "./scimConditions.ts";

const COLUMNS = {
  id: sql`directory_groups.id`,
  display_name: sql`directory_groups.name`,
  external_id: sql`directory_groups.external_id`,
  created_at: sql`directory_groups.created_at`,
  updated_at: sql`directory_groups.updated_at`,
} as const;
export type DirectoryGroupColumn = keyof typeof COLUMNS;

const CONDITIONS: ScimColumns<DirectoryGroupColumn> = {
  columns: COLUMNS,
  related: (id) => sql`exists (select from directory_group_members
    where group_id = directory_groups.id and ${id === null ? sql`true` : sql`directory_group_members.user_id = ${id}`})`,
};

/** One page of groups of a directory by id. */
export const listDirectoryGroups = (
  db: Db,
  companyId: string,
  condition: ScimCondition<DirectoryGroupColumn>,
  page: { readonly offset: number; readonly limit: number },
) =>
  db
    .selectFrom("directory_groups")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("provider_id", "is", null)
    .where(scimCondition(condition, CONDITIONS))
    .orderBy("id")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
export type DirectoryGroupRow = Awaited<ReturnType<typeof listDirectoryGroups>>[number];

export async function countDirectoryGroups(
  db: Db,
  companyId: string,
  condition: ScimCondition<DirectoryGroupColumn>,
): Promise<number> {
  const { count } = await db
    .selectFrom("directory_groups")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("provider_id", "is", null)
    .where(scimCondition(condition, CONDITIONS))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A group that a directory has sent. */
export const findDirectoryGroup = (db: Db, companyId: string, id: string): Promise<DirectoryGroupRow | undefined> =>
  db
    .selectFrom("directory_groups")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("provider_id", "is", null)
    .where("id", "=", id)
    .executeTakeFirst();

/** @throws DatabaseError of directory_groups_name */
export async function insertDirectoryGroup(db: Db, group: Insertable<DirectoryGroupsTable>): Promise<void> {
  await db.insertInto("directory_groups").values(group).execute();
}

/** Changes a group, whose version grows. @throws DatabaseError of directory_groups_name */
export async function updateDirectoryGroup(
  db: Db,
  id: string,
  values: Pick<Updateable<DirectoryGroupsTable>, "name" | "external_id">,
): Promise<void> {
  await db
    .updateTable("directory_groups")
    .set({ ...values, version: sql`version + 1`, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteDirectoryGroup(db: Db, id: string): Promise<void> {
  await db.deleteFrom("directory_groups").where("id", "=", id).execute();
}

/** The members of these groups with their names, by group and user. */
export const listGroupMembers = (db: Db, groupIds: readonly string[]) =>
  db
    .selectFrom("directory_group_members")
    .innerJoin("users", "users.id", "directory_group_members.user_id")
    .select(["directory_group_members.group_id", "users.id", "users.name"])
    .where("group_id", "=", anyOf(groupIds))
    .orderBy("group_id")
    .orderBy("users.id")
    .execute();

/** The groups of a directory that these users are members of. */
export const listGroupsOfUsers = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom("directory_group_members")
    .innerJoin("directory_groups", "directory_groups.id", "directory_group_members.group_id")
    .select(["directory_group_members.user_id", "directory_groups.id", "directory_groups.name"])
    .where("directory_group_members.user_id", "=", anyOf(userIds))
    .where("directory_groups.provider_id", "is", null)
    .orderBy("directory_groups.name")
    .execute();

export async function insertGroupMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  await sql`
    insert into directory_group_members (group_id, user_id)
    select ${groupId}, id from unnest(${userIds}::text[]) as given (id) on conflict do nothing`.execute(db);
}

export async function deleteGroupMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("directory_group_members")
    .where("group_id", "=", groupId)
    .where("user_id", "=", anyOf(userIds))
    .execute();
}

/** Groups of a company's directory by name, with the number of their members. */
export const listGroupSizes = (db: Db, companyId: string, limit: number) =>
  db
    .selectFrom("directory_groups")
    .leftJoin("directory_group_members", "directory_group_members.group_id", "directory_groups.id")
    .select((select) => [
      "directory_groups.id",
      "directory_groups.name",
      select.fn.count<number>("directory_group_members.user_id").as("members"),
    ])
    .where("company_id", "=", companyId)
    .where("provider_id", "is", null)
    .groupBy("directory_groups.id")
    .orderBy(sql`lower(directory_groups.name)`)
    .limit(limit)
    .execute();

/** What the groups of a company give. `is_member`: the reader is a member of the project, and may see its name. */
export const listMappings = (db: Db, companyId: string, readerId: string) =>
  db
    .selectFrom("directory_mappings")
    .innerJoin("directory_groups", "directory_groups.id", "directory_mappings.group_id")
    .leftJoin("sso_providers", "sso_providers.id", "directory_groups.provider_id")
    .leftJoin("projects", "projects.id", "directory_mappings.project_id")
    .leftJoin("project_members", (join) =>
      join.onRef("project_members.project_id", "=", "projects.id").on("project_members.user_id", "=", readerId),
    )
    .select([
      "directory_mappings.id",
      "directory_mappings.group_id",
      "directory_mappings.project_id",
      "directory_mappings.role",
      "directory_groups.name as group_name",
      "directory_groups.provider_id",
      "sso_providers.label as provider_label",
      "projects.slug",
      "projects.name as project_name",
      "project_members.id as member_id",
    ])
    .where("directory_groups.company_id", "=", companyId)
    .orderBy("directory_groups.name")
    .orderBy("directory_mappings.id")
    .execute();

/** Sets the role that a group gives in a project, or without one in the company. */
export async function upsertMapping(db: Db, mapping: Insertable<DirectoryMappingsTable>): Promise<void> {
  await db
    .insertInto("directory_mappings")
    .values(mapping)
    .onConflict((conflict) =>
      conflict.expression(sql`group_id, coalesce(project_id, '')`).doUpdateSet({ role: mapping.role }),
    )
    .execute();
}

export async function deleteMapping(db: Db, id: string): Promise<void> {
  await db.deleteFrom("directory_mappings").where("id", "=", id).execute();
}
