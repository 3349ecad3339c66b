/** The end of a sign-in at a provider of either kind: the account, and the code for the page that began. */
import type { PlanName } from "../../../contract/access/companies.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { SsoFailure, SsoReturn } from "../../../contract/access/ssoReturn.ts";
import { recordAuditEvent } from "../../access/auditLog.ts";
import { hashToken, newToken } from "../../access/tokens/tokens.ts";
import type { Db } from "../../db/openDb.ts";
import { insertSsoCode } from "../../db/tables/directory/ssoAttempts.ts";
import type { SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { Invalid } from "../../errors.ts";
import type { Language, Message } from "../../messages/messages.ts";
import type { OidcClaims } from "../../sources/oidc/readClaims.ts";
import { userOfClaims } from "./accounts.ts";
import { applySignInGroups } from "./groupRoles.ts";
import type { SsoDeps } from "./ssoDeps.ts";

/** From the callback to the call of the page that it opens. */
const CODE_TTL_MS = MINUTE_MS;

export const refusal = (text: Message): Invalid => new Invalid({ non_field_errors: [text] });

/** Why a provider signs no one in. */
export const whyBlocked = (provider: {
  readonly plan: PlanName;
  readonly is_enabled: boolean;
}): SsoFailure | undefined => (planHas(provider.plan, "sso") ? (provider.is_enabled ? undefined : "off") : "plan");

export interface From {
  readonly address: string;
  readonly language: Language;
}

interface Completion {
  readonly from: From;
  readonly verifierHash: string;
  /** When the provider wants the session to end; null: it does not say. */
  readonly endsAt: Date | null;
}

/** Finds or makes the account of verified claims, with the roles of its groups. @returns the account, or why there is none */
export async function accountOf(
  db: Db,
  provider: SsoProviderRow,
  claims: OidcClaims,
  from: From,
): Promise<{ readonly userId: string } | { readonly failure: SsoFailure }> {
  const user = await userOfClaims(db, provider, claims, from);
  if ("failure" in user) {
    const { name, email = "" } = claims;
    const person = { id: null, name, email, companyId: provider.company_id, address: from.address };
    await recordAuditEvent(db, person, {
      action: "sso.refused",
      subject: { kind: "sso_provider", id: provider.id, name: provider.label },
      after: { reason: user.failure },
    });
    return user;
  }
  if (claims.groups) await applySignInGroups(db, provider, user.userId, claims.groups, from.address);
  return user;
}

/** @returns a code for the page that began, or why there is none */
export async function completeSignIn(
  { db, attemptSeal }: SsoDeps,
  provider: SsoProviderRow,
  claims: OidcClaims,
  { from, verifierHash, endsAt }: Completion,
): Promise<SsoReturn> {
  const account = await accountOf(db, provider, claims, from);
  if ("failure" in account) return account;
  const code = newToken();
  const codeHash = hashToken(code);
  const hint = provider.signs_out ? claims.signOutHint : undefined;
  await insertSsoCode(db, {
    code_hash: codeHash,
    provider_id: provider.id,
    user_id: account.userId,
    verifier_hash: verifierHash,
    subject: claims.subject,
    sid: claims.sid ?? null,
    expires_at: new Date(Date.now() + CODE_TTL_MS),
    ends_at: endsAt,
    ...(hint !== undefined && { hint: Buffer.from(attemptSeal.seal(hint, `sso-code:${codeHash}`)) }),
  });
  return { code };
}
