/** A certified identity provider (package oidc-provider) on loopback, with its own pages for signing in and out. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Registers Clew. Before that nothing is answered. */
  register(addresses: { readonly redirect: string; readonly logout: string }): void;
  stop(): Promise<void>;
}

/** @param domain of the addresses of all people: a person who signs in as `ada` has the address `ada@domain` */
export async function startOidcProvider(domain: string): Promise<OidcProvider> {
  let listener: RequestListener = (_request, response) => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => {
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "clew", clientSecret: "a secret of the provider" };
  return {
    issuer,
    ...client,
    register({ redirect, logout }) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.clientId,
            client_secret: client.clientSecret,
            redirect_uris: [redirect],
            post_logout_redirect_uris: [logout],
            backchannel_logout_uri: logout,
            backchannel_logout_session_required: true,
          },
        ],
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        findAccount: (_context, accountId) => ({
          accountId,
          claims: () => ({
            sub: accountId,
            name: `${accountId} of ${domain}`,
            email: `${accountId}@${domain}`,
            email_verified: true,
          }),
        }),
        cookies: { keys: ["a key of the cookies"] },
        pkce: { required: () => true },
        features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
        // Its own dispatcher reaches no loopback address.
        fetch: (url, { method, headers, body, signal } = {}) =>
          fetch(url, { method, headers, body, signal, redirect: "manual" } as RequestInit),
        ttl: { Session: 3600, Grant: 3600, Interaction: 600, IdToken: 600, AccessToken: 600 },
      });
      const answer = provider.callback();
      listener = (request, response) => void answer(request, response);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
