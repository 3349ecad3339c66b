import type { Db } from "../db/openDb.ts";
import { findInstallationWithApp, type InstallationWithApp } from "../db/tables/sources/appInstallations.ts";
import { type Message, message } from "../messages/messages.ts";

/**
 * Why the installation of an app must not be used for a source of a company. Null when it may be used. A suspended one may be tried again:
 * its host decides.
 */
export async function installationStopReason(
  db: Db,
  { companyId, installationId }: { readonly companyId: string; readonly installationId: string },
): Promise<Message | null> {
  const installation = await findInstallationWithApp(db, installationId);
  if (!installation || installation.company_id !== companyId) return message("app.unknown_installation");
  return reasonOf(installation);
}

/** The same for an installation that was read. */
export function reasonOf(installationWithApp: InstallationWithApp): Message | null {
  if (installationWithApp.app_removed_at !== null || installationWithApp.key_secret_id === null)
    return message("app.removed");
  if (installationWithApp.removed_at !== null)
    return message("app.uninstalled", { account: installationWithApp.account, app: installationWithApp.name });
  return null;
}
