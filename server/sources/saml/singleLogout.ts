/** A sign-out that begins here, and the provider's answer to it (SAML 2.0 Core, section 3.7; by redirect). */
import { MINUTE_MS } from "../../../contract/durations.ts";
import { attributesOfHint } from "./nameIdHint.ts";
import { readRedirect, redirectAddress } from "./redirectBinding.ts";
import { CLOCK_SKEW_MS, SUCCESS } from "./readResponse.ts";
import type { LogoutExpectation } from "./requests.ts";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import {
  attributeOf,
  childOf,
  escapeXml,
  isElement,
  NS,
  requireChild,
  elementText,
  samlTimeOf,
} from "./xmlDocument.ts";

/** From the issue of a request or of an answer. */
const AGE_MS = 5 * MINUTE_MS;
export interface SamlSignOut {
  readonly id: string;
  readonly entityId: string;
  readonly signOutRequestUrl: string;
  readonly subject: string;
  /** The provider's session; null where it named none: all of the person. */
  readonly sid: string | null;
  /** The result of `hintOfNameId` at the sign-in; null without one. */
  readonly hint: string | null;
  /** In PEM. */
  readonly privateKey: string;
}

/** The provider's page for the sign-out of a session. There is no RelayState: the answer names the request. */
export const signOutRequestAddress = (
  { id, entityId, signOutRequestUrl, subject, sid, hint, privateKey }: SamlSignOut,
  now: number = Date.now(),
): string =>
  redirectAddress(
    signOutRequestUrl,
    "SAMLRequest",
    `<samlp:LogoutRequest xmlns:samlp="${NS.protocol}" xmlns:saml="${NS.assertion}" ID="${id}" Version="2.0"` +
      ` IssueInstant="${new Date(now).toISOString()}" NotOnOrAfter="${new Date(now + AGE_MS).toISOString()}"` +
      ` Destination="${escapeXml(signOutRequestUrl)}" Reason="urn:oasis:names:tc:SAML:2.0:logout:user">` +
      `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>` +
      `<saml:NameID${attributesOfHint(hint)}>${escapeXml(subject)}</saml:NameID>` +
      `${sid === null ? "" : `<samlp:SessionIndex>${escapeXml(sid)}</samlp:SessionIndex>`}</samlp:LogoutRequest>`,
    { privateKey },
  );

export interface SamlSignedOut {
  /** The request that is answered. */
  readonly requestId: string;
  /** Whether the person is signed out at the provider and everywhere that it knows of. */
  readonly isDone: boolean;
}

/**
 * Reads the answer to a sign-out, which must be signed.
 * @param query as it was sent. @throws SamlRefusedError
 */
export function readLogoutResponse(query: string, expected: LogoutExpectation): SamlSignedOut {
  const { root } = readRedirect(query, "SAMLResponse", expected.certificates).document;
  if (!isElement(root, NS.protocol, "LogoutResponse")) throw new SamlRefusedError("no LogoutResponse");
  if (attributeOf(root, "Version") !== "2.0") throw new SamlRefusedError("version");
  if (attributeOf(root, "Destination") !== expected.destination) throw new SamlRefusedError("destination");
  if (elementText(requireChild(root, NS.assertion, "Issuer")) !== expected.issuer) throw new SamlRefusedError("issuer");
  const issuedAt = samlTimeOf(attributeOf(root, "IssueInstant") ?? "");
  if (Math.abs(expected.now - issuedAt) > AGE_MS + CLOCK_SKEW_MS) throw new SamlRefusedError("age");
  const requestId = attributeOf(root, "InResponseTo");
  if (requestId === undefined) throw new SamlRefusedError("in response to");
  const code = requireChild(requireChild(root, NS.protocol, "Status"), NS.protocol, "StatusCode");
  // A second code is PartialLogout, or the reason of a failure.
  const isWhole = childOf(code, NS.protocol, "StatusCode") === undefined;
  return { requestId, isDone: attributeOf(code, "Value") === SUCCESS && isWhole };
}
