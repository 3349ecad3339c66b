/** A sign-in at a company's SAML 2.0 provider: the request by redirect, the answer by POST. */
import type { FastifyBaseLogger } from "fastify";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { SsoBegun } from "../../../contract/access/sso.ts";
import type { SsoReturn } from "../../../contract/access/ssoReturn.ts";
import { hashToken, newToken } from "../../access/tokens/tokens.ts";
import { insertSsoAttempt, takeSsoAttempt } from "../../db/tables/directory/ssoAttempts.ts";
import { findSsoProviderById, type SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { findSsoSaml, insertSsoAssertion, type SsoSamlRow } from "../../db/tables/directory/ssoSaml.ts";
import { message } from "../../messages/messages.ts";
import { validCertificates, type SamlMetadata } from "../../sources/saml/readMetadata.ts";
import { parseResponse, readResponse, type SamlClaims, type SamlResponse } from "../../sources/saml/readResponse.ts";
import { newMessageId, signInAddress } from "../../sources/saml/requests.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { completeSignIn, type From, refusal, whyBlocked } from "./completeSignIn.ts";
import { entityIdOf, redirectUrl } from "./present.ts";
import { currentMetadata } from "./samlMetadata.ts";
import type { SsoDeps } from "./ssoDeps.ts";

/** How long a user may take at the provider. */
const ATTEMPT_TTL_MS = 10 * MINUTE_MS;

interface SamlProvider extends SsoProviderRow {
  readonly saml: SsoSamlRow;
}

/** The private key of Clew at a provider, in PEM. */
export async function privateKeyOf({ db, secrets }: SsoDeps, { secret_id: id }: SsoProviderRow): Promise<string> {
  if (id === null) throw new SamlRefusedError("no key");
  return (await secrets.open(db, id)).token;
}

/** @throws Invalid when the provider cannot be used */
export async function beginSamlSignIn(deps: SsoDeps, provider: SsoProviderRow): Promise<SsoBegun> {
  const { db, attemptSeal, publicUrl } = deps;
  const saml = await findSsoSaml(db, provider.id);
  if (!saml) throw refusal(message("sso.provider_wrong"));
  const metadata = await currentMetadata(deps, { issuer: provider.issuer, saml }).catch((error: unknown) => {
    if (error instanceof SamlRefusedError || error instanceof SourceError) throw refusal(message("sso.provider_wrong"));
    throw error;
  });
  const id = newMessageId();
  const isSigned = saml.signs_requests || metadata.wantsSignedRequests;
  const authUrl = signInAddress({
    id,
    entityId: entityIdOf(publicUrl(), provider.id),
    answerUrl: redirectUrl(publicUrl(), provider.id),
    signInUrl: metadata.signInUrl,
    privateKey: isSigned ? await privateKeyOf(deps, provider) : null,
  });
  const verifier = newToken();
  const stateHash = hashToken(id);
  await insertSsoAttempt(db, {
    state_hash: stateHash,
    provider_id: provider.id,
    verifier_hash: hashToken(verifier),
    sealed: Buffer.from(attemptSeal.seal(id, `sso:${stateHash}`)),
    expires_at: new Date(Date.now() + ATTEMPT_TTL_MS),
  });
  return { auth_url: authUrl, verifier };
}

/**
 * Ends a sign-in at its answer. An answer to a request is good for the page that began; one without a request begins a sign-in of the same
 * address where the Admin allows that, and never starts a session itself.
 */
export async function finishSamlSignIn(
  deps: SsoDeps,
  providerId: string,
  encoded: string,
  { from, log }: { readonly from: From; readonly log: Pick<FastifyBaseLogger, "warn"> },
): Promise<SsoReturn> {
  const { db } = deps;
  try {
    const response = parseResponse(encoded);
    const { inResponseTo } = response;
    const attempt = inResponseTo === undefined ? undefined : await takeSsoAttempt(db, hashToken(inResponseTo));
    if (inResponseTo !== undefined && (!attempt || attempt.expires_at.getTime() <= Date.now())) {
      return { failure: "expired" };
    }
    // The answer of one provider at the address of another.
    if (attempt && attempt.provider_id !== providerId) return { failure: "invalid" };
    const provider = await findSsoProviderById(db, providerId);
    const saml = provider && (await findSsoSaml(db, providerId));
    if (!saml) return { failure: "invalid" };
    const blocked = whyBlocked(provider);
    if (blocked) return { failure: blocked };
    if (!attempt && !saml.allows_unsolicited) return { failure: "unsolicited" };
    const claims = await verify(deps, { ...provider, saml }, response);
    const isNew = await insertSsoAssertion(db, {
      provider_id: providerId,
      assertion_hash: hashToken(claims.assertionId),
      expires_at: claims.expiresAt,
    });
    if (!isNew) return { failure: "replayed" };
    if (!attempt) return claims.email === undefined ? { failure: "address_missing" } : { begin: claims.email };
    return await completeSignIn(deps, provider, claims, {
      from,
      verifierHash: attempt.verifier_hash,
      endsAt: claims.sessionEndsAt,
    });
  } catch (error) {
    // Anyone can send an answer like this, so it is not written into the company's audit log.
    if (error instanceof SamlRefusedError) {
      log.warn({ err: error }, "the answer of a SAML provider was refused");
      return { failure: error.isDenied ? "denied" : (error.fault ?? "invalid") };
    }
    if (error instanceof SourceError) return { failure: "unreachable" };
    throw error;
  }
}

async function verify(deps: SsoDeps, provider: SamlProvider, response: SamlResponse): Promise<SamlClaims> {
  const { publicUrl } = deps;
  const privateKey = await privateKeyOf(deps, provider);
  const read = (metadata: SamlMetadata): SamlClaims => {
    const now = Date.now();
    return readResponse(response, {
      issuer: provider.issuer,
      certificates: validCertificates(metadata.certificates, now).map(({ pem }) => pem),
      recipient: redirectUrl(publicUrl(), provider.id),
      audience: entityIdOf(publicUrl(), provider.id),
      privateKey,
      requestId: response.inResponseTo ?? null,
      now,
      groupsAttribute: provider.groups_claim,
    });
  };
  const metadata = await currentMetadata(deps, provider);
  try {
    return read(metadata);
  } catch (error) {
    if (!(error instanceof SamlRefusedError) || error.reason !== "signature") throw error;
    // The provider may have a new key, which its metadata say already.
    const renewed = await currentMetadata(deps, provider, { isUnknownKey: true });
    const isSame = renewed.certificates.every(({ fingerprint }) =>
      metadata.certificates.some((certificate) => certificate.fingerprint === fingerprint),
    );
    if (isSame) throw error;
    return read(renewed);
  }
}
