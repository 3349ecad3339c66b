/**
 * Authorization checks; the rules are in contract/access/policy.ts. A caller who is not a member of a project gets the same answer as if it did not
 * exist.
 */
import type { COMPANY_ROLES, PROJECT_ROLES } from "../../contract/constants.ts";
import { mayInCompany, mayInProject, type CompanyAction, type ProjectAction } from "../../contract/access/policy.ts";
import type { Db } from "../db/openDb.ts";
import { findProjectOfMember } from "../db/tables/projects/projects.ts";
import { Forbidden, NotFound } from "../errors.ts";
import type { Principal } from "./sessions/sessions.ts";
import { type Message, message } from "../messages/messages.ts";

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
  permittedProject(db, caller, { slug }, action, message("project.not_found"));

/**
 * As `projectFor`, by id: for a call that names something inside a project (a source, a merge). A slug would not do, because two
 * companies may have a project of the same slug.
 * @param id undefined where there is no such thing
 * @param missing the answer for no such thing and for one of a project that the caller is not in, so that no caller can tell them apart
 */
export async function projectWithId(
  db: Db,
  caller: Principal,
  id: string | undefined,
  action: ProjectAction,
  missing: Message,
): Promise<ProjectAccess> {
  if (id === undefined) throw new NotFound(missing);
  return permittedProject(db, caller, { id }, action, missing);
}

async function permittedProject(
  db: Db,
  caller: Principal,
  by: { readonly slug: string } | { readonly id: string },
  action: ProjectAction,
  missing: Message,
): Promise<ProjectAccess> {
  return permittedRow(await findProjectOfMember(db, by, caller.companyId, caller.id), action, missing);
}

type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProjectOfMember>>>;

/**
 * The project of a row that was read for a member, if the member may perform the action on it.
 * @throws NotFound without a row; Forbidden when the role does not suffice
 */
export function permittedRow(row: ProjectRow | undefined, action: ProjectAction, missing: Message): ProjectAccess {
  if (!row) throw new NotFound(missing);
  if (!mayInProject(row.role, action)) throw new Forbidden(message("project.role"));
  return { id: row.id, slug: row.slug, name: row.name, companyId: row.company_id, role: row.role };
}

/**
 * Checks that the caller belongs to this company and may do this there.
 * @throws NotFound when it is not the caller's company; Forbidden when the role does not suffice
 */
export function requireCompany(caller: Principal, companyId: string, action: CompanyAction): string {
  if (caller.companyId === null || caller.companyId !== companyId) throw new NotFound(message("company.not_found"));
  if (!mayInCompany(caller.companyRole, action)) throw new Forbidden(message("company.admin_only"));
  return caller.companyId;
}
