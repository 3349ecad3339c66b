/** The users of a company. */
import type { Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { UsersTable } from "../../schema/accessSchema.ts";

const COLUMNS = ["id", "name", "email", "company_role"] as const;

/** By name. @param projectId only the members of this project of the company */
export const listUsersOfCompany = (db: Db, companyId: string, projectId?: string) =>
  db
    .selectFrom("users")
    .select(COLUMNS)
    .where("company_id", "=", companyId)
    .$if(projectId !== undefined, (query) =>
      query.where("id", "in", (select) =>
        select
          .selectFrom("project_members")
          .innerJoin("projects", "projects.id", "project_members.project_id")
          .select((columns) => columns.ref("project_members.user_id").$notNull().as("user_id"))
          .where("projects.id", "=", projectId ?? "")
          .where("projects.company_id", "=", companyId)
          .where("project_members.user_id", "is not", null),
      ),
    )
    .orderBy("name")
    .orderBy("email")
    .execute();

export const findUserOfCompany = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom("users")
    .select([...COLUMNS, "language"])
    .where("id", "=", userId)
    .where("company_id", "=", companyId)
    .executeTakeFirst();

export async function listAdmins(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("company_role", "=", "Admin")
    .execute();
  return rows.map(({ id }) => id);
}

/** Admins who can sign in, as receivers of mails. */
export const listAdminReceivers = (db: Db, companyId: string) =>
  db
    .selectFrom("users")
    .select(["id", "name", "email", "language"])
    .where("company_id", "=", companyId)
    .where("company_role", "=", "Admin")
    .where("deactivated_at", "is", null)
    .orderBy("id")
    .execute();

/** Whether the company has an Admin other than this user. */
export async function hasOtherAdmin(db: Db, companyId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("company_role", "=", "Admin")
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateUser(
  db: Db,
  id: string,
  values: Pick<
    Updateable<UsersTable>,
    "name" | "language" | "company_id" | "company_role" | "hand_role" | "keeps_password"
  >,
): Promise<void> {
  await db.updateTable("users").set(values).where("id", "=", id).execute();
}
