/** Where a SAML 2.0 provider reads what Clew is, sends answers to a sign-in, and reports a sign-out. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { ssoReturnPath, type SsoReturn } from "../../../contract/access/ssoReturn.ts";
import { clientNetwork } from "../../access/sessions/clientNetwork.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { findSsoSaml } from "../../db/tables/directory/ssoSaml.ts";
import { NotFound, TooMany } from "../../errors.ts";
import { clientAddress } from "../../http/limits/clientAddress.ts";
import { message } from "../../messages/messages.ts";
import { ownMetadata } from "../../sources/saml/ownMetadata.ts";
import { MAX_RESPONSE_LENGTH } from "../../sources/saml/readResponse.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { CALLBACK_PATH, entityIdOf, LOGOUT_PATH, logoutUrl, METADATA_PATH, redirectUrl } from "./present.ts";
import { endSessionsBySaml, refuseLogout } from "./samlLogout.ts";
import { finishSamlSignIn } from "./samlSignIn.ts";
import { finishSignOut } from "./signOut.ts";
import type { SsoDeps } from "./ssoDeps.ts";

/** Each of them checks a signature. A whole company may sign in from one network within minutes. */
const LIMITS: Limits = {
  name: "sso-saml",
  windowMs: 15 * MINUTE_MS,
  perAddress: 300,
  perAccount: null,
  refusal: message("limit.requests"),
};
/** For each network and provider together, as for the other kind of provider. */
const LOGOUT_LIMITS: Limits = { ...LIMITS, name: "sso-saml-logout", perAddress: null, perAccount: 600 };
/** Bytes of an answer in its form: base64 that is percent-encoded. */
const ANSWER_BODY_LIMIT = 3 * MAX_RESPONSE_LENGTH;

interface OfProvider {
  Params: { providerId: string };
}

/** @throws NotFound for what is no id: the database refuses some characters. */
function providerOf({ params: { providerId } }: { readonly params: OfProvider["Params"] }): string {
  if (/^[\w-]{1,200}$/.test(providerId)) return providerId;
  throw new NotFound(message("sso.provider_not_found"));
}

/** The address that is left has the provider's message, and must not be named to the next page. */
const goOn = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store").redirect(address, 303);

/** The calls that providers make, or let a browser make. */
export async function mountSamlCallbacks(app: FastifyInstance, deps: SsoDeps): Promise<void> {
  mountMetadata(app, deps);
  mountLogout(app, deps);
  const limiter = new RateLimiter(deps.db, LIMITS);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: ANSWER_BODY_LIMIT },
      (_request, body, done) => {
        done(null, body);
      },
    );
    scope.post<OfProvider>(`${CALLBACK_PATH}:providerId/`, { bodyLimit: ANSWER_BODY_LIMIT }, async (request, reply) => {
      const providerId = providerOf(request);
      const address = clientAddress(request);
      const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
      const from = { address, language: request.language };
      const finish = (): Promise<SsoReturn> =>
        finishSamlSignIn(deps, providerId, form.get("SAMLResponse") ?? "", { from, log: request.log });
      const returned = await limiter
        .take(address, "")
        .then(finish)
        .catch((error: unknown) => {
          if (error instanceof TooMany) return { failure: "busy" } as const;
          throw error;
        });
      return goOn(reply, ssoReturnPath(returned));
    });
  });
}

function mountMetadata(app: FastifyInstance, { db, publicUrl }: SsoDeps): void {
  app.get<OfProvider>(`${METADATA_PATH}:providerId/`, async (request, reply) => {
    const providerId = providerOf(request);
    const saml = await findSsoSaml(db, providerId);
    if (!saml) throw new NotFound(message("sso.provider_not_found"));
    const url = publicUrl();
    return reply
      .header("content-type", "application/samlmetadata+xml; charset=utf-8")
      .header("content-disposition", 'attachment; filename="clew-metadata.xml"')
      .send(
        ownMetadata({
          entityId: entityIdOf(url, providerId),
          answerUrl: redirectUrl(url, providerId),
          signOutUrl: logoutUrl(url, providerId),
          certificate: saml.certificate,
          signsRequests: saml.signs_requests,
        }),
      );
  });
}

function mountLogout(app: FastifyInstance, deps: SsoDeps): void {
  const limiter = new RateLimiter(deps.db, LOGOUT_LIMITS);
  app.get<OfProvider>(`${LOGOUT_PATH}:providerId/`, async (request, reply) => {
    const providerId = providerOf(request);
    const address = clientAddress(request);
    await limiter.take("", `${clientNetwork(address)} ${providerId}`);
    const [, query = ""] = request.url.split("?", 2);
    // The return of a sign-out that began here; what a provider reports itself is a request.
    if (!new URLSearchParams(query).has("SAMLRequest")) {
      const signedOut = await finishSignOut(deps, providerId, { query, log: request.log });
      return goOn(reply, ssoReturnPath({ signedOut }));
    }
    try {
      return goOn(reply, (await endSessionsBySaml(deps, providerId, query, address)) ?? "/login");
    } catch (error) {
      if (!(error instanceof SamlRefusedError) && !(error instanceof SourceError)) throw error;
      request.log.warn({ err: error }, "the report of a sign-out was refused");
      return goOn(reply, (await refuseLogout(deps, providerId, query)) ?? ssoReturnPath({ failure: "invalid" }));
    }
  });
}
