/**
 * Authorization checks; the rules are in contract/policy.ts. A caller who is not a member of a project gets the same answer as if it did not
 * exist.
 */
import type { COMPANY_ROLES, PROJECT_ROLES } from "../../contract/constants.ts";
import { mayInCompany, mayInProject, type CompanyAction, type ProjectAction } from "../../contract/policy.ts";
import type { Db } from "../db/openDb.ts";
import { Forbidden, NotFound } from "../errors.ts";
import type { Principal } from "./sessions.ts";

export type ProjectRole = (typeof PROJECT_ROLES)[number];
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** A project as far as access needs it. */
export interface ProjectAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly companyId: string;
  readonly role: ProjectRole;
}

/**
 * The project with this slug in the caller's company, if the caller may perform the action on it. Each call about a project starts here.
 * @throws NotFound when there is none or the caller is not a member; Forbidden when the role does not suffice
 */
export const projectFor = (db: Db, caller: Principal, slug: string, action: ProjectAction): Promise<ProjectAccess> =>
  permittedProject(db, caller, "projects.slug", slug, action);

/**
 * As `projectFor`, by id: for a call that names something inside a project (a source, a merge). A slug would not do, because two
 * companies may have a project of the same slug.
 */
export const projectWithId = (db: Db, caller: Principal, id: string, action: ProjectAction): Promise<ProjectAccess> =>
  permittedProject(db, caller, "projects.id", id, action);

async function permittedProject(
  db: Db,
  caller: Principal,
  column: "projects.id" | "projects.slug",
  value: string,
  action: ProjectAction,
): Promise<ProjectAccess> {
  const row = await db
    .selectFrom("projects")
    .innerJoin("project_members", "project_members.project_id", "projects.id")
    .select(["projects.id", "projects.slug", "projects.name", "projects.company_id", "project_members.role"])
    .where(column, "=", value)
    .where("projects.company_id", "=", caller.companyId)
    .where("project_members.user_id", "=", caller.id)
    .executeTakeFirst();
  if (!row) throw new NotFound("There is no such project.");
  if (!mayInProject(row.role, action)) throw new Forbidden("Your role in this project does not allow this.");
  return { id: row.id, slug: row.slug, name: row.name, companyId: row.company_id, role: row.role };
}

/**
 * Checks that the caller belongs to this company and may do this there.
 * @throws NotFound when it is not the caller's company; Forbidden when the role does not suffice
 */
export function requireCompany(caller: Principal, companyId: string, action: CompanyAction): string {
  if (caller.companyId === null || caller.companyId !== companyId) throw new NotFound("There is no such company.");
  if (!mayInCompany(caller.companyRole, action)) throw new Forbidden("Only an Admin of the company may do this.");
  return caller.companyId;
}
