/** Projects with their members, creators and companies. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import { rowsAsText, rowsOfText } from "../../rowsAsText.ts";

/** The projects that a user is a member of, with the user's role, in alphabetical order. */
export const listProjectsOfMember = (db: Db, userId: string) =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "projects.name", "project_members.role"])
    .where("project_members.user_id", "=", userId)
    .orderBy("projects.name")
    .orderBy("projects.id")
    .execute();

/** The same, last changed first. @param slugs those to choose from; empty: all */
export async function listNewestProjectsOfMember(
  db: Db,
  userId: string,
  slugs: readonly string[],
  limit: number,
): Promise<{ readonly id: string; readonly slug: string; readonly name: string }[]> {
  const newest = db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "projects.name", "projects.updated_at"])
    .where("project_members.user_id", "=", userId)
    .orderBy("projects.updated_at", "desc")
    .orderBy("projects.id")
    .limit(limit)
    .$if(slugs.length > 0, (query) => query.where("projects.slug", "in", [...slugs]))
    .as("newest");
  const row = await db
    .selectFrom(newest)
    .select(rowsAsText(sql`newest.id, newest.slug, newest.name`, sql`newest.updated_at desc, newest.id`).as("projects"))
    .executeTakeFirst();
  return rowsOfText<[id: string, slug: string, name: string]>(row?.projects).map(([id, slug, name]) => ({
    id,
    slug,
    name,
  }));
}

/** The projects that a user is a member of, with the user's role and their creators, last changed first. */
export const listProjectCards = (
  db: Db,
  userId: string,
  { limit, slug }: { readonly limit?: number | undefined; readonly slug?: string | undefined },
) =>
  db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .innerJoin("users as creator", "creator.id", "projects.created_by")
    .select([
      "projects.id",
      "projects.slug",
      "projects.name",
      "projects.created_at",
      "projects.updated_at",
      "project_members.role",
      "creator.name as creator_name",
      "creator.email as creator_email",
    ])
    .where("project_members.user_id", "=", userId)
    .$if(slug !== undefined, (query) => query.where("projects.slug", "=", slug ?? ""))
    .orderBy("projects.updated_at", "desc")
    .orderBy("projects.id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

export const findProjectSlug = (db: Db, id: string) =>
  db.selectFrom("projects").select(["id", "slug", "company_id"]).where("id", "=", id).executeTakeFirst();

/** A project with the plan of its company. */
export const findProjectWithPlan = (db: Db, id: string) =>
  db
    .selectFrom("projects")
    .innerJoin("companies", "companies.id", "projects.company_id")
    .select(["projects.id", "projects.slug", "companies.plan"])
    .where("projects.id", "=", id)
    .executeTakeFirst();

/** Slugs of a company's projects that are `base`, or begin with it and a hyphen. */
export async function listSlugsLike(db: Db, companyId: string, base: string): Promise<string[]> {
  const rows = await db
    .selectFrom("projects")
    .select("slug")
    .where("company_id", "=", companyId)
    .where((is) => is.or([is("slug", "=", base), is("slug", "like", `${base}-%`)]))
    .execute();
  return rows.map(({ slug }) => slug);
}
