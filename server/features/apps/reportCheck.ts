import { reasonOf } from "../../access/appInstallations.ts";
import { findInstallationWithApp } from "../../db/tables/sources/appInstallations.ts";
import { message } from "../../messages/messages.ts";
import type { HostCheck } from "../../sources/connector/appTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type AppAccess, openApp, requireAppService } from "./appsDeps.ts";

/** The statuses with which a host refuses what the account has not granted. */
const NOT_GRANTED: readonly (number | undefined)[] = [403, 422];

/**
 * Reports on a request as an app, with a token that may do nothing else.
 * @throws SourceError `forbidden` with what to do where the account has not granted it, `unauthorized` for what happened to the installation
 */
export async function reportCheck(
  deps: AppAccess,
  { companyId, installationId }: { readonly companyId: string; readonly installationId: string },
  check: HostCheck,
  signal: AbortSignal,
): Promise<"reported" | "outdated"> {
  const installation = await findInstallationWithApp(deps.db, installationId);
  if (!installation || installation.company_id !== companyId)
    throw new SourceError("unauthorized", message("app.unknown_installation"));
  const reason = reasonOf(installation);
  if (reason !== null) throw new SourceError("unauthorized", reason);
  const service = requireAppService(installation.provider);
  const app = await openApp(deps, installation);
  try {
    const { token } = await service.mintToken(app, installation.installation_host_id, "check", signal);
    return await service.publishCheck(app, token, check, signal);
  } catch (error) {
    if (!(error instanceof SourceError) || error.code === "rate_limited") throw error;
    if (!NOT_GRANTED.includes(error.refusal?.status)) throw error;
    const text = message("checks.permission", { account: installation.account, app: installation.name });
    throw new SourceError("forbidden", text, { cause: error });
  }
}
