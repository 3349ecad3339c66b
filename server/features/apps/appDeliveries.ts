import type { Db } from "../../db/openDb.ts";
import {
  findInstallationOfHost,
  listInstallations,
  listSourcesOfInstallations,
} from "../../db/tables/sources/appInstallations.ts";
import { deleteAppDelivery, type HostAppRow, insertAppDelivery } from "../../db/tables/sources/hostApps.ts";
import type { AppDelivery } from "../../sources/connector/appTypes.ts";
import type { DeliveryHeaders } from "../../sources/connector/ProviderRules.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { isSameLocation, locationOf } from "../../sources/urlIdentity.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import type { AppAccess } from "./appsDeps.ts";
import { noteLateItem } from "./lateItems.ts";
import { refreshInstallation } from "./installations.ts";

export interface AppDeliveryDeps extends AppAccess {
  readonly sync: Pick<SyncService, "request">;
}

/**
 * Handles a delivery whose signature was checked. Nothing of its text is stored: an installation is read from the host again, and sources are
 * synced, so a delivery that is late or out of order does no harm.
 * @returns false for one that was handled before, and for one that concerns nothing here
 */
export async function acceptAppDelivery(
  deps: AppDeliveryDeps,
  app: HostAppRow,
  headers: DeliveryHeaders,
  body: Buffer,
): Promise<boolean> {
  const delivery = appServiceOf(app.provider)?.readDelivery(headers, body) ?? null;
  if (!delivery) return false;
  if (!(await insertAppDelivery(deps.db, app.id, delivery.id, new Date()))) return false;
  try {
    return await handleDelivery(deps, app, delivery);
  } catch (error) {
    await deleteAppDelivery(deps.db, app.id, delivery.id);
    throw error;
  }
}

async function handleDelivery(deps: AppDeliveryDeps, app: HostAppRow, delivery: AppDelivery): Promise<boolean> {
  const { installationHostId: hostId } = delivery;
  if (hostId === null) return false;
  if (delivery.changesInstallation) {
    await deps.sync.request(await refreshInstallation(deps, app, hostId), false);
    return true;
  }
  const installation = await findInstallationOfHost(deps.db, app.id, hostId);
  if (!installation) return false;
  const sources = await affectedSources(deps.db, app, delivery);
  if (sources.length === 0) return false;
  await noteLateItem(deps.db, sources, delivery.item);
  await deps.sync.request(
    sources.map(({ id }) => id),
    false,
  );
  return true;
}

/** Sources at the repository's address that are read by an installation of this app, and of which the event reports changes. */
async function affectedSources(db: Db, app: HostAppRow, { event, repositoryUrl }: AppDelivery) {
  if (repositoryUrl === null) return [];
  const events = providerRulesOf(app.provider).webhooks?.events;
  const location = locationOf(repositoryUrl);
  const installations = await listInstallations(db, [app.id]);
  const sources = await listSourcesOfInstallations(
    db,
    installations.map(({ id }) => id),
  );
  return sources.filter(
    ({ kind, url, paused_at: pausedAt }) =>
      pausedAt === null && events?.[kind]?.includes(event) === true && isSameLocation(locationOf(url), location),
  );
}
