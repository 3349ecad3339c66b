import { API_PREFIX, INTEGRATIONS } from "../../../contract/constants.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import type { InstallationSetup, SetupPart, SetupTest } from "../../../contract/access/setup.ts";
import type { Limits } from "../../access/limits/RateLimiter.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { errorMessage } from "../../errors.ts";
import { newId } from "../../db/newId.ts";
import { renderEmail } from "../../mail/renderEmail.ts";
import { type MailTransport, MailTransportError } from "../../mail/smtp.ts";
import { type Message, formatMessage, message, verbatim } from "../../messages/messages.ts";
import type { Settings } from "../../settings.ts";
import { fetchBuffered } from "../../sources/egress/bufferedResponse.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { type OauthClient, OauthRefusedError } from "../../sources/oauth/OauthClient.ts";
import { OAUTH_SERVICES, type OauthProviderName, oauthProvider } from "../../sources/providers/oauthRegistry.ts";
import { SourceError } from "../../sources/SourceError.ts";

/** A test sends a mail or a request elsewhere. */
export const SETUP_TEST_LIMITS: Limits = {
  name: "setup-tests",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 20,
  refusal: message("limit.requests"),
};

export interface SetupDeps {
  readonly settings: Pick<Settings, "publicUrl" | "smtp" | "oauth">;
  readonly publicUrl: () => string;
  /** Where providers send a user back to. */
  readonly callbackUrl: () => string;
  readonly clientOf: (name: OauthProviderName) => Pick<OauthClient, "checkRegistration"> | undefined;
  /** Undefined without a mail server. */
  readonly createTransport: (() => MailTransport) | undefined;
  /** Requests to the operator's own addresses, which may be in a private network. */
  readonly createOwnEgress: (host: string) => Egress;
}

export function readSetup({ settings, publicUrl, callbackUrl }: SetupDeps): InstallationSetup {
  return {
    callback_url: callbackUrl(),
    public_address: { url: publicUrl(), is_set: settings.publicUrl !== undefined },
    mail: { is_set: settings.smtp !== undefined, from: settings.smtp?.from ?? null },
    providers: INTEGRATIONS.map((name) => {
      const registration = settings.oauth[name];
      const { scopes } = oauthProvider(name, registration ?? { clientId: "", clientSecret: "" });
      const prefix = `CLEW_${name.toUpperCase()}`;
      return {
        name,
        is_set: registration !== undefined,
        register_url: registration?.url ?? OAUTH_SERVICES[name].registerUrl,
        variables: [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`],
        scopes: [...scopes],
      };
    }),
  };
}

/** Tries a part: a failure is a result with its reason. */
export async function testSetup(
  deps: SetupDeps,
  part: SetupPart,
  user: Pick<Principal, "email" | "name" | "language">,
): Promise<SetupTest> {
  const verdict = await verdictOf(deps, part, user);
  return { passed: verdict.passed, text: formatMessage(verdict.text, user.language) };
}

interface Verdict {
  readonly passed: boolean;
  readonly text: Message;
}
const passed = (text: Message): Verdict => ({ passed: true, text });
const failed = (text: Message): Verdict => ({ passed: false, text });

function verdictOf(
  deps: SetupDeps,
  part: SetupPart,
  user: Pick<Principal, "email" | "name" | "language">,
): Promise<Verdict> {
  if (part === "mail") return testMail(deps, user);
  if (part === "public_address") return testPublicAddress(deps);
  return testProvider(deps, part);
}

/** Sends a mail at once, and not through the outbox, whose failures show only later. */
async function testMail(
  { createTransport, publicUrl }: SetupDeps,
  { email, name, language }: Pick<Principal, "email" | "name" | "language">,
): Promise<Verdict> {
  if (!createTransport) return failed(message("setup.mail_not_set"));
  const transport = createTransport();
  try {
    const mail = renderEmail("setupTest", language, { name, link: `${publicUrl()}/settings/setup` });
    await transport.send({ id: newId(), to: email, ...mail });
    return passed(message("setup.mail_accepted", { email }));
  } catch (error) {
    if (!(error instanceof MailTransportError)) throw error;
    return failed(message("setup.mail_refused", { reason: verbatim(errorMessage(error)) }));
  } finally {
    transport.close();
  }
}

/** Asks this installation for its health at the address that its links have. */
async function testPublicAddress({ publicUrl, createOwnEgress }: SetupDeps): Promise<Verdict> {
  const url = publicUrl();
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, "");
  const egress = createOwnEgress(host);
  try {
    const call = { host, url: `${url}${API_PREFIX}health/live/`, answer: "account" as const };
    const response = await fetchBuffered(egress, call, { headers: { accept: "application/json" } });
    const isClew = response.status === 200 && /"status":\s*"live"/.test(await response.text());
    if (!isClew) return failed(message("setup.address_other", { url, status: response.status }));
    return isLoopbackHost(new URL(url).hostname)
      ? failed(message("setup.address_loopback", { url }))
      : passed(message("setup.address_answers", { url }));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return failed(message("setup.address_failed", { url, reason: error.text }));
  } finally {
    await egress.close();
  }
}

/** What providers call a code that they did not issue: they have read id and secret before. */
const UNKNOWN_CODE = new Set(["invalid_grant", "bad_verification_code"]);
const WRONG_CLIENT = new Set(["invalid_client", "incorrect_client_credentials", "unauthorized_client", "Not Found"]);

/** Exchanges a code that was never issued: the refusal shows whether the provider accepts id and secret. */
async function testProvider({ clientOf, callbackUrl }: SetupDeps, name: OauthProviderName): Promise<Verdict> {
  const client = clientOf(name);
  const provider = OAUTH_SERVICES[name].accountName;
  if (!client) return failed(message("setup.provider_not_set", { provider }));
  try {
    const refusal = await client.checkRegistration(callbackUrl());
    if (UNKNOWN_CODE.has(refusal)) return passed(message("setup.provider_knows", { provider }));
    if (WRONG_CLIENT.has(refusal)) return failed(message("setup.provider_refuses", { provider }));
    if (refusal === "redirect_uri_mismatch") {
      return failed(message("setup.provider_callback", { provider, url: callbackUrl() }));
    }
    return failed(message("setup.provider_unclear", { provider, code: verbatim(refusal.slice(0, 100)) }));
  } catch (error) {
    if (error instanceof SourceError) return failed(error.text);
    if (error instanceof OauthRefusedError) {
      return failed(message("setup.provider_unclear", { provider, code: verbatim(error.code.slice(0, 100)) }));
    }
    throw error;
  }
}
