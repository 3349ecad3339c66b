/** Where clients find what they need, by the specification of MCP for authorization. */
import { OAUTH_SCOPES } from "../../../contract/access/mcpClients.ts";

/** The page of the app on which a user consents. */
const AUTHORIZE_PATH = "/oauth/authorize";
export const TOKEN_PATH = "/oauth/token";
export const REGISTER_PATH = "/oauth/register";
export const REVOKE_PATH = "/oauth/revoke";
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";
/** RFC 9728, 3.1: at the root of the host, and with the path of the resource. */
export const RESOURCE_METADATA_PATHS = [
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource",
] as const;

/** The name of this server as an issuer. @param publicUrl without a slash at the end */
export const issuerOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, "");

/** The address that access is given for. */
export const resourceOf = (publicUrl: string): string => `${issuerOf(publicUrl)}/mcp`;

/** RFC 9728. */
export const resourceMetadata = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [issuerOf(publicUrl)],
  scopes_supported: [...OAUTH_SCOPES],
  bearer_methods_supported: ["header"],
  resource_name: "Clew",
});

/** RFC 8414. There is no user information and no signed token here, so nothing is answered for OpenID Connect. */
export const serverMetadata = (publicUrl: string) => {
  const issuer = issuerOf(publicUrl);
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PATH,
    token_endpoint: issuer + TOKEN_PATH,
    registration_endpoint: issuer + REGISTER_PATH,
    revocation_endpoint: issuer + REVOKE_PATH,
    scopes_supported: [...OAUTH_SCOPES],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
};
