/** English texts about API tokens, sessions and what a company demands of them, as ICU MessageFormat. */
export const ENGLISH_ACCESS = {
  "api_token.mistyped":
    "This API token is incomplete or mistyped. Copy all of it, from clew_pat_ to its last character.",
  "api_token.wrong":
    "This API token was revoked, or its owner can no longer sign in. Create a new one in Settings > API tokens.",
  "api_token.expired": "This API token has expired. Create a new one in Settings > API tokens.",
  "api_token.never": "No API token may make this call. Sign in with your account for it.",
  "api_token.scope": "This API token only reads. Create one with the scope “write” in Settings > API tokens.",
  "api_token.limited":
    "This API token is limited to some projects, and this call is not about one of them. Name a project, or create a token for all projects.",
  "api_token.session_instead": "This call describes the API token that makes it, and a session made it.",
  "device.on": "{browser} on {system}",
  "device.unknown": "an unknown program",
  "token.too_long": "{days, plural, one {Choose an end within one day.} other {Choose an end within # days.}}",
} as const;
