import { installationStopReason } from "../../access/appInstallations.ts";
import { connectionStopReason } from "../../access/connectionOwner.ts";
import type { Db } from "../../db/openDb.ts";
import { message } from "../../messages/messages.ts";
import type { StoredCredential } from "../../sources/sourceTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SyncedSource } from "./SyncedSource.ts";

export interface SourceCredentialsOptions {
  readonly db: Db;
  /** Decrypts a stored credential; rejects when it cannot be decrypted any more. */
  readonly openCredential: (secretId: string) => Promise<StoredCredential>;
  /** A valid token of a connected account. `isForced`: the host refused the last one. Null: the account has to be connected again. */
  readonly connectionToken?: (connectionId: string, isForced: boolean) => Promise<StoredCredential | null>;
  /** A token of an installation of an app. @throws SourceError `unauthorized` with what happened to the installation */
  readonly installationToken?: (installationId: string, isForced: boolean) => Promise<StoredCredential>;
}

/** What a source, or a linked group, is read with. */
type CredentialRefs = Pick<SyncedSource, "secretId" | "connectionId" | "projectId"> &
  Partial<Pick<SyncedSource, "installationId" | "companyId">>;

export interface SourceCredentials {
  /** Null for a source that is read without a credential. @throws SourceError `unauthorized` */
  open(source: CredentialRefs): Promise<StoredCredential | null>;
  /** A new token of the connected account or the installation; null when there is none. @throws SourceError `unauthorized` */
  renew(source: Omit<CredentialRefs, "secretId">): Promise<StoredCredential | null>;
}

/** The credentials of sources: their own, the tokens of connected accounts whose owners are still members of the project, or those of installations. */
export function createSourceCredentials(options: SourceCredentialsOptions): SourceCredentials {
  const accountToken = async (connectionId: string, projectId: string, isForced: boolean) => {
    const reason = await connectionStopReason(options.db, { projectId, connectionId });
    if (reason !== null) throw new SourceError("unauthorized", reason);
    return (await options.connectionToken?.(connectionId, isForced)) ?? null;
  };
  const installedToken = async (installationId: string, companyId = "", isForced = false) => {
    const reason = await installationStopReason(options.db, { companyId, installationId });
    if (reason !== null) throw new SourceError("unauthorized", reason);
    return (await options.installationToken?.(installationId, isForced)) ?? null;
  };
  return {
    async open({ secretId, connectionId, installationId = null, companyId, projectId }) {
      if (installationId !== null) return installedToken(installationId, companyId);
      if (connectionId !== null) {
        const credential = await accountToken(connectionId, projectId, false);
        if (credential) return credential;
        throw new SourceError("unauthorized", message("source.connection_broken"));
      }
      if (secretId === null) return null;
      try {
        return await options.openCredential(secretId);
      } catch (error) {
        throw new SourceError("unauthorized", message("credential.unreadable"), { cause: error });
      }
    },
    async renew({ connectionId, installationId = null, companyId, projectId }) {
      if (installationId !== null) return installedToken(installationId, companyId, true);
      return connectionId === null ? null : accountToken(connectionId, projectId, true);
    },
  };
}
