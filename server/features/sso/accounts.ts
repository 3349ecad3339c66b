/** Which account of a company a person at its identity provider has. */
import type { SsoFailure } from "../../../contract/access/ssoReturn.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { domainOf } from "../../access/emailDomain.ts";
import { acceptInvitation, joinCompany } from "../../access/newUsers.ts";
import { NO_PASSWORD } from "../../access/passwords/passwords.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany } from "../../db/tables/companies/companies.ts";
import { lockInvitationOfAddress } from "../../db/tables/accounts/invitations.ts";
import { findSsoUser, insertSsoAccount, isSsoLinked } from "../../db/tables/directory/ssoAccounts.ts";
import { listSsoDomains, type SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { findUserByEmail } from "../../db/tables/accounts/users.ts";
import { Invalid } from "../../errors.ts";
import type { Language } from "../../messages/messages.ts";
import type { OidcClaims } from "../../sources/oidc/readClaims.ts";

type Found = { readonly userId: string } | { readonly failure: SsoFailure };
const failed = (failure: SsoFailure): Found => ({ failure });

interface From {
  readonly address: string;
  readonly language: Language;
}

/**
 * The user of a subject. At the first sign-in the subject is linked to the account of its address in the company, or to a new one, if
 * the domain of the address is verified for the provider. Later only the subject counts.
 */
export async function userOfClaims(db: Db, provider: SsoProviderRow, claims: OidcClaims, from: From): Promise<Found> {
  const linked = await findSsoUser(db, provider.id, claims.subject);
  if (linked) return linked.company_id === provider.company_id ? { userId: linked.id } : failed("removed");
  const { email } = claims;
  if (email === undefined) return failed("address_missing");
  if (!claims.isEmailVerified && !provider.trusts_addresses) return failed("address_unverified");
  const domains = await listSsoDomains(db, provider.company_id);
  const isOwn = domains.some(
    (domain) => domain.provider_id === provider.id && domain.verified_at !== null && domain.name === domainOf(email),
  );
  if (!isOwn) return failed("address_foreign");
  try {
    return await db.transaction().execute(async (transaction) => {
      // Two first sign-ins of one person at the same moment must not make two links.
      await lockCompany(transaction, provider.company_id);
      return link(transaction, provider, { ...claims, email }, from);
    });
  } catch (error) {
    // An account of the address came to be in another company meanwhile.
    if (error instanceof Invalid) return failed("busy");
    throw error;
  }
}

async function link(
  transaction: Db,
  provider: SsoProviderRow,
  claims: OidcClaims & { readonly email: string },
  from: From,
): Promise<Found> {
  const { id: providerId, company_id: companyId } = provider;
  const { subject, email } = claims;
  const meanwhile = await findSsoUser(transaction, providerId, subject);
  if (meanwhile) return { userId: meanwhile.id };
  const account = await findUserByEmail(transaction, email);
  if (account && account.company_id !== null && account.company_id !== companyId) return failed("other_company");
  // The address may have passed on to another person.
  if (account && (await isSsoLinked(transaction, providerId, account.id))) return failed("other_subject");
  const userId =
    account?.company_id === companyId ? account.id : await join(transaction, companyId, claims, from, account);
  if (userId === undefined) return failed("removed");
  await insertSsoAccount(transaction, { provider_id: providerId, subject, user_id: userId });
  const actor = actorOf({ id: userId, name: account?.name ?? claims.name, email, companyId }, from.address);
  await recordAuditEvent(transaction, actor, {
    action: "sso.account_linked",
    subject: { kind: "sso_provider", id: providerId, name: provider.label },
    after: { subject, is_new: account === undefined },
  });
  return { userId };
}

/** @returns undefined for a user who was removed from a company and not invited since */
async function join(
  transaction: Db,
  companyId: string,
  { email, name }: OidcClaims & { readonly email: string },
  { address, language }: From,
  user: { readonly name: string; readonly language: Language } | undefined,
): Promise<string | undefined> {
  const invitation = await lockInvitationOfAddress(transaction, companyId, email, new Date());
  const account = {
    email,
    name: user?.name ?? (name === "" ? email.slice(0, email.lastIndexOf("@")) : name),
    passwordHash: NO_PASSWORD,
    language: user?.language ?? language,
    address,
  };
  if (invitation) return acceptInvitation(transaction, invitation, account);
  if (user) return undefined;
  return joinCompany(transaction, { company_id: companyId, role: "Member", email }, account);
}
