import { constants } from "node:crypto";
import { IdentityProvider, SamlLib, ServiceProvider } from "samlify";
import { beforeAll, describe, expect, test } from "vitest";
import { parseResponse, readResponse, type SamlExpectation } from "../../../server/sources/saml/readResponse.ts";
import { readMetadata, validCertificates } from "../../../server/sources/saml/readMetadata.ts";
import { makeCertificate } from "../../../server/sources/saml/ownCertificate.ts";
import { ownMetadata } from "../../../server/sources/saml/ownMetadata.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import {
  encoded,
  idpMetadata,
  newSamlKey,
  pemOf,
  samlResponse,
  signXml,
  type SamlAnswer,
  type SamlKey,
} from "../../providers/samlIdp.ts";

const ISSUER = "https://idp.example/entity";
const RECIPIENT = "https://clew.example/api/v1/users/sso/callback/p1/";
const AUDIENCE = "https://clew.example/api/v1/users/sso/metadata/p1/";
const REQUEST = "_request-1";

let key: SamlKey;
let other: SamlKey;
let own: SamlKey;
beforeAll(async () => {
  [key, other, own] = await Promise.all([newSamlKey(), newSamlKey("other"), makeCertificate("clew")]);
});

const expected = (change: Partial<SamlExpectation> = {}): SamlExpectation => ({
  issuer: ISSUER,
  certificates: [pemOf(key)],
  recipient: RECIPIENT,
  audience: AUDIENCE,
  privateKey: own.privateKey,
  requestId: REQUEST,
  groupsAttribute: "",
  now: Date.now(),
  ...change,
});
const answer = (change: Partial<SamlAnswer> = {}): SamlAnswer => ({
  issuer: ISSUER,
  recipient: RECIPIENT,
  audience: AUDIENCE,
  requestId: REQUEST,
  key,
  nameId: "ada-1",
  attributes: { mail: "Ada@Example.org", givenName: "Ada", sn: "Love&lt;lace" },
  ...change,
});
const read = (xml: string, change: Partial<SamlExpectation> = {}) =>
  readResponse(parseResponse(encoded(xml)), expected(change));
/** The reason of the refusal; the subject where there is none. */
function outcome(xml: string, change: Partial<SamlExpectation> = {}): string {
  try {
    return `accepted ${read(xml, change).subject}`;
  } catch (error) {
    if (error instanceof Error && "reason" in error && typeof error.reason === "string") return error.reason;
    throw error;
  }
}

describe("an answer that holds", () => {
  test("reads every value of the attribute that names groups, which Entra ID replaces by an address where there are many", () => {
    const groupsAttribute = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups";
    const values = "one</saml:AttributeValue><saml:AttributeValue>two &amp; three";
    const named = samlResponse(answer({ attributes: { [groupsAttribute]: values } }));
    expect(read(named, { groupsAttribute }).groups).toEqual({ names: ["one", "two & three"] });
    expect(read(named).groups).toBeUndefined();
    expect(read(samlResponse(answer()), { groupsAttribute }).groups).toEqual({ names: [] });
    const link = { "http://schemas.microsoft.com/claims/groups.link": "https://graph.windows.net/x" };
    expect(read(samlResponse(answer({ attributes: link })), { groupsAttribute }).groups).toEqual({
      refused: "overage",
    });
    const many = Array.from({ length: 201 }, (_, at) => `group-${at}`).join(
      "</saml:AttributeValue><saml:AttributeValue>",
    );
    const tooMany = samlResponse(answer({ attributes: { [groupsAttribute]: many } }));
    expect(read(tooMany, { groupsAttribute }).groups).toEqual({ refused: "limit" });
  });

  test("names the person, and until when", () => {
    const claims = read(samlResponse(answer({ sessionNotOnOrAfter: 3_600_000, assertionId: "_a1" })));
    expect(claims).toMatchObject({
      subject: "ada-1",
      sid: "_session",
      email: "ada@example.org",
      name: "Ada Love<lace",
      assertionId: "_a1",
    });
    expect(claims.sessionEndsAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(claims.expiresAt.getTime()).toBeGreaterThan(Date.now() + 300_000);
  });

  test("may be signed as a whole too, encrypted, or late by less than a minute", () => {
    expect(outcome(samlResponse(answer({ signResponse: true })))).toBe("accepted ada-1");
    expect(outcome(samlResponse(answer({ encryptFor: own })))).toBe("accepted ada-1");
    expect(outcome(samlResponse(answer({ encryptFor: own, signResponse: true })))).toBe("accepted ada-1");
    expect(outcome(samlResponse(answer({ notBefore: 50_000 })))).toBe("accepted ada-1");
    expect(outcome(samlResponse(answer({ notOnOrAfter: -50_000 })))).toBe("accepted ada-1");
  });

  test("is signed by either of two keys while a provider changes its key", () => {
    const certificates = [pemOf(other), pemOf(key)];
    expect(outcome(samlResponse(answer()), { certificates })).toBe("accepted ada-1");
    expect(outcome(samlResponse(answer({ key: other })), { certificates })).toBe("accepted ada-1");
  });

  test("without a request names none", () => {
    expect(outcome(samlResponse(answer({ requestId: null })), { requestId: null })).toBe("accepted ada-1");
    expect(outcome(samlResponse(answer()), { requestId: null })).toBe("in response to");
    expect(outcome(samlResponse(answer({ requestId: null })))).toBe("in response to");
  });
});

describe("an answer that is refused", () => {
  const inAssertion = (from: RegExp | string, to: string): Partial<SamlAnswer> => ({
    edit: (xml) => {
      const changed = xml.replace(from, to);
      expect(changed).not.toBe(xml);
      return changed;
    },
  });
  const evil = (unsigned: string): string => unsigned.replace("ada-1", "eve").replace(/ID="_/, 'ID="_evil');
  const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s;
  const signatureOf = (signed: string): string => SIGNATURE.exec(signed)?.[0] ?? "";
  const beforeSubject = (xml: string, part: string): string => xml.replace("<saml:Subject>", `${part}<saml:Subject>`);

  test.each<[string, Partial<SamlAnswer>]>([
    ["audience", { audience: "https://other.example/" }],
    ["audience", inAssertion(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, "")],
    ["confirmation", { recipient: "https://other.example/acs", destination: RECIPIENT }],
    ["destination", { destination: "https://other.example/acs" }],
    ["in response to", { requestId: "_request-2" }],
    ["confirmation", inAssertion(/ InResponseTo="[^"]+"/, ' InResponseTo="_request-2"')],
    ["confirmation", inAssertion(/ InResponseTo="[^"]+"/, "")],
    ["confirmation", inAssertion("cm:bearer", "cm:holder-of-key")],
    ["confirmation", inAssertion(/ NotOnOrAfter="[^"]+" Recipient/, " Recipient")],
    ["time of the confirmation", { notOnOrAfter: -61_000 }],
    ["not yet", { notBefore: 62_000 }],
    ["session", { sessionNotOnOrAfter: -61_000 }],
    ["issuer", { issuer: "https://other.example/entity" }],
    ["no AuthnStatement", inAssertion(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, "")],
    ["transient NameID", { format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }],
    ["no NameID", inAssertion(/<saml:NameID .*<\/saml:NameID>/, "<saml:EncryptedID/>")],
    ["several NameID", inAssertion("<saml:NameID ", "<saml:NameID>eve</saml:NameID><saml:NameID ")],
    ["markup", inAssertion("ada-1", "ada-1<!---->.evil")],
    ["markup in a text", inAssertion("ada-1", "ada-1<b/>.evil")],
    ["time", inAssertion(/ NotOnOrAfter="[^"]+"/, ' NotOnOrAfter="9999"')],
    ["version", inAssertion('Version="2.0"', 'Version="1.1"')],
    [
      "signature",
      {
        key: {
          get privateKey() {
            return other.privateKey;
          },
          get certificate() {
            return other.certificate;
          },
        },
      },
    ],
    ["no Signature", { signAssertion: false }],
    ["no Signature", { signAssertion: false, signResponse: true }],
    ["algorithm", { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }],
    ["algorithm", { digest: "http://www.w3.org/2000/09/xmldsig#sha1" }],
    ["algorithm", { algorithm: "http://www.w3.org/2000/09/xmldsig#hmac-sha1" }],
    ["algorithm", { wrap: (signed) => signed.replace(/xmldsig-more#rsa-sha256/, "none") }],
    ["signature", { wrap: (signed) => signed.replace("ada-1", "eve") }],
    [
      "signature",
      { wrap: (signed) => signed.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, "<ds:SignatureValue/>") },
    ],
    ["several Signature", { wrap: (signed) => signed.replace(SIGNATURE, (one) => one + one) }],
    [
      "several SignedInfo",
      { wrap: (signed) => signed.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, (one) => one + one) },
    ],
    [
      "several Reference",
      { wrap: (signed) => signed.replace(/<ds:Reference .*<\/ds:Reference>/s, (one) => one + one) },
    ],
    ["reference", { wrap: (signed) => signed.replace(/URI="#[^"]+"/, 'URI=""') }],
    [
      "transforms",
      {
        wrap: (signed) =>
          signed.replace(
            /<ds:Transform [^>]+enveloped-signature"\/>/,
            '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
          ),
      },
    ],
    ["markup", { wrap: (signed) => signed.replace(/(<ds:DigestValue>)/, "$1<!-- AAAA -->") }],
    ["signature", { signResponse: true, change: (xml) => xml.replace(' Version="2.0"', ' Version="2.0" Consent="x"') }],
    ["status", { change: (xml) => xml.replace("status:Success", "status:Responder") }],
    ["markup", { change: (xml) => `<!DOCTYPE a [<!ENTITY x "eve">]>${xml}` }],
    ["markup", { change: (xml) => xml.replace("<samlp:Status>", '<?xml-stylesheet href="x"?><samlp:Status>') }],
    ["not well-formed", { change: (xml) => xml.replace("ada-1", "&x;") }],
    ["not well-formed", { change: (xml) => `${xml}${xml}` }],
    [
      "depth",
      { change: (xml) => xml.replace("<samlp:Status>", `${"<a>".repeat(50)}${"</a>".repeat(50)}<samlp:Status>`) },
    ],
    ["assertions", { wrap: () => "" }],
    ["assertions", { wrap: (signed) => signed + signed }],
    // Signature wrapping: the published eight forms, the first two of a whole answer that is signed.
    [
      "reference",
      {
        signResponse: true,
        change: (xml) =>
          xml
            .replace("ada-1", "eve")
            .replace(/ID="_/, 'ID="_evil')
            .replace("</ds:Signature>", `<ds:Object>${xml.replace(SIGNATURE, "")}</ds:Object></ds:Signature>`),
      },
    ],
    [
      "reference",
      {
        signResponse: true,
        change: (xml) =>
          xml
            .replace("ada-1", "eve")
            .replace(/ID="_/, 'ID="_evil')
            .replace("<ds:Signature ", `${xml.replace(SIGNATURE, "")}<ds:Signature `),
      },
    ],
    ["assertions", { wrap: (signed, unsigned) => evil(unsigned) + signed }],
    [
      "assertions",
      { wrap: (signed, unsigned) => evil(unsigned).replace("</saml:Assertion>", `${signed}</saml:Assertion>`) },
    ],
    ["assertions", { wrap: (signed, unsigned) => beforeSubject(evil(unsigned), signatureOf(signed)) + unsigned }],
    [
      "assertions",
      {
        wrap: (signed, unsigned) =>
          beforeSubject(evil(unsigned), signatureOf(signed).replace("</ds:Signature>", `${unsigned}</ds:Signature>`)),
      },
    ],
    [
      "assertions",
      {
        wrap: (signed, unsigned) => `<samlp:Extensions>${unsigned.replace("ada-1", "eve")}</samlp:Extensions>${signed}`,
      },
    ],
    [
      "assertions",
      {
        wrap: (signed, unsigned) =>
          beforeSubject(
            evil(unsigned),
            signatureOf(signed).replace("</ds:Signature>", `<ds:Object>${unsigned}</ds:Object></ds:Signature>`),
          ),
      },
    ],
    ["place of the assertion", { wrap: (signed) => `<samlp:Extensions>${signed}</samlp:Extensions>` }],
    [
      "place of a signature",
      {
        wrap: (signed, unsigned) =>
          unsigned.replace("<saml:Subject>", `<saml:Advice>${signatureOf(signed)}</saml:Advice><saml:Subject>`),
      },
    ],
    // An element of the name in another namespace.
    ["no Assertion", { wrap: (signed) => signed.replaceAll("urn:oasis:names:tc:SAML:2.0:assertion", "urn:evil") }],
  ])("%s: %#", (reason, change) => {
    expect(outcome(samlResponse(answer(change)))).toBe(reason);
  });

  test("an encrypted one that is unsigned, for another key, or has its key sent by RSA 1.5", () => {
    expect(outcome(samlResponse(answer({ encryptFor: own, signAssertion: false })))).toBe("no Signature");
    expect(outcome(samlResponse(answer({ encryptFor: own, wrap: (signed) => signed.replace("ada-1", "eve") })))).toBe(
      "signature",
    );
    expect(outcome(samlResponse(answer({ encryptFor: other })))).toBe("decryption");
    const old = { certificate: own.certificate, padding: constants.RSA_PKCS1_PADDING, method: "rsa-1_5" };
    expect(outcome(samlResponse(answer({ encryptFor: old })))).toBe("decryption");
    const two = answer({ encryptFor: own, wrap: (signed) => `<x>${signed}</x>` });
    expect(outcome(samlResponse(two))).toBe("assertions");
  });

  test("one whose signature brings its own certificate", () => {
    const certificates = [pemOf(other)];
    expect(outcome(samlResponse(answer()), { certificates })).toBe("signature");
    expect(outcome(samlResponse(answer()), { certificates: [] })).toBe("signature");
  });

  test("one that is no base64, no UTF-8, of another kind, or too long", () => {
    const reasonOf = (text: string): unknown => {
      try {
        return parseResponse(text);
      } catch (error) {
        return (error as { reason?: string }).reason;
      }
    };
    expect(reasonOf("%%%")).toBe("base64");
    expect(reasonOf(Buffer.from([0xff, 0xfe, 0x3c]).toString("base64"))).toBe("not UTF-8");
    expect(reasonOf(encoded("<a/>"))).toBe("no Response");
    expect(reasonOf(encoded(`<a>${"<b/>".repeat(40_000)}</a>`))).toBe("elements");
    expect(
      reasonOf(encoded(signXml(samlResponse(answer({ signAssertion: false })), "Response", key)).repeat(200)),
    ).toBe("length");
  });
});

describe("metadata of a provider", () => {
  const metadata = (keys: readonly SamlKey[] = [key]): string =>
    idpMetadata({ entityId: ISSUER, url: "https://idp.example", keys, wantsSignedRequests: true });
  test("have the page for sign-ins, and the keys", () => {
    const found = readMetadata(metadata([key, other, key]));
    expect(found).toMatchObject({
      entityId: ISSUER,
      signInUrl: "https://idp.example/sso?tenant=1",
      signOutUrl: "https://idp.example/logout",
      wantsSignedRequests: true,
    });
    expect(found.certificates.map(({ pem }) => pem)).toEqual([pemOf(key), pemOf(other)]);
  });

  test("with an expired key: it signs no one in", async () => {
    const old = await newSamlKey("old", new Date(Date.now() - 3651 * DAY_MS));
    const { certificates } = readMetadata(metadata([old, key]));
    expect(validCertificates(certificates, Date.now()).map(({ pem }) => pem)).toEqual([pemOf(key)]);
  });

  test.each<[string, (xml: string) => string]>([
    ["markup", (xml) => xml.replace("?>", '?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ["SingleSignOnService", (xml) => xml.replace("https://idp.example/sso", "javascript:alert(1)//")],
    ["no certificate", (xml) => xml.replaceAll(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/gs, "")],
    ["certificate", (xml) => xml.replace(/(<ds:X509Certificate>).{40}/, "$1")],
    ["validUntil", (xml) => xml.replace(" entityID", ' validUntil="2020-01-01T00:00:00Z" entityID')],
    ["entities", (xml) => xml.replaceAll("IDPSSODescriptor", "SPSSODescriptor")],
    ["not well-formed", () => "<html>"],
    ["length", (xml) => xml + " ".repeat(300_000)],
  ])("are refused: %s", (reason, change) => {
    expect(() => readMetadata(change(metadata()))).toThrow(expect.objectContaining({ reason }));
  });
});

test.each([false, true])("what another implementation sends is accepted; encrypted: %s", async (isEncrypted) => {
  const sp = ServiceProvider({
    metadata: ownMetadata({
      entityId: AUDIENCE,
      answerUrl: RECIPIENT,
      signOutUrl: "https://clew.example/logout",
      certificate: own.certificate,
      signsRequests: false,
    }),
  });
  const idp = IdentityProvider({
    entityID: ISSUER,
    privateKey: key.privateKey,
    signingCert: pemOf(key),
    isAssertionEncrypted: isEncrypted,
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    singleSignOnService: [
      { Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: "https://idp.example/sso" },
    ],
    nameIDFormat: ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
  });
  const request = { extract: { request: { id: REQUEST } } };
  // Its template has no AuthnStatement, which the profile of browsers requires.
  const statement = `<saml:AuthnStatement AuthnInstant="${new Date().toISOString()}" SessionIndex="_s1"/>`;
  const times = { now: new Date().toISOString(), end: new Date(Date.now() + 300_000).toISOString() };
  const fill = (template: string) => ({
    id: "_response",
    context: SamlLib.replaceTagsByValue(template.replace("{AuthnStatement}{AttributeStatement}", statement), {
      ID: "_response",
      AssertionID: "_assertion",
      Destination: RECIPIENT,
      Audience: AUDIENCE,
      SubjectRecipient: RECIPIENT,
      Issuer: ISSUER,
      IssueInstant: times.now,
      StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
      ConditionsNotBefore: times.now,
      ConditionsNotOnOrAfter: times.end,
      SubjectConfirmationDataNotOnOrAfter: times.end,
      NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
      NameID: "grace@example.org",
      InResponseTo: REQUEST,
    }),
  });
  const sent = await idp.createLoginResponse(sp, request, "post", {}, fill);
  const claims = readResponse(parseResponse(sent.context), expected());
  expect(claims).toMatchObject({ subject: "grace@example.org", email: "grace@example.org" });
});
