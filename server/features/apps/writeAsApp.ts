import { findHostAppOfInstallation } from "../../db/tables/sources/appInstallations.ts";
import type { Db } from "../../db/openDb.ts";
import { message } from "../../messages/messages.ts";
import type { TrackerWriter } from "../../sources/connector/writerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { InstallationTokens } from "./appsDeps.ts";

export interface WriteAsAppDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "openWriter">;
  readonly appTokens: InstallationTokens;
}

/** Writing to a tracker as the app that reads it. */
export interface AppWriting {
  /** The host writes under this login. */
  readonly login: string;
  /** Does something with a writer of the installation; a token that the host refuses is renewed once. @throws SourceError */
  use<T>(work: (writer: TrackerWriter) => Promise<T>): Promise<T>;
}

/** @returns undefined where no app reads the tracker */
export async function openAppWriting(
  { db, sources, appTokens }: WriteAsAppDeps,
  {
    provider,
    url,
    app_installation_id: id,
  }: { readonly provider: string; readonly url: string; readonly app_installation_id: string | null },
): Promise<AppWriting | undefined> {
  const app = id === null ? undefined : await findHostAppOfInstallation(db, id);
  if (id === null || !app) return undefined;
  const login = `${app.slug}[bot]`;
  const attempt = async <T>(work: (writer: TrackerWriter) => Promise<T>, isForced: boolean): Promise<T> => {
    const credential = await appTokens.token(id, isForced, "comment");
    const writer = sources.openWriter({ provider, url, credential, appAccount: login });
    if (!writer) throw new SourceError("provider", message("reply.unsupported"));
    return work(writer);
  };
  return {
    login,
    async use(work) {
      try {
        return await attempt(work, false);
      } catch (error) {
        if (!(error instanceof SourceError) || error.code !== "unauthorized" || error.refusal?.status !== 401)
          throw error;
        return attempt(work, true);
      }
    },
  };
}
