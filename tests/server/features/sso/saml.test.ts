import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../../contract/durations.ts";
import type { SsoDomain, SsoProvider, SsoTest } from "../../../../contract/access/sso.ts";
import { readSsoReturn, type SsoReturn } from "../../../../contract/access/ssoReturn.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import { redirectAddress } from "../../../../server/sources/saml/redirectBinding.ts";
import {
  encoded,
  idpMetadata,
  newSamlKey,
  pemOf,
  samlResponse,
  type SamlAnswer,
  type SamlKey,
} from "../../../providers/samlIdp.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

const DOMAIN = "saml.example";
const ENTITY = "urn:example:idp";

/** For preparations outside of a test. */
function requireStatus(answer: { readonly status: number; readonly body: unknown }, status: number): void {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
}

onOneDatabase("single sign-on by SAML", (engine) => {
  let sso: SsoServer;
  let host: Server;
  let hostUrl: string;
  let key: SamlKey;
  let next: SamlKey;
  let provider: SsoProvider;
  /** What the host publishes; null: it fails. */
  let published: string | null;
  let requests = 0;

  const metadata = (
    keys: readonly SamlKey[] = [key],
    change: { entityId?: string; wantsSignedRequests?: boolean } = {},
  ) => idpMetadata({ entityId: ENTITY, url: hostUrl, keys, ...change });
  const fields = () => ({
    label: "Company login",
    metadata_url: `${hostUrl}/metadata` as string | null,
    metadata: null as string | null,
    signs_requests: false,
    allows_unsolicited: false,
  });
  const change = (body: Record<string, unknown>) =>
    sso.settings("PUT", `saml/${provider.id}/`, { ...fields(), is_enabled: true, ...body });
  const age = (ms: number) =>
    sso.server.db
      .updateTable("sso_saml")
      .set({ read_at: new Date(Date.now() - ms) })
      .where("provider_id", "=", provider.id)
      .execute();

  beforeAll(async () => {
    sso = await startSsoServer(engine);
    [key, next] = await Promise.all([newSamlKey(), newSamlKey("next")]);
    host = createServer((_request, response) => {
      requests++;
      response.statusCode = published === null ? 503 : 200;
      response.end(published ?? "");
    });
    host.listen(0, "127.0.0.1");
    await once(host, "listening");
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    published = metadata();
    const added = await sso.settings("POST", "saml/", fields());
    requireStatus(added, 201);
    provider = added.body as SsoProvider;
    const domain = (await sso.settings("POST", `providers/${provider.id}/domains/`, { name: DOMAIN }))
      .body as SsoDomain;
    sso.names.records.set(DOMAIN, [domain.record]);
    requireStatus(await sso.settings("POST", `domains/${domain.id}/verify/`), 200);
  });
  beforeEach(async () => {
    published = metadata();
    requireStatus(await change({}), 200);
    await sso.server.db
      .updateTable("sso_saml")
      .set({ metadata: published, read_at: new Date() })
      .where("provider_id", "=", provider.id)
      .execute();
  });
  afterAll(async () => {
    host.close();
    await sso.stop();
  });

  let begun = 0;
  /** With another address each time, since attempts are limited by address. */
  const begin = () => sso.begin(`person-${begun++}@${DOMAIN}`);
  /** The request that a sign-in sends by the browser. */
  const requestOf = (authUrl: string): { xml: string; id: string } => {
    const xml = inflateRawSync(
      Buffer.from(new URL(authUrl).searchParams.get("SAMLRequest") ?? "", "base64"),
    ).toString();
    return { xml, id: / ID="([^"]+)"/.exec(xml)?.[1] ?? "" };
  };
  const answerTo = (requestId: string | null, more: Partial<SamlAnswer> = {}): string =>
    encoded(
      samlResponse({
        issuer: ENTITY,
        recipient: provider.redirect_url,
        audience: provider.saml?.entity_id ?? "",
        requestId,
        key,
        attributes: { email: `ada@${DOMAIN}`, displayName: "Ada" },
        ...more,
      }),
    );
  /** The browser brings the provider's form, as one of another site. */
  async function post(answer: string, more: Record<string, string> = {}, to = provider.redirect_url) {
    const sent = await fetch(to, {
      method: "POST",
      redirect: "manual",
      headers: { origin: "https://idp.example" },
      body: new URLSearchParams({ SAMLResponse: answer, ...more }),
    });
    const location = new URL(sent.headers.get("location") ?? "none:", sso.server.url);
    return { sent, location, returned: readSsoReturn(location.hash) };
  }
  async function signIn(more: Partial<SamlAnswer> = {}): Promise<{ token?: string; returned: SsoReturn | null }> {
    const { auth_url, verifier } = await begin();
    const { returned } = await post(answerTo(requestOf(auth_url).id, more));
    if (returned === null || !("code" in returned)) return { returned };
    const { body } = await sso.exchange(returned.code, verifier);
    return { returned, token: (body as { token: string }).token };
  }

  test("asks by redirect, and the answer signs in a person of the domain with an account", async () => {
    const { auth_url, verifier } = await begin();
    expect(auth_url).toMatch(new RegExp(`^${hostUrl}/sso\\?tenant=1&SAMLRequest=[^&]+$`));
    const { xml, id } = requestOf(auth_url);
    expect(xml).toContain(`<saml:Issuer>${provider.saml?.entity_id ?? ""}</saml:Issuer>`);
    expect(xml).toContain(`AssertionConsumerServiceURL="${provider.redirect_url}"`);
    const { sent, location, returned } = await post(answerTo(id), { RelayState: "https://evil.example/" });
    expect([sent.status, location.origin, location.pathname]).toEqual([303, sso.server.url, "/login"]);
    expect(sent.headers.get("set-cookie")).toBeNull();
    const { code } = returned as { code: string };
    // Another page than the one that began, with a verifier of its own.
    const { verifier: foreign } = await begin();
    expect((await sso.exchange(code, foreign)).status).toBe(400);
    expect((await sso.exchange(code, verifier)).status).toBe(400);
    const { token } = await signIn();
    expect((await sso.me(token ?? "")).body).toMatchObject({
      name: "Ada",
      email: `ada@${DOMAIN}`,
      company: { id: sso.people.companyId, role: "Member" },
    });
    expect(await sso.actions()).toEqual(expect.arrayContaining(["sso.account_linked", "session.started"]));
  });

  test("an encrypted answer is read with the key of the provider's own metadata", async () => {
    const answer = await fetch(provider.saml?.entity_id ?? "");
    const own = await answer.text();
    expect(answer.headers.get("content-type")).toContain("application/samlmetadata+xml");
    const certificate = /<ds:X509Certificate>([^<]+)</.exec(own)?.[1] ?? "";
    expect((await signIn({ encryptFor: { certificate } })).token).toBeDefined();
  });

  test("an answer is good once, for its request, at the address of its provider", async () => {
    const { auth_url } = await begin();
    const { id } = requestOf(auth_url);
    const answer = answerTo(id);
    expect((await post(answer, {}, sso.provider.redirect_url)).returned).toEqual({ failure: "invalid" });
    expect((await post(answer)).returned).toEqual({ failure: "expired" });
    const { auth_url: second } = await begin();
    const good = answerTo(requestOf(second).id);
    expect((await post(good)).returned).toEqual({ code: expect.any(String) });
    expect((await post(good)).returned).toEqual({ failure: "expired" });
    expect((await post(answerTo("_never-sent"))).returned).toEqual({ failure: "expired" });
    const assertionId = "_same";
    expect((await signIn({ assertionId })).token).toBeDefined();
    expect((await signIn({ assertionId })).returned).toEqual({ failure: "replayed" });
  });

  test("a forged answer ends the sign-in", async () => {
    expect((await post("%%%")).returned).toEqual({ failure: "invalid" });
    const nowhere = provider.redirect_url.replace(provider.id, "%00");
    expect((await post(answerTo(null), {}, nowhere)).sent.status).toBe(404);
  });

  test("an address counts only of a domain that is proven for the provider", async () => {
    const foreign = await signIn({ nameId: "eve", attributes: { email: "admin@example.org" } });
    expect(foreign.returned).toEqual({ failure: "address_foreign" });
    expect((await signIn({ nameId: "no-address", attributes: {} })).returned).toEqual({ failure: "address_missing" });
    // A NameID that is an address counts as one.
    const format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
    const named = await signIn({ nameId: `grace@${DOMAIN}`, format, attributes: {} });
    expect((await sso.me(named.token ?? "")).body).toMatchObject({ email: `grace@${DOMAIN}` });
  });

  test("an answer without a request begins a sign-in where an Admin allows it, and starts no session", async () => {
    expect((await post(answerTo(null))).returned).toEqual({ failure: "unsolicited" });
    await change({ allows_unsolicited: true });
    const answer = answerTo(null);
    expect((await post(answer)).returned).toEqual({ begin: `ada@${DOMAIN}` });
    expect((await post(answer)).returned).toEqual({ failure: "replayed" });
    expect((await post(answerTo(null, { key: next }))).returned).toEqual({ failure: "answer_key" });
  });

  test("the session ends when the provider wants it, however much it is used", async () => {
    const { token = "" } = await signIn({ sessionNotOnOrAfter: 2 * HOUR_MS });
    const { db } = sso.server;
    const row = () =>
      db.selectFrom("sessions").select("expires_at").where("token_hash", "=", hashToken(token)).executeTakeFirst();
    const end = (await row())?.expires_at.getTime() ?? 0;
    expect(Math.abs(end - Date.now() - 2 * HOUR_MS)).toBeLessThan(HOUR_MS / 10);
    const used = new Date(Date.now() - HOUR_MS);
    await db.updateTable("sessions").set({ last_used_at: used }).where("token_hash", "=", hashToken(token)).execute();
    expect((await sso.me(token)).status).toBe(200);
    expect((await row())?.expires_at.getTime()).toBe(end);
  });

  test("requests are signed where the Admin or the provider wants it", async () => {
    await change({ signs_requests: true });
    const { auth_url } = await begin();
    const own = await (await fetch(provider.saml?.entity_id ?? "")).text();
    const pem = pemOf({ certificate: /<ds:X509Certificate>([^<]+)</.exec(own)?.[1] ?? "" });
    const signed = /SAMLRequest=.*(?=&Signature=)/.exec(auth_url)?.[0] ?? "";
    const signature = Buffer.from(new URL(auth_url).searchParams.get("Signature") ?? "", "base64");
    expect(verify("sha256", Buffer.from(signed), createPublicKey(pem), signature)).toBe(true);
    await change({ metadata_url: null, metadata: metadata([key], { wantsSignedRequests: true }) });
    expect((await begin()).auth_url).toContain("&Signature=");
  });

  test("a new key of the provider counts as soon as it is published, next to the old one", async () => {
    expect((await signIn({ key: next })).returned).toEqual({ failure: "answer_key" });
    published = metadata([key, next]);
    await age(2 * 60_000);
    expect((await signIn({ key: next })).token).toBeDefined();
    expect((await signIn({ key })).token).toBeDefined();
    published = metadata([next]);
    await age(2 * HOUR_MS);
    expect((await signIn({ key })).returned).toEqual({ failure: "answer_key" });
    // Stored metadata count while the address fails, or has those of another provider.
    published = null;
    await age(2 * HOUR_MS);
    expect((await signIn({ key: next })).token).toBeDefined();
    published = metadata([key], { entityId: "urn:evil" });
    expect((await signIn({ key })).returned).toEqual({ failure: "answer_key" });
    // A stranger's answers make few requests.
    await age(0);
    const before = requests;
    for (const _ of [1, 2, 3]) await signIn({ key });
    expect(requests).toBe(before);
  });

  test("settings warn of certificates that expire, and refuse metadata that are wrong or of another provider", async () => {
    const ending = await newSamlKey("ending", new Date(Date.now() - 3640 * DAY_MS));
    const old = await newSamlKey("old", new Date(Date.now() - 3651 * DAY_MS));
    const pasted = (text: string) => change({ metadata_url: null, metadata: text });
    const { body } = await pasted(metadata([ending, old, key]));
    expect((body as SsoProvider).saml?.certificates.map(({ state }) => state)).toEqual([
      "expiring",
      "expired",
      "valid",
    ]);
    const passed = await sso.settings("POST", `providers/${provider.id}/test/`);
    expect(passed.body).toMatchObject({ passed: true });
    await pasted(metadata([ending]));
    expect(JSON.stringify((await sso.settings("POST", `providers/${provider.id}/test/`)).body)).toContain("30 days");
    await pasted(metadata([old]));
    expect((await sso.settings("POST", `providers/${provider.id}/test/`)).body as SsoTest).toMatchObject({
      passed: false,
    });
    expect((await signIn({ key: old })).returned).toEqual({ failure: "answer_key" });
    const refusals = [
      await pasted(metadata([key], { entityId: "urn:other" })),
      await pasted(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${metadata()}`),
      await pasted(metadata().replaceAll(hostUrl, "http://10.0.0.1")),
      await change({ metadata_url: "http://169.254.169.254/latest/" }),
      await change({ metadata: metadata() }),
      await sso.settings("PUT", `providers/${provider.id}/`, {
        label: "x",
        client_id: "x",
        client_secret: "x",
        scopes: "x",
        trusts_addresses: true,
        is_enabled: true,
      }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 404]);
    const { otherCompanyId, stranger } = sso.people;
    const foreign = await sso.server.call("PUT", `companies/${otherCompanyId}/sso/saml/${provider.id}/`, {
      token: stranger.token,
      body: { ...fields(), is_enabled: true },
    });
    expect(foreign.status).toBe(404);
    const log = await sso.server.db.selectFrom("audit_log").select(["before", "after"]).execute();
    expect(JSON.stringify([log, (await sso.settings("GET", "")).body])).not.toContain("PRIVATE KEY");
  });

  test("a sign-out that the provider reports ends the sessions, and is answered; a forged one ends none", async () => {
    const { token = "" } = await signIn({ sessionIndex: "_s1" });
    const { token: stays = "" } = await signIn({ sessionIndex: "_s2" });
    const report = (by: SamlKey, { nameId = "person-1", issued = 0, destination = provider.logout_url } = {}): string =>
      redirectAddress(
        provider.logout_url,
        "SAMLRequest",
        `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
          ` ID="_out" Version="2.0" IssueInstant="${new Date(Date.now() + issued).toISOString()}" Destination="${destination}">` +
          `<saml:Issuer>${ENTITY}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>` +
          `<samlp:SessionIndex>_s1</samlp:SessionIndex></samlp:LogoutRequest>`,
        { privateKey: by.privateKey, relayState: "r&1" },
      );
    const send = (url: string) => fetch(url, { redirect: "manual" });
    for (const forged of [
      report(next),
      report(key, { issued: -10 * 60_000 }),
      report(key, { destination: "https://other.example/" }),
      report(key).replace(/&Signature=.*/, ""),
      report(key).replace("r%261", "r"),
      report(key).replace(/rsa-sha256/, "rsa-sha1"),
    ]) {
      const refused = new URL((await send(forged)).headers.get("location") ?? "none:");
      expect(refused.origin + refused.pathname).toBe(`${hostUrl}/logout`);
      const xml = inflateRawSync(Buffer.from(refused.searchParams.get("SAMLResponse") ?? "", "base64")).toString();
      expect(xml).toMatch(/InResponseTo="_out".*status:Requester"><samlp:StatusCode Value="[^"]*:RequestDenied"/);
      expect(xml).not.toContain("status:Success");
    }
    expect((await sso.me(token)).status).toBe(200);
    const answered = new URL((await send(report(key))).headers.get("location") ?? "");
    expect(answered.origin + answered.pathname).toBe(`${hostUrl}/logout`);
    expect(answered.searchParams.get("RelayState")).toBe("r&1");
    expect(answered.searchParams.get("Signature")).not.toBeNull();
    expect([(await sso.me(token)).status, (await sso.me(stays)).status]).toEqual([401, 200]);
    expect(await sso.actions()).toContain("sso.sessions_ended");
  });

  test("no answer counts while the provider is off or the plan lacks it", async () => {
    const { auth_url } = await begin();
    await change({ is_enabled: false });
    expect((await post(answerTo(requestOf(auth_url).id))).returned).toEqual({ failure: "off" });
    await change({ is_enabled: true });
    const { auth_url: again } = await begin();
    const { db } = sso.server;
    const { companyId } = sso.people;
    await db.updateTable("companies").set({ plan: "Premium" }).where("id", "=", companyId).execute();
    expect((await post(answerTo(requestOf(again).id))).returned).toEqual({ failure: "plan" });
    await db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", companyId).execute();
  });
});
