/** What the login page reports of an answer that a provider has to change, by the settings of foreign providers that were tried. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SsoFailure } from "../../../../contract/access/ssoReturn.ts";
import { newSamlKey, type SamlAnswer, type SamlKey } from "../../../providers/samlIdp.ts";
import { onOneDatabase } from "../../testDb.ts";
import { messageOf, type SamlServer, startSamlServer } from "./samlServer.ts";

const MINUTE = 60_000;
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";
const refusedBy =
  (code: string, detail?: string) =>
  (xml: string): string =>
    xml.replace(
      `<samlp:StatusCode Value="${STATUS}Success"/>`,
      `<samlp:StatusCode Value="${STATUS}${code}">${detail ? `<samlp:StatusCode Value="${STATUS}${detail}"/>` : ""}</samlp:StatusCode>`,
    );

onOneDatabase("an answer that a provider has to change", (engine) => {
  let saml: SamlServer;
  let other: SamlKey;
  let own: string;
  beforeAll(async () => {
    saml = await startSamlServer(engine);
    other = await newSamlKey("other");
    const metadata = await (await fetch(saml.provider.saml?.entity_id ?? "")).text();
    own = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? "";
  });
  afterAll(() => saml.stop());

  const failureOf = async (answer: Partial<SamlAnswer>) => (await saml.signIn(answer)).returned;

  test.each<[SsoFailure, string, Partial<SamlAnswer>]>([
    ["answer_unsigned", "a signature of the answer alone", { signAssertion: false, signResponse: true }],
    ["answer_unsigned", "no signature", { signAssertion: false }],
    ["answer_algorithm", "SHA-1", { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }],
    ["answer_audience", "another audience", { audience: "https://other.example/" }],
    ["answer_recipient", "another address for answers", { recipient: "https://other.example/acs" }],
    ["answer_issuer", "another entity ID", { issuer: "urn:example:other" }],
    ["answer_clock", "a clock that is four minutes ahead", { notBefore: 4 * MINUTE }],
    ["answer_clock", "a clock that is four minutes behind", { notOnOrAfter: -2 * MINUTE }],
    ["answer_clock", "a session that has ended", { sessionNotOnOrAfter: -2 * MINUTE }],
    ["answer_name", "a transient NameID", { format: TRANSIENT }],
    ["answer_name", "no NameID", { edit: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, "") }],
    ["answer_name", "an empty NameID", { nameId: "" }],
    ["denied", "a provider that refuses without a reason", { change: refusedBy("Responder") }],
    ["denied", "a person who gives a wrong password", { change: refusedBy("Responder", "AuthnFailed") }],
    ["answer_error", "a request that the provider refuses", { change: refusedBy("Requester", "RequestUnsupported") }],
  ])("%s: %s", async (failure, _name, answer) => {
    expect(await failureOf(answer)).toEqual({ failure });
  });

  test("a key that the metadata do not have", async () => {
    expect(await failureOf({ key: other })).toEqual({ failure: "answer_key" });
  });

  test("an encrypted answer that does not hold looks the same, wherever it fails", async () => {
    const encryptFor = { certificate: own };
    const failure = "answer_encryption";
    expect(await failureOf({ encryptFor: other })).toEqual({ failure });
    expect(await failureOf({ encryptFor, key: other })).toEqual({ failure });
    expect(await failureOf({ encryptFor, signAssertion: false })).toEqual({ failure });
    expect(await failureOf({ encryptFor, wrap: () => "<no" })).toEqual({ failure });
    const tripleDes = { certificate: own, method: "http://www.w3.org/2001/04/xmlenc#tripledes-cbc" };
    expect(await failureOf({ encryptFor: tripleDes })).toEqual({ failure });
    // After the signature its sender is the provider.
    expect(await failureOf({ encryptFor, format: TRANSIENT })).toEqual({ failure: "answer_name" });
  });

  test("a request lets the provider make a name at the first sign-in, and asks for no format", async () => {
    const { auth_url } = await saml.sso.begin("policy@saml.example");
    expect(messageOf(auth_url, "SAMLRequest").xml).toContain('<samlp:NameIDPolicy AllowCreate="true"/>');
  });

  test("a group that is an element refuses the groups and not the person", async () => {
    await saml.change({ groups_claim: "groups" });
    const { token } = await saml.signIn({
      nameId: "g",
      attributes: { mail: "gul@saml.example", groups: "<saml:NameID>a</saml:NameID>" },
    });
    expect(token).toBeDefined();
    expect(await saml.sso.actions()).toContain("sso.groups_refused");
  });
});
