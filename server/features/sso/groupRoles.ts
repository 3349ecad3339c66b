/** Roles by the groups that a provider names at a sign-in. Rules for them are those of a directory's groups. */
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import {
  deleteOtherProviderGroups,
  deleteProviderMembers,
  insertProviderGroups,
} from "../../db/tables/sources/providerGroups.ts";
import { type SsoProviderRow, updateSsoProvider } from "../../db/tables/directory/ssoProviders.ts";
import { Conflict } from "../../errors.ts";
import type { SignInGroups } from "../../sources/oidc/readClaimGroups.ts";
import { applyRoles, applyRolesAtSignIn } from "../directory/applyRoles.ts";

type Provider = Pick<SsoProviderRow, "id" | "company_id" | "label" | "groups_refused_at">;

/**
 * Gives and takes what the groups of a sign-in stand for. What is lost is taken first, so that a limit which refuses a new role keeps no old
 * one. Groups that cannot be read change nothing.
 */
export async function applySignInGroups(
  db: Db,
  provider: Provider,
  userId: string,
  groups: SignInGroups,
  address: string,
): Promise<void> {
  const { id: providerId, company_id: companyId, label } = provider;
  const actor = { id: null, name: label, email: "", companyId, address };
  const subject = { kind: "sso_provider", id: providerId, name: label };
  if (groups.names === undefined) {
    await updateSsoProvider(db, providerId, { groups_refused_at: new Date() });
    await recordAuditEvent(db, actor, {
      action: "sso.groups_refused",
      subject,
      after: { user: userId, reason: groups.refused },
    });
    return;
  }
  const { names } = groups;
  if (provider.groups_refused_at !== null) await updateSsoProvider(db, providerId, { groups_refused_at: null });
  const apply = (change: typeof insertProviderGroups): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await lockCompany(transaction, companyId);
      await change(transaction, providerId, userId, names);
      await applyRolesAtSignIn(transaction, { companyId, actor }, userId);
    });
  await apply(deleteOtherProviderGroups);
  try {
    await apply(insertProviderGroups);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    await recordAuditEvent(db, actor, {
      action: "sso.groups_refused",
      subject,
      after: { user: userId, reason: "conflict" },
    });
  }
}

/** Takes all that a provider's groups gave, in the transaction that ends the reading of them. @throws Conflict for the last Admin */
export async function endProviderGroups(
  transaction: Db,
  { id, company_id: companyId }: Pick<SsoProviderRow, "id" | "company_id">,
  by: Actor,
): Promise<void> {
  const users = await deleteProviderMembers(transaction, id);
  await applyRoles(transaction, { companyId, actor: { ...by, companyId } }, users);
}
