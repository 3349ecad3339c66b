import type { FastifyInstance } from "fastify";
import { Id } from "../../../contract/fieldSchemas.ts";
import { ssoReturnPath } from "../../../contract/access/ssoReturn.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { clientNetwork } from "../../access/sessions/clientNetwork.ts";
import { requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter, SIGN_IN_LIMITS as PASSWORD_LIMITS } from "../../access/limits/RateLimiter.ts";
import { TooMany } from "../../errors.ts";
import { clientAddress } from "../../http/limits/clientAddress.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { OidcRefusedError } from "../../sources/oidc/OidcRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { addLdapProvider, changeLdapProvider } from "./ldapProviders.ts";
import { signInByDirectory } from "./ldapSignIn.ts";
import { endSessionsByProvider } from "./logout.ts";
import { CALLBACK_PATH, LOGOUT_PATH } from "./present.ts";
import {
  addDomain,
  addProvider,
  changePolicy,
  changeProvider,
  readSso,
  removeDomain,
  removeProvider,
  requireProvider,
  verifyDomain,
} from "./providers.ts";
import { addSamlProvider, changeSamlProvider } from "./samlProviders.ts";
import { signOut } from "./signOut.ts";
import { beginSignIn, exchangeSsoCode, finishSignIn } from "./ssoSignIn.ts";
import type { SsoDeps } from "./ssoDeps.ts";
import { testProvider } from "./testProvider.ts";

/** Each of them makes requests to a provider, or tries a code. A whole company may sign in from one network within minutes. */
const SIGN_IN_LIMITS: Limits = {
  name: "sso",
  windowMs: 15 * MINUTE_MS,
  perAddress: 300,
  perAccount: 20,
  refusal: message("limit.requests"),
};
/** Tests and looks for records, by the Admin; logout tokens, by the provider that they are for. */
const SETTINGS_LIMITS: Limits = { ...SIGN_IN_LIMITS, name: "sso-settings", perAddress: null, perAccount: 60 };
/** For each network and provider together: neither a stranger nor another company's provider uses up what a provider has. */
const LOGOUT_LIMITS: Limits = { ...SIGN_IN_LIMITS, name: "sso-logout", perAddress: null, perAccount: 600 };
/** A code has 256 bits, and one try costs one statement. */
const EXCHANGE_LIMITS: Limits = { ...SIGN_IN_LIMITS, name: "sso-exchange", perAddress: 600, perAccount: null };

/** Bytes of a logout token with its form. */
const LOGOUT_BODY_LIMIT = 16 << 10;

/** Sign-in by single sign-on, without a session. */
export function mountSsoSignIn(mount: RouteRegistrar, deps: SsoDeps): void {
  const limiter = new RateLimiter(deps.db, SIGN_IN_LIMITS);
  const exchanges = new RateLimiter(deps.db, EXCHANGE_LIMITS);
  mount("ssoBegin", async ({ body, address }) => {
    // By network too: a stranger who begins with an address must not keep its owner out.
    await limiter.take(address, `${clientNetwork(address)} ${body.email}`);
    return beginSignIn(deps, body.email);
  });
  const guesses = new RateLimiter(deps.db, PASSWORD_LIMITS);
  mount("ssoPassword", ({ body, address, userAgent, keepBrowser, language }) =>
    signInByDirectory(deps, guesses, body, { client: { address, userAgent, browser: keepBrowser() }, language }),
  );
  mount("logoutAtProvider", ({ user, address, log }) => signOut(deps, user, { address, log }));
  mount("ssoExchange", async ({ body, address, userAgent, keepBrowser }) => {
    await exchanges.take(address, "");
    return exchangeSsoCode(deps, body, { address, userAgent, browser: keepBrowser() });
  });
}

/** A company's settings of single sign-on, for its Admins. */
export function mountSsoSettings(mount: RouteRegistrar, deps: SsoDeps): void {
  const { db } = deps;
  const limiter = new RateLimiter(db, SETTINGS_LIMITS);
  mount("getSso", ({ user, params }) => readSso(deps, requireCompany(user, params.id, "sso.read")));
  mount("setSsoPolicy", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    await changePolicy(deps, companyId, body, actorOf(user, address));
    return readSso(deps, companyId);
  });
  mount("createSsoProvider", ({ user, params, body, address }) =>
    addProvider(deps, requireCompany(user, params.id, "sso.change"), body, actorOf(user, address)),
  );
  mount("updateSsoProvider", ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    return changeProvider(deps, companyId, params.providerId, body, actorOf(user, address));
  });
  mount("createSamlProvider", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    await limiter.take("", user.id);
    return addSamlProvider(deps, companyId, body, actorOf(user, address));
  });
  mount("updateSamlProvider", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    await limiter.take("", user.id);
    return changeSamlProvider(deps, companyId, params.providerId, body, actorOf(user, address));
  });
  mount("createLdapProvider", ({ user, params, body, address }) =>
    addLdapProvider(deps, requireCompany(user, params.id, "sso.change"), body, actorOf(user, address)),
  );
  mount("updateLdapProvider", ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    return changeLdapProvider(deps, companyId, params.providerId, body, actorOf(user, address));
  });
  mount("deleteSsoProvider", ({ user, params, address }) =>
    removeProvider(deps, requireCompany(user, params.id, "sso.change"), params.providerId, actorOf(user, address)),
  );
  mount("testSsoProvider", async ({ user, params }) => {
    const provider = await requireProvider(db, requireCompany(user, params.id, "sso.change"), params.providerId);
    await limiter.take("", user.id);
    return testProvider(deps, provider, user);
  });
  mount("addSsoDomain", ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    return addDomain(deps, companyId, params.providerId, body.name, actorOf(user, address));
  });
  mount("verifySsoDomain", async ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    await limiter.take("", user.id);
    return verifyDomain(deps, companyId, params.domainId, actorOf(user, address));
  });
  mount("deleteSsoDomain", ({ user, params, address }) => {
    const companyId = requireCompany(user, params.id, "sso.change");
    return removeDomain(deps, companyId, params.domainId, actorOf(user, address));
  });
}

/** Where a provider sends the browser back to, and where it reports a sign-out itself. */
export async function mountSsoCallbacks(app: FastifyInstance, deps: SsoDeps): Promise<void> {
  const limiter = new RateLimiter(deps.db, { ...SIGN_IN_LIMITS, name: "sso-callback" });
  const logouts = new RateLimiter(deps.db, LOGOUT_LIMITS);
  app.get<{ Params: { providerId: string } }>(`${CALLBACK_PATH}:providerId/`, async (request, reply) => {
    const address = clientAddress(request);
    const returned = await limiter
      .take(address, "")
      .then(() =>
        finishSignIn(deps, request.params.providerId, new URL(request.url, deps.publicUrl()), {
          from: { address, language: request.language },
          log: request.log,
        }),
      )
      .catch((error: unknown) => {
        if (error instanceof TooMany) return { failure: "busy" } as const;
        throw error;
      });
    // The address that is left has the provider's code, and must not be named to the next page.
    return reply
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .redirect(ssoReturnPath(returned), 303);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: LOGOUT_BODY_LIMIT },
      (_request, body, done) => {
        done(null, body);
      },
    );
    scope.post<{ Params: { providerId: string } }>(
      `${LOGOUT_PATH}:providerId/`,
      { bodyLimit: LOGOUT_BODY_LIMIT },
      async (request, reply) => {
        const { providerId } = request.params;
        const address = clientAddress(request);
        if (!Id.safeParse(providerId).success) return reply.code(400).send({ error: "invalid_request" });
        await logouts.take("", `${clientNetwork(address)} ${providerId}`);
        const token = typeof request.body === "string" ? new URLSearchParams(request.body).get("logout_token") : null;
        void reply.header("cache-control", "no-store");
        try {
          if (token === null) throw new OidcRefusedError("no logout_token");
          await endSessionsByProvider(deps, providerId, token, address);
          return await reply.code(200).send();
        } catch (error) {
          if (!(error instanceof OidcRefusedError) && !(error instanceof SourceError)) throw error;
          request.log.warn({ err: error }, "a logout token was refused");
          return reply.code(400).send({ error: "invalid_request" });
        }
      },
    );
  });
}
