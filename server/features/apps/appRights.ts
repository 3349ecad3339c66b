import type { AppRights, AppWrite } from "../../../contract/integrations/apps.ts";
import { reasonOf } from "../../access/appInstallations.ts";
import { findInstallationWithApp } from "../../db/tables/sources/appInstallations.ts";
import { findSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type AppAccess, openApp, requireAppService } from "./appsDeps.ts";
import { HOST_TIMEOUT_MS } from "./hostTimeout.ts";

const NO_APP: AppRights = { missing: null, app: null, account: null, url: null };

/**
 * What the app that reads a source lacks for a use, as its host describes it now.
 * @throws NotFound; Conflict with what happened to the installation, or why the host did not answer
 */
export async function readAppRights(
  deps: AppAccess,
  projectId: string,
  sourceId: string,
  use: AppWrite,
): Promise<AppRights> {
  const source = await findSourceAccess(deps.db, projectId, sourceId);
  if (!source) throw new NotFound(message("source.not_found"));
  if (source.app_installation_id === null) return NO_APP;
  const installation = await findInstallationWithApp(deps.db, source.app_installation_id);
  const reason = installation ? reasonOf(installation) : message("app.unknown_installation");
  if (!installation || reason !== null) throw new Conflict(reason ?? message("app.unknown_installation"));
  const { name, account, provider, installation_host_id: hostId, settings_url: settingsUrl } = installation;
  try {
    const app = await openApp(deps, installation);
    const signal = AbortSignal.timeout(HOST_TIMEOUT_MS);
    const missing = await requireAppService(provider).missingRight(app, { hostId, settingsUrl }, use, signal);
    return { missing: missing?.by ?? null, app: name, account, url: missing?.url ?? null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const isGone = error.code === "not_found";
    throw new Conflict(isGone ? message("app.uninstalled", { account, app: name }) : error.text, { cause: error });
  }
}
