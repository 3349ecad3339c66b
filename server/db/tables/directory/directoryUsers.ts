/** Users that a company's directory manages. */
import { type Insertable, sql, type Updateable } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { DirectoryUsersTable } from "../../schema/directorySchema.ts";
import type { Db } from "../../openDb.ts";
import { scimCondition, type ScimColumns, type ScimCondition } from "./scimConditions.ts";

const isActive = sql<boolean>`(users.company_id is not null and users.company_id = directory_users.company_id)`;

const COLUMNS = {
  id: sql`users.id`,
  user_name: sql`users.email`,
  display_name: sql`directory_users.display_name`,
  formatted_name: sql`directory_users.formatted_name`,
  given_name: sql`directory_users.given_name`,
  family_name: sql`directory_users.family_name`,
  external_id: sql`directory_users.external_id`,
  language: sql`directory_users.language`,
  active: isActive,
  created_at: sql`directory_users.created_at`,
  updated_at: sql`directory_users.updated_at`,
} as const;
export type DirectoryUserColumn = keyof typeof COLUMNS;

const CONDITIONS: ScimColumns<DirectoryUserColumn> = {
  columns: COLUMNS,
  related: (id) => sql`exists (select from directory_group_members
    join directory_groups on directory_groups.id = group_id and directory_groups.provider_id is null
    where directory_group_members.user_id = users.id and ${id === null ? sql`true` : sql`group_id = ${id}`})`,
};

const usersOf = (db: Db, companyId: string) =>
  db
    .selectFrom("directory_users")
    .innerJoin("users", "users.id", "directory_users.user_id")
    .where("directory_users.company_id", "=", companyId);

const SELECTED = [
  "users.id",
  "users.email",
  "users.company_role",
  "directory_users.external_id",
  "directory_users.display_name",
  "directory_users.formatted_name",
  "directory_users.given_name",
  "directory_users.family_name",
  "directory_users.language",
  "directory_users.version",
  "directory_users.created_at",
  "directory_users.updated_at",
  "users.hand_role",
  "directory_users.left_role",
] as const;

/** One page of users by id. */
export const listDirectoryUsers = (
  db: Db,
  companyId: string,
  condition: ScimCondition<DirectoryUserColumn>,
  page: { readonly offset: number; readonly limit: number },
) =>
  usersOf(db, companyId)
    .select(SELECTED)
    .select(isActive.as("active"))
    .where(scimCondition(condition, CONDITIONS))
    .orderBy("directory_users.user_id")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
export type DirectoryUserRow = Awaited<ReturnType<typeof listDirectoryUsers>>[number];

export async function countDirectoryUsers(
  db: Db,
  companyId: string,
  condition: ScimCondition<DirectoryUserColumn>,
): Promise<number> {
  const { count } = await usersOf(db, companyId)
    .select((select) => select.fn.countAll<number>().as("count"))
    .where(scimCondition(condition, CONDITIONS))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findDirectoryUser = (db: Db, companyId: string, id: string): Promise<DirectoryUserRow | undefined> =>
  usersOf(db, companyId)
    .select(SELECTED)
    .select(isActive.as("active"))
    .where("directory_users.user_id", "=", id)
    .executeTakeFirst();

/** The company whose directory has a user, also a deactivated one. */
export async function findDirectoryOfUser(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("directory_users")
    .select("company_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.company_id;
}

/** Those of these ids that are users of a company's directory. */
export async function listKnownDirectoryUsers(db: Db, companyId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("directory_users")
    .select("user_id")
    .where("company_id", "=", companyId)
    .where("user_id", "=", anyOf(ids))
    .execute();
  return rows.map(({ user_id: id }) => id);
}

/** Active users of a company that its directory manages. Without a token a company has no directory that could change anything. */
export async function listManagedUsers(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("directory_users")
    .select("user_id")
    .where("company_id", "=", companyId)
    .where((is) => is.exists(is.selectFrom("scim_tokens").select("id").where("company_id", "=", companyId)))
    .execute();
  return rows.map(({ user_id: id }) => id);
}

export async function insertDirectoryUser(db: Db, user: Insertable<DirectoryUsersTable>): Promise<void> {
  await db.insertInto("directory_users").values(user).execute();
}

/** Changes a user of the directory, whose version grows. */
export async function updateDirectoryUser(
  db: Db,
  id: string,
  values: Omit<Updateable<DirectoryUsersTable>, "version" | "updated_at" | "user_id">,
): Promise<void> {
  await db
    .updateTable("directory_users")
    .set({ ...values, version: sql`version + 1`, updated_at: new Date() })
    .where("user_id", "=", id)
    .execute();
}

/** Deletes a user of a directory with the memberships in its groups. The account stays. */
export async function deleteDirectoryUser(db: Db, id: string): Promise<void> {
  await sql`
    delete from directory_group_members gm using directory_groups g
    where g.id = gm.group_id and g.provider_id is null and gm.user_id = ${id}`.execute(db);
  await db.deleteFrom("directory_users").where("user_id", "=", id).execute();
}

/** @throws DatabaseError of users_email_unique */
export async function updateUserAddress(db: Db, id: string, email: string): Promise<void> {
  await db.updateTable("users").set({ email }).where("id", "=", id).execute();
  // A project that expects the new address keeps that row apart: the address is unique in it.
  await db
    .updateTable("project_members")
    .set({ email })
    .where((is) => is.or([is("user_id", "=", id), is("closed_user_id", "=", id)]))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("project_members as other")
            .select("other.id")
            .whereRef("other.project_id", "=", "project_members.project_id")
            .where("other.email", "=", email),
        ),
      ),
    )
    .execute();
}

/** Takes a user out of the company, so that nothing acts in the user's name, and remembers that the directory did it. */
export async function updateUserDeactivated(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable("users")
    .set({ company_id: null, company_role: "Member", hand_role: null, keeps_password: false, deactivated_at: at })
    .where("id", "=", id)
    .execute();
}

/** Takes a deactivated user into the company again. */
export async function updateUserReactivated(
  db: Db,
  id: string,
  companyId: string,
  role: "Admin" | "Member",
): Promise<void> {
  await db
    .updateTable("users")
    .set({ company_id: companyId, company_role: role, deactivated_at: null })
    .where("id", "=", id)
    .where("company_id", "is", null)
    .execute();
}

/** Keeps the roles that a user was given by hand in projects of a company. */
export async function storeLeftMembers(db: Db, companyId: string, userId: string): Promise<void> {
  await sql`
    insert into directory_left_members (user_id, project_id, role)
    select ${userId}, m.project_id, case when m.directory_role is null then m.role else m.hand_role end
    from project_members m join projects p on p.id = m.project_id
    where m.member_user_id = ${userId} and p.company_id = ${companyId} and (m.directory_role is null or m.hand_role is not null)
    on conflict (user_id, project_id) do update set role = excluded.role`.execute(db);
}

/** Gives a user the kept roles back. */
export async function restoreLeftMembers(db: Db, userId: string, email: string): Promise<void> {
  await sql`
    insert into project_members (id, project_id, user_id, email, role)
    select gen_random_uuid()::text, project_id, user_id, ${email}, role from directory_left_members
    where user_id = ${userId} on conflict do nothing`.execute(db);
  await db.deleteFrom("directory_left_members").where("user_id", "=", userId).execute();
}
