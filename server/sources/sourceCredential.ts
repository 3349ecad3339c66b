import { webTokenFault } from "../../contract/access/credentialRules.ts";
import { message } from "../messages/messages.ts";
import { Credential } from "./egress/Credential.ts";
import type { RepositoryRules } from "./connector/Connector.ts";
import { SourceError } from "./SourceError.ts";
import type { SourceAccess } from "./sourceTypes.ts";
import { originOf } from "./egress/credentialOrigins.ts";

/**
 * @param url of the source, in its stored spelling
 * @throws SourceError for a token that no request to this address can carry
 */
export function credentialOf(access: SourceAccess, url: string, tokenUser: string): Credential | null {
  const { credential } = access;
  if (!credential) return null;
  const origin = credential.origin ?? originOf(url);
  const fault =
    credential.isOauth || !origin.startsWith("http") ? null : webTokenFault(access.provider, credential.token);
  if (fault !== null) throw new SourceError("unauthorized", message(fault));
  return new Credential({
    token: credential.token.trim(),
    username: credential.username?.trim() || tokenUser,
    isOauth: credential.isOauth,
    isInstalled: credential.isInstalled,
    origin,
  });
}

/** The credential for git, which some hosts know under another user name than their API. */
export function gitCredential(
  access: SourceAccess,
  url: string,
  { tokenUser, emailTokenUser }: RepositoryRules,
): Credential | null {
  const credential = credentialOf(access, url, tokenUser);
  return credential && emailTokenUser !== undefined && credential.username.includes("@")
    ? credential.withUsername(emailTokenUser)
    : credential;
}
