import type { RepositorySource, TrackerSource, WikiSource } from "../../../contract/projects.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SourceAccess, StoredCredential } from "../../sources/sourceTypes.ts";
import { type Message, message } from "../../messages/messages.ts";

export type AnySource = RepositorySource | TrackerSource | WikiSource;

/** Tokens of the accounts that users have connected, and of the installations of apps. */
export interface ConnectionTokens {
  /** The caller's account at the provider of a source, with a token that works now; null when none is connected. */
  forSource(
    userId: string,
    provider: string,
  ): Promise<{ readonly id: string; readonly credential: StoredCredential } | null>;
  /**
   * A token of an installation of an app, for a source of a provider. Left out: there are no apps.
   * @throws NotFound for one that the caller may not link with; SourceError `unauthorized` where it does not work
   */
  forInstallation?(userId: string, provider: string, installationId: string): Promise<StoredCredential>;
}

/** A source with its credential, and what that was taken from. */
export type GivenAccess = SourceAccess & {
  readonly connectionId: string | null;
  readonly installationId: string | null;
};

/**
 * A source with the credential for its host: its own, the connected account's, or that of an installation of an app.
 * @throws SourceError `connection` when no account is connected; Invalid for an installation that the owner may not use
 */
export async function withConnection(
  connections: ConnectionTokens | undefined,
  owner: { readonly id: string },
  source: AnySource,
): Promise<GivenAccess> {
  const { provider, url, credential, use_connection, installation_id: installationId } = source;
  if (installationId !== undefined) return withInstallation(connections, owner, { provider, url, installationId });
  if (!use_connection) return { provider, url, credential, connectionId: null, installationId: null };
  const connection = (await connections?.forSource(owner.id, provider)) ?? null;
  if (connection)
    return { provider, url, credential: connection.credential, connectionId: connection.id, installationId: null };
  throw new SourceError("connection", message("source.no_connection"));
}

async function withInstallation(
  connections: ConnectionTokens | undefined,
  owner: { readonly id: string },
  { provider, url, installationId }: { provider: string; url: string; installationId: string },
): Promise<GivenAccess> {
  const refuse = (text: Message, cause?: unknown) => new Invalid({ installation_id: [text] }, { cause });
  if (!connections?.forInstallation) throw refuse(message("app.unknown_installation"));
  try {
    const credential = await connections.forInstallation(owner.id, provider, installationId);
    return { provider, url, credential, connectionId: null, installationId };
  } catch (error) {
    if (error instanceof NotFound) throw refuse(message("app.unknown_installation"), error);
    if (error instanceof SourceError) throw refuse(error.text, error);
    throw error;
  }
}
