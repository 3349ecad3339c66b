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
  "access.idle":
    "{minutes, plural, one {Your company ends sessions after a minute without use. Sign in again.} other {Your company ends sessions after # minutes without use. Sign in again.}}",
  "access.absolute":
    "{hours, plural, one {Your company ends sessions an hour after the sign-in. Sign in again.} other {Your company ends sessions # hours after the sign-in. Sign in again.}}",
  "access.network":
    "Your company does not allow the address {address}. Use its network or VPN, or ask an Admin to add the address.",
  "access.token_age":
    "{days, plural, one {Your company allows tokens for one day, and this one is older. Create a new one in the settings.} other {Your company allows tokens for # days, and this one is older. Create a new one in the settings.}}",
  "access.no_network":
    "“{text}” is no network. Give an address with the length of its prefix, such as 203.0.113.0/24 or 2001:db8::/32.",
  "access.lockout":
    "Your own address {address} is in none of these networks: you would lock yourself out. Add its network.",
  "access.proxy":
    "Requests reach the server through {proxy}, which it does not know as a proxy, so it cannot tell the networks of clients apart. The operator names it in CLEW_TRUSTED_PROXIES.",
  "oauth_client.unknown":
    "No such client has registered here, or its registration has ended. Start again in the program that sent you here.",
  "oauth_client.redirect":
    "The program that sent you here names an address for the answer that it has not registered. Do not continue, and tell its vendor.",
  "oauth_client.off": "Your company does not let MCP clients connect by OAuth. Use a token of Settings > MCP tokens.",
  "oauth_client.document": "The client’s document at {host} cannot be read, or does not describe a client: {reason}",
  "oauth_client.fault":
    "The request of this program is not complete, so nothing can be granted. Start again in the program.",
  "oauth_client.no_write": "This program asks to read only.",
  "device.on": "{browser} on {system}",
  "device.unknown": "an unknown program",
  "token.too_long": "{days, plural, one {Choose an end within one day.} other {Choose an end within # days.}}",
} as const;
