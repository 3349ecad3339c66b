/** Signing in at a company's identity provider: begin, callback, and the exchange of a code for a session. */
import type { FastifyBaseLogger } from "fastify";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { SsoReturn } from "../../../contract/access/ssoReturn.ts";
import type { SsoBegun } from "../../../contract/access/sso.ts";
import type { TokenAnswer } from "../../../contract/access/users.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { reportNewDevice } from "../../access/sessions/knownDevices.ts";
import { domainOf } from "../../access/emailDomain.ts";
import { startSession, type Client } from "../../access/sessions/sessions.ts";
import { hashToken, newToken } from "../../access/tokens/tokens.ts";
import { insertSsoAttempt, takeSsoAttempt, takeSsoCode } from "../../db/tables/directory/ssoAttempts.ts";
import { findSsoUser } from "../../db/tables/directory/ssoAccounts.ts";
import { findSsoProviderById, findSsoProviderOfDomain } from "../../db/tables/directory/ssoProviders.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { OidcAttempt } from "../../sources/oidc/OidcClient.ts";
import { OidcRefusedError } from "../../sources/oidc/OidcRefusedError.ts";
import type { OidcClaims } from "../../sources/oidc/readClaims.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { completeSignIn, type From, refusal, whyBlocked } from "./completeSignIn.ts";
import { redirectUrl } from "./present.ts";
import { beginSamlSignIn } from "./samlSignIn.ts";
import { keepSignOutHint } from "./signOut.ts";
import { clientOf, type SsoDeps } from "./ssoDeps.ts";

/** How long a user may take at the provider. */
const ATTEMPT_TTL_MS = 10 * MINUTE_MS;

/**
 * Begins a sign-in at the provider of an address's domain. Whether the address has an account makes no difference.
 * @throws Invalid when no company signs in with this domain, or its provider cannot be used
 */
export async function beginSignIn(deps: SsoDeps, email: string): Promise<SsoBegun> {
  const { db, attemptSeal, publicUrl } = deps;
  const provider = await findSsoProviderOfDomain(db, domainOf(email));
  if (!provider?.is_enabled) throw new Invalid({ email: [message("sso.unknown_domain")] });
  if (!planHas(provider.plan, "sso")) throw refusal(message("sso.plan"));
  if (provider.kind === "ldap") return { asks_password: true };
  if (provider.kind === "saml") return beginSamlSignIn(deps, provider);
  const client = await clientOf(deps, provider);
  if (!client) throw new Invalid({ email: [message("sso.unknown_domain")] });
  const begun = await client.begin(redirectUrl(publicUrl(), provider.id), email).catch((error: unknown) => {
    if (error instanceof OidcRefusedError) throw refusal(message("sso.provider_wrong"));
    if (error instanceof SourceError) throw refusal(message("sso.provider_unreachable"));
    throw error;
  });
  const verifier = newToken();
  const stateHash = hashToken(begun.attempt.state);
  await insertSsoAttempt(db, {
    state_hash: stateHash,
    provider_id: provider.id,
    verifier_hash: hashToken(verifier),
    sealed: Buffer.from(attemptSeal.seal(JSON.stringify(begun.attempt), `sso:${stateHash}`)),
    expires_at: new Date(Date.now() + ATTEMPT_TTL_MS),
  });
  return { auth_url: begun.authUrl, verifier };
}

/** Ends a sign-in at its callback. Errors are reported in what is returned, for the login page. */
export async function finishSignIn(
  deps: SsoDeps,
  providerId: string,
  callback: URL,
  { from, log }: { readonly from: From; readonly log: Pick<FastifyBaseLogger, "warn"> },
): Promise<SsoReturn> {
  const { db, attemptSeal, publicUrl } = deps;
  const state = callback.searchParams.get("state");
  // Taken out at once: a state is good for one answer.
  const attempt = state === null ? undefined : await takeSsoAttempt(db, hashToken(state));
  if (!attempt || attempt.expires_at.getTime() <= Date.now()) return { failure: "expired" };
  const provider = await findSsoProviderById(db, attempt.provider_id);
  // The answer of one provider at the address of another is a mix-up attack (RFC 9700, section 4.4).
  if (!provider || provider.id !== providerId) return { failure: "invalid" };
  const blocked = whyBlocked(provider);
  if (blocked) return { failure: blocked };
  const client = await clientOf(deps, provider);
  if (!client) return { failure: "off" };
  let claims: OidcClaims;
  try {
    const opened = JSON.parse(attemptSeal.open(attempt.sealed, `sso:${attempt.state_hash}`)) as OidcAttempt;
    claims = await client.finish(callback, opened, redirectUrl(publicUrl(), provider.id));
  } catch (error) {
    // Anyone can end a sign-in like this, so it is not written into the company's audit log.
    if (error instanceof OidcRefusedError) {
      log.warn({ err: error }, "the answer of an OpenID Connect provider was refused");
      return { failure: error.isDenied ? "denied" : (error.fault ?? "invalid") };
    }
    if (error instanceof SourceError) return { failure: "unreachable" };
    throw error;
  }
  return completeSignIn(deps, provider, claims, { from, verifierHash: attempt.verifier_hash, endsAt: null });
}

/**
 * Starts the session of a code, for the page that has the verifier of its sign-in. A code is good for one try.
 * @throws Invalid
 */
export async function exchangeSsoCode(
  { db, mail, attemptSeal }: SsoDeps,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  client: Client,
): Promise<TokenAnswer> {
  const row = await takeSsoCode(db, hashToken(code));
  if (!row || row.expires_at.getTime() <= Date.now() || row.verifier_hash !== hashToken(verifier)) {
    throw refusal(message("sso.expired"));
  }
  const token = await db.transaction().execute(async (transaction) => {
    const provider = await findSsoProviderById(transaction, row.provider_id);
    const user = await findSsoUser(transaction, row.provider_id, row.subject);
    // The user may have been removed, or the provider turned off, since the callback.
    if (
      !provider ||
      whyBlocked(provider) ||
      !user ||
      user.id !== row.user_id ||
      user.company_id !== provider.company_id
    ) {
      throw refusal(message("sso.expired"));
    }
    await recordAuditEvent(transaction, actorOf({ ...user, companyId: user.company_id }, client.address), {
      action: "session.started",
      after: { single_sign_on: provider.label },
    });
    await reportNewDevice(transaction, mail, user.id, client);
    const { provider_id: providerId, subject, sid, ends_at: endsAt } = row;
    const started = await startSession(transaction, user.id, new Date(), client, { providerId, subject, sid, endsAt });
    if (row.hint !== null && provider.signs_out) {
      const hint = attemptSeal.open(row.hint, `sso-code:${row.code_hash}`);
      await keepSignOutHint({ db: transaction, attemptSeal }, hashToken(started), hint);
    }
    return started;
  });
  return { token };
}
