/** A sign-in with the password of a company's directory. It ends as one with a password of Clew. */
import type { SsoPasswordAnswer, SsoPasswordBody } from "../../../contract/access/ldap.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { domainOf } from "../../access/emailDomain.ts";
import { startPasswordSession } from "../../access/passwords/passwordSessions.ts";
import type { RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Client } from "../../access/sessions/sessions.ts";
import { findSsoUser } from "../../db/tables/directory/ssoAccounts.ts";
import { findSsoProviderOfDomain } from "../../db/tables/directory/ssoProviders.ts";
import { Invalid } from "../../errors.ts";
import { type Language, message } from "../../messages/messages.ts";
import type { LdapDirectory } from "../../sources/ldap/LdapDirectory.ts";
import { LdapRefusedError } from "../../sources/ldap/LdapRefusedError.ts";
import type { OidcClaims } from "../../sources/oidc/readClaims.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { accountOf, refusal } from "./completeSignIn.ts";
import { directoryOf } from "./directoryOf.ts";
import { subjectOf } from "./providers.ts";
import type { SsoDeps } from "./ssoDeps.ts";

/**
 * Signs in a person whom the directory of their domain knows. An unknown person is answered as a wrong password is.
 * @throws Invalid, TooMany
 */
export async function signInByDirectory(
  deps: SsoDeps,
  limiter: RateLimiter,
  { email, password }: SsoPasswordBody,
  { client, language }: { readonly client: Client; readonly language: Language },
): Promise<SsoPasswordAnswer> {
  const { db, mail } = deps;
  const { address } = client;
  const provider = await findSsoProviderOfDomain(db, domainOf(email));
  if (!provider?.is_enabled || provider.kind !== "ldap") {
    throw new Invalid({ email: [message("sso.unknown_domain")] });
  }
  if (!planHas(provider.plan, "sso")) throw refusal(message("sso.plan"));
  // The same counts as those of passwords of Clew.
  const guess = await limiter.attempt(address, email);
  const directory = await directoryOf(deps, provider);
  if (!directory) throw refusal(message("sso.provider_wrong"));
  const claims = await claimsOf(directory, email, password);
  if (!claims) {
    await guess.fail();
    const stranger = { id: null, name: "", email, companyId: provider.company_id, address };
    const after = { reason: "password" };
    await recordAuditEvent(db, stranger, { action: "sso.refused", subject: subjectOf(provider), after });
    throw refusal(message("login.wrong"));
  }
  await guess.succeed();
  const account = await accountOf(db, provider, claims, { address, language });
  if ("failure" in account) return account;
  return db.transaction().execute(async (transaction) => {
    const user = await findSsoUser(transaction, provider.id, claims.subject);
    // The user may have been removed meanwhile.
    if (user?.id !== account.userId || user.company_id !== provider.company_id) throw refusal(message("sso.expired"));
    const actor = actorOf({ ...user, companyId: user.company_id }, address);
    const origin = { providerId: provider.id, subject: claims.subject, label: provider.label };
    return startPasswordSession(transaction, { actor, mail }, user.id, client, origin);
  });
}

/** @returns undefined for a wrong password. @throws Invalid where the directory cannot say so, which is no wrong guess */
async function claimsOf(directory: LdapDirectory, login: string, password: string): Promise<OidcClaims | undefined> {
  try {
    return await directory.authenticate(login, password);
  } catch (error) {
    if (error instanceof SourceError) throw refusal(message("sso.directory_unreachable"));
    if (error instanceof LdapRefusedError) throw refusal(message("sso.provider_wrong"));
    throw error;
  }
}
