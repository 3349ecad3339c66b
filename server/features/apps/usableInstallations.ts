/** Linking sources with an installation: who may, and which repositories it has. */
import type { InstallationRepositoryPage, UsableInstallation } from "../../../contract/integrations/apps.ts";
import { APP_PROVIDERS } from "../../../contract/constants.ts";
import type { Db } from "../../db/openDb.ts";
import { findInstallationWithApp, listUsableInstallations } from "../../db/tables/sources/appInstallations.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { StoredCredential } from "../../sources/sourceTypes.ts";
import { type AppsDeps, type InstallationTokens, requireAppService } from "./appsDeps.ts";
import { HOST_TIMEOUT_MS } from "./hostTimeout.ts";

export async function readUsableInstallations(db: Db, userId: string): Promise<UsableInstallation[]> {
  const rows = await listUsableInstallations(db, userId);
  return rows.flatMap(({ id, account, provider: name, origin, name: app }) => {
    const provider = APP_PROVIDERS.find((candidate) => candidate === name);
    return provider === undefined ? [] : [{ id, provider, account, origin, app }];
  });
}

/** One answer for no installation, one of another company, and one that the user may not link with. @throws NotFound */
async function requireUsable(db: Db, userId: string, id: string) {
  const usable = (await listUsableInstallations(db, userId)).some((row) => row.id === id);
  const installation = usable ? await findInstallationWithApp(db, id) : undefined;
  if (!installation) throw new NotFound(message("app.unknown_installation"));
  return installation;
}

/**
 * A token with which a user links a source of a provider.
 * @throws NotFound for an installation that is not the user's to link with; SourceError `unauthorized` where it does not work
 */
export async function openInstallationFor(
  { db, tokens }: { readonly db: Db; readonly tokens: InstallationTokens },
  userId: string,
  provider: string,
  installationId: string,
): Promise<StoredCredential> {
  const usable = await requireUsable(db, userId, installationId);
  if (usable.provider !== provider) throw new NotFound(message("app.unknown_installation"));
  return { ...(await tokens.token(installationId, false)), isInstalled: true };
}

/** @throws NotFound; Conflict with what happened to the installation, or why the host did not answer */
export async function readInstallationRepositories(
  { db, egress, tokens }: Pick<AppsDeps, "db" | "egress" | "tokens">,
  userId: string,
  installationId: string,
  cursor: string | null,
): Promise<InstallationRepositoryPage> {
  const { provider, origin, api } = await requireUsable(db, userId, installationId);
  const service = requireAppService(provider);
  const read = async (isForced: boolean) => {
    const { token } = await tokens.token(installationId, isForced);
    return service.repositories({ origin, api, egress }, token, cursor, AbortSignal.timeout(HOST_TIMEOUT_MS));
  };
  try {
    const page = await read(false).catch((error: unknown) => {
      if (error instanceof SourceError && error.refusal?.status === 401) return read(true);
      throw error;
    });
    return { results: [...page.repositories], next: page.next };
  } catch (error) {
    if (error instanceof SourceError) throw new Conflict(error.text, { cause: error });
    throw error;
  }
}
