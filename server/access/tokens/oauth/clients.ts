/** Clients of OAuth: what they say of themselves, which is never trusted, and where they may be answered. */
import { z } from "zod";
import { TEXT_LIMITS } from "../../../../contract/constants.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../contract/durations.ts";
import { HIDDEN_CHARACTERS } from "../../../../contract/texts/hiddenCharacters.ts";
import type { Db } from "../../../db/openDb.ts";
import {
  countUnusedOauthClients,
  deleteOldestUnusedClients,
  upsertOauthClient,
} from "../../../db/tables/tokens/oauthClients.ts";
import { oneLine } from "../../../messages/oneLine.ts";
import { newToken } from "../tokens.ts";
import { OauthError } from "./OauthError.ts";
import { MAX_REDIRECT_URIS, redirectTarget, requireRedirectUris } from "./redirectUris.ts";

const CLIENT_PREFIX = "clew_client_";
/** Registrations that no user has used, of the whole installation. */
export const MAX_UNUSED_CLIENTS = 5000;
/** A user signs in and consents within this time. Older registrations make room for new ones, so that a flood of them keeps no client out. */
const CONSENT_MS = 15 * MINUTE_MS;
/** Registrations that make room at a time. */
const EVICTED = MAX_UNUSED_CLIENTS / 100;

/** What is read of a client's metadata (RFC 7591); the rest is ignored. */
export const ClientMetadata = z.object({
  redirect_uris: z.array(z.string()).max(10 * MAX_REDIRECT_URIS),
  client_name: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});
export type ClientMetadata = z.infer<typeof ClientMetadata>;

/** @throws OauthError for a client that does not use codes, or whose addresses are refused */
export function requireClientMetadata({ redirect_uris: uris, grant_types, response_types }: ClientMetadata): void {
  requireRedirectUris(uris);
  if (grant_types && !grant_types.includes("authorization_code"))
    throw new OauthError("invalid_client_metadata", "Only the grant type authorization_code is supported.");
  if (response_types && !response_types.includes("code"))
    throw new OauthError("invalid_client_metadata", "Only the response type code is supported.");
}

/** The name as users see it: one line without hidden characters; the host of the first address where there is none. */
export function clientName({ client_name: ownName = "", redirect_uris: [uri = ""] }: ClientMetadata): string {
  const visible = oneLine(ownName).replaceAll(HIDDEN_CHARACTERS, "").replaceAll(/\s+/g, " ").trim().toWellFormed();
  const name = Array.from(visible).slice(0, TEXT_LIMITS.name).join("").trim();
  return name === "" ? (redirectTarget(uri)?.name ?? "MCP") : name;
}

/**
 * Stores a client that registers itself.
 * @returns its id. @throws OauthError as `requireClientMetadata`, and where too many clients have registered without being used
 */
export async function registerClient(db: Db, metadata: ClientMetadata, now: Date): Promise<string> {
  requireClientMetadata(metadata);
  if ((await countUnusedOauthClients(db)) >= MAX_UNUSED_CLIENTS) {
    await deleteOldestUnusedClients(db, { createdBefore: new Date(now.getTime() - CONSENT_MS), limit: EVICTED });
    if ((await countUnusedOauthClients(db)) >= MAX_UNUSED_CLIENTS)
      throw new OauthError("temporarily_unavailable", "Too many clients have registered. Try again in some minutes.");
  }
  const id = CLIENT_PREFIX + newToken();
  await upsertOauthClient(db, {
    id,
    kind: "registered",
    name: clientName(metadata),
    redirect_uris: JSON.stringify(metadata.redirect_uris),
    read_at: now,
    used_at: null,
  });
  return id;
}

/** How long the copy of a client's document is used. */
export const DOCUMENT_COPY_MS = HOUR_MS;
