/** Registering an app at a code host from a manifest, and removing it here. */
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { AppOutcome } from "../../../contract/integrations/appReturn.ts";
import { MAX_APPS, type NewAppBody } from "../../../contract/integrations/apps.ts";
import { API_PREFIX } from "../../../contract/constants.ts";
import { isLoopbackHost } from "../../../contract/sources/isLoopbackHost.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import { listInstallations } from "../../db/tables/sources/appInstallations.ts";
import { findCompanyById, lockCompany } from "../../db/tables/companies/companies.ts";
import { findHostApp, insertHostApp, listHostApps, updateHostAppRemoved } from "../../db/tables/sources/hostApps.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { AppForm, AppHost, RegisteredApp } from "../../sources/connector/appTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type AppsDeps, requireAppService } from "./appsDeps.ts";
import { type AppAttempt, beginAppAttempt, openAttempt } from "./appAttempts.ts";
import { HOST_TIMEOUT_MS } from "./hostTimeout.ts";
import { failSourcesOf } from "./installations.ts";

/** Paths that the browser opens on its way to the host and back. */
export const APP_PATHS = {
  begin: `${API_PREFIX}apps/begin/`,
  registered: `${API_PREFIX}apps/registered/`,
  installed: `${API_PREFIX}apps/installed/`,
} as const;
/** Characters of an app's name at GitHub. */
const MAX_NAME = 34;

/** @throws Invalid for an address that is none, or that this server must not reach; Conflict */
export async function beginRegistration(
  deps: AppsDeps,
  user: Principal,
  companyId: string,
  { provider, url, organization, writes }: z.output<typeof NewAppBody>,
): Promise<{ readonly url: string; readonly browser: string }> {
  const { db, egress, publicUrl } = deps;
  if ((await listHostApps(db, companyId)).length >= MAX_APPS)
    throw new Conflict(message("app.limit", { max: MAX_APPS }));
  let host: AppHost;
  try {
    host = requireAppService(provider).appHost(url === "" ? undefined : url, egress);
  } catch (error) {
    if (error instanceof SourceError) throw new Invalid({ url: [error.text] }, { cause: error });
    throw error;
  }
  const appId = newId();
  const base = publicUrl();
  const company = await findCompanyById(db, companyId);
  // Names are unique at the host, and its page lets the Admin change it.
  const suffix = randomBytes(2).toString("hex");
  const name = `Clew ${company?.name ?? ""}`.trim().slice(0, MAX_NAME - suffix.length - 1);
  const { state, browser } = await beginAppAttempt(deps, user, provider, {
    kind: "registration",
    appId,
    companyId,
    place: host,
    app: {
      organization,
      writes,
      name: `${name.trim()} ${suffix}`,
      homepage: base,
      redirectUrl: base + APP_PATHS.registered,
      setupUrl: base + APP_PATHS.installed,
      webhookUrl: isReachable(base, host) ? `${base}${API_PREFIX}webhooks/${appId}/` : null,
    },
  });
  return { url: `${APP_PATHS.begin}?state=${state}`, browser };
}

/** A host elsewhere cannot call a server that is known by an address of its own machine alone. */
const isReachable = (publicUrl: string, { origin }: AppHost): boolean =>
  !isLoopbackHost(new URL(publicUrl).hostname) || isLoopbackHost(new URL(origin).hostname);

/** The form of a registration that was begun in this browser; null for none. */
export async function readRegistrationForm(
  deps: AppsDeps,
  answer: { readonly state: string | null; readonly browser: string | null },
): Promise<AppForm | null> {
  const open = await openAttempt(deps, answer, "", false);
  if (open?.attempt.kind !== "registration") return null;
  const { place, app } = open.attempt;
  return requireAppService(open.provider).registrationForm(place, { ...app, state: answer.state ?? "" });
}

/** Stores the app that the host has made. Failures are reported in the outcome. */
export async function finishRegistration(
  deps: AppsDeps,
  answer: { readonly state: string | null; readonly code: string | null; readonly browser: string | null },
  address: string,
): Promise<AppOutcome> {
  const open = await openAttempt(deps, answer, address, true);
  if (open?.attempt.kind !== "registration") return "expired";
  const { provider, attempt, by } = open;
  if (answer.code === null || !/^[\w-]{1,200}$/.test(answer.code)) return "failed";
  try {
    const signal = AbortSignal.timeout(HOST_TIMEOUT_MS);
    const app = await requireAppService(provider).finishRegistration(attempt.place, deps.egress, answer.code, signal);
    await storeApp(deps, provider, attempt, app, by);
    return "registered";
  } catch (error) {
    if (error instanceof SourceError || error instanceof Conflict) return "failed";
    throw error;
  }
}

async function storeApp(
  { db, secrets }: AppsDeps,
  provider: string,
  { appId, companyId, place, app: requestedApp }: Extract<AppAttempt, { kind: "registration" }>,
  app: RegisteredApp,
  by: Actor,
): Promise<void> {
  const { webhookSecret } = app;
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, companyId);
    if ((await listHostApps(tx, companyId)).length >= MAX_APPS)
      throw new Conflict(message("app.limit", { max: MAX_APPS }));
    const keyId = await secrets.store(tx, companyId, { token: app.privateKey }, place.origin);
    const hasWebhook = webhookSecret !== null && webhookSecret !== "" && requestedApp.webhookUrl !== null;
    await insertHostApp(tx, {
      id: appId,
      company_id: companyId,
      provider,
      ...place,
      host_id: app.hostId,
      slug: app.slug,
      name: app.name,
      owner: app.owner,
      page_url: app.pageUrl,
      settings_url: app.settingsUrl,
      key_secret_id: keyId,
      webhook_secret_id: hasWebhook ? await secrets.store(tx, companyId, { token: webhookSecret }) : null,
    });
    await recordAuditEvent(tx, by, {
      action: "app.registered",
      subject: { kind: "app", id: appId, name: app.name },
      after: { provider, origin: place.origin, owner: app.owner },
    });
  });
}

/** Forgets the key and the secret of an app. What its sources have read stays; they show what to do. @throws NotFound */
export async function removeApp({ db }: AppsDeps, companyId: string, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const app = await findHostApp(tx, companyId, id);
    if (!app || !(await updateHostAppRemoved(tx, id, new Date()))) throw new NotFound(message("app.not_found"));
    await deleteSecrets(
      tx,
      [app.key_secret_id, app.webhook_secret_id].filter((secret) => secret !== null),
    );
    const installations = await listInstallations(tx, [id]);
    await failSourcesOf(
      tx,
      installations.map((row) => row.id),
      message("app.removed"),
    );
    await recordAuditEvent(tx, by, {
      action: "app.removed",
      subject: { kind: "app", id, name: app.name },
      before: { provider: app.provider, origin: app.origin, owner: app.owner },
    });
  });
}
