import type { RepositorySource, TrackerSource, WikiSource } from "../../../contract/projects.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SourceAccess, StoredCredential } from "../../sources/sourceTypes.ts";
import { message } from "../../messages/messages.ts";

export type AnySource = RepositorySource | TrackerSource | WikiSource;

/** Tokens of the accounts that people have connected. */
export interface ConnectionTokens {
  /** The caller's account at the provider of a source, with a token that works now; null when none is connected. */
  forSource(
    userId: string,
    provider: string,
  ): Promise<{ readonly id: string; readonly credential: StoredCredential } | null>;
}

/**
 * A source with the credential for its host: its own, or the connected account's.
 * @throws SourceError `connection` when no account is connected
 */
export async function withConnection(
  connections: ConnectionTokens | undefined,
  owner: { readonly id: string },
  { provider, url, credential, use_connection }: AnySource,
): Promise<SourceAccess & { readonly connectionId: string | null }> {
  if (!use_connection) return { provider, url, credential, connectionId: null };
  const found = (await connections?.forSource(owner.id, provider)) ?? null;
  if (found) return { provider, url, credential: found.credential, connectionId: found.id };
  throw new SourceError("connection", message("source.no_connection"));
}
