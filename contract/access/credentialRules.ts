/** Validation of a credential's fields, for both sides. The messages (see server/messages) never contain the input. */
import { TEXT_LIMITS } from "../constants.ts";

/** Length of an RSA key of 16,384 bits as OpenSSH writes it, rounded up. */
const MAX_KEY_LENGTH = 16_000;
/** Control characters, including line breaks. */
const CONTROL = /\p{Cc}/u;
/** Invisible or unassigned characters: zero-width space, direction marks, lone surrogates, private use. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;

/** Codes of messages. Those about a length have the parameter `max`. */
export const CREDENTIAL_FAULTS = {
  tooLong: "credential.too_long",
  keyTooLong: "credential.key_too_long",
  keyCharacters: "credential.key_characters",
  lines: "credential.lines",
  invisible: "credential.invisible",
  notToken: "credential.not_token",
  keyForWeb: "credential.key_for_web",
  nameLines: "credential.name_lines",
  nameColon: "credential.name_colon",
} as const;
export interface CredentialFault {
  readonly code: (typeof CREDENTIAL_FAULTS)[keyof typeof CREDENTIAL_FAULTS];
  readonly params?: { readonly max: string };
}

const fault = (code: CredentialFault["code"]): CredentialFault => ({ code });
/** A text, because a number would be written with separators. */
const tooLong = (code: CredentialFault["code"], max: number): CredentialFault => ({
  code,
  params: { max: String(max) },
});

/** The fault in a token, a password or a private key, for any provider; null when it is valid. */
export function tokenFault(typed: string): CredentialFault | null {
  const text = typed.trim();
  if (text.includes("PRIVATE KEY")) {
    if (text.length > MAX_KEY_LENGTH) return tooLong(CREDENTIAL_FAULTS.keyTooLong, MAX_KEY_LENGTH);
    return /^[\x20-\x7e\r\n]*$/.test(text) ? null : fault(CREDENTIAL_FAULTS.keyCharacters);
  }
  if (text.length > TEXT_LIMITS.credential) return tooLong(CREDENTIAL_FAULTS.tooLong, TEXT_LIMITS.credential);
  if (CONTROL.test(text)) return fault(CREDENTIAL_FAULTS.lines);
  return INVISIBLE.test(text) ? fault(CREDENTIAL_FAULTS.invisible) : null;
}

/** The fault in the user name that accompanies a token; null when it is valid. */
export function usernameFault(typed: string): CredentialFault | null {
  const text = typed.trim();
  if (CONTROL.test(text) || INVISIBLE.test(text)) return fault(CREDENTIAL_FAULTS.nameLines);
  return text.includes(":") ? fault(CREDENTIAL_FAULTS.nameColon) : null;
}

/** Providers whose hosts accept a password in place of a token. It may have any visible character, because it is sent encoded. */
const WITH_PASSWORDS: ReadonlySet<string> = new Set(["git", "jira", "confluence"]);

/** The code of the fault in a token for a web address of this provider; null when it is valid. */
export function webTokenFault(
  provider: string,
  typed: string,
): typeof CREDENTIAL_FAULTS.keyForWeb | typeof CREDENTIAL_FAULTS.notToken | null {
  const text = typed.trim();
  if (text.includes("PRIVATE KEY")) return CREDENTIAL_FAULTS.keyForWeb;
  return WITH_PASSWORDS.has(provider) || /^[\x21-\x7e]+$/.test(text) ? null : CREDENTIAL_FAULTS.notToken;
}
