/** Tables of companies, users and their access: sessions, invitations, credentials, tokens, mails and the audit log. */
import type { ColumnType, Generated } from "kysely";
import type { TokenScope } from "../../../contract/access/tokenScopes.ts";
import type { Language } from "../../../contract/access/users.ts";
import type { Created, Json, Time } from "../columns.ts";

export interface CompaniesTable {
  id: string;
  name: string;
  plan: "Standard" | "Premium" | "Enterprise";
  subscription_status: "trial" | "active" | "expired" | "canceled";
  trial_ends_at: Time | null;
  /** To which a trial returns at its end; null: the company had none, and has expired then. */
  plan_before_trial: Generated<CompaniesTable["plan"] | null>;
  /** An IANA name: where the days of Insights begin. */
  time_zone: Generated<string>;
  /** How long a row of the audit log is kept. */
  audit_days: Generated<number>;
  /** Whether its people sign in by single sign-on alone. */
  sso_required: Generated<boolean>;
  /** Whether a session that began with a password may do nothing before its user has a second factor. */
  requires_second_factor: Generated<boolean>;
  /** What the company demands of sessions and tokens; null: no more than the installation. */
  session_idle_minutes: ColumnType<number | null, number | null | undefined, number | null>;
  session_max_hours: ColumnType<number | null, number | null | undefined, number | null>;
  token_max_days: ColumnType<number | null, number | null | undefined, number | null>;
  /** Networks in CIDR notation with a space between them; empty: any. */
  allowed_networks: Generated<string>;
  /** Whether its people may connect remote MCP clients by OAuth. */
  oauth_clients: Generated<boolean>;
  /** Who at the operator answers the company's questions; both null or neither. */
  account_manager_name: ColumnType<string | null, string | null | undefined, string | null>;
  account_manager_email: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Created;
}

export interface UsersTable {
  id: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  /** PHC string. */
  password_hash: string;
  language: Language;
  company_id: string | null;
  company_role: "Admin" | "Member";
  verified_at: Time | null;
  created_at: Created;
  first_search_at: ColumnType<Date | null, never, Date>;
  /** When the user hid the first steps on home. */
  first_steps_hidden_at: ColumnType<Date | null, never, Date>;
  /** An Admin who may use the password although the company requires single sign-on. */
  keeps_password: Generated<boolean>;
  /** While a group makes the user an Admin: the role of the company that was given by hand. */
  hand_role: ColumnType<"Admin" | "Member" | null, undefined, "Admin" | "Member" | null>;
  /** When the directory of a company has deactivated the account: no user signs in to it. */
  deactivated_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Signed-in sessions: the SHA-256 of the token, never the token. */
export interface SessionsTable {
  token_hash: string;
  user_id: string;
  created_at: Created;
  last_used_at: Time;
  expires_at: Time;
  /** What people may see of a session. */
  id: Generated<string>;
  user_agent: Generated<string>;
  /** The network that it was used from last, without the part that names a machine. */
  address: Generated<string>;
  /** When the password was typed again; null: at the sign-in. */
  confirmed_at: ColumnType<Date | null, never, Date>;
  /** The provider of a sign-in by single sign-on, what it calls the person, and its own session. */
  sso_provider_id: ColumnType<string | null, string | undefined, never>;
  sso_subject: ColumnType<string | null, string | undefined, never>;
  sso_sid: ColumnType<string | null, string | null | undefined, never>;
  /** When the provider wants the session to end, however much it is used. */
  ends_at: ColumnType<Date | null, Date | null | undefined, never>;
  /** SHA-256 of the cookie of the browser in which it began; null: it is bound to none. */
  browser_hash: ColumnType<string | null, string | null | undefined, never>;
  /** SHA-256 of the network in which it began. */
  network_hash: ColumnType<string | null, string | null | undefined, never>;
  /** When its token first came from another browser in another network. */
  refused_at: ColumnType<Date | null, never, Date>;
}

/** Opens a socket for the session without its token in an address. Valid once, for 30 seconds. */
export interface SocketTicketsTable {
  ticket_hash: string;
  session_hash: string;
  expires_at: Time;
}

/** Leaky buckets by the hash of what they count. */
export interface RateLimitsTable {
  key: string;
  full_at: Time;
}

/** What people have done, for the Admins of their company. Rows are never changed. */
export interface AuditLogTable {
  id: Generated<number>;
  company_id: string;
  at: Created;
  /** One of contract/access/audit.ts. */
  action: string;
  actor_id: string | null;
  actor_name: string;
  actor_email: string;
  subject_kind: string | null;
  subject_id: string | null;
  subject_name: string | null;
  before: Json<Record<string, unknown>> | null;
  after: Json<Record<string, unknown>> | null;
  address: string;
}

export interface InvitationsTable {
  id: string;
  /** SHA-256 of the version-4 UUID in the link. */
  token_hash: string;
  company_id: string;
  email: string;
  role: "Admin" | "Member";
  invited_by: string | null;
  expires_at: Time;
  accepted_at: Time | null;
  revoked_at: Time | null;
  created_at: Created;
}

/** AES-256-GCM, bound to its row by the additional data `secrets:<id>`. */
export interface SecretsTable {
  id: string;
  company_id: string;
  cipher: Uint8Array;
  /** The only origin that a source's credential is sent to; null for what is none. */
  origin: string | null;
  created_at: Created;
}

/** Mails on their way. `kept`: no mail server is set, so it waits for the operator. `content` is sealed, and null once sent. */
export interface OutboxTable {
  id: string;
  kind: string;
  recipient: string;
  language: Language;
  subject: string;
  content: Uint8Array | null;
  state: "waiting" | "kept" | "sent" | "failed";
  attempts: Generated<number>;
  next_attempt_at: Time;
  expires_at: Time | null;
  sent_at: Time | null;
  last_error: string | null;
  created_at: Created;
}

/** A pending registration: the form is submitted, the code is not yet verified. At most one for an invitation. */
export interface RegistrationsTable {
  id: string;
  invitation_id: string;
  email: string;
  name: string;
  password_hash: string;
  language: Language;
  /** HMAC of the code, with a key that is not in the database. */
  code_hash: string;
  code_expires_at: Time;
  code_attempts: Generated<number>;
  created_at: Created;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Time;
  created_at: Created;
}

/** Secrets for agents: the SHA-256, and the first letters, which distinguish them in lists. */
export interface McpTokensTable {
  id: string;
  user_id: string;
  name: string;
  token_hash: string;
  preview: string;
  /** Whether its agent may change issues at their trackers. */
  writes: Generated<boolean>;
  last_used_at: Time | null;
  expires_at: Time | null;
  created_at: Created;
}

/** A program that may ask users for access by OAuth. It proves nothing about itself but where it is redirected to. */
export interface OauthClientsTable {
  /** A random id, or the address of the client's own document. */
  id: string;
  kind: "registered" | "document";
  name: string;
  redirect_uris: Json<readonly string[]>;
  created_at: Created;
  /** When its registration or document was read last. */
  read_at: Time;
  /** When a user has granted it access last; null: never. */
  used_at: Time | null;
}

/** What makes an MCP token that of an OAuth client. Its access token is the token's own hash; the hashes here are SHA-256 too. */
export interface OauthGrantsTable {
  token_id: string;
  client_id: string;
  redirect_uri: string;
  /** The address that the access is for (RFC 8707). */
  resource: string;
  /** The code challenge of PKCE, by S256. */
  challenge: string;
  code_hash: string;
  code_expires_at: Time;
  code_used_at: Time | null;
  access_expires_at: Time | null;
  /** Hash of the part that all refresh tokens of the grant share: an old one is recognized by it. */
  family_hash: string | null;
  /** Hash of the only refresh token that is valid. */
  refresh_hash: string | null;
}

export interface McpTokenProjectsTable {
  token_id: string;
  project_id: string;
}

/** Personal tokens for the API: the SHA-256, and the first letters, which distinguish them in lists. */
export interface ApiTokensTable {
  id: string;
  user_id: string;
  name: string;
  token_hash: string;
  preview: string;
  scope: TokenScope;
  /** Whether it opens every project of its owner; otherwise those of `api_token_projects`. */
  all_projects: boolean;
  expires_at: Time;
  created_at: Created;
  last_used_at: Time | null;
  /** The network and the program of the last use. */
  last_address: Generated<string>;
  last_client: Generated<string>;
  /** When its owner was warned that it ends soon. */
  warned_at: ColumnType<Date | null, undefined, Date | null>;
}

export interface ApiTokenProjectsTable {
  token_id: string;
  project_id: string;
}

/** A browser and system in a network on which a user has signed in, as a hash. */
export interface KnownDevicesTable {
  user_id: string;
  device_hash: string;
  seen_at: Time;
}

/** What a token was used for on a day (`2026-11-21`, UTC). */
export interface McpUsageTable {
  token_id: string;
  day: string;
  calls: number;
  tokens: number;
  errors: number;
}

/** A user's account at a provider, signed in to by OAuth. The tokens are in the secret. */
export interface ConnectionsTable {
  id: string;
  user_id: string;
  provider: string;
  /** Where the account was connected: the only service that its tokens are sent to. Null: unknown, it has to be connected again. */
  origin: string | null;
  /** What the provider calls the account. */
  account: string;
  scopes: string;
  secret_id: string;
  expires_at: Time | null;
  /** Its owner has turned on writing: only then it changes anything at the provider. */
  writes: Generated<boolean>;
  /** Set when the provider took the access back: it has to be connected again. */
  failed_at: Time | null;
  created_at: Created;
}

/** A sign-in at a provider that has begun. `sealed` holds what is needed to end it. */
export interface OauthStatesTable {
  state_hash: string;
  user_id: string;
  session_hash: string;
  /** SHA-256 of the cookie of the browser that began it. */
  browser_hash: string;
  provider: string;
  sealed: Uint8Array;
  expires_at: Time;
}
