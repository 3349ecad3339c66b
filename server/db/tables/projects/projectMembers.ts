import { type Insertable, type NotNull, sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type { ProjectMembersTable } from "../../schema/schema.ts";

/** The user of a membership, also of a closed one; null for an expected member. */
export const memberUser = sql<string | null>`project_members.member_user_id`;

/** Rows of a company's projects that expect one of these addresses and have no user yet, the oldest first. */
export const listExpectedMembers = (db: Db, companyId: string, emails: readonly string[]) =>
  db
    .selectFrom("project_members")
    .innerJoin("projects", "projects.id", "project_members.project_id")
    .select(["project_members.id", "project_members.project_id"])
    .where("projects.company_id", "=", companyId)
    .where("project_members.email", "in", [...new Set(emails)])
    .where("project_members.user_id", "is", null)
    .where("project_members.closed_user_id", "is", null)
    .orderBy("project_members.created_at")
    .execute();

export async function deleteMembers(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom("project_members")
      .where("id", "in", [...ids])
      .execute();
}

/** Gives the row of an expected member to the user who has registered. */
export async function updateMemberUser(db: Db, id: string, userId: string, email: string): Promise<void> {
  await db.updateTable("project_members").set({ user_id: userId, email }).where("id", "=", id).execute();
}

/** At most `maximum`. */
export async function countMembersUpTo(db: Db, projectId: string, maximum: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from project_members where project_id = ${projectId} limit ${maximum}) as found`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Ids of the users who are members of a project and see it. */
export async function listMemberUsers(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("project_members")
    .select("user_id")
    .where("project_id", "=", projectId)
    .where("user_id", "is not", null)
    .$narrowType<{ user_id: NotNull }>()
    .execute();
  return rows.map((row) => row.user_id);
}

/** Members, also closed ones, and expected members of a project with the names of their accounts, by name; expected members come last. */
export const listMembersWithUsers = (db: Db, projectId: string) =>
  db
    .selectFrom("project_members")
    .leftJoin("users", (join) => join.on("users.id", "=", memberUser))
    .select([
      "project_members.id",
      memberUser.as("user_id"),
      "project_members.closed_user_id",
      "project_members.email",
      "project_members.role",
      "users.name",
      "users.email as user_email",
    ])
    .where("project_members.project_id", "=", projectId)
    .orderBy("users.name", (order) => order.asc().nullsLast())
    .orderBy("project_members.email")
    .execute();

/** Users whose role in a project a group of the directory gives. */
export async function listDirectoryMembers(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("project_members")
    .select(memberUser.as("user_id"))
    .where("project_id", "=", projectId)
    .where("directory_role", "is not", null)
    .where(memberUser, "is not", null)
    .$narrowType<{ user_id: NotNull }>()
    .execute();
  return rows.map((row) => row.user_id);
}

/** The user of each member of a project, also of a closed one; null for an expected member. */
export const listMemberRows = (db: Db, projectId: string) =>
  db.selectFrom("project_members").select(memberUser.as("user_id")).where("project_id", "=", projectId).execute();

export async function countProjectsOfMember(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("project_members")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Projects of a company of which the user is the only Owner who sees them, or would be if the membership was not closed. */
export async function listProjectsOwnedAlone(db: Db, companyId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("project_members as own")
    .innerJoin("projects", "projects.id", "own.project_id")
    .select("projects.id")
    .where((is) => is.or([is("own.user_id", "=", userId), is("own.closed_user_id", "=", userId)]))
    .where("own.role", "=", "Owner")
    .where("projects.company_id", "=", companyId)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("project_members as other")
            .select("other.id")
            .whereRef("other.project_id", "=", "projects.id")
            .where("other.role", "=", "Owner")
            .where("other.user_id", "is not", null)
            .where("other.user_id", "!=", userId),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertMember(db: Db, member: Insertable<ProjectMembersTable>): Promise<void> {
  await db.insertInto("project_members").values(member).execute();
}

/** Inserts members, except those whose address the project has already. @returns the addresses of the inserted ones */
export async function insertNewMembers(db: Db, members: readonly Insertable<ProjectMembersTable>[]): Promise<string[]> {
  const columnOf = (column: "id" | "project_id" | "user_id" | "email" | "role") =>
    sql`${members.map((member) => member[column] ?? null)}::text[]`;
  const { rows } = await sql<{ email: string }>`
    insert into project_members (id, project_id, user_id, email, role)
    select * from unnest(${columnOf("id")}, ${columnOf("project_id")}, ${columnOf("user_id")}, ${columnOf("email")}, ${columnOf("role")})
    on conflict do nothing returning email`.execute(db);
  return rows.map(({ email }) => email);
}

/** Makes a user Owner of a project, as the member that the user is, a new one or the one with this address. A closed membership stays closed. */
export async function upsertOwner(
  db: Db,
  member: Omit<Insertable<ProjectMembersTable>, "role" | "user_id"> & { readonly user_id: string },
): Promise<void> {
  const owner = {
    role: "Owner",
    hand_role: sql<"Owner" | null>`case when project_members.directory_role is null then null else 'Owner' end`,
  } as const;
  const { numUpdatedRows } = await db
    .updateTable("project_members")
    .set(owner)
    .where("project_id", "=", member.project_id)
    .where(memberUser, "=", member.user_id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto("project_members")
    .values({ ...member, role: "Owner" })
    .onConflict((conflict) => conflict.columns(["project_id", "email"]).doUpdateSet(owner))
    .execute();
}

/** A member, also a closed one, by the user's id, or an expected member by the row's. */
interface MemberKey {
  readonly id: string;
  readonly pending: boolean;
}

export async function updateMemberRole(
  db: Db,
  projectId: string,
  { id, pending }: MemberKey,
  role: ProjectMembersTable["role"],
): Promise<void> {
  await db
    .updateTable("project_members")
    .set({ role })
    .where("project_id", "=", projectId)
    .where((is) => (pending ? is("id", "=", id) : is(memberUser, "=", id)))
    .execute();
}

export async function deleteMembersOf(db: Db, projectId: string, members: readonly MemberKey[]): Promise<void> {
  const idsOf = (isPending: boolean) =>
    anyOf(members.filter(({ pending }) => pending === isPending).map(({ id }) => id));
  await db
    .deleteFrom("project_members")
    .where("project_id", "=", projectId)
    .where((is) => is.or([is("id", "=", idsOf(true)), is(memberUser, "=", idsOf(false))]))
    .execute();
}

/** Removes a user from all projects of a company. */
export async function deleteMemberships(db: Db, companyId: string, userId: string): Promise<void> {
  await db
    .deleteFrom("project_members")
    .where((is) => is.or([is("user_id", "=", userId), is("closed_user_id", "=", userId)]))
    .where("project_id", "in", (select) =>
      select.selectFrom("projects").select("id").where("company_id", "=", companyId),
    )
    .execute();
}
