/** What an identity provider says of itself (SAML 2.0 Metadata). */
import { X509Certificate } from "node:crypto";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import {
  attributeOf,
  childOf,
  childElements,
  everyElement,
  fromBase64,
  NS,
  parseSamlXml,
  requireChild,
  elementText,
  samlTimeOf,
} from "./xmlDocument.ts";

export interface SamlCertificate {
  readonly pem: string;
  /** SHA-256, in pairs of hexadecimal digits. */
  readonly fingerprint: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
}

export interface SamlMetadata {
  readonly entityId: string;
  /** Where a request is sent by redirect. */
  readonly signInUrl: string;
  /** Where a sign-out is asked for by redirect; undefined where the provider has none. */
  readonly signOutRequestUrl: string | undefined;
  /** Where an answer about a sign-out is sent by redirect; undefined where the provider has none. */
  readonly signOutUrl: string | undefined;
  readonly wantsSignedRequests: boolean;
  /** Certificates of keys for signatures, at most ten. */
  readonly certificates: readonly SamlCertificate[];
}

/** Characters of metadata. */
export const MAX_METADATA_LENGTH = 256 << 10;
const MAX_CERTIFICATES = 10;
const MAX_URI = 1024;
const MIN_RSA_BITS = 2048;
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * Reads the metadata of one provider. Their signature is not checked: they come over TLS from the address that the Admin entered, or from the Admin.
 * @throws SamlRefusedError
 */
export function readMetadata(text: string): SamlMetadata {
  if (text.length > MAX_METADATA_LENGTH) throw new SamlRefusedError("length");
  const { root } = parseSamlXml(text, { hasComments: true });
  const entities = everyElement(root, "EntityDescriptor").filter(
    (entity) =>
      entity.namespaceURI === NS.metadata && childElements(entity, NS.metadata, "IDPSSODescriptor").length > 0,
  );
  const [entity] = entities;
  if (!entity || entities.length > 1) throw new SamlRefusedError("entities");
  const entityId = attributeOf(entity, "entityID") ?? "";
  if (entityId === "" || entityId.length > MAX_URI) throw new SamlRefusedError("entityID");
  const until = attributeOf(entity, "validUntil") ?? attributeOf(root, "validUntil");
  if (until !== undefined && samlTimeOf(until) <= Date.now()) throw new SamlRefusedError("validUntil");
  const role = requireChild(entity, NS.metadata, "IDPSSODescriptor");
  const signInUrl = redirectAddress(role, "SingleSignOnService", "Location");
  if (signInUrl === undefined) throw new SamlRefusedError("no SingleSignOnService");
  const certificates = readCertificates(role);
  if (certificates.length === 0) throw new SamlRefusedError("no certificate");
  return {
    entityId,
    signInUrl,
    signOutRequestUrl: redirectAddress(role, "SingleLogoutService", "Location"),
    signOutUrl:
      redirectAddress(role, "SingleLogoutService", "ResponseLocation") ??
      redirectAddress(role, "SingleLogoutService", "Location"),
    wantsSignedRequests: /^(?:true|1)$/.test(attributeOf(role, "WantAuthnRequestsSigned") ?? ""),
    certificates,
  };
}

function redirectAddress(role: Element, name: string, attribute: string): string | undefined {
  const service = childElements(role, NS.metadata, name).find(
    (element) => attributeOf(element, "Binding") === REDIRECT,
  );
  const address = service && attributeOf(service, attribute);
  if (address === undefined) return undefined;
  if (address.length > MAX_URI || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new SamlRefusedError(name);
  }
  return address;
}

/** Keys for signatures: RSA of at least 2048 bits. Others are left out, since no signature by them would be accepted. */
function readCertificates(role: Element): SamlCertificate[] {
  const texts = childElements(role, NS.metadata, "KeyDescriptor")
    .filter((key) => (attributeOf(key, "use") ?? "signing") === "signing")
    .flatMap((key) => {
      const info = childOf(key, NS.signature, "KeyInfo");
      return info ? childElements(info, NS.signature, "X509Data") : [];
    })
    .flatMap((data) => childElements(data, NS.signature, "X509Certificate").map(elementText));
  if (texts.length > MAX_CERTIFICATES) throw new SamlRefusedError("certificates");
  const certificates = texts
    .map((text) => parseCertificate(fromBase64(text)))
    .filter((certificate) => certificate !== undefined);
  return [...new Map(certificates.map((certificate) => [certificate.fingerprint, certificate])).values()];
}

function parseCertificate(der: Buffer): SamlCertificate | undefined {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(der);
  } catch (error) {
    throw new SamlRefusedError("certificate", { cause: error });
  }
  const { publicKey, fingerprint256, validFromDate, validToDate } = certificate;
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (publicKey.asymmetricKeyType !== "rsa" || bits < MIN_RSA_BITS) return undefined;
  return {
    pem: certificate.toString(),
    fingerprint: fingerprint256,
    validFrom: validFromDate,
    validUntil: validToDate,
  };
}

/** The certificates that hold at a time: an expired key, or one of tomorrow, signs no one in. */
export const validCertificates = (certificates: readonly SamlCertificate[], now: number): SamlCertificate[] =>
  certificates.filter(({ validFrom, validUntil }) => validFrom.getTime() <= now && now <= validUntil.getTime());
