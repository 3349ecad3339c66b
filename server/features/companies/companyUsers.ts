import { stopConnectionsOf } from "../../access/connectionOwner.ts";
import type { CompanyRole, CompanyUser } from "../../../contract/access/companies.ts";
import { endAccess } from "../../access/endAccess.ts";
import { recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findCompanyById, lockCompany } from "../../db/tables/companies/companies.ts";
import {
  findUserOfCompany,
  hasOtherAdmin,
  listUsersOfCompany,
  updateUser,
} from "../../db/tables/companies/companyUsers.ts";
import { deleteDirectoryUser, listManagedUsers } from "../../db/tables/directory/directoryUsers.ts";
import { hasSecondFactor, listFactorOwners } from "../../db/tables/accounts/secondFactors.ts";
import { deleteProviderGroupsOfUser } from "../../db/tables/sources/providerGroups.ts";
import { deleteSsoAccountsOfUser, listPasswordAdmins } from "../../db/tables/directory/ssoAccounts.ts";
import { deleteUnsentMailsTo } from "../../db/tables/notices/outbox.ts";
import { deleteMemberships, listProjectsOwnedAlone, upsertOwner } from "../../db/tables/projects/projectMembers.ts";
import { endActing } from "./endActing.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/**
 * @param caller only an Admin sees who has a second factor
 * @param projectId only the members of this project of the company; the caller has checked the access to it
 */
export async function listCompanyUsers(
  db: Db,
  caller: Pick<Principal, "companyRole">,
  companyId: string,
  projectId?: string,
): Promise<CompanyUser[]> {
  const rows = await listUsersOfCompany(db, companyId, projectId);
  if (caller.companyRole !== "Admin") return rows.map((row) => presentCompanyUser(row));
  const withFactor = new Set(await listFactorOwners(db, companyId));
  const managed = new Set(await listManagedUsers(db, companyId));
  const isManaged = managed.difference(new Set(await listPasswordAdmins(db, companyId)));
  return rows.map((row) => ({
    ...presentCompanyUser(row, withFactor.has(row.id)),
    ...(isManaged.has(row.id) && { is_managed: true }),
  }));
}

const presentCompanyUser = (
  row: { id: string; name: string; email: string; company_role: CompanyRole },
  hasFactor?: boolean,
): CompanyUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.company_role,
  ...(hasFactor !== undefined && { has_second_factor: hasFactor }),
});

/**
 * Changes the role of a user of the company.
 * @throws NotFound; Conflict for the last Admin, and for a user of the directory
 */
export async function changeCompanyRole(
  db: Db,
  companyId: string,
  userId: string,
  role: CompanyRole,
  by: Actor,
): Promise<CompanyUser> {
  return db.transaction().execute(async (transaction) => {
    const user = await lockedUser(transaction, companyId, userId);
    await requireUnmanaged(transaction, companyId, userId);
    if (user.company_role === "Admin" && role !== "Admin") await requireAnotherAdmin(transaction, companyId, userId);
    await updateUser(transaction, userId, {
      company_role: role,
      hand_role: null,
      ...(role !== "Admin" && { keeps_password: false }),
    });
    if (user.company_role !== role) {
      await recordAuditEvent(transaction, by, {
        action: "user.role_changed",
        subject: { kind: "user", id: userId, name: user.email },
        before: { role: user.company_role },
        after: { role },
      });
      const data = { change: "company_role", actor: by.name, role } as const;
      if (userId !== by.id)
        await writeNotices(transaction, [{ userId, kind: "membership", key: `membership ${newId()}`, data }]);
    }
    return presentCompanyUser({ ...user, company_role: role }, await hasSecondFactor(transaction, userId));
  });
}

/**
 * Removes a user from the company and its projects, and ends their sessions. A project of which they were the only Owner passes to the Admin
 * who removes them.
 * @throws NotFound; Conflict for the last Admin, and for a user of the directory
 */
export async function removeCompanyUser(
  db: Db,
  caller: Principal,
  companyId: string,
  userId: string,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await lockedUser(transaction, companyId, userId);
    await requireUnmanaged(transaction, companyId, userId);
    if (user.company_role === "Admin") await requireAnotherAdmin(transaction, companyId, userId);
    const owned = await listProjectsOwnedAlone(transaction, companyId, userId);
    await stopConnectionsOf(transaction, [userId], { companyId }, by);
    await deleteMemberships(transaction, companyId, userId);
    if (caller.id !== userId) {
      for (const id of owned) {
        await upsertOwner(transaction, { id: newId(), project_id: id, user_id: caller.id, email: caller.email });
      }
    } else if (owned.length > 0) {
      throw new Conflict(message("company.sole_owner"));
    }
    await updateUser(transaction, userId, {
      company_id: null,
      company_role: "Member",
      hand_role: null,
      keeps_password: false,
    });
    await deleteProviderGroupsOfUser(transaction, userId);
    // The provider may still know the user: without the link, and with the account outside of the company, no sign-in there succeeds.
    await deleteSsoAccountsOfUser(transaction, userId);
    await endAccess(transaction, userId);
    await endActing(transaction, userId);
    await deleteUnsentMailsTo(transaction, user.email);
    await recordAuditEvent(transaction, by, {
      action: "user.removed",
      subject: { kind: "user", id: userId, name: user.email },
      before: { role: user.company_role },
    });
    // Left over where the company has no token of a directory any more.
    await deleteDirectoryUser(transaction, userId);
  });
}

/** An Admin who keeps the password can be changed here: the way in for the time that the directory fails. @throws Conflict */
async function requireUnmanaged(transaction: Db, companyId: string, userId: string): Promise<void> {
  if (!(await listManagedUsers(transaction, companyId)).includes(userId)) return;
  if ((await listPasswordAdmins(transaction, companyId)).includes(userId)) return;
  throw new Conflict(message("directory.managed"));
}

/** Locks the company first: two Admins who remove each other at the same moment must not both succeed. */
async function lockedUser(transaction: Db, companyId: string, userId: string) {
  await lockCompany(transaction, companyId);
  const user = await findUserOfCompany(transaction, companyId, userId);
  if (!user) throw new NotFound(message("company.user_not_found"));
  return user;
}

async function requireAnotherAdmin(transaction: Db, companyId: string, userId: string): Promise<void> {
  if (!(await hasOtherAdmin(transaction, companyId, userId))) throw new Conflict(message("company.last_admin"));
  if (!(await findCompanyById(transaction, companyId)).sso_required) return;
  const keepers = await listPasswordAdmins(transaction, companyId);
  // If the provider fails, one of them must be able to sign in.
  if (keepers.length === 1 && keepers[0] === userId) throw new Conflict(message("sso.last_password_admin"));
}
