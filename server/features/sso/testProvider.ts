import { SIGN_IN_GROUP_LIMITS } from "../../../contract/access/signInGroups.ts";
import type { SsoTest } from "../../../contract/access/sso.ts";
import type { Language } from "../../../contract/access/users.ts";
import type { SsoProviderRow } from "../../db/tables/directory/ssoProviders.ts";
import { type Message, formatMessage, message } from "../../messages/messages.ts";
import { OidcRefusedError } from "../../sources/oidc/OidcRefusedError.ts";
import { OidcClient } from "../../sources/oidc/OidcClient.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { findSsoSaml, updateSsoSaml } from "../../db/tables/directory/ssoSaml.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { redirectUrl, certificateStateOf } from "./present.ts";
import { ldapSteps } from "./ldapTest.ts";
import { checkMetadata, fetchMetadata } from "./samlMetadata.ts";
import { clientOf, type SsoDeps } from "./ssoDeps.ts";

interface Step {
  readonly passed: boolean;
  readonly text: Message;
}

/** Reads a provider's description and keys, and tries the client id and secret; a directory is asked for the caller. A failure is a result with its reason. */
export async function testProvider(
  deps: SsoDeps,
  provider: SsoProviderRow,
  { language, email }: { readonly language: Language; readonly email: string },
): Promise<SsoTest> {
  const report =
    provider.kind === "ldap"
      ? await ldapSteps(deps, provider, email)
      : await (provider.kind === "saml" ? samlSteps(deps, provider) : stepsOf(deps, provider));
  const steps = [...report, ...groupSteps(provider)];
  return {
    passed: steps.every(({ passed }) => passed),
    steps: steps.map(({ passed, text }) => ({ passed, text: formatMessage(text, language) })),
  };
}

/** Groups are in a sign-in alone, which a test cannot make: it says what the last one had. */
function groupSteps({ groups_claim: claim, groups_refused_at: at }: SsoProviderRow): Step[] {
  if (claim === "" || at === null) return [];
  return [{ passed: false, text: message("sso.test_groups_refused", { claim, max: SIGN_IN_GROUP_LIMITS.groups }) }];
}

/** Reads a SAML 2.0 provider's metadata, and checks its certificates. */
async function samlSteps(deps: SsoDeps, provider: SsoProviderRow): Promise<Step[]> {
  const { issuer, id } = provider;
  const saml = await findSsoSaml(deps.db, id);
  try {
    if (!saml) throw new SamlRefusedError("no metadata");
    const { metadata_url: url } = saml;
    const { metadata, text } = url === null ? checkMetadata(deps, saml.metadata) : await fetchMetadata(deps, url);
    if (metadata.entityId !== issuer) return [{ passed: false, text: message("sso.metadata_other", { issuer }) }];
    if (url !== null) await updateSsoSaml(deps.db, id, { metadata: text, read_at: new Date() });
    const states = metadata.certificates.map((certificate) => certificateStateOf(certificate, Date.now()));
    const count = states.filter((state) => state === "valid" || state === "expiring").length;
    const hasLasting = states.some((state) => state === "valid" || state === "future");
    return [
      { passed: true, text: message("sso.test_discovered", { issuer }) },
      { passed: count > 0, text: message("sso.test_certificates", { count }) },
      ...(provider.signs_out && metadata.signOutRequestUrl === undefined
        ? [{ passed: false, text: message("sso.no_sign_out") }]
        : []),
      ...(count > 0 && !hasLasting ? [{ passed: true, text: message("sso.test_expiring") }] : []),
    ];
  } catch (error) {
    if (error instanceof SourceError) return [{ passed: false, text: error.text }];
    if (!(error instanceof SamlRefusedError)) throw error;
    return [{ passed: false, text: message("sso.metadata_wrong", { reason: error.reason }) }];
  }
}

async function stepsOf(deps: SsoDeps, provider: SsoProviderRow): Promise<Step[]> {
  const { issuer, client_id: clientId, scopes, groups_claim: groupsClaim } = provider;
  const stored = await clientOf(deps, provider);
  const client = stored ?? new OidcClient({ issuer, clientId, clientSecret: "", scopes, groupsClaim }, deps.egress);
  const steps: Step[] = [];
  try {
    const server = await client.discover();
    steps.push({ passed: true, text: message("sso.test_discovered", { issuer: server.issuer }) });
    const count = await client.countKeys(server);
    steps.push({ passed: count > 0, text: message("sso.test_keys", { count }) });
    const methods = server.code_challenge_methods_supported;
    if (methods && !methods.includes("S256")) steps.push({ passed: false, text: message("sso.test_no_pkce") });
    if (provider.signs_out && server.end_session_endpoint === undefined) {
      steps.push({ passed: false, text: message("sso.no_sign_out") });
    }
    if (!stored) return [...steps, { passed: false, text: message("sso.test_no_secret") }];
    const refusal = await client.checkRegistration(server, redirectUrl(deps.publicUrl(), provider.id));
    steps.push(registrationStep(refusal));
  } catch (error) {
    if (error instanceof SourceError) steps.push({ passed: false, text: error.text });
    else if (error instanceof OidcRefusedError)
      steps.push({ passed: false, text: message("sso.test_not_provider", { issuer }) });
    else throw error;
  }
  return steps;
}

/** @param refusal what the provider says to a code that it never issued, by RFC 6749 */
function registrationStep(refusal: string): Step {
  if (refusal === "invalid_grant") return { passed: true, text: message("sso.test_client_known") };
  if (refusal === "invalid_client" || refusal === "unauthorized_client") {
    return { passed: false, text: message("sso.test_client_refused") };
  }
  return { passed: true, text: message("sso.test_client_unclear") };
}
