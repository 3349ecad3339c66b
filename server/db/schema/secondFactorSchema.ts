/** Tables of second factors. */
import type { ColumnType, Generated } from "kysely";
import type { Created, Time } from "../columns.ts";

/** A passkey of a user. */
export interface PasskeysTable {
  id: string;
  user_id: string;
  /** base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Uint8Array;
  /** The signature counter of the authenticator; 0 where it has none. */
  counter: number;
  name: string;
  /** Synchronised between devices. */
  is_synced: boolean;
  created_at: Created;
  last_used_at: Generated<Date | null>;
}

/** The authenticator app of a user. */
export interface AuthenticatorAppsTable {
  user_id: string;
  /** The secret, in base32. */
  sealed: Uint8Array;
  /** The time step of the last code that was accepted: it and earlier ones are refused. */
  last_step: number;
  /** Null until a first code of it was entered. */
  confirmed_at: Time | null;
  created_at: Created;
}

/** Recovery codes that were not used: the SHA-256 of 80 random bits. */
export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
}

/** A challenge that waits for an authenticator. Good for one answer. */
export interface PasskeyChallengesTable {
  challenge_hash: string;
  purpose: "sign_in" | "create" | "confirm";
  /** The session that asked; null at a sign-in. */
  session_hash: string | null;
  expires_at: Time;
}

/** A sign-in whose password was right, until the second factor follows. */
export interface SignInTicketsTable {
  ticket_hash: string;
  user_id: string;
  expires_at: Time;
  /** The LDAP provider whose password was right, and the subject there; null for a password of Clew. */
  sso_provider_id: ColumnType<string | null, string | undefined, never>;
  sso_subject: ColumnType<string | null, string | undefined, never>;
}
