import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { NotFound } from "../../errors.ts";

export interface RequestedProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/**
 * The projects behind the slugs of a question; of no slug, all that the caller is a member of.
 * @throws NotFound where one of them is not the caller's to see
 */
export async function requestedProjects(
  db: Db,
  user: Principal,
  slugs: readonly string[],
): Promise<RequestedProject[]> {
  const mine = await db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "projects.name"])
    .where("project_members.user_id", "=", user.id)
    .orderBy("projects.name")
    .orderBy("projects.id")
    .execute();
  if (slugs.length === 0) return mine;
  const asked = mine.filter(({ slug }) => slugs.includes(slug));
  if (asked.length < new Set(slugs).size) throw new NotFound("There is no such project.");
  return asked;
}

/** IANA name of the zone in which the company's days begin. */
export async function timeZoneOf(db: Db, companyId: string | null): Promise<string> {
  if (companyId === null) return "UTC";
  const company = await db.selectFrom("companies").select("time_zone").where("id", "=", companyId).executeTakeFirst();
  return company?.time_zone ?? "UTC";
}
