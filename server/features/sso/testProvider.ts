import type { SsoTest } from "../../../contract/sso.ts";
import type { Language } from "../../../contract/users.ts";
import type { SsoProviderRow } from "../../db/tables/ssoProviders.ts";
import { type Message, formatMessage, message } from "../../messages/messages.ts";
import { OidcRefusedError } from "../../sources/oidc/OidcRefusedError.ts";
import { OidcClient } from "../../sources/oidc/OidcClient.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { redirectUrl } from "./present.ts";
import { clientOf, type SsoDeps } from "./ssoDeps.ts";

interface Step {
  readonly passed: boolean;
  readonly text: Message;
}

/** Reads a provider's description and keys, and tries the client id and secret. A failure is a result with its reason. */
export async function testProvider(deps: SsoDeps, provider: SsoProviderRow, language: Language): Promise<SsoTest> {
  const steps = await stepsOf(deps, provider);
  return {
    passed: steps.every(({ passed }) => passed),
    steps: steps.map(({ passed, text }) => ({ passed, text: formatMessage(text, language) })),
  };
}

async function stepsOf(deps: SsoDeps, provider: SsoProviderRow): Promise<Step[]> {
  const { issuer, client_id: clientId, scopes } = provider;
  const stored = await clientOf(deps, provider);
  const client = stored ?? new OidcClient({ issuer, clientId, clientSecret: "", scopes }, deps.egress);
  const steps: Step[] = [];
  try {
    const server = await client.discover();
    steps.push({ passed: true, text: message("sso.test_discovered", { issuer: server.issuer }) });
    const count = await client.countKeys(server);
    steps.push({ passed: count > 0, text: message("sso.test_keys", { count }) });
    const methods = server.code_challenge_methods_supported;
    if (methods && !methods.includes("S256")) steps.push({ passed: false, text: message("sso.test_no_pkce") });
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
