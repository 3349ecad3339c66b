/** What a company sets for sign-in at its own directory by LDAP. */
import { z } from "zod";
import { LOGIN_PLACEHOLDER } from "../constants.ts";
import { Email, Name, Password } from "../fieldSchemas.ts";
import { SSO_FAILURES } from "./ssoReturn.ts";
import { SecondFactorNeeded } from "./secondFactors.ts";
import { TokenAnswer } from "./users.ts";

/** Characters of pasted certificates. */
const MAX_CA_LENGTH = 64 << 10;

/** `ldaps://` is TLS from the first byte; `ldap://` changes to TLS by StartTLS before anything else is sent. */
const SERVER = /^ldaps?:\/\/(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[\da-f:.]+\])(?::\d{1,5})?\/?$/;

const isServer = (text: string): boolean => SERVER.test(text) && URL.canParse(text);

/** An attribute of RFC 4512, section 1.4, without options. */
const Attribute = z
  .string()
  .trim()
  .max(100)
  .regex(/^[a-z][\da-z-]*$/i, "field.ldap_attribute");

/** An address is compared as a whole or as a part of a value: with any address in its place, the filter must still have a meaning. */
const hasLogin = (filter: string): boolean => {
  const comparisons = filter.split(/[()]/).filter((part) => part.includes(LOGIN_PLACEHOLDER));
  return comparisons.length > 0 && comparisons.every((part) => /^[a-z][\da-z-]*=/i.test(part));
};

const ldapFields = {
  label: Name,
  bind_dn: z.string().trim().min(1, "field.required").max(1000),
  /** Null: the stored one stays. */
  bind_password: z.string().max(1000).nullable(),
  search_base: z.string().trim().min(1, "field.required").max(1000),
  filter: z.string().trim().max(1000).refine(hasLogin, "field.ldap_filter"),
  address_attribute: Attribute,
  name_attribute: Attribute,
  /** "": groups are not read. */
  groups_attribute: z.union([z.literal(""), Attribute]),
  /** Certificates in PEM that alone are trusted; null: those of the system. */
  ca: z.string().trim().max(MAX_CA_LENGTH).nullable(),
};
/** The server cannot be changed later: linked accounts and the password of the bind DN belong to it. */
export const NewLdapProviderBody = z.object({
  ...ldapFields,
  server: z.string().trim().toLowerCase().max(300).refine(isServer, "field.ldap_server"),
});
export type NewLdapProviderBody = z.infer<typeof NewLdapProviderBody>;
export const LdapProviderBody = z.object({ ...ldapFields, is_enabled: z.boolean() });
export type LdapProviderBody = z.infer<typeof LdapProviderBody>;

/** What an LDAP provider has of its own. */
export const LdapDetails = z.object({
  bind_dn: z.string(),
  search_base: z.string(),
  filter: z.string(),
  address_attribute: z.string(),
  name_attribute: z.string(),
  ca: z.string().nullable(),
});
export type LdapDetails = z.infer<typeof LdapDetails>;

export const SsoPasswordBody = z.object({ email: Email, password: Password });
export type SsoPasswordBody = z.infer<typeof SsoPasswordBody>;
/** As a sign-in by password; or why a right password of the directory opens no account. */
export const SsoPasswordAnswer = z.union([
  TokenAnswer,
  SecondFactorNeeded,
  z.object({ failure: z.enum(SSO_FAILURES) }),
]);
export type SsoPasswordAnswer = z.infer<typeof SsoPasswordAnswer>;
