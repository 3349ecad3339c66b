/** Messages in the query of an address (SAML 2.0 Bindings, section 3.4). */
import { createPublicKey, sign, verify } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import { fromBase64, parseSamlXml, utf8, type XmlDocument } from "./xmlDocument.ts";

const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const HASHES: Readonly<Record<string, string>> = {
  [RSA_SHA256]: "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": "sha512",
};
/** Bytes of an inflated message. */
const MAX_MESSAGE = 32 << 10;
const MAX_RELAY_STATE = 512;

type Field = "SAMLRequest" | "SAMLResponse";

/** An address with a message. @param privateKey in PEM; null: without a signature */
export function redirectAddress(
  address: string,
  field: Field,
  xml: string,
  { privateKey, relayState }: { readonly privateKey: string | null; readonly relayState?: string | undefined },
): string {
  const url = new URL(address);
  const message = deflateRawSync(xml).toString("base64");
  const query = [
    `${field}=${encodeURIComponent(message)}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    ...(privateKey === null ? [] : [`SigAlg=${encodeURIComponent(RSA_SHA256)}`]),
  ].join("&");
  const signature =
    privateKey === null
      ? ""
      : `&Signature=${encodeURIComponent(sign("sha256", Buffer.from(query), privateKey).toString("base64"))}`;
  // A query that the provider's address has is not a part of what is signed.
  url.search = [url.search.slice(1), query + signature].filter((part) => part !== "").join("&");
  return url.href;
}

/**
 * Reads a signed message out of a query, as it was sent: its encoding is a part of what was signed.
 * @param certificates in PEM. @throws SamlRefusedError
 */
export function readRedirect(query: string, field: Field, certificates: readonly string[]): RedirectMessage {
  const parts = query.split("&");
  const raw = (name: string): string | undefined => {
    const values = parts.filter((part) => part.startsWith(`${name}=`));
    if (values.length > 1) throw new SamlRefusedError(`several ${name}`);
    return values[0];
  };
  const decoded = (name: string): string => {
    const [value] = [...new URLSearchParams(raw(name) ?? "").values()];
    if (value === undefined) throw new SamlRefusedError(`no ${name}`);
    return value;
  };
  const hash = HASHES[decoded("SigAlg")];
  if (hash === undefined) throw new SamlRefusedError("algorithm");
  const signed = Buffer.from([field, "RelayState", "SigAlg"].flatMap((name) => raw(name) ?? []).join("&"));
  const signature = fromBase64(decoded("Signature"));
  if (!certificates.some((pem) => verify(hash, signed, createPublicKey(pem), signature))) {
    throw new SamlRefusedError("signature");
  }
  const relayState = raw("RelayState") === undefined ? undefined : decoded("RelayState");
  return readMessage(decoded(field), relayState);
}

interface RedirectMessage {
  readonly document: XmlDocument;
  readonly relayState: string | undefined;
}

function readMessage(encoded: string, relayState: string | undefined): RedirectMessage {
  let inflated: Buffer;
  try {
    inflated = inflateRawSync(fromBase64(encoded), { maxOutputLength: MAX_MESSAGE });
  } catch (error) {
    throw new SamlRefusedError("deflate", { cause: error });
  }
  if (relayState !== undefined && relayState.length > MAX_RELAY_STATE) throw new SamlRefusedError("RelayState");
  return { document: parseSamlXml(utf8(inflated)), relayState };
}

/** Reads a message whose signature is not checked: anyone may have sent it. @throws SamlRefusedError */
export function readUnverified(query: string, field: Field): RedirectMessage {
  const parameters = new URLSearchParams(query);
  return readMessage(parameters.get(field) ?? "", parameters.get("RelayState") ?? undefined);
}
