import type { Db } from "../../db/openDb.ts";
import { listReportedSources } from "../../db/tables/sources/appInstallations.ts";
import { findWebhookApp, insertAppDelivery, isKnownDelivery } from "../../db/tables/sources/hostApps.ts";
import { queueSyncs } from "../../db/tables/sources/sourceSync.ts";
import type { AppDelivery } from "../../sources/connector/appTypes.ts";
import type { DeliveryHeaders } from "../../sources/connector/ProviderRules.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { isSameLocation, locationOf } from "../../sources/urlIdentity.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import type { AppAccess } from "./appsDeps.ts";
import { isLate, noteLateItem } from "./lateItems.ts";
import { refreshInstallation } from "./installations.ts";

export interface AppDeliveryDeps extends AppAccess {
  readonly sync: Pick<SyncService, "request" | "sendQueued">;
}

type ReportingApp = { readonly id: string; readonly provider: string };

/**
 * Handles a delivery whose signature was checked. Nothing of its text is stored: an installation is read from the host again, and sources are
 * synced, so a delivery that is late or out of order does no harm. It is noted with what follows from it, so that one whose process dies can be sent again.
 * @returns false for one that was handled before, and for one that concerns nothing here
 */
export async function acceptAppDelivery(
  deps: AppDeliveryDeps,
  app: ReportingApp,
  headers: DeliveryHeaders,
  body: Buffer,
): Promise<boolean> {
  const delivery = appServiceOf(app.provider)?.readDelivery(headers, body) ?? null;
  if (!delivery || delivery.installationHostId === null) return false;
  const note = (db: Db): Promise<boolean> => insertAppDelivery(db, app.id, delivery.id, new Date());
  if (delivery.changesInstallation) {
    if (await isKnownDelivery(deps.db, app.id, delivery.id)) return false;
    await readInstallation(deps, app.id, delivery.installationHostId);
    return note(deps.db);
  }
  const sources = await affectedSources(deps.db, app, delivery, delivery.installationHostId);
  // Most of many deliveries about one source: its next sync has not begun, and will read this change too.
  if (!isLate(delivery.item) && sources.every(({ will_sync: willSync }) => willSync))
    return (await note(deps.db)) && sources.length > 0;
  const queued = await deps.db.transaction().execute(async (tx) => {
    if (!(await note(tx))) return null;
    await noteLateItem(tx, sources, delivery.item);
    return queueSyncs(
      tx,
      sources.map(({ id }) => id),
    );
  });
  if (queued === null) return false;
  await deps.sync.sendQueued(queued);
  return sources.length > 0;
}

async function readInstallation(deps: AppDeliveryDeps, appId: string, hostId: string): Promise<void> {
  const app = await findWebhookApp(deps.db, appId);
  if (app) await deps.sync.request(await refreshInstallation(deps, app, hostId), false);
}

/** Sources at the repository's address that are read by an installation of this app, and of which the event reports changes. */
async function affectedSources(db: Db, app: ReportingApp, { event, repositoryUrl }: AppDelivery, hostId: string) {
  if (repositoryUrl === null) return [];
  const events = providerRulesOf(app.provider).webhooks?.events;
  const location = locationOf(repositoryUrl);
  const sources = await listReportedSources(db, app.id, hostId);
  return sources.filter(
    ({ kind, url }) => events?.[kind]?.includes(event) === true && isSameLocation(locationOf(url), location),
  );
}
