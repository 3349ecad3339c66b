/** How Clew proves to a token endpoint that it is the registered client (RFC 6749, section 2.3.1). */
import * as oauth from "oauth4webapi";
import { isClientRefused } from "./OidcRefusedError.ts";

type Methods = Pick<oauth.AuthorizationServer, "token_endpoint_auth_methods_supported">;

/**
 * HTTP Basic. Only characters that need it are encoded: a provider that does not decode, against RFC 6749, then reads the same client ID and
 * secret as one that does.
 */
const basic =
  (secret: string): oauth.ClientAuth =>
  (_server, { client_id: clientId }, _body, headers) => {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  };

/**
 * Sends a request with the client's secret: by HTTP Basic where the provider accepts it. Where it refuses a client ID or secret whose characters
 * are encoded there, and accepts them in the form too, the request is sent again with the form, which every provider decodes.
 * @param send throws the refusals of oauth4webapi
 */
export async function withClientSecret<T>(
  { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] }: Methods,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  send: (authentication: oauth.ClientAuth) => Promise<T>,
): Promise<T> {
  const acceptsForm = methods.includes("client_secret_post");
  const form = oauth.ClientSecretPost(clientSecret);
  if (acceptsForm && !methods.includes("client_secret_basic")) return send(form);
  try {
    return await send(basic(clientSecret));
  } catch (error) {
    const isEncoded = encodeURIComponent(clientId + clientSecret) !== clientId + clientSecret;
    if (!acceptsForm || !isEncoded || !isClientRefused(error)) throw error;
    return send(form);
  }
}
