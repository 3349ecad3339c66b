import { MINUTE_MS } from "../../../contract/durations.ts";
import { reasonOf } from "../../access/appInstallations.ts";
import { findInstallationWithApp, type InstallationWithApp } from "../../db/tables/sources/appInstallations.ts";
import { findWebhookApp } from "../../db/tables/sources/hostApps.ts";
import { message } from "../../messages/messages.ts";
import type { InstallationToken, TokenUse } from "../../sources/connector/appTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { type AppAccess, type InstallationTokens, openApp, requireAppService } from "./appsDeps.ts";
import { HOST_TIMEOUT_MS } from "./hostTimeout.ts";
import { refreshInstallation } from "./installations.ts";

/** A token that ends within this time is replaced before it is used. A fetch of a large repository may take that long. */
const RENEW_EARLY_MS = 10 * MINUTE_MS;

/** Tokens of installations, made when they are needed and kept in the memory of this process until shortly before their end. */
export function createInstallationTokens(deps: AppAccess): InstallationTokens {
  const cached = new Map<string, InstallationToken>();
  const making = new Map<string, Promise<InstallationToken>>();
  const make = (installationWithApp: InstallationWithApp, use: TokenUse): Promise<InstallationToken> => {
    const key = `${use} ${installationWithApp.id}`;
    const minted = mint(deps, installationWithApp, use)
      .then((token) => {
        cached.set(key, token);
        return token;
      })
      .finally(() => making.delete(key));
    making.set(key, minted);
    return minted;
  };
  return {
    async token(installationId, isForced, use = "read") {
      const key = `${use} ${installationId}`;
      const installation = await findInstallationWithApp(deps.db, installationId);
      const reason = installation ? reasonOf(installation) : message("app.unknown_installation");
      if (!installation || reason !== null) {
        cached.delete(key);
        throw new SourceError("unauthorized", reason ?? message("app.unknown_installation"));
      }
      const cachedToken = cached.get(key);
      const isUsable =
        cachedToken !== undefined &&
        !isForced &&
        cachedToken.expiresAt.getTime() > Date.now() + RENEW_EARLY_MS &&
        installation.suspended_at === null;
      const { token } = isUsable ? cachedToken : await (making.get(key) ?? make(installation, use));
      return { token, origin: installation.origin };
    },
  };
}

async function mint(
  deps: AppAccess,
  installationWithApp: InstallationWithApp,
  use: TokenUse,
): Promise<InstallationToken> {
  const { account, name, origin } = installationWithApp;
  try {
    const app = await openApp(deps, installationWithApp);
    const signal = AbortSignal.timeout(HOST_TIMEOUT_MS);
    const minted = await requireAppService(installationWithApp.provider).mintToken(
      app,
      installationWithApp.installation_host_id,
      use,
      signal,
    );
    if (installationWithApp.suspended_at !== null) await refresh(deps, installationWithApp);
    return minted;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const host = new URL(origin).host;
    const detail = { cause: error };
    switch (error.refusal?.status) {
      case 401:
        throw new SourceError("unauthorized", message("app.key_refused", { host, app: name }), detail);
      case 403:
        if (error.code === "rate_limited") throw error;
        await refresh(deps, installationWithApp);
        throw new SourceError("unauthorized", message("app.suspended", { account, app: name }), detail);
      case 404:
        await refresh(deps, installationWithApp);
        throw new SourceError("unauthorized", message("app.uninstalled", { account, app: name }), detail);
      case 422:
        throw new SourceError(
          "unauthorized",
          message(use === "read" ? "app.permissions" : "reply.permission", { account, app: name }),
          detail,
        );
      default:
        throw error;
    }
  }
}

/** The answer of the host differs from what is stored. A failure leaves that to the next time. */
async function refresh(deps: AppAccess, installationWithApp: InstallationWithApp): Promise<void> {
  const app = await findWebhookApp(deps.db, installationWithApp.app_id);
  if (!app) return;
  await refreshInstallation(deps, app, installationWithApp.installation_host_id).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
  });
}
