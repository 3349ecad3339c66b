import type { Db } from "../db/openDb.ts";
import { findInstallationWithApp, type InstallationWithApp } from "../db/tables/appInstallations.ts";
import { type Message, message } from "../messages/messages.ts";

/**
 * Why the installation of an app must not be used for a source of a company. Null when it may be used. A suspended one may be tried again:
 * its host decides.
 */
export async function installationStopReason(
  db: Db,
  { companyId, installationId }: { readonly companyId: string; readonly installationId: string },
): Promise<Message | null> {
  const found = await findInstallationWithApp(db, installationId);
  if (!found || found.company_id !== companyId) return message("app.unknown_installation");
  return reasonOf(found);
}

/** The same for an installation that was read. */
export function reasonOf(found: InstallationWithApp): Message | null {
  if (found.app_removed_at !== null || found.key_secret_id === null) return message("app.removed");
  if (found.removed_at !== null) return message("app.uninstalled", { account: found.account, app: found.name });
  return null;
}
