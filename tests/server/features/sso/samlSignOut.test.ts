import { createPublicKey, verify } from "node:crypto";
import { IdentityProvider, ServiceProvider, setSchemaValidator } from "samlify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { redirectAddress } from "../../../../server/sources/saml/redirectBinding.ts";
import { newSamlKey, pemOf, type SamlKey } from "../../../providers/samlIdp.ts";
import { onOneDatabase } from "../../testDb.ts";
import { messageOf, type SamlServer, startSamlServer } from "./samlServer.ts";

const DONE = "/login#sso-signed-out=done";
const HERE = "/login#sso-signed-out=here";

onOneDatabase("signing out at a provider of SAML together with Clew", (engine) => {
  let saml: SamlServer;
  let stranger: SamlKey;
  beforeAll(async () => {
    saml = await startSamlServer(engine);
    stranger = await newSamlKey("stranger");
  });
  beforeEach(async () => {
    await saml.change({ signs_out: true });
  });
  afterAll(() => saml.stop());

  const signIn = async (more: Parameters<SamlServer["signIn"]>[0] = {}): Promise<string> => {
    const { token, returned } = await saml.signIn(more);
    if (token === undefined) throw new Error(JSON.stringify(returned));
    return token;
  };
  const signOut = async (token: string): Promise<string | null> => {
    const { status, body } = await saml.sso.server.call("POST", "users/sso/sign-out/", { token });
    expect(status).toBe(200);
    return (body as { sign_out_url: string | null }).sign_out_url;
  };
  const comeBack = async (address: string): Promise<string | null> =>
    (await fetch(address, { redirect: "manual" })).headers.get("location");
  /** The provider's answer, in which any part can be wrong. */
  const answer = (
    requestId: string,
    {
      key = saml.key,
      status = "Success",
      inner = "",
      issued = 0,
      to = saml.provider.logout_url,
      issuer = saml.entityId,
    } = {},
  ): string =>
    redirectAddress(
      saml.provider.logout_url,
      "SAMLResponse",
      `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
        ` ID="_answer" Version="2.0" IssueInstant="${new Date(Date.now() + issued).toISOString()}" Destination="${to}" InResponseTo="${requestId}">` +
        `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}">${inner}` +
        `</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`,
      { privateKey: key.privateKey },
    );

  test("the request names the person and the session as the provider did, and is signed", async () => {
    const format = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
    const token = await signIn({
      nameId: "a&lt;b",
      attributes: { email: "letters@saml.example" },
      sessionIndex: "_s&amp;1",
      edit: (xml) => xml.replace("<saml:NameID ", '<saml:NameID NameQualifier="urn:q" SPNameQualifier="urn:sp" '),
    });
    expect((await saml.sso.me(token)).body).toMatchObject({ signs_out_at: "Company login" });
    const stays = await signIn({ sessionIndex: "_s2" });
    const address = (await signOut(token)) ?? "";
    expect([(await saml.sso.me(token)).status, (await saml.sso.me(stays)).status]).toEqual([401, 200]);
    expect(address).toMatch(new RegExp(`^${saml.hostUrl}/logout\\?SAMLRequest=`));
    const { xml } = messageOf(address, "SAMLRequest");
    expect(xml).toContain(
      `<saml:NameID Format="${format}" NameQualifier="urn:q" SPNameQualifier="urn:sp">a&lt;b</saml:NameID>` +
        `<samlp:SessionIndex>_s&amp;1</samlp:SessionIndex>`,
    );
    expect(xml).toContain(`<saml:Issuer>${saml.provider.saml?.entity_id ?? ""}</saml:Issuer>`);
    expect(address).not.toContain("RelayState");
    const own = await (await fetch(saml.provider.saml?.entity_id ?? "")).text();
    const pem = pemOf({ certificate: /<ds:X509Certificate>([^<]+)</.exec(own)?.[1] ?? "" });
    const signed = /SAMLRequest=.*(?=&Signature=)/.exec(address)?.[0] ?? "";
    const signature = Buffer.from(new URL(address).searchParams.get("Signature") ?? "", "base64");
    expect(verify("sha256", Buffer.from(signed), createPublicKey(pem), signature)).toBe(true);
  });

  test("an implementation by others accepts the request, and its answer is accepted", async () => {
    setSchemaValidator({ validate: () => Promise.resolve("not checked here") });
    const idp = IdentityProvider({
      metadata: saml.metadata,
      privateKey: saml.key.privateKey,
      wantLogoutRequestSigned: true,
    });
    const own = await (await fetch(saml.provider.saml?.entity_id ?? "")).text();
    const sp = ServiceProvider({ metadata: own, wantLogoutResponseSigned: true });
    const address = new URL((await signOut(await signIn())) ?? "");
    const query = Object.fromEntries(address.searchParams);
    const octetString = address.search.slice(1).replace(/&Signature=.*/, "");
    const parsed = await idp.parseLogoutRequest(sp, "redirect", { query, octetString });
    expect(parsed.extract).toMatchObject({ nameID: "person-1", sessionIndex: "_session" });
    const response = idp.createLogoutResponse(sp, { ...parsed }, "redirect", "");
    expect(await comeBack(response.context)).toBe(DONE);
    expect(await comeBack(response.context)).toBe(HERE);
  });

  test("an answer counts once, for its request, and only when the provider has signed all of it", async () => {
    const request = async (): Promise<string> => messageOf((await signOut(await signIn())) ?? "", "SAMLRequest").id;
    const id = await request();
    for (const forged of [
      answer(id, { key: stranger }),
      answer(id, { issued: -10 * 60_000 }),
      answer(id, { to: "https://other.example/" }),
      answer(id, { issuer: "urn:other" }),
      answer("_never-sent"),
      answer(id).replace(/&Signature=.*/, ""),
      answer(id).replace(/rsa-sha256/, "rsa-sha1"),
      `${saml.provider.logout_url}?SAMLResponse=%25`,
      `${saml.provider.logout_url}?state=${id}`,
      saml.provider.logout_url,
    ]) {
      expect(await comeBack(forged)).toBe(HERE);
    }
    // No redirect goes elsewhere, whatever the answer brings along.
    const relayed = `${answer(id)}&RelayState=${encodeURIComponent("https://evil.example/")}`;
    expect(await comeBack(relayed)).toBe(HERE);
    expect(await comeBack(answer(id))).toBe(DONE);
    expect(await comeBack(answer(id))).toBe(HERE);
    expect(await comeBack(answer(await request(), { status: "Responder" }))).toBe(HERE);
    const partial = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/>';
    expect(await comeBack(answer(await request(), { inner: partial }))).toBe(HERE);
    // The answer of one provider at the address of another.
    const foreign = answer(await request()).replace(saml.provider.id, saml.sso.provider.id);
    expect(await comeBack(foreign)).toBe(HERE);
  });

  test("a request of a sign-in is none of a sign-out, and the other way around", async () => {
    const { auth_url } = await saml.sso.begin("mix@saml.example");
    expect(await comeBack(answer(messageOf(auth_url, "SAMLRequest").id))).toBe(HERE);
    const { id } = messageOf((await signOut(await signIn())) ?? "", "SAMLRequest");
    const { returned } = await saml.signIn({ requestId: id });
    expect(returned).toEqual({ failure: "expired" });
  });

  test("a provider without Single Logout refuses the choice, and ends the session here alone", async () => {
    const without = saml.metadata.replace(/<md:SingleLogoutService[^>]*>/, "");
    const refused = await saml.sso.settings("PUT", `saml/${saml.provider.id}/`, {
      label: "Company login",
      metadata_url: null,
      metadata: without,
      signs_requests: false,
      allows_unsolicited: false,
      signs_out: true,
      is_enabled: true,
    });
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([400, ["signs_out"]]);
    const token = await signIn();
    const stored = (metadata: string) =>
      saml.sso.server.db
        .updateTable("sso_saml")
        .set({ metadata, read_at: new Date() })
        .where("provider_id", "=", saml.provider.id)
        .execute();
    await stored(without);
    expect(await signOut(token)).toBeNull();
    expect((await saml.sso.me(token)).status).toBe(401);
    await stored(saml.metadata);
    // No browser is sent into a private network.
    const next = await signIn();
    await stored(saml.metadata.replaceAll(saml.hostUrl, "http://10.0.0.1"));
    expect(await signOut(next)).toBeNull();
    expect((await saml.sso.me(next)).status).toBe(401);
    await stored(saml.metadata);
  });
});
