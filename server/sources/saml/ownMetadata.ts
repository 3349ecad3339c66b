import { escapeXml, NS } from "./xmlDocument.ts";

export interface OwnMetadata {
  readonly entityId: string;
  readonly answerUrl: string;
  readonly signOutUrl: string;
  /** DER in base64. */
  readonly certificate: string;
  readonly signsRequests: boolean;
}

/** What Clew says of itself to one provider, as SAML 2.0 Metadata. */
export function ownMetadata({ entityId, answerUrl, signOutUrl, certificate, signsRequests }: OwnMetadata): string {
  const key = (use: "signing" | "encryption"): string =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${NS.signature}"><ds:X509Data><ds:X509Certificate>` +
    `${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<md:EntityDescriptor xmlns:md="${NS.metadata}" entityID="${escapeXml(entityId)}">` +
    `<md:SPSSODescriptor AuthnRequestsSigned="${signsRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="${NS.protocol}">` +
    `${key("signing")}${key("encryption")}` +
    `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeXml(signOutUrl)}"/>` +
    `<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>` +
    `<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>` +
    `<md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(answerUrl)}"/>` +
    `</md:SPSSODescriptor></md:EntityDescriptor>\n`
  );
}
