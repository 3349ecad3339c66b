/** Installations of an app, as its host describes them: what a browser or a delivery reports of them is only a reason to ask. */
import type { AppOutcome } from "../../../contract/integrations/appReturn.ts";
import { type Actor, type NewAuditEvent, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type InstallationRow,
  findInstallationOfHost,
  listInstallations,
  listSourcesOfInstallations,
  updateInstallationRemoved,
  updateInstalledGroupsDue,
  updateInstalledGroupsFailed,
  updateUnlistedInstallations,
  upsertInstallation,
} from "../../db/tables/sources/appInstallations.ts";
import { type HostAppRow, findHostApp } from "../../db/tables/sources/hostApps.ts";
import { updateIdleSourceFailed } from "../../db/tables/sources/sourceSync.ts";
import { NotFound } from "../../errors.ts";
import { type Message, message, serializeMessage } from "../../messages/messages.ts";
import type { HostInstallation } from "../../sources/connector/appTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type AppAccess, type AppsDeps, openApp, requireAppService } from "./appsDeps.ts";
import { beginAppAttempt, openAttempt } from "./appAttempts.ts";
import { HOST_TIMEOUT_MS } from "./hostTimeout.ts";

/** @throws NotFound for none, and for an app of another company */
export async function requireApp(db: Db, companyId: string, id: string): Promise<HostAppRow> {
  const app = await findHostApp(db, companyId, id);
  if (!app) throw new NotFound(message("app.not_found"));
  return app;
}

/** How an attempt at the host ended. */
export interface AppReturn {
  readonly outcome: AppOutcome;
  /** The page of the web app to show instead of the outcome. */
  readonly from?: string | undefined;
}

/**
 * @param from the page that is shown again after the installation; undefined: the settings
 * @returns the page of the host at which the app is installed
 */
export async function beginInstallation(
  deps: AppsDeps,
  user: Principal,
  app: HostAppRow,
  from: string | undefined,
): Promise<{ readonly url: string; readonly browser: string }> {
  const attempt = { kind: "installation", appId: app.id, companyId: app.company_id, from } as const;
  const { state, browser } = await beginAppAttempt(deps, user, app.provider, attempt);
  return { url: requireAppService(app.provider).installUrl(app.page_url, state), browser };
}

/**
 * The return from the host's page. The number in the address can be anyone's: it counts only if the host, asked as the app, has such an
 * installation of this app.
 */
export async function finishInstallation(
  deps: AppsDeps,
  answer: {
    readonly state: string | null;
    readonly browser: string | null;
    readonly hostId: string | null;
    readonly isRequest: boolean;
  },
  address: string,
): Promise<AppReturn> {
  const open = await openAttempt(deps, answer, address, true);
  if (open?.attempt.kind !== "installation") return { outcome: "expired" };
  const { companyId, appId, from } = open.attempt;
  const app = await findHostApp(deps.db, companyId, appId);
  if (!app) return { outcome: "expired" };
  try {
    const listed = await refreshInstallations(deps, app, open.by);
    if (answer.isRequest) return { outcome: "requested" };
    const isListed = listed.some(({ hostId }) => hostId === answer.hostId);
    return isListed ? { outcome: "installed", from } : { outcome: "foreign" };
  } catch (error) {
    if (error instanceof SourceError) return { outcome: "failed" };
    throw error;
  }
}

/** Stores all installations that the host lists, and marks the others as removed. @throws SourceError */
export async function refreshInstallations(
  deps: AppsDeps,
  app: HostAppRow,
  by: Actor,
): Promise<readonly HostInstallation[]> {
  const opened = await openApp(deps, app);
  const listed = await requireAppService(app.provider).installations(opened, AbortSignal.timeout(HOST_TIMEOUT_MS));
  const resumed: string[] = [];
  await deps.db.transaction().execute(async (tx) => {
    const before = await listInstallations(tx, [app.id]);
    for (const listedInstallation of listed) {
      const stored = before.find(({ host_id }) => host_id === listedInstallation.hostId);
      resumed.push(...(await storeInstallation(tx, app, stored, listedInstallation, by)));
    }
    const gone = await updateUnlistedInstallations(
      tx,
      app.id,
      listed.map(({ hostId }) => hostId),
      new Date(),
    );
    for (const row of before.filter(({ id }) => gone.includes(id))) await noteUninstalled(tx, app, row, by);
  });
  await deps.sync.request(resumed, false);
  return listed;
}

/** Asks the host about one installation, and stores what it is now. @returns whether it can be used. @throws SourceError */
export async function refreshInstallation(deps: AppAccess, app: HostAppRow, hostId: string): Promise<string[]> {
  const opened = await openApp(deps, app);
  const signal = AbortSignal.timeout(HOST_TIMEOUT_MS);
  const installation = await requireAppService(app.provider).installation(opened, hostId, signal);
  const by = actorOfApp(app);
  return deps.db.transaction().execute(async (tx) => {
    const stored = await findInstallationOfHost(tx, app.id, hostId);
    if (installation) return storeInstallation(tx, app, stored, installation, by);
    await updateInstallationRemoved(tx, app.id, hostId, new Date());
    if (stored?.removed_at === null) await noteUninstalled(tx, app, stored, by);
    return [];
  });
}

/** The app reports a change by itself. */
const actorOfApp = (app: HostAppRow): Actor => ({
  id: null,
  name: app.name,
  email: "",
  companyId: app.company_id,
  address: "",
});

/** @returns the ids of sources that can be read again */
async function storeInstallation(
  tx: Db,
  app: HostAppRow,
  stored: InstallationRow | undefined,
  hostInstallation: HostInstallation,
  by: Actor,
): Promise<string[]> {
  const id = await upsertInstallation(tx, {
    id: newId(),
    app_id: app.id,
    host_id: hostInstallation.hostId,
    account: hostInstallation.account,
    page_url: hostInstallation.pageUrl,
    is_selective: hostInstallation.isSelective,
    suspended_at: hostInstallation.suspendedAt,
  });
  const wasUsable = stored !== undefined && stored.removed_at === null && stored.suspended_at === null;
  const isUsable = hostInstallation.suspendedAt === null;
  const action =
    stored === undefined || stored.removed_at !== null
      ? "app.installed"
      : wasUsable && !isUsable
        ? "app.suspended"
        : !wasUsable && isUsable
          ? "app.resumed"
          : null;
  if (action !== null) await recordAuditEvent(tx, by, installationEvent(action, app, id, hostInstallation.account));
  if (!isUsable)
    await failSourcesOf(tx, [id], message("app.suspended", { account: hostInstallation.account, app: app.name }));
  if (!isUsable || wasUsable || stored === undefined) return [];
  await updateInstalledGroupsDue(tx, id, new Date());
  const sources = await listSourcesOfInstallations(tx, [id]);
  return sources.filter((source) => source.paused_at === null).map((source) => source.id);
}

async function noteUninstalled(tx: Db, app: HostAppRow, row: InstallationRow, by: Actor): Promise<void> {
  await recordAuditEvent(tx, by, installationEvent("app.uninstalled", app, row.id, row.account));
  await failSourcesOf(tx, [row.id], message("app.uninstalled", { account: row.account, app: app.name }));
}

const installationEvent = (
  action: NewAuditEvent["action"],
  app: HostAppRow,
  id: string,
  account: string,
): NewAuditEvent => ({
  action,
  subject: { kind: "app", id, name: account },
  after: { app: app.name, origin: app.origin },
});

/** The sources and linked groups of installations show why they are not read. What was read stays. */
export async function failSourcesOf(tx: Db, installationIds: readonly string[], reason: Message): Promise<void> {
  await updateInstalledGroupsFailed(tx, installationIds, {
    error: serializeMessage(reason),
    error_code: "unauthorized",
  });
  for (const { id } of await listSourcesOfInstallations(tx, installationIds)) {
    await updateIdleSourceFailed(tx, id, { sync_error: serializeMessage(reason), sync_error_code: "unauthorized" });
  }
}
