import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { insertCompany } from "../db/tables/companies/companies.ts";
import { englishText } from "../messages/messages.ts";
import { invite, openInvitation } from "./invitations.ts";
import { acceptInvitation, type NewAccount } from "./newUsers.ts";

export interface Founder extends Omit<NewAccount, "address"> {
  readonly role: "Admin" | "Member";
}

/**
 * Creates a company of the Enterprise plan with its first users, who join as invited users do. Inside a transaction, so that a start that is
 * killed leaves all of it or nothing.
 */
export async function foundCompany(
  transaction: Db,
  name: string,
  founders: readonly Founder[],
): Promise<{ readonly companyId: string; readonly userIds: readonly string[] }> {
  const companyId = newId();
  await insertCompany(transaction, {
    id: companyId,
    name,
    plan: "Enterprise",
    subscription_status: "active",
    trial_ends_at: null,
  });
  const userIds: string[] = [];
  for (const { role, ...account } of founders) {
    const link = await invite(transaction, { companyId, email: account.email, role, invitedBy: null });
    const invitation = await openInvitation(transaction, link.token, "lock");
    if ("code" in invitation) throw new Error(englishText(invitation));
    userIds.push(await acceptInvitation(transaction, invitation, account));
  }
  return { companyId, userIds };
}
