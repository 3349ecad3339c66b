import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import type { HostAppRow } from "../../db/tables/sources/hostApps.ts";
import { message } from "../../messages/messages.ts";
import type { AppService, OpenedApp, TokenUse } from "../../sources/connector/appTypes.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import type { Seal } from "../../Seal.ts";

/** What opening an app needs. */
export interface AppAccess {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly egress: Pick<Egress, "check" | "fetch">;
}

export interface AppsDeps extends AppAccess {
  /** Seals what a registration needs for its second half. */
  readonly attemptSeal: Seal;
  readonly sync: Pick<SyncService, "request">;
  readonly tokens: InstallationTokens;
  /** Where users and hosts reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
}

/** Tokens of installations. */
export interface InstallationTokens {
  /**
   * A token that works now, for reading unless another use is named; `isForced`: the host has refused the last one.
   * @throws SourceError `unauthorized` with what happened to the installation
   */
  token(
    installationId: string,
    isForced: boolean,
    use?: TokenUse,
  ): Promise<{ readonly token: string; readonly origin: string }>;
}

/** @throws SourceError `provider` */
export function requireAppService(provider: string): AppService {
  const service = appServiceOf(provider);
  if (!service) throw new SourceError("provider", message("app.unsupported"));
  return service;
}

/** An app with its key. @throws SourceError `unauthorized` where the key is gone */
export async function openApp(
  { db, secrets, egress }: AppAccess,
  app: Pick<HostAppRow, "origin" | "api" | "host_id" | "key_secret_id">,
): Promise<OpenedApp> {
  if (app.key_secret_id === null) throw new SourceError("unauthorized", message("app.removed"));
  const { token } = await secrets.openCredential(db, app.key_secret_id);
  return { origin: app.origin, api: app.api, hostId: app.host_id, privateKey: token, egress };
}
