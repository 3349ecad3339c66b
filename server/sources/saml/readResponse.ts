/** The answer of an identity provider to a sign-in (SAML 2.0 Core, and the Web Browser SSO Profile). */
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { Email } from "../../../contract/fieldSchemas.ts";
import { isIdentifier, type OidcClaims } from "../oidc/readClaims.ts";
import { boundGroups, type SignInGroups } from "../oidc/readClaimGroups.ts";
import { decryptAssertion } from "./decryptAssertion.ts";
import { hintOfNameId } from "./nameIdHint.ts";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import { verifySignature } from "./verifySignature.ts";
import {
  attributeOf,
  childOf,
  childElements,
  everyElement,
  fromBase64,
  isElement,
  NS,
  parseSamlXml,
  requireChild,
  elementText,
  samlTimeOf,
  TEXT,
  utf8,
  type XmlDocument,
} from "./xmlDocument.ts";

/** What an answer must fit. */
export interface SamlExpectation {
  /** The provider's entity id. */
  readonly issuer: string;
  /** Certificates of the provider, in PEM. */
  readonly certificates: readonly string[];
  /** Where the answer arrived. */
  readonly recipient: string;
  /** Clew's entity id at this provider. */
  readonly audience: string;
  /** Clew's private key, in PEM, for encrypted assertions. */
  readonly privateKey: string;
  /** The id of the request; null where none was sent. */
  readonly requestId: string | null;
  readonly now: number;
  /** The attribute that names a person's groups; "": they are not read. */
  readonly groupsAttribute: string;
}

/** What a verified assertion says of a person. */
export interface SamlClaims extends OidcClaims {
  readonly assertionId: string;
  /** After that the assertion is refused because of its age. */
  readonly expiresAt: Date;
  /** When the provider wants the session to end; null: it does not say. */
  readonly sessionEndsAt: Date | null;
}

/** By which the clock of a provider may differ. */
export const CLOCK_SKEW_MS = MINUTE_MS;
/** Characters of an answer in base64. */
export const MAX_RESPONSE_LENGTH = 256 << 10;
const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";
export const SUCCESS = `${STATUS}Success`;
/** Second codes with which a provider refuses a person, or the person the provider (SAML 2.0 Core, section 3.2.2.2). */
const DENIALS = ["AuthnFailed", "NoAuthnContext", "NoPassive", "RequestDenied", "UnknownPrincipal"];
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";

/** Names of attributes, in lower case, in the order in which they count. */
const EMAIL_NAMES = ["email", "mail", "emailaddress", "urn:oid:0.9.2342.19200300.100.1.3", `${CLAIMS}emailaddress`];
const FULL_NAMES = [
  "displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "cn",
  "urn:oid:2.5.4.3",
];
const GIVEN_NAMES = ["givenname", "firstname", "urn:oid:2.5.4.42", `${CLAIMS}givenname`];
const FAMILY_NAMES = ["surname", "sn", "lastname", "urn:oid:2.5.4.4", `${CLAIMS}surname`];
const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

export interface SamlResponse {
  readonly document: XmlDocument;
  /** The request that the answer names; undefined where it names none. Not verified. */
  readonly inResponseTo: string | undefined;
}

/** Parses the field `SAMLResponse` of the POST binding; nothing of it is verified. @throws SamlRefusedError */
export function parseResponse(encoded: string): SamlResponse {
  if (encoded.length > MAX_RESPONSE_LENGTH) throw new SamlRefusedError("length");
  const document = parseSamlXml(utf8(fromBase64(encoded)));
  if (!isElement(document.root, NS.protocol, "Response")) throw new SamlRefusedError("no Response");
  return { document, inResponseTo: attributeOf(document.root, "InResponseTo") };
}

/**
 * Verifies an answer. It must have one assertion, which the provider has signed itself; a signature of the whole answer is checked where there
 * is one, and never enough. Claims are read of the text that was signed.
 * @throws SamlRefusedError
 */
export function readResponse({ document, inResponseTo }: SamlResponse, expected: SamlExpectation): SamlClaims {
  const { root } = document;
  if (attributeOf(root, "Version") !== "2.0") throw new SamlRefusedError("version");
  const destination = attributeOf(root, "Destination");
  if (destination !== undefined && destination !== expected.recipient) {
    throw new SamlRefusedError("destination", { fault: "answer_recipient" });
  }
  if ((inResponseTo ?? null) !== expected.requestId) throw new SamlRefusedError("in response to");
  const issuer = childOf(root, NS.assertion, "Issuer");
  if (issuer && elementText(issuer) !== expected.issuer) {
    throw new SamlRefusedError("issuer", { fault: "answer_issuer" });
  }
  if (childOf(root, NS.signature, "Signature")) verifySignature(document, root, expected.certificates);
  requireSuccess(root);
  const signed = parseSamlXml(signedAssertion(document, expected)).root;
  if (!isElement(signed, NS.assertion, "Assertion")) throw new SamlRefusedError("no Assertion");
  return readAssertion(signed, expected);
}

function requireSuccess(root: Element): void {
  const code = requireChild(requireChild(root, NS.protocol, "Status"), NS.protocol, "StatusCode");
  if (attributeOf(code, "Value") === SUCCESS) return;
  const detail = childOf(code, NS.protocol, "StatusCode");
  const status = (detail && attributeOf(detail, "Value")) ?? "";
  const isDenied = DENIALS.some((name) => status === `${STATUS}${name}`);
  // Without a second code the first one is as true of a person who cancelled as of a wrong request.
  throw new SamlRefusedError("status", { isDenied: isDenied || !detail, fault: "answer_error" });
}

/** Where a wrapped signature would need a second assertion, or a signature elsewhere, there is none. */
function signedAssertion(document: XmlDocument, { certificates, privateKey }: SamlExpectation): string {
  const { root } = document;
  const assertions = [...everyElement(root, "Assertion"), ...everyElement(root, "EncryptedAssertion")];
  const [element] = assertions;
  if (!element || assertions.length > 1) throw new SamlRefusedError("assertions");
  if (element.parentNode !== root) throw new SamlRefusedError("place of the assertion");
  if (isElement(element, NS.assertion, "Assertion")) {
    requireOwnSignatures(root, [root, element]);
    return verifySignature(document, element, certificates);
  }
  if (!isElement(element, NS.assertion, "EncryptedAssertion")) throw new SamlRefusedError("no Assertion");
  requireOwnSignatures(root, [root]);
  return withOneFault(() => {
    const inner = parseSamlXml(decryptAssertion(element, privateKey));
    if (!isElement(inner.root, NS.assertion, "Assertion") || everyElement(inner.root, "Assertion").length !== 1) {
      throw new SamlRefusedError("assertions");
    }
    requireOwnSignatures(inner.root, [inner.root]);
    return verifySignature(inner, inner.root, certificates);
  });
}

/** All failures before the end of a decrypted signature look the same in the browser: a sender must not learn how far a forged text came. */
function withOneFault<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    throw new SamlRefusedError(error.reason, { cause: error.cause, fault: "answer_encryption" });
  }
}

/** Each signature is a child of one of these elements. @throws SamlRefusedError */
function requireOwnSignatures(root: Element, owners: readonly Element[]): void {
  for (const { parentNode } of everyElement(root, "Signature")) {
    if (!owners.includes(parentNode as Element)) throw new SamlRefusedError("place of a signature");
  }
}

function readAssertion(assertion: Element, expected: SamlExpectation): SamlClaims {
  if (attributeOf(assertion, "Version") !== "2.0") throw new SamlRefusedError("version");
  if (elementText(requireChild(assertion, NS.assertion, "Issuer")) !== expected.issuer) {
    throw new SamlRefusedError("issuer", { fault: "answer_issuer" });
  }
  const subject = requireChild(assertion, NS.assertion, "Subject");
  const confirmedUntil = readConfirmation(subject, expected);
  const until = Math.min(confirmedUntil, readConditions(assertion, expected));
  const nameId = childOf(subject, NS.assertion, "NameID");
  if (!nameId) throw new SamlRefusedError("no NameID", { fault: "answer_name" });
  const name = elementText(nameId);
  const format = attributeOf(nameId, "Format");
  // Another one at each sign-in, so that no account could be found again.
  if (format === TRANSIENT) throw new SamlRefusedError("transient NameID", { fault: "answer_name" });
  if (!isIdentifier(name)) throw new SamlRefusedError("NameID", { fault: "answer_name" });
  const session = readSession(assertion, expected.now);
  const attributes = readAttributes(assertion);
  return {
    subject: name,
    ...session,
    email: emailOf(first(attributes, EMAIL_NAMES) ?? (format === EMAIL_FORMAT ? name : undefined)),
    // The company's own provider says so, and only addresses of domains that are proven for it count.
    isEmailVerified: true,
    name: nameOf(attributes),
    ...(expected.groupsAttribute !== "" && { groups: readGroupsOf(assertion, expected.groupsAttribute) }),
    signOutHint: hintOfNameId(nameId),
    assertionId: attributeOf(assertion, "ID") ?? "",
    expiresAt: new Date(until + CLOCK_SKEW_MS),
  };
}

/** @returns until when a confirmation for the bearer holds. @throws SamlRefusedError without one that holds now */
function readConfirmation(subject: Element, { recipient, requestId, now }: SamlExpectation): number {
  const confirmations = childElements(subject, NS.assertion, "SubjectConfirmation").flatMap((confirmation) => {
    if (attributeOf(confirmation, "Method") !== BEARER) return [];
    const data = childOf(confirmation, NS.assertion, "SubjectConfirmationData");
    const end = data && attributeOf(data, "NotOnOrAfter");
    if (!data || end === undefined || attributeOf(data, "Recipient") !== recipient) return [];
    if ((attributeOf(data, "InResponseTo") ?? null) !== requestId) return [];
    return [{ start: attributeOf(data, "NotBefore"), end: samlTimeOf(end) }];
  });
  if (confirmations.length === 0) throw new SamlRefusedError("confirmation", { fault: "answer_recipient" });
  const ends = confirmations.flatMap(({ start, end }) => {
    if (start !== undefined && samlTimeOf(start) > now + CLOCK_SKEW_MS) return [];
    return end > now - CLOCK_SKEW_MS ? [end] : [];
  });
  if (ends.length === 0) throw new SamlRefusedError("time of the confirmation", { fault: "answer_clock" });
  return Math.max(...ends);
}

/** @returns until when the conditions hold. @throws SamlRefusedError when they do not, or name another audience */
function readConditions(assertion: Element, { audience, now }: SamlExpectation): number {
  const conditions = requireChild(assertion, NS.assertion, "Conditions");
  const start = attributeOf(conditions, "NotBefore");
  const end = attributeOf(conditions, "NotOnOrAfter");
  if (start !== undefined && samlTimeOf(start) > now + CLOCK_SKEW_MS) {
    throw new SamlRefusedError("not yet", { fault: "answer_clock" });
  }
  if (end !== undefined && samlTimeOf(end) <= now - CLOCK_SKEW_MS) {
    throw new SamlRefusedError("expired", { fault: "answer_clock" });
  }
  const restrictions = childElements(conditions, NS.assertion, "AudienceRestriction");
  const isMeant = restrictions.every((restriction) =>
    childElements(restriction, NS.assertion, "Audience").some((element) => elementText(element) === audience),
  );
  if (restrictions.length === 0 || !isMeant) throw new SamlRefusedError("audience", { fault: "answer_audience" });
  return end === undefined ? Infinity : samlTimeOf(end);
}

function readSession(assertion: Element, now: number): { sid: string | undefined; sessionEndsAt: Date | null } {
  const statements = childElements(assertion, NS.assertion, "AuthnStatement");
  if (statements.length === 0) throw new SamlRefusedError("no AuthnStatement");
  const ends = statements.flatMap((statement) => attributeOf(statement, "SessionNotOnOrAfter") ?? []).map(samlTimeOf);
  const end = Math.min(...ends);
  if (end <= now - CLOCK_SKEW_MS) throw new SamlRefusedError("session", { fault: "answer_clock" });
  const sid = statements
    .map((statement) => attributeOf(statement, "SessionIndex"))
    .find((index) => index !== undefined);
  if (sid !== undefined && !isIdentifier(sid)) throw new SamlRefusedError("SessionIndex");
  return { sid, sessionEndsAt: ends.length === 0 ? null : new Date(end) };
}

/** The first value of each attribute, by its name in lower case. */
function readAttributes(assertion: Element): Map<string, string> {
  const result = new Map<string, string>();
  for (const statement of childElements(assertion, NS.assertion, "AttributeStatement")) {
    for (const attribute of childElements(statement, NS.assertion, "Attribute")) {
      const key = (attributeOf(attribute, "Name") ?? "").toLowerCase();
      // A provider may send others, with any content.
      if (![EMAIL_NAMES, FULL_NAMES, GIVEN_NAMES, FAMILY_NAMES].some((names) => names.includes(key))) continue;
      const [value] = childElements(attribute, NS.assertion, "AttributeValue");
      if (value && !result.has(key)) result.set(key, elementText(value));
    }
  }
  return result;
}

/** By which Entra ID names an address for the groups in place of a list that would be too long. */
const GROUPS_LINK = "http://schemas.microsoft.com/claims/groups.link";

/** Every value of the attribute. A provider leaves it out for a person without groups. */
function readGroupsOf(assertion: Element, attributeName: string): SignInGroups {
  const attributes = childElements(assertion, NS.assertion, "AttributeStatement").flatMap((statement) =>
    childElements(statement, NS.assertion, "Attribute"),
  );
  const named = (name: string) =>
    attributes.filter((attribute) => attributeOf(attribute, "Name")?.toLowerCase() === name.toLowerCase());
  if (named(GROUPS_LINK).length > 0) return { refused: "overage" };
  const values = named(attributeName).flatMap((attribute) => childElements(attribute, NS.assertion, "AttributeValue"));
  // Elements in place of a name.
  if (values.some(({ childNodes }) => Array.from(childNodes).some(({ nodeType }) => nodeType !== TEXT))) {
    return { refused: "format" };
  }
  return boundGroups(values.map((value) => elementText(value)));
}

const first = (attributes: ReadonlyMap<string, string>, names: readonly string[]): string | undefined =>
  names.map((name) => attributes.get(name)).find((value) => value !== undefined && value !== "");

function emailOf(text: string | undefined): string | undefined {
  // Some letters of other scripts become ASCII in lower case, and would be another person's address.
  const email = Email.safeParse(/^[\x21-\x7e]+$/.test(text ?? "") ? text : undefined);
  return email.success ? email.data : undefined;
}

function nameOf(attributes: ReadonlyMap<string, string>): string {
  const text = (names: readonly string[]): string => (first(attributes, names) ?? "").replaceAll(CONTROL, "").trim();
  const full = text(FULL_NAMES) || `${text(GIVEN_NAMES)} ${text(FAMILY_NAMES)}`.trim();
  return full.slice(0, TEXT_LIMITS.name).toWellFormed().trim();
}
