/** An identity provider of SAML 2.0, whose every message a test can change before or after it is signed. */
import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { makeCertificate } from "../../server/sources/saml/ownCertificate.ts";

export const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
export const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const SAML = `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`;
const SAMLP = `xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"`;
const XENC = "http://www.w3.org/2001/04/xmlenc#";

export interface SamlKey {
  readonly privateKey: string;
  /** DER in base64. */
  readonly certificate: string;
}
export const newSamlKey = (name = "idp", now?: Date): Promise<SamlKey> => makeCertificate(name, now);

export const pemOf = ({ certificate }: Pick<SamlKey, "certificate">): string =>
  new X509Certificate(Buffer.from(certificate, "base64")).toString();

export interface SamlAnswer {
  readonly issuer: string;
  readonly recipient: string;
  readonly audience: string;
  readonly requestId: string | null;
  readonly key: SamlKey;
  readonly nameId?: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** Milliseconds from now. */
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly sessionNotOnOrAfter?: number;
  readonly sessionIndex?: string;
  readonly destination?: string | null;
  readonly assertionId?: string;
  /** Changes what is signed. */
  readonly edit?: (assertion: string) => string;
  readonly signAssertion?: boolean;
  readonly signResponse?: boolean;
  readonly algorithm?: string;
  readonly digest?: string;
  /** Changes the signed assertion, with what surrounds it. */
  readonly wrap?: (signed: string, unsigned: string) => string;
  /** Changes the whole answer after all signatures. */
  readonly change?: (response: string) => string;
  readonly encryptFor?: { readonly certificate: string; readonly padding?: number; readonly method?: string };
}

const instant = (offset = 0): string => new Date(Date.now() + offset).toISOString();

/** Signs the element of an id, and puts the signature behind its issuer. */
export function signXml(
  xml: string,
  name: "Assertion" | "Response",
  key: SamlKey,
  { algorithm = RSA_SHA256, digest = SHA256 } = {},
): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: pemOf(key),
    signatureAlgorithm: algorithm as typeof RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  if (algorithm.endsWith("hmac-sha1")) {
    signer.enableHMAC();
    signer.privateKey = pemOf(key);
  }
  const xpath = `//*[local-name(.)='${name}']`;
  signer.addReference({ xpath, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: digest as typeof SHA256 });
  signer.computeSignature(xml, {
    prefix: "ds",
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signer.getSignedXml();
}

/** The answer as XML, before its base64. */
export function samlResponse(answer: SamlAnswer): string {
  const {
    issuer,
    recipient,
    audience,
    requestId,
    key,
    nameId = "person-1",
    format = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    attributes = {},
    notBefore = -1000,
    notOnOrAfter = 300_000,
    sessionNotOnOrAfter,
    sessionIndex = "_session",
    destination = recipient,
    assertionId = `_${randomBytes(16).toString("hex")}`,
    edit = (assertion) => assertion,
    signAssertion = true,
    signResponse = false,
    algorithm = RSA_SHA256,
    digest = SHA256,
    wrap = (signed) => signed,
    change = (response) => response,
    encryptFor,
  } = answer;
  const answered = requestId === null ? "" : ` InResponseTo="${requestId}"`;
  const values = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  const unsigned = edit(
    `<saml:Assertion ${SAML} ID="${assertionId}" Version="2.0" IssueInstant="${instant()}"><saml:Issuer>${issuer}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
      ` NotOnOrAfter="${instant(notOnOrAfter)}" Recipient="${recipient}"${answered}/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${instant(notBefore)}" NotOnOrAfter="${instant(notOnOrAfter)}">` +
      `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${instant()}" SessionIndex="${sessionIndex}"` +
      `${sessionNotOnOrAfter === undefined ? "" : ` SessionNotOnOrAfter="${instant(sessionNotOnOrAfter)}"`}>` +
      `<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
      `</saml:AuthnContext></saml:AuthnStatement>` +
      `${values.length === 0 ? "" : `<saml:AttributeStatement>${values.join("")}</saml:AttributeStatement>`}</saml:Assertion>`,
  );
  const algorithms = { algorithm, digest };
  const signed = signAssertion ? signXml(unsigned, "Assertion", key, algorithms) : unsigned;
  const wrapped = wrap(signed, unsigned);
  const inner = encryptFor ? encrypted(wrapped, encryptFor) : wrapped;
  const target = destination === null ? "" : ` Destination="${destination}"`;
  const response =
    `<samlp:Response ${SAMLP} ${SAML} ID="_${randomBytes(16).toString("hex")}" Version="2.0" IssueInstant="${instant()}"${target}${answered}>` +
    `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`;
  return change(signResponse ? signXml(response, "Response", key, algorithms) : response);
}

export const encoded = (xml: string): string => Buffer.from(xml).toString("base64");

function encrypted(
  xml: string,
  {
    certificate,
    padding = constants.RSA_PKCS1_OAEP_PADDING,
    method = "rsa-oaep-mgf1p",
  }: NonNullable<SamlAnswer["encryptFor"]>,
): string {
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const bytes = Buffer.concat([iv, cipher.update(xml), cipher.final(), cipher.getAuthTag()]);
  const wrapped = publicEncrypt({ key: pemOf({ certificate }), padding }, key).toString("base64");
  return (
    `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${XENC}${method}"/>` +
    `<xenc:CipherData><xenc:CipherValue>${wrapped}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>` +
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString("base64")}</xenc:CipherValue></xenc:CipherData>` +
    `</xenc:EncryptedData></saml:EncryptedAssertion>`
  );
}

export interface IdpMetadata {
  readonly entityId: string;
  readonly url: string;
  readonly keys: readonly SamlKey[];
  readonly wantsSignedRequests?: boolean;
}

/** The metadata of a provider. */
export const idpMetadata = ({ entityId, url, keys, wantsSignedRequests = false }: IdpMetadata): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- of a test --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">` +
  `<md:IDPSSODescriptor WantAuthnRequestsSigned="${wantsSignedRequests}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  keys
    .map(
      ({ certificate }) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>` +
        `<ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join("") +
  `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/logout"/>` +
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sso?tenant=1"/>` +
  `</md:IDPSSODescriptor></md:EntityDescriptor>`;
