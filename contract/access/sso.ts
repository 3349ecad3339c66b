/** Single sign-on by OpenID Connect, SAML 2.0 or LDAP: what a company sets, and how a person signs in. */
import { z } from "zod";
import { Email, Id, Name, Timestamp } from "../fieldSchemas.ts";
import { LdapDetails } from "./ldap.ts";

/** The most that one company may have. */
export const SSO_LIMITS = { providers: 10, domains: 100 } as const;
/** Characters of the metadata of a SAML 2.0 provider. */
export const MAX_SAML_METADATA = 256 << 10;

/** An issuer as OpenID Connect Discovery has it: an address without a query and a fragment. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && !/[?#\s]/.test(text);
}

/** A name of at least two labels, in the ASCII form of internationalised names. */
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;

export const SsoBeginBody = z.object({ email: Email });
export const SsoBegun = z.union([
  z.object({
    /** The provider's page, to which the browser goes. */
    auth_url: z.url(),
    /** Stays in the page that began, and is needed to exchange the code of the callback. */
    verifier: z.string().min(1),
  }),
  /** The password of the company's directory follows on this page. */
  z.object({ asks_password: z.literal(true) }),
]);
export type SsoBegun = z.infer<typeof SsoBegun>;
export const SsoExchangeBody = z.object({ code: z.string().min(1).max(200), verifier: z.string().min(1).max(200) });

/** The provider's page to which the browser goes for the sign-out; null where the session has no provider that is signed out of. */
export const SignOutAnswer = z.object({ sign_out_url: z.url().nullable() });
export type SignOutAnswer = z.infer<typeof SignOutAnswer>;

export const SsoDomain = z.object({
  id: Id,
  name: z.string(),
  /** The text of the TXT record at the domain that proves it. */
  record: z.string(),
  verified_at: Timestamp.nullable(),
});
export type SsoDomain = z.infer<typeof SsoDomain>;

/** A certificate of a SAML 2.0 provider by whose key it may sign. */
export const SamlCertificate = z.object({
  /** SHA-256, in pairs of hexadecimal digits. */
  fingerprint: z.string(),
  valid_until: Timestamp,
  /** An expiring one is valid for less than 30 days more; a key whose certificate is not valid signs no one in. */
  state: z.enum(["valid", "expiring", "expired", "future"]),
});
export type SamlCertificate = z.infer<typeof SamlCertificate>;

/** What a SAML 2.0 provider has of its own. */
export const SamlDetails = z.object({
  /** Where the provider's metadata are read again; null: they were pasted. */
  metadata_url: z.string().nullable(),
  read_at: Timestamp,
  /** The entity id of Clew at this provider, and the address of its metadata. */
  entity_id: z.string(),
  signs_requests: z.boolean(),
  /** Whether a sign-in that begins at the provider begins one here. */
  allows_unsolicited: z.boolean(),
  certificates: z.array(SamlCertificate),
});
export type SamlDetails = z.infer<typeof SamlDetails>;

export const SsoProvider = z.object({
  id: Id,
  kind: z.enum(["oidc", "saml", "ldap"]),
  label: z.string(),
  /** The entity id of a SAML 2.0 provider, the address of the server of an LDAP provider, the issuer of any other. */
  issuer: z.string(),
  client_id: z.string(),
  /** Whether a client secret is stored. It is never shown. */
  has_secret: z.boolean(),
  scopes: z.string(),
  /** Whether addresses count as verified although the provider does not say so. */
  trusts_addresses: z.boolean(),
  is_enabled: z.boolean(),
  /** The claim, or of SAML 2.0 the attribute, that names a person's groups; "": groups are not read. */
  groups_claim: z.string(),
  /** Whether a person who signs out of Clew is signed out at the provider too. Never of an LDAP provider. */
  signs_out: z.boolean(),
  /** The addresses to enter at the provider. */
  redirect_url: z.string(),
  logout_url: z.string(),
  /** Null for a provider of another kind. */
  saml: SamlDetails.nullable(),
  ldap: LdapDetails.nullable(),
  domains: z.array(SsoDomain),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

export const SsoSettings = z.object({
  /** Whether people of the company sign in by single sign-on alone. */
  is_required: z.boolean(),
  /** Admins who may use their password although single sign-on is required. */
  password_admins: z.array(Id),
  providers: z.array(SsoProvider),
});
export type SsoSettings = z.infer<typeof SsoSettings>;

/** Without it, a change keeps what is stored. */
const GroupsClaim = z
  .string()
  .trim()
  .max(255)
  .regex(/^[^\p{Cc}]*$/u, "field.format")
  .optional();

/** Without it, a change keeps what is stored, and a new provider has it off. */
const SignsOut = z.boolean().optional();

const providerFields = {
  label: Name,
  groups_claim: GroupsClaim,
  signs_out: SignsOut,
  client_id: z.string().trim().max(300),
  /** Null: the stored one stays. */
  client_secret: z.string().trim().max(2000).nullable(),
  scopes: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\w.:/-]+(?: [\w.:/-]+)*$/, "field.scopes"),
  trusts_addresses: z.boolean(),
};
/** The issuer cannot be changed later: linked accounts and the secret belong to it. */
export const NewSsoProviderBody = z.object({
  ...providerFields,
  issuer: z.string().trim().max(500).refine(isIssuer, "field.issuer"),
});
export type NewSsoProviderBody = z.infer<typeof NewSsoProviderBody>;
export const SsoProviderBody = z.object({ ...providerFields, is_enabled: z.boolean() });
export type SsoProviderBody = z.infer<typeof SsoProviderBody>;

const samlFields = {
  label: Name,
  groups_claim: GroupsClaim,
  signs_out: SignsOut,
  metadata_url: z
    .string()
    .trim()
    .max(1024)
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), "field.metadata_url")
    .nullable(),
  /** XML that is pasted in place of an address. */
  metadata: z.string().max(MAX_SAML_METADATA).nullable(),
  signs_requests: z.boolean(),
  allows_unsolicited: z.boolean(),
};
const MIXED_METADATA = { path: ["metadata"], message: "field.metadata" };
export const NewSamlProviderBody = z
  .object(samlFields)
  .refine((body) => (body.metadata_url === null) !== (body.metadata === null), MIXED_METADATA);
export type NewSamlProviderBody = z.infer<typeof NewSamlProviderBody>;
/** Without an address and metadata, those that are stored stay and are not read again. The entity id cannot be changed. */
export const SamlProviderBody = z
  .object({ ...samlFields, is_enabled: z.boolean() })
  .refine((body) => body.metadata_url === null || body.metadata === null, MIXED_METADATA);
export type SamlProviderBody = z.infer<typeof SamlProviderBody>;

export const SsoDomainBody = z.object({
  name: z.string().trim().toLowerCase().max(253).regex(DOMAIN, "field.domain"),
});
export const SsoPolicyBody = z.object({ is_required: z.boolean(), password_admins: z.array(Id).max(100) });
export type SsoPolicyBody = z.infer<typeof SsoPolicyBody>;

/** The result of a test, with a sentence in the caller's language for each thing that was tried. */
export const SsoTest = z.object({
  passed: z.boolean(),
  steps: z.array(z.object({ passed: z.boolean(), text: z.string() })),
});
export type SsoTest = z.infer<typeof SsoTest>;
