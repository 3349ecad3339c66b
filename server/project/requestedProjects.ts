import type { ProjectRole } from "../../contract/projects.ts";
import type { Principal } from "../access/sessions/sessions.ts";
import type { Db } from "../db/openDb.ts";
import { findTimeZone } from "../db/tables/companies/companies.ts";
import { listProjectsOfMember } from "../db/tables/projects/projectLists.ts";
import { NotFound } from "../errors.ts";
import { message } from "../messages/messages.ts";

export interface RequestedProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** That of the caller. */
  readonly role: ProjectRole;
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
  const mine = await listProjectsOfMember(db, user.id);
  if (slugs.length === 0) return mine;
  const requested = mine.filter(({ slug }) => slugs.includes(slug));
  if (requested.length < new Set(slugs).size) throw new NotFound(message("project.not_found"));
  return requested;
}

/** IANA name of the zone in which the company's days begin. */
export async function timeZoneOf(db: Db, companyId: string | null): Promise<string> {
  if (companyId === null) return "UTC";
  return (await findTimeZone(db, companyId)) ?? "UTC";
}
