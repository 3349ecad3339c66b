/** Tables of single sign-on. */
import type { Created, Time } from "./columns.ts";

/** An identity provider that a company has set up. Its issuer never changes. */
export interface SsoProvidersTable {
  id: string;
  company_id: string;
  label: string;
  issuer: string;
  client_id: string;
  /** Null until the client secret is entered. */
  secret_id: string | null;
  /** Separated by blanks. */
  scopes: string;
  /** Addresses count as verified although the provider does not say so. */
  trusts_addresses: boolean;
  is_enabled: boolean;
  created_at: Created;
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
  /** Nonce and PKCE verifier. */
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
}
