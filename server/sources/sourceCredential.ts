import { webTokenFault } from "../../contract/credentialRules.ts";
import { message } from "../messages/messages.ts";
import { Credential } from "./egress/Credential.ts";
import { SourceError } from "./SourceError.ts";
import type { SourceAccess } from "./sourceTypes.ts";
import { originOf } from "./egress/credentialOrigins.ts";

/**
 * @param url of the source, in its stored spelling
 * @throws SourceError for a token that no request to this address can carry
 */
export function credentialOf(given: SourceAccess, url: string, tokenUser: string): Credential | null {
  const { credential } = given;
  if (!credential) return null;
  const origin = credential.origin ?? originOf(url);
  const fault =
    credential.isOauth || !origin.startsWith("http") ? null : webTokenFault(given.provider, credential.token);
  if (fault !== null) throw new SourceError("unauthorized", message(fault));
  return new Credential({
    token: credential.token.trim(),
    username: credential.username?.trim() || tokenUser,
    isOauth: credential.isOauth,
    origin,
  });
}

/** Bitbucket's API tokens go with the owner's e-mail address everywhere but in git. */
export function gitCredential(given: SourceAccess, url: string, tokenUser: string): Credential | null {
  const credential = credentialOf(given, url, tokenUser);
  return credential && given.provider === "bitbucket" && credential.username.includes("@")
    ? credential.withUsername("x-bitbucket-api-token-auth")
    : credential;
}
