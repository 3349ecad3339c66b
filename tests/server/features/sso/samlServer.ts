/** A server whose first company signs in at a provider of SAML 2.0, for tests. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import type { SsoDomain, SsoProvider } from "../../../../contract/access/sso.ts";
import { readSsoReturn, type SsoReturn } from "../../../../contract/access/ssoReturn.ts";
import {
  encoded,
  idpMetadata,
  newSamlKey,
  samlResponse,
  type SamlAnswer,
  type SamlKey,
} from "../../../providers/samlIdp.ts";
import type { Engine } from "../../testDb.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

export interface SamlServer {
  readonly sso: SsoServer;
  readonly entityId: string;
  readonly key: SamlKey;
  readonly provider: SsoProvider;
  /** Address of the host that publishes the provider's metadata, and has its pages. */
  readonly hostUrl: string;
  readonly metadata: string;
  change(body: Record<string, unknown>): Promise<SsoProvider>;
  /** A whole sign-in. @returns the token, or what the login page is given */
  signIn(answer?: Partial<SamlAnswer>): Promise<{ token?: string; returned: SsoReturn | null }>;
  stop(): Promise<void>;
}

/** The message that an address brings, as XML, with its id. */
export function messageOf(address: string, field: "SAMLRequest" | "SAMLResponse"): { xml: string; id: string } {
  const xml = inflateRawSync(Buffer.from(new URL(address).searchParams.get(field) ?? "", "base64")).toString();
  return { xml, id: / ID="([^"]+)"/.exec(xml)?.[1] ?? "" };
}

export async function startSamlServer(engine: Engine, domain = "saml.example"): Promise<SamlServer> {
  const sso = await startSsoServer(engine);
  const key = await newSamlKey();
  const entityId = "urn:example:idp";
  const host = createServer((_request, response) => {
    response.end(metadata);
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const metadata = idpMetadata({ entityId, url: hostUrl, keys: [key] });
  const fields = {
    label: "Company login",
    metadata_url: `${hostUrl}/metadata`,
    metadata: null,
    signs_requests: false,
    allows_unsolicited: false,
  };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await sso.settings(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id } = (await call("POST", "saml/", fields)) as SsoProvider;
  const added = (await call("POST", `providers/${id}/domains/`, { name: domain })) as SsoDomain;
  sso.names.records.set(domain, [added.record]);
  await call("POST", `domains/${added.id}/verify/`);
  const change: SamlServer["change"] = async (body) =>
    (await call("PUT", `saml/${id}/`, { ...fields, is_enabled: true, ...body })) as SsoProvider;
  const provider = await change({});
  let begun = 0;
  return {
    sso,
    entityId,
    key,
    provider,
    hostUrl,
    metadata,
    change,
    async signIn(answer = {}) {
      // Another address each time, since attempts are limited by address.
      const { auth_url, verifier } = await sso.begin(`person-${begun++}@${domain}`);
      const response = samlResponse({
        issuer: entityId,
        recipient: provider.redirect_url,
        audience: provider.saml?.entity_id ?? "",
        requestId: messageOf(auth_url, "SAMLRequest").id,
        key,
        attributes: { email: `ada@${domain}` },
        ...answer,
      });
      const sent = await fetch(provider.redirect_url, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ SAMLResponse: encoded(response) }),
      });
      const returned = readSsoReturn(new URL(sent.headers.get("location") ?? "none:", sso.server.url).hash);
      if (returned === null || !("code" in returned)) return { returned };
      const { body } = await sso.exchange(returned.code, verifier);
      return { returned, token: (body as { token: string }).token };
    },
    async stop() {
      host.closeAllConnections();
      host.close();
      await sso.stop();
    },
  };
}
