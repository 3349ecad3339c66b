import { sql, type Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ProjectsTable } from "../../schema/schema.ts";

/** The project of this slug or id in a company, with the role of a member. Undefined also for a user who is no member. */
export const findProjectOfMember = (
  db: Db,
  by: { readonly slug: string } | { readonly id: string },
  companyId: string | null,
  userId: string,
) =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "projects.name", "projects.company_id", "project_members.role"])
    .$if("slug" in by, (query) => query.where("projects.slug", "=", "slug" in by ? by.slug : ""))
    .$if("id" in by, (query) => query.where("projects.id", "=", "id" in by ? by.id : ""))
    .where("projects.company_id", "=", companyId)
    .where("project_members.user_id", "=", userId)
    .executeTakeFirst();

/** The projects that a user is a member of, by name. */
export const listProjectNamesOfMember = (db: Db, userId: string) =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.slug", "projects.name"])
    .where("project_members.user_id", "=", userId)
    .orderBy("projects.name")
    .orderBy("projects.slug")
    .execute();

/** The same with the user's role. */
export const listProjectRolesOfMember = (db: Db, userId: string) =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.slug", "projects.name", "project_members.role"])
    .where("project_members.user_id", "=", userId)
    .orderBy("projects.name")
    .orderBy("projects.slug")
    .execute();

/** The projects in which a user has this role. */
export const listProjectsOfRole = (db: Db, userId: string, role: "Owner" | "Maintainer" | "Developer" | "Viewer") =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.slug", "projects.name"])
    .where("project_members.user_id", "=", userId)
    .where("project_members.role", "=", role)
    .orderBy("projects.name")
    .orderBy("projects.slug")
    .execute();

/** Those of the projects that a user is a member of. */
export const listProjectsOfMemberBySlugs = (db: Db, userId: string, slugs: readonly string[]) =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "project_members.role"])
    .where("project_members.user_id", "=", userId)
    .where("projects.slug", "in", [...slugs])
    .execute();

/** The id of the company that a project belongs to. */
export async function findCompanyOfProject(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("projects").select("company_id").where("id", "=", id).executeTakeFirst();
  return row?.company_id;
}

/** What names a project to people; undefined when it is gone. */
export const findProject = (db: Db, id: string) =>
  db.selectFrom("projects").select(["id", "slug", "name"]).where("id", "=", id).executeTakeFirst();

export async function countProjects(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("projects")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Projects of a company, at most `maximum` of them. */
export async function countProjectsUpTo(db: Db, companyId: string, maximum: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from projects where company_id = ${companyId} limit ${maximum}) as found`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Locks the project until the transaction ends: of two concurrent changes of its members, such as Owners who remove each other, the second one
 * sees the first. @returns false when it is gone
 */
export async function lockProject(transaction: Db, id: string): Promise<boolean> {
  const row = await transaction.selectFrom("projects").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

/** The project is not deleted until the transaction ends. @returns false when it is gone */
export async function lockProjectForReferences(transaction: Db, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom("projects")
    .select("id")
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws DatabaseError of the constraint projects_company_slug_unique */
export async function insertProject(db: Db, project: Insertable<ProjectsTable>): Promise<void> {
  await db.insertInto("projects").values(project).execute();
}

export async function updateProjectName(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable("projects").set({ name }).where("id", "=", id).execute();
}

export async function updateProjectChanged(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("projects").set({ updated_at: at }).where("id", "=", id).execute();
}

/** Deletes a project with everything that was copied for it, except secrets. */
export async function deleteProjectRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("projects").where("id", "=", id).execute();
}
