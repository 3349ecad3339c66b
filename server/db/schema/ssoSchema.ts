/** Tables of single sign-on. */
import type { ColumnType, Generated } from "kysely";
import type { Created, Time } from "../columns.ts";

/** An identity provider that a company has set up. Its issuer never changes. */
export interface SsoProvidersTable {
  id: string;
  company_id: string;
  label: string;
  kind: Generated<"oidc" | "saml" | "ldap">;
  /** The entity id of a SAML 2.0 provider, the address of the server of an LDAP provider, the issuer of any other. */
  issuer: string;
  /** The client id; for an LDAP provider, the DN with which Clew binds. */
  client_id: string;
  /** The client secret, null until it is entered; of a SAML 2.0 provider the private key of Clew, of an LDAP provider the password of the DN. */
  secret_id: string | null;
  /** Separated by blanks. */
  scopes: string;
  /** Addresses count as verified although the provider does not say so. */
  trusts_addresses: boolean;
  is_enabled: boolean;
  /** The claim or attribute that names a person's groups; "": they are not read. */
  groups_claim: Generated<string>;
  /** Who signs out of Clew is signed out there too. */
  signs_out: Generated<boolean>;
  /** When a sign-in last had groups that could not be read; null: never, or the last one's could. */
  groups_refused_at: ColumnType<Date | null, undefined, Date | null>;
  created_at: Created;
}

/** What a SAML 2.0 provider has of its own. */
export interface SsoSamlTable {
  provider_id: string;
  /** Where the metadata are read again; null: they were pasted. */
  metadata_url: string | null;
  /** The provider's metadata as they were read. */
  metadata: string;
  read_at: Time;
  /** Certificate of Clew's private key, DER in base64. */
  certificate: string;
  signs_requests: boolean;
  /** An answer without a request begins a sign-in. */
  allows_unsolicited: boolean;
}

/** What an LDAP provider has of its own. */
export interface SsoLdapTable {
  provider_id: string;
  search_base: string;
  /** With the place of a person's address. */
  filter: string;
  address_attribute: string;
  name_attribute: string;
  /** Certificates in PEM; null: those that the system trusts. */
  ca: string | null;
}

/** An accepted assertion, until it expires: it is good for one sign-in. */
export interface SsoAssertionsTable {
  provider_id: string;
  /** SHA-256 of its id. */
  assertion_hash: string;
  expires_at: Time;
}

/** A domain whose addresses sign in at a provider. Once verified it belongs to no other provider of any company. */
export interface SsoDomainsTable {
  id: string;
  provider_id: string;
  /** Lower case, in ASCII. */
  name: string;
  /** The text of the TXT record. */
  record: string;
  verified_at: Time | null;
  created_at: Created;
}

/** Which user a subject of a provider is. A change of the address at the provider does not change it. */
export interface SsoAccountsTable {
  provider_id: string;
  subject: string;
  user_id: string;
  created_at: Created;
}

/** A sign-in that went to a provider and has not come back. */
export interface SsoAttemptsTable {
  state_hash: string;
  provider_id: string;
  /** SHA-256 of the verifier that the page keeps. */
  verifier_hash: string;
  /** Nonce and PKCE verifier, or the id of a request of SAML 2.0. */
  sealed: Uint8Array;
  expires_at: Time;
}

/** A sign-in that came back, until the page exchanges its code for a session. */
export interface SsoCodesTable {
  code_hash: string;
  provider_id: string;
  user_id: string;
  verifier_hash: string;
  subject: string;
  sid: string | null;
  expires_at: Time;
  /** When the provider wants the session to end. */
  ends_at: ColumnType<Date | null, Date | null | undefined, never>;
  /** What the provider needs for a sign-out, sealed; null where it is not signed out of. */
  hint: ColumnType<Uint8Array | null, Uint8Array | null | undefined, never>;
}

/** What the provider of a session needs to sign its person out: the ID token, or how a SAML 2.0 provider has named the person. */
export interface SsoSignOutHintsTable {
  session_hash: string;
  sealed: Uint8Array;
}
