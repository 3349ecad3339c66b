/**
 * Deactivation takes a user out of the company, as a removal does, so that nothing acts in the user's name any more. What was given by hand is
 * kept for a reactivation; sessions and tokens are not.
 */
import { recordAuditEvent } from "../../access/auditLog.ts";
import { stopConnectionsOf } from "../../access/connectionOwner.ts";
import { endAccess } from "../../access/endAccess.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type DirectoryUserRow,
  restoreLeftMembers,
  storeLeftMembers,
  updateDirectoryUser,
  updateUserDeactivated,
  updateUserReactivated,
} from "../../db/tables/directory/directoryUsers.ts";
import { deleteUnsentMailsTo } from "../../db/tables/notices/outbox.ts";
import { deleteMemberships, listProjectsOwnedAlone } from "../../db/tables/projects/projectMembers.ts";
import { deleteProviderGroupsOfUser } from "../../db/tables/sources/providerGroups.ts";
import { endActing } from "../companies/endActing.ts";
import { applyRoles } from "./applyRoles.ts";
import { passProjects, requireAdminLeft } from "./companyAdmins.ts";
import type { DirectoryCaller } from "./DirectoryCaller.ts";

/** @throws Conflict for the last Admin, and the last who may use a password */
export async function deactivateUser(transaction: Db, caller: DirectoryCaller, user: DirectoryUserRow): Promise<void> {
  const { companyId, actor } = caller;
  const { id } = user;
  await stopConnectionsOf(transaction, [id], { companyId }, actor);
  await storeLeftMembers(transaction, companyId, id);
  const owned = await listProjectsOwnedAlone(transaction, companyId, id);
  await deleteMemberships(transaction, companyId, id);
  // The next sign-in at the provider says which groups there are then.
  await deleteProviderGroupsOfUser(transaction, id);
  await updateUserDeactivated(transaction, id, new Date());
  await requireAdminLeft(transaction, companyId);
  await passProjects(transaction, companyId, owned);
  await updateDirectoryUser(transaction, id, { left_role: user.hand_role ?? user.company_role });
  await endAccess(transaction, id);
  await endActing(transaction, id);
  await deleteUnsentMailsTo(transaction, user.email);
  await recordAuditEvent(transaction, actor, {
    action: "directory.user_deactivated",
    subject: { kind: "user", id, name: user.email },
    before: { role: user.company_role },
  });
}

/** Sign-in, the roles given by hand and those of groups come back; sessions and tokens do not. */
export async function reactivateUser(transaction: Db, caller: DirectoryCaller, user: DirectoryUserRow): Promise<void> {
  const { companyId, actor } = caller;
  const role = user.left_role ?? "Member";
  await updateUserReactivated(transaction, user.id, companyId, role);
  await restoreLeftMembers(transaction, user.id, user.email);
  await updateDirectoryUser(transaction, user.id, { left_role: null });
  await recordAuditEvent(transaction, actor, {
    action: "directory.user_reactivated",
    subject: { kind: "user", id: user.id, name: user.email },
    after: { role },
  });
  await applyRoles(transaction, caller, [user.id]);
}
