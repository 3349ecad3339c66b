/** Single Logout that begins at a SAML 2.0 provider: the browser brings the report, and takes back that the sessions have ended. */
import { recordEndedSessions } from "./logout.ts";
import { findSsoProviderById } from "../../db/tables/directory/ssoProviders.ts";
import { findSsoSaml } from "../../db/tables/directory/ssoSaml.ts";
import { validCertificates } from "../../sources/saml/readMetadata.ts";
import { logoutAnswerAddress, readLogoutRequest, readRefusedLogout } from "../../sources/saml/requests.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { entityIdOf, logoutUrl } from "./present.ts";
import { checkMetadata, currentMetadata } from "./samlMetadata.ts";
import { privateKeyOf } from "./samlSignIn.ts";
import type { SsoDeps } from "./ssoDeps.ts";

/**
 * Ends the sessions that a signed report names. A repeated report ends none that began after its issue.
 * @param query as it was sent
 * @returns the provider's address that learns of it; undefined where the provider has none
 * @throws SamlRefusedError for a report that does not hold
 */
export async function endSessionsBySaml(
  deps: SsoDeps,
  providerId: string,
  query: string,
  address: string,
): Promise<string | undefined> {
  const { db, publicUrl } = deps;
  const provider = await findSsoProviderById(db, providerId);
  const saml = provider && (await findSsoSaml(db, providerId));
  if (!saml) throw new SamlRefusedError("no such provider");
  const { issuer } = provider;
  const metadata = await currentMetadata(deps, { issuer, saml });
  const now = Date.now();
  const logout = readLogoutRequest(query, {
    issuer,
    certificates: validCertificates(metadata.certificates, now).map(({ pem }) => pem),
    destination: logoutUrl(publicUrl(), providerId),
    now,
  });
  const { subject, sids, issuedAt } = logout;
  const ended = sids.length === 0 ? [undefined] : sids;
  await recordEndedSessions(
    db,
    provider,
    ended.map((sid) => ({ subject, sid, issuedAt })),
    address,
  );
  const { signOutUrl } = metadata;
  if (signOutUrl === undefined) return undefined;
  const privateKey = await privateKeyOf(deps, provider);
  return logoutAnswerAddress(logout, { entityId: entityIdOf(publicUrl(), providerId), signOutUrl, privateKey });
}

/**
 * The provider's address that learns that its report was refused: it then reports that to the user, and signs out elsewhere.
 * @returns undefined where the provider has none, or what was sent is no report
 */
export async function refuseLogout(deps: SsoDeps, providerId: string, query: string): Promise<string | undefined> {
  const { db, publicUrl } = deps;
  const provider = await findSsoProviderById(db, providerId);
  const saml = provider && (await findSsoSaml(db, providerId));
  if (!saml) return undefined;
  try {
    const report = readRefusedLogout(query);
    const { signOutUrl } = checkMetadata(deps, saml.metadata).metadata;
    if (signOutUrl === undefined) return undefined;
    const privateKey = await privateKeyOf(deps, provider);
    const answer = { entityId: entityIdOf(publicUrl(), providerId), signOutUrl, privateKey };
    return logoutAnswerAddress(report, answer, { isRefused: true });
  } catch (error) {
    if (error instanceof SamlRefusedError || error instanceof SourceError) return undefined;
    throw error;
  }
}
