/** Every column that holds sealed values, with the key of its row, what the key is authenticated as, and the purpose of `createSeal`. */
export const SEALED_COLUMNS = [
  { table: "secrets", id: "id", column: "cipher", purpose: "secrets", about: "secrets" },
  { table: "outbox", id: "id", column: "content", purpose: "mail", about: "outbox" },
  { table: "authenticator_apps", id: "user_id", column: "sealed", purpose: "second-factor", about: "app" },
  { table: "sso_attempts", id: "state_hash", column: "sealed", purpose: "sso", about: "sso" },
  { table: "sso_codes", id: "code_hash", column: "hint", purpose: "sso", about: "sso-code" },
  { table: "sso_sign_out_hints", id: "session_hash", column: "sealed", purpose: "sso", about: "sso-hint" },
  { table: "oauth_states", id: "state_hash", column: "sealed", purpose: "oauth", about: "oauth" },
  {
    table: "outgoing_webhooks",
    id: "id",
    column: "sealed",
    purpose: "webhooks",
    about: "webhooks",
  },
] as const;
