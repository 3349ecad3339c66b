import type { HostApp } from "../../../contract/integrations/apps.ts";
import { APP_PROVIDERS } from "../../../contract/constants.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type InstallationRow,
  listInstallations,
  listSourcesOfInstallations,
} from "../../db/tables/sources/appInstallations.ts";
import { type HostAppRow, listHostApps } from "../../db/tables/sources/hostApps.ts";

/** The apps of a company with their installations. One that was removed at the host is listed while sources are read by it. */
export async function readApps(db: Db, companyId: string): Promise<HostApp[]> {
  return presentApps(db, await listHostApps(db, companyId));
}

export async function presentApps(db: Db, apps: readonly HostAppRow[]): Promise<HostApp[]> {
  const installations = await listInstallations(
    db,
    apps.map(({ id }) => id),
  );
  const counts = new Map<string, number>();
  for (const installation of installations)
    counts.set(installation.id, (await listSourcesOfInstallations(db, [installation.id])).length);
  return apps.flatMap((app) => {
    const provider = APP_PROVIDERS.find((name) => name === app.provider);
    if (provider === undefined) return [];
    return [
      {
        id: app.id,
        provider,
        name: app.name,
        owner: app.owner,
        origin: app.origin,
        page_url: app.page_url,
        settings_url: app.settings_url,
        has_webhook: app.webhook_secret_id !== null,
        last_delivery_at: app.last_delivery_at?.toISOString() ?? null,
        created_at: app.created_at.toISOString(),
        installations: installations
          .filter((row) => row.app_id === app.id && (row.removed_at === null || (counts.get(row.id) ?? 0) > 0))
          .map((row) => ({
            id: row.id,
            account: row.account,
            state: stateOf(row),
            is_selective: row.is_selective,
            page_url: row.page_url,
            sources: counts.get(row.id) ?? 0,
          })),
      },
    ];
  });
}

const stateOf = ({ removed_at: removedAt, suspended_at: suspendedAt }: InstallationRow) =>
  removedAt !== null ? "removed" : suspendedAt !== null ? "suspended" : "active";
