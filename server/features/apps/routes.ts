import type { FastifyInstance, FastifyRequest } from "fastify";
import { appReturnPath } from "../../../contract/integrations/appReturn.ts";
import { API_PREFIX } from "../../../contract/constants.ts";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { projectWithId, requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { findProjectOfSource } from "../../db/tables/sources/sources.ts";
import { Conflict, TooMany } from "../../errors.ts";
import { clientAddress } from "../../http/limits/clientAddress.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { readAppRights } from "./appRights.ts";
import type { AppsDeps } from "./appsDeps.ts";
import { APP_ATTEMPT_TTL_MS } from "./appAttempts.ts";
import {
  type AppReturn,
  beginInstallation,
  finishInstallation,
  refreshInstallations,
  requireApp,
} from "./installations.ts";
import { presentApps, readApps } from "./present.ts";
import { APP_PATHS, beginRegistration, finishRegistration, readRegistrationForm, removeApp } from "./registerApp.ts";
import { registrationPage, registrationPolicy } from "./registrationPage.ts";
import { readInstallationRepositories, readUsableInstallations } from "./usableInstallations.ts";

const COOKIE = "clew_app";
const COOKIE_PATH = `${API_PREFIX}apps/`;

/** Each of them asks a code host. */
const HOST_LIMITS: Limits = {
  name: "apps",
  windowMs: 15 * MINUTE_MS,
  perAddress: null,
  perAccount: 120,
  refusal: message("limit.requests"),
};
const RETURN_LIMITS: Limits = { ...HOST_LIMITS, name: "apps-return", perAddress: 300, perAccount: null };

/** Apps of a company at code hosts, for its Admins, and their installations, for those who link sources. */
export function mountApps(mount: RouteRegistrar, deps: AppsDeps): void {
  const { db, publicUrl } = deps;
  const limiter = new RateLimiter(db, HOST_LIMITS);
  const companyOf = (user: Principal, id: string): string => requireCompany(user, id, "apps.change");
  const cookie = (browser: string): string => {
    const secure = publicUrl().startsWith("https:") ? "; Secure" : "";
    return `${COOKIE}=${browser}; Path=${COOKIE_PATH}; Max-Age=${APP_ATTEMPT_TTL_MS / SECOND_MS}; HttpOnly; SameSite=Lax${secure}`;
  };
  mount("listHostApps", ({ user, params }) => readApps(db, companyOf(user, params.id)));
  mount("registerHostApp", async ({ user, params, body, setHeader }) => {
    const companyId = companyOf(user, params.id);
    const { url, browser } = await beginRegistration(deps, user, companyId, body);
    setHeader("set-cookie", cookie(browser));
    return { url };
  });
  mount("removeHostApp", ({ user, params, address }) =>
    removeApp(deps, companyOf(user, params.id), params.appId, actorOf(user, address)),
  );
  mount("installHostApp", async ({ user, params, query, setHeader }) => {
    const app = await requireApp(db, companyOf(user, params.id), params.appId);
    const { url, browser } = await beginInstallation(deps, user, app, query.from);
    setHeader("set-cookie", cookie(browser));
    return { url };
  });
  mount("refreshHostApp", async ({ user, params, address }) => {
    const app = await requireApp(db, companyOf(user, params.id), params.appId);
    await limiter.take("", user.id);
    try {
      await refreshInstallations(deps, app, actorOf(user, address));
    } catch (error) {
      if (error instanceof SourceError) throw new Conflict(error.text, { cause: error });
      throw error;
    }
    const [presented] = await presentApps(db, [await requireApp(db, app.company_id, app.id)]);
    if (!presented) throw new Conflict(message("app.unsupported"));
    return presented;
  });
  mount("listUsableInstallations", ({ user }) => readUsableInstallations(db, user.id));
  mount("getAppRights", async ({ user, params, query }) => {
    const projectId = await findProjectOfSource(db, params.itemId);
    const { id } = await projectWithId(db, user, projectId, "sources.change", message("source.not_found"));
    await limiter.take("", user.id);
    return readAppRights(deps, id, params.itemId, query.use);
  });
  mount("installationRepositories", async ({ user, params, query }) => {
    await limiter.take("", user.id);
    return readInstallationRepositories(deps, user.id, params.installationId, query.cursor ?? null);
  });
}

/** What the browser opens on its way to a code host and back. Each requires the state and the cookie of the attempt. */
export function mountAppCallbacks(app: FastifyInstance, deps: AppsDeps): void {
  const limiter = new RateLimiter(deps.db, RETURN_LIMITS);
  const givenBy = (request: FastifyRequest) => {
    const { searchParams } = new URL(request.url, deps.publicUrl());
    const cookies = request.headers.cookie ?? "";
    const browser = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies)?.[1] ?? null;
    return { state: searchParams.get("state"), browser, searchParams };
  };
  app.get(APP_PATHS.begin, async (request, reply) => {
    const form = await readRegistrationForm(deps, givenBy(request));
    if (!form) return reply.redirect(appReturnPath("expired"), 303);
    return reply
      .header("content-security-policy", registrationPolicy(form.action))
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(registrationPage(form, request.language));
  });
  const mountReturn = (path: string, finish: (request: FastifyRequest, address: string) => Promise<AppReturn>) => {
    app.get(path, async (request, reply) => {
      const address = clientAddress(request);
      const { outcome, from } = await limiter
        .take(address, "")
        .then(() => finish(request, address))
        .catch((error: unknown): AppReturn => {
          if (error instanceof TooMany) return { outcome: "failed" };
          throw error;
        });
      return reply
        .header("referrer-policy", "no-referrer")
        .header("set-cookie", `${COOKIE}=; Path=${COOKIE_PATH}; Max-Age=0; HttpOnly; SameSite=Lax`)
        .redirect(from ?? appReturnPath(outcome), 303);
    });
  };
  mountReturn(APP_PATHS.registered, async (request, address) => {
    const { state, browser, searchParams } = givenBy(request);
    return { outcome: await finishRegistration(deps, { state, browser, code: searchParams.get("code") }, address) };
  });
  mountReturn(APP_PATHS.installed, (request, address) => {
    const { state, browser, searchParams } = givenBy(request);
    const hostId = searchParams.get("installation_id");
    const isRequest = searchParams.get("setup_action") === "request";
    return finishInstallation(deps, { state, browser, hostId, isRequest }, address);
  });
}
