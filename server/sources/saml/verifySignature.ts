/** Signatures of XML by an identity provider. What is returned is what was signed; nothing else of a document may be believed. */
import { SignedXml } from "xml-crypto";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import { attributeOf, childElements, childOf, NS, requireChild, type XmlDocument } from "./xmlDocument.ts";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/** Neither SHA-1 nor HMAC, whose key would be the public certificate. */
const SIGNATURES = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
] as const;
const DIGESTS = ["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"] as const;

const algorithmOf = (parent: Element, name: string): string =>
  attributeOf(requireChild(parent, NS.signature, name), "Algorithm") ?? "";

function requireAllowed(allowed: readonly string[], algorithm: string): void {
  if (!allowed.includes(algorithm)) throw new SamlRefusedError("algorithm", { fault: "answer_algorithm" });
}

/** Checks the form of a signature before any of it is computed. @throws SamlRefusedError */
function requireProfile(signature: Element, element: Element): void {
  const info = requireChild(signature, NS.signature, "SignedInfo");
  requireAllowed([EXCLUSIVE], algorithmOf(info, "CanonicalizationMethod"));
  requireAllowed(SIGNATURES, algorithmOf(info, "SignatureMethod"));
  const reference = requireChild(info, NS.signature, "Reference");
  requireAllowed(DIGESTS, algorithmOf(reference, "DigestMethod"));
  const transforms = childElements(requireChild(reference, NS.signature, "Transforms"), NS.signature, "Transform");
  const names = transforms.map((transform) => attributeOf(transform, "Algorithm") ?? "");
  if (names.length !== 2 || names[0] !== ENVELOPED || names[1] !== EXCLUSIVE) throw new SamlRefusedError("transforms");
  const id = attributeOf(element, "ID");
  if (id === undefined || !/^[\w.-]{1,200}$/.test(id) || attributeOf(reference, "URI") !== `#${id}`) {
    throw new SamlRefusedError("reference");
  }
}

const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/**
 * Verifies the signature that an element of a document has of itself.
 * @param certificates in PEM; keys that a document brings along are ignored
 * @returns the canonical text that was signed. @throws SamlRefusedError
 */
export function verifySignature(document: XmlDocument, element: Element, certificates: readonly string[]): string {
  const signature = childOf(element, NS.signature, "Signature");
  if (!signature) throw new SamlRefusedError("no Signature", { fault: "answer_unsigned" });
  requireProfile(signature, element);
  let cause: unknown;
  for (const publicCert of certificates) {
    const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
    check.SignatureAlgorithms = pick(check.SignatureAlgorithms, SIGNATURES) as typeof check.SignatureAlgorithms;
    check.HashAlgorithms = pick(check.HashAlgorithms, DIGESTS) as typeof check.HashAlgorithms;
    try {
      check.loadSignature(signature);
      const [signed, ...others] = check.checkSignature(document.text) ? check.getSignedReferences() : [];
      if (signed !== undefined && others.length === 0) return signed;
    } catch (error) {
      cause = error;
    }
  }
  throw new SamlRefusedError("signature", { cause, fault: "answer_key" });
}
