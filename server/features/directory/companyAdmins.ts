/** What a company must keep when its directory takes users and roles away: an Admin, and an Owner of each project. */
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById } from "../../db/tables/companies/companies.ts";
import { findUserOfCompany, listAdmins } from "../../db/tables/companies/companyUsers.ts";
import { upsertOwner } from "../../db/tables/projects/projectMembers.ts";
import { listPasswordAdmins } from "../../db/tables/directory/ssoAccounts.ts";
import { Conflict } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/** In the transaction that took a user or a role away. @throws Conflict when no Admin could manage the company any more */
export async function requireAdminLeft(transaction: Db, companyId: string): Promise<void> {
  if ((await listAdmins(transaction, companyId)).length === 0) throw new Conflict(message("directory.last_admin"));
  if (!(await findCompanyById(transaction, companyId)).sso_required) return;
  // If the provider fails, one of them must be able to sign in.
  if ((await listPasswordAdmins(transaction, companyId)).length === 0) {
    throw new Conflict(message("directory.last_password_admin"));
  }
}

/** Projects without an Owner pass to an Admin of the company. */
export async function passProjects(transaction: Db, companyId: string, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  const [heirId = ""] = await listAdmins(transaction, companyId);
  const heir = await findUserOfCompany(transaction, companyId, heirId);
  if (!heir) throw new Conflict(message("directory.last_admin"));
  for (const id of projectIds) {
    await upsertOwner(transaction, { id: newId(), project_id: id, user_id: heir.id, email: heir.email });
  }
}
