import type { Db } from "../../db/openDb.ts";
import { listGroupsOfInstallation, listReportedSources } from "../../db/tables/sources/appInstallations.ts";
import { findWebhookApp, insertAppDeliveries, isKnownDelivery } from "../../db/tables/sources/hostApps.ts";
import { queueSyncs } from "../../db/tables/sources/sourceSync.ts";
import { Unavailable } from "../../errors.ts";
import type { AppDelivery } from "../../sources/connector/appTypes.ts";
import type { DeliveryHeaders } from "../../sources/connector/ProviderRules.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { isSameLocation, locationOf } from "../../sources/urlIdentity.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import type { AppAccess } from "./appsDeps.ts";
import { isLate, noteLateItem } from "./lateItems.ts";
import { refreshInstallation } from "./installations.ts";

export interface AppDeliveryDeps extends AppAccess {
  readonly sync: Pick<SyncService, "request" | "sendQueued" | "reportGroup">;
}

/** A delivery to an app whose signature was checked. */
export interface SignedDelivery {
  readonly provider: string;
  readonly delivery: AppDelivery;
}

/** What a delivery reports; null for one that concerns no installation. */
export function readAppDelivery(provider: string, headers: DeliveryHeaders, body: Buffer): SignedDelivery | null {
  const delivery = appServiceOf(provider)?.readDelivery(headers, body) ?? null;
  return delivery === null || delivery.installationHostId === null ? null : { provider, delivery };
}

/**
 * Reads an installation from the host again, because a delivery reports that it has changed.
 * @returns false for a delivery that was handled before
 * @throws Unavailable where the host cannot be asked: it lists the failed delivery, which can be sent again
 */
export async function acceptInstallationChange(
  deps: AppDeliveryDeps,
  appId: string,
  { id, installationHostId: hostId }: AppDelivery,
): Promise<boolean> {
  if (await isKnownDelivery(deps.db, appId, id)) return false;
  const app = await findWebhookApp(deps.db, appId);
  if (app && hostId !== null) {
    const resumed = await refreshInstallation(deps, app, hostId).catch((error: unknown) => {
      throw error instanceof SourceError ? new Unavailable(error.text, { cause: error }) : error;
    });
    await deps.sync.request(resumed, false);
    // It may have other repositories now.
    for (const groupId of await listGroupsOfInstallation(deps.db, appId, hostId)) await deps.sync.reportGroup(groupId);
  }
  // Only now: one whose process dies before can be sent again.
  return (await insertAppDeliveries(deps.db, appId, [id], new Date())).has(id);
}

/**
 * Handles deliveries to one app together. Nothing of their text is stored: sources are synced, so one that is late or out of order does no harm. They are
 * noted in the transaction that queues the syncs, so that those whose process dies can be sent again.
 * @returns for each, false for one that was handled before, and for one that concerns nothing here
 */
export async function acceptAppDeliveries(
  deps: AppDeliveryDeps,
  appId: string,
  signed: readonly SignedDelivery[],
): Promise<boolean[]> {
  const hostIds = new Set(signed.map(({ delivery }) => delivery.installationHostId ?? ""));
  const sources = await listReportedSources(deps.db, appId, [...hostIds]);
  const reports = signed.map((report) => ({ ...report.delivery, sources: affectedSources(sources, report) }));
  const note = (db: Db): Promise<Set<string>> =>
    insertAppDeliveries(
      db,
      appId,
      reports.map(({ id }) => id),
      new Date(),
    );
  const needsSync = reports.some(({ item, sources: of }) => isLate(item) || of.some((source) => !source.will_sync));
  // Most of many deliveries about one source: its next sync has not begun, and will read this change too.
  const noted = needsSync ? await queueReported(deps, reports, note) : await note(deps.db);
  // Of a delivery that is twice among these, the first is the one that was noted.
  return reports.map(({ id, sources: of }) => noted.delete(id) && of.length > 0);
}

type Report = AppDelivery & { readonly sources: Awaited<ReturnType<typeof listReportedSources>> };

/** @returns the ids of the deliveries that were noted */
async function queueReported(
  { db, sync }: AppDeliveryDeps,
  reports: readonly Report[],
  note: (db: Db) => Promise<Set<string>>,
): Promise<Set<string>> {
  const { noted, queued } = await db.transaction().execute(async (tx) => {
    const ids = await note(tx);
    const fresh = reports.filter(({ id }) => ids.has(id));
    for (const { sources, item } of fresh) await noteLateItem(tx, sources, item);
    const reported = new Set(fresh.flatMap(({ sources }) => sources.map(({ id }) => id)));
    return { noted: ids, queued: await queueSyncs(tx, [...reported]) };
  });
  await sync.sendQueued(queued);
  return noted;
}

/** Sources at the repository's address of which the event reports changes. */
function affectedSources(
  sources: Report["sources"],
  { provider, delivery: { event, repositoryUrl, installationHostId } }: SignedDelivery,
): Report["sources"] {
  if (repositoryUrl === null) return [];
  const events = providerRulesOf(provider).webhooks?.events;
  const location = locationOf(repositoryUrl);
  return sources.filter(
    ({ kind, url, reported_by: hostId }) =>
      hostId === installationHostId &&
      events?.[kind]?.includes(event) === true &&
      isSameLocation(locationOf(url), location),
  );
}
