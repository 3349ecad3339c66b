/** A server of a SAML 2.0 identity provider with a page that signs everyone in, for browsers. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { encoded, idpMetadata, newSamlKey, samlResponse } from "./samlIdp.ts";

export interface SamlHost {
  readonly metadataUrl: string;
  readonly entityId: string;
  /** Begins a sign-in at the provider, as a tile of its portal does. */
  readonly portalUrl: string;
  /** The addresses of Clew, as an Admin enters them at the provider. */
  register(addresses: { readonly entityId: string; readonly answers: string }): void;
  stop(): Promise<void>;
}

/** @param email of the person who is signed in at the provider */
export async function startSamlHost(email: string): Promise<SamlHost> {
  const key = await newSamlKey();
  const entityId = "urn:example:saml-host";
  let known = { entityId: "", answers: "" };
  /** The page that brings an answer to Clew by POST. */
  const page = (requestId: string | null): string => {
    const response = samlResponse({
      issuer: entityId,
      recipient: known.answers,
      audience: known.entityId,
      requestId,
      key,
      nameId: "person-of-the-host",
      attributes: { mail: email, displayName: "Saml Person" },
    });
    return (
      `<!doctype html><title>Provider</title><form method="post" action="${known.answers}">` +
      `<input name="SAMLResponse" type="hidden" value="${encoded(response)}"></form><script>document.forms[0].submit()</script>`
    );
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    if (pathname === "/metadata") return response.end(idpMetadata({ entityId, url, keys: [key] }));
    response.setHeader("content-type", "text/html");
    if (pathname === "/portal") return response.end(page(null));
    const message = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    return response.end(page(/ ID="([^"]+)"/.exec(message)?.[1] ?? ""));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    metadataUrl: `${url}/metadata`,
    entityId,
    portalUrl: `${url}/portal`,
    register: (addresses) => {
      known = addresses;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
