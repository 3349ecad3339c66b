import { Email } from "../../../contract/fieldSchemas.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { SignInGroups } from "./readClaimGroups.ts";
import { OidcRefusedError } from "./OidcRefusedError.ts";

/** What a provider says of a person. */
export interface OidcClaims {
  readonly subject: string;
  /** The provider's session; undefined where it names none. */
  readonly sid: string | undefined;
  /** In lower case; undefined where there is none that is an address. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** "" without one. */
  readonly name: string;
  /** Undefined where the provider names no claim for them. */
  readonly groups?: SignInGroups | undefined;
  /** What the provider needs to sign the person out; undefined where it would be too long for an address. */
  readonly signOutHint?: string | undefined;
}

/** Characters of a subject by OpenID Connect Core, section 2; a session has the same bound here. */
const MAX_ID_LENGTH = 255;
const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/**
 * Claims of the ID token, which win, and of the UserInfo endpoint for the rest. Claims of an address belong together: one is never read
 * from another document than the other.
 * @throws OidcRefusedError for a subject that is none
 */
export function readClaims(
  token: Readonly<Record<string, unknown>>,
  userInfo: Readonly<Record<string, unknown>>,
): OidcClaims {
  const { sub, sid } = token;
  if (!isIdentifier(sub)) throw new OidcRefusedError("sub");
  if (sid !== undefined && !isIdentifier(sid)) throw new OidcRefusedError("sid");
  const claims = token["email"] === undefined ? userInfo : token;
  const address = claims["email"];
  // Some letters of other scripts become ASCII in lower case, and would be another person's address.
  const email = Email.safeParse(typeof address === "string" && /^[\x21-\x7e]+$/.test(address) ? address : undefined);
  // One issuer has the accounts of all. Only those of an organisation have `hd`; a consumer's address was verified once, at any time.
  const isConsumer = token["iss"] === "https://accounts.google.com" && typeof claims["hd"] !== "string";
  return {
    subject: sub,
    sid,
    email: email.success && !isConsumer ? email.data : undefined,
    // Some providers write it as a text.
    isEmailVerified: claims["email_verified"] === true || claims["email_verified"] === "true",
    name: nameOf({ ...userInfo, ...token }),
  };
}

export const isIdentifier = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH && !/\p{Cc}/u.test(value);

function nameOf(claims: Readonly<Record<string, unknown>>): string {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === "string" ? value.replaceAll(CONTROL, "").trim() : "";
  };
  const full = text("name") || `${text("given_name")} ${text("family_name")}`.trim();
  return full.slice(0, TEXT_LIMITS.name).toWellFormed().trim();
}
