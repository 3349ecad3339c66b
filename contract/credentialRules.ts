/** Validation of a credential's fields, for both sides. The messages (see server/messages) never contain the input. */
import { TEXT_LIMITS } from "./constants.ts";

/** Length of an RSA key of 16,384 bits as OpenSSH writes it, rounded up. */
export const MAX_KEY_LENGTH = 16_000;
/** Control characters, including line breaks. */
const CONTROL = /\p{Cc}/u;
/** Invisible or unassigned characters: zero-width space, direction marks, lone surrogates, private use. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;

/** Codes of messages. */
export const CREDENTIAL_FAULTS = {
  tooLong: "credential.too_long",
  keyTooLong: "credential.key_too_long",
  keyOdd: "credential.key_characters",
  lines: "credential.lines",
  invisible: "credential.invisible",
  notToken: "credential.not_token",
  keyForWeb: "credential.key_for_web",
  nameLines: "credential.name_lines",
  nameColon: "credential.name_colon",
} as const;
export type CredentialFault = (typeof CREDENTIAL_FAULTS)[keyof typeof CREDENTIAL_FAULTS];

/** The fault in a token, a password or a private key, for any provider; null when it is valid. */
export function tokenFault(typed: string): CredentialFault | null {
  const text = typed.trim();
  if (text.includes("PRIVATE KEY")) {
    if (text.length > MAX_KEY_LENGTH) return CREDENTIAL_FAULTS.keyTooLong;
    return /^[\x20-\x7e\r\n]*$/.test(text) ? null : CREDENTIAL_FAULTS.keyOdd;
  }
  if (text.length > TEXT_LIMITS.credential) return CREDENTIAL_FAULTS.tooLong;
  if (CONTROL.test(text)) return CREDENTIAL_FAULTS.lines;
  return INVISIBLE.test(text) ? CREDENTIAL_FAULTS.invisible : null;
}

/** The fault in the user name that accompanies a token; null when it is valid. */
export function usernameFault(typed: string): CredentialFault | null {
  const text = typed.trim();
  if (CONTROL.test(text) || INVISIBLE.test(text)) return CREDENTIAL_FAULTS.nameLines;
  return text.includes(":") ? CREDENTIAL_FAULTS.nameColon : null;
}

/**
 * The fault in a token for a web address of this provider; null when it is valid. A password for plain git may have any visible character,
 * because it is sent encoded.
 */
export function webTokenFault(provider: string, typed: string): CredentialFault | null {
  const text = typed.trim();
  if (text.includes("PRIVATE KEY")) return CREDENTIAL_FAULTS.keyForWeb;
  return provider === "git" || /^[\x21-\x7e]+$/.test(text) ? null : CREDENTIAL_FAULTS.notToken;
}
