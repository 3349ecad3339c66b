/** What Clew sends to a provider, and the sign-outs that a provider reports (SAML 2.0 Core, sections 3.4 and 3.7). */
import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { isIdentifier } from "../oidc/readClaims.ts";
import { readRedirect, readUnverified, redirectAddress } from "./redirectBinding.ts";
import { CLOCK_SKEW_MS } from "./readResponse.ts";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import {
  attributeOf,
  childOf,
  childElements,
  escapeXml,
  isElement,
  NS,
  requireChild,
  elementText,
  samlTimeOf,
} from "./xmlDocument.ts";

const MESSAGE_ID = /^[\w.-]{1,200}$/;
/** From the issue of a report of a sign-out. */
const LOGOUT_AGE_MS = 5 * MINUTE_MS;

/** An identifier of a message. Random, so that no answer to another request fits. */
export const newMessageId = (): string => `_${randomBytes(32).toString("hex")}`;

export interface SignInRequest {
  readonly id: string;
  readonly entityId: string;
  readonly answerUrl: string;
  readonly signInUrl: string;
  /** In PEM; null: the request is not signed. */
  readonly privateKey: string | null;
}

/**
 * The provider's page for a sign-in. There is no RelayState: the page that began keeps where to go. Without AllowCreate a provider may make no
 * persistent name for a person at their first sign-in (SAML 2.0 Core, section 3.4.1.1); its format is the provider's choice.
 */
export const signInAddress = ({ id, entityId, answerUrl, signInUrl, privateKey }: SignInRequest): string =>
  redirectAddress(
    signInUrl,
    "SAMLRequest",
    `<samlp:AuthnRequest xmlns:samlp="${NS.protocol}" xmlns:saml="${NS.assertion}" ID="${id}" Version="2.0"` +
      ` IssueInstant="${new Date().toISOString()}" Destination="${escapeXml(signInUrl)}"` +
      ` AssertionConsumerServiceURL="${escapeXml(answerUrl)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">` +
      `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`,
    { privateKey },
  );

export interface LogoutExpectation {
  readonly issuer: string;
  /** In PEM. */
  readonly certificates: readonly string[];
  readonly destination: string;
  readonly now: number;
}

/** A sign-out that a provider reports. */
export interface SamlLogout {
  readonly id: string;
  readonly relayState: string | undefined;
  readonly subject: string;
  /** Sessions of the provider that have ended; none: all of the subject. */
  readonly sids: readonly string[];
  readonly issuedAt: Date;
}

/** Verifies a report of a sign-out. @param query as it was sent. @throws SamlRefusedError */
export function readLogoutRequest(query: string, expected: LogoutExpectation): SamlLogout {
  const { document, relayState } = readRedirect(query, "SAMLRequest", expected.certificates);
  const { root } = document;
  if (!isElement(root, NS.protocol, "LogoutRequest")) throw new SamlRefusedError("no LogoutRequest");
  if (attributeOf(root, "Version") !== "2.0") throw new SamlRefusedError("version");
  if (attributeOf(root, "Destination") !== expected.destination) throw new SamlRefusedError("destination");
  if (elementText(requireChild(root, NS.assertion, "Issuer")) !== expected.issuer) throw new SamlRefusedError("issuer");
  const issuedAt = samlTimeOf(attributeOf(root, "IssueInstant") ?? "");
  if (Math.abs(expected.now - issuedAt) > LOGOUT_AGE_MS + CLOCK_SKEW_MS) throw new SamlRefusedError("age");
  const end = attributeOf(root, "NotOnOrAfter");
  if (end !== undefined && samlTimeOf(end) <= expected.now - CLOCK_SKEW_MS) throw new SamlRefusedError("expired");
  const nameId = childOf(root, NS.assertion, "NameID");
  const subject = nameId ? elementText(nameId) : "";
  if (!isIdentifier(subject)) throw new SamlRefusedError("NameID");
  const sids = childElements(root, NS.protocol, "SessionIndex").map(elementText);
  const id = attributeOf(root, "ID") ?? "";
  if (!MESSAGE_ID.test(id) || !sids.every(isIdentifier)) throw new SamlRefusedError("identifier");
  return { id, relayState, subject, sids, issuedAt: new Date(issuedAt) };
}

/** What an answer to a refused report needs of it. Nothing else of it counts. @throws SamlRefusedError where it is no report */
export function readRefusedLogout(query: string): Pick<SamlLogout, "id" | "relayState"> {
  const { document, relayState } = readUnverified(query, "SAMLRequest");
  const id = attributeOf(document.root, "ID") ?? "";
  if (!isElement(document.root, NS.protocol, "LogoutRequest") || !MESSAGE_ID.test(id)) {
    throw new SamlRefusedError("no LogoutRequest");
  }
  return { id, relayState };
}

export interface LogoutAnswer {
  readonly entityId: string;
  readonly signOutUrl: string;
  readonly privateKey: string;
}

const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";
const DONE = `<samlp:StatusCode Value="${STATUS}Success"/>`;
const REFUSED = `<samlp:StatusCode Value="${STATUS}Requester"><samlp:StatusCode Value="${STATUS}RequestDenied"/></samlp:StatusCode>`;

/** The provider's address that learns that the sessions have ended, or that its report was refused and they continue. */
export const logoutAnswerAddress = (
  { id, relayState }: Pick<SamlLogout, "id" | "relayState">,
  { entityId, signOutUrl, privateKey }: LogoutAnswer,
  { isRefused = false } = {},
): string =>
  redirectAddress(
    signOutUrl,
    "SAMLResponse",
    `<samlp:LogoutResponse xmlns:samlp="${NS.protocol}" xmlns:saml="${NS.assertion}" ID="${newMessageId()}" Version="2.0"` +
      ` IssueInstant="${new Date().toISOString()}" Destination="${escapeXml(signOutUrl)}" InResponseTo="${id}">` +
      `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>` +
      `<samlp:Status>${isRefused ? REFUSED : DONE}</samlp:Status></samlp:LogoutResponse>`,
    { privateKey, relayState },
  );
