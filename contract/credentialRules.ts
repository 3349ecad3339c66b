/** Validation of a credential's fields, for both sides. The messages never contain the input. */
import { TEXT_LIMITS } from "./constants.ts";

/** Length of an RSA key of 16,384 bits as OpenSSH writes it, rounded up. */
export const MAX_KEY_LENGTH = 16_000;
/** Control characters, including line breaks. */
const CONTROL = /\p{Cc}/u;
/** Invisible or unassigned characters: zero-width space, direction marks, lone surrogates, private use. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;

export const CREDENTIAL_FAULTS = {
  tooLong: `This is too long for a token: one has at most ${TEXT_LIMITS.credential} characters. Copy the token alone.`,
  keyTooLong: `This is too long for a private key: one has at most ${MAX_KEY_LENGTH} characters. Copy the key alone.`,
  keyOdd: "A private key has no other characters than its file. Copy the file again, without formatting.",
  lines: "A token has one line and no control characters. Copy it again from the provider’s page.",
  invisible:
    "This holds an invisible character, as texts from a chat or a document do. Copy it from the provider’s page.",
  notToken:
    "A token has letters, digits and signs of the English keyboard alone, and no space. Copy it again from the provider’s page.",
  keyForWeb: "A private key is for an ssh address, such as git@host:path. For this address give a token.",
  nameLines: "A user name has one line and no invisible characters. Type it by hand.",
  nameColon: "A user name has no colon. Give the user name here and the token in its own field.",
} as const;

/** The fault in a token, a password or a private key, for any provider; null when it is valid. */
export function tokenFault(typed: string): string | null {
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
export function usernameFault(typed: string): string | null {
  const text = typed.trim();
  if (CONTROL.test(text) || INVISIBLE.test(text)) return CREDENTIAL_FAULTS.nameLines;
  return text.includes(":") ? CREDENTIAL_FAULTS.nameColon : null;
}

/**
 * The fault in a token for a web address of this provider; null when it is valid. A password for plain git may have any visible character,
 * because it is sent encoded.
 */
export function webTokenFault(provider: string, typed: string): string | null {
  const text = typed.trim();
  if (text.includes("PRIVATE KEY")) return CREDENTIAL_FAULTS.keyForWeb;
  return provider === "git" || /^[\x21-\x7e]+$/.test(text) ? null : CREDENTIAL_FAULTS.notToken;
}
