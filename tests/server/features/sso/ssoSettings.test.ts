import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { SsoDomain, SsoProvider, SsoTest } from "../../../../contract/access/sso.ts";
import { type OidcHost, startOidcHost } from "../../../providers/oidcHost.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

onOneDatabase("settings of single sign-on", (engine) => {
  let sso: SsoServer;
  let other: OidcHost;
  beforeAll(async () => {
    sso = await startSsoServer(engine);
    other = await startOidcHost("clew-2", "another secret");
  });
  afterEach(() => sso.host.reset());
  afterAll(async () => {
    await other.stop();
    await sso.stop();
  });
  const strangers = async (method: string, path: string, body?: unknown) => {
    const { otherCompanyId, stranger } = sso.people;
    return sso.server.call(method, `companies/${otherCompanyId}/sso/${path}`, { token: stranger.token, body });
  };
  const fields = {
    label: "Second login",
    client_id: "",
    client_secret: null,
    scopes: "openid email",
    trusts_addresses: false,
  };

  test("show addresses to enter at the provider, and never a secret", async () => {
    const { body } = await sso.settings("GET", "");
    const { id } = sso.provider;
    expect(body).toMatchObject({
      is_required: false,
      password_admins: [],
      providers: [
        {
          label: "Example login",
          has_secret: true,
          is_enabled: true,
          redirect_url: `${sso.server.url}/api/v1/users/sso/callback/${id}/`,
          logout_url: `${sso.server.url}/api/v1/users/sso/logout/${id}/`,
          domains: [{ name: "example.org", verified_at: expect.any(String) }],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(sso.host.clientSecret);
    const secrets = await sso.server.db.selectFrom("secrets").select("cipher").execute();
    for (const { cipher } of secrets) expect(Buffer.from(cipher).includes(sso.host.clientSecret)).toBe(false);
    const log = await sso.server.db.selectFrom("audit_log").select(["before", "after"]).execute();
    expect(JSON.stringify(log)).not.toContain(sso.host.clientSecret);
  });

  test("are for the Enterprise plan", async () => {
    const { companyId } = sso.people;
    await sso.server.db.updateTable("companies").set({ plan: "Premium" }).where("id", "=", companyId).execute();
    const { status, body } = await sso.settings("GET", "");
    expect([status, JSON.stringify(body)]).toEqual([402, expect.stringContaining("single sign-on")]);
    expect((await sso.server.call("GET", "installation/")).body).toMatchObject({ single_sign_on: false });
    await sso.server.db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", companyId).execute();
  });

  test("a test shows what works and what does not, in the reader's language", async () => {
    const testOf = async (id: string) => (await sso.settings("POST", `providers/${id}/test/`)).body as SsoTest;
    const texts = async (id: string) => {
      const { passed, steps } = await testOf(id);
      return [passed, steps.map(({ text }) => text).join("\n")];
    };
    const { id } = sso.provider;
    expect(await texts(id)).toEqual([true, expect.stringMatching(/1 key.*\n.*accepts the client ID/)]);
    const { body } = await sso.settings("POST", "providers/", { ...fields, issuer: other.url });
    const added = body as SsoProvider;
    expect(added).toMatchObject({ is_enabled: false, has_secret: false });
    expect(await texts(added.id)).toEqual([false, expect.stringContaining("Enter the client ID")]);
    // It cannot be turned on before it can work.
    const put = (change: object) => sso.settings("PUT", `providers/${added.id}/`, { ...fields, ...change });
    expect((await put({ is_enabled: true })).body).toHaveProperty("client_id");
    expect((await put({ is_enabled: true, client_id: "clew-2" })).body).toHaveProperty("client_secret");
    await put({ is_enabled: false, client_id: "clew-2", client_secret: "wrong" });
    expect(await texts(added.id)).toEqual([false, expect.stringContaining("does not accept the client ID")]);
    await put({ is_enabled: false, client_id: "clew-2", client_secret: other.clientSecret });
    // Null leaves the secret as it is.
    await put({ is_enabled: false, client_id: "clew-2" });
    expect(await texts(added.id)).toEqual([true, expect.any(String)]);
    other.change.discovery = (document) => ({ ...document, issuer: "https://login.evil.example" });
    expect(await texts(added.id)).toEqual([false, expect.stringContaining("not as an OpenID Connect provider")]);
    other.change.discovery = (document) => ({ ...document, code_challenge_methods_supported: ["plain"] });
    expect(await texts(added.id)).toEqual([false, expect.stringContaining("PKCE")]);
    other.reset();
    expect((await sso.settings("DELETE", `providers/${added.id}/`)).status).toBe(204);
    const secrets = await sso.server.db.selectFrom("secrets").select("id").execute();
    expect(secrets).toHaveLength(1);
  });

  test("a domain routes no user before its record is there, and belongs to one company", async () => {
    const created = (await strangers("POST", "providers/", { ...fields, issuer: other.url })).body as SsoProvider;
    await strangers("PUT", `providers/${created.id}/`, {
      ...fields,
      client_id: "clew-2",
      client_secret: other.clientSecret,
      is_enabled: true,
    });
    const add = async (name: string) => strangers("POST", `providers/${created.id}/domains/`, { name });
    for (const name of ["example", "a@example.org", "https://example.org", "-a.example", "10.0.0.1", "örnek.example"]) {
      expect((await add(name)).body).toMatchObject({ name: [expect.stringContaining("example.org")] });
    }
    const domain = (await add("Rival.Example")).body as SsoDomain;
    expect(domain).toMatchObject({ name: "rival.example", verified_at: null });
    expect(domain.record).toMatch(/^clew-verification=[\w-]{27}$/);
    expect((await add("rival.example")).status).toBe(409);
    const begin = () => sso.server.call("POST", "users/sso/begin/", { body: { email: "x@rival.example" } });
    const verify = (id: string) => strangers("POST", `domains/${id}/verify/`);
    const unproven = { status: 409, body: { detail: expect.stringContaining("no TXT record") } };
    expect(await verify(domain.id)).toMatchObject(unproven);
    for (const wrong of [`x${domain.record}`, `${domain.record}x`, "clew-verification=", domain.record.toUpperCase()]) {
      sso.names.records.set("rival.example", [wrong]);
      expect(await verify(domain.id)).toMatchObject(unproven);
    }
    expect((await begin()).status).toBe(400);
    sso.names.records.set("rival.example", [domain.record]);
    expect((await verify(domain.id)).body).toMatchObject({ verified_at: expect.any(String) });
    expect((await begin()).body).toMatchObject({ auth_url: expect.stringContaining(other.url) });
    // The other company's domain: the record of one does not prove it for another.
    const taken = (await add("example.org")).body as SsoDomain;
    expect(await verify(taken.id)).toMatchObject(unproven);
    sso.names.records.get("example.org")?.push(taken.record);
    expect(await verify(taken.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Another provider") },
    });
    expect((await sso.begin("ada@example.org")).auth_url).toContain(sso.host.url);
    expect((await strangers("DELETE", `domains/${domain.id}/`)).status).toBe(204);
    expect((await begin()).status).toBe(400);
    expect(await sso.actions(sso.people.otherCompanyId)).toEqual([
      "sso.provider_added",
      "sso.provider_changed",
      "sso.domain_added",
      "sso.domain_verified",
      "sso.domain_added",
      "sso.domain_removed",
    ]);
  });

  test("a name server that is silent is an answer within some seconds", async () => {
    const path = `providers/${sso.provider.id}/domains/`;
    const { id } = (await sso.settings("POST", path, { name: "silent.example" })).body as SsoDomain;
    sso.names.isSilent = true;
    const { status, body } = await sso.settings("POST", `domains/${id}/verify/`);
    sso.names.isSilent = false;
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining("No name server answered")]);
  }, 30_000);

  test("removing a provider signs out who came by it, and keeps accounts", async () => {
    const { token } = await sso.signIn("kept@example.org", { sub: "kept" });
    const { id, label, client_id, scopes, trusts_addresses } = sso.provider;
    const off = { label, client_id, client_secret: null, scopes, trusts_addresses, is_enabled: false };
    await sso.settings("PUT", `providers/${id}/`, off);
    expect((await sso.me(token ?? "")).status).toBe(200);
    expect((await sso.settings("DELETE", `providers/${id}/`)).status).toBe(204);
    expect((await sso.me(token ?? "")).status).toBe(401);
    const users = sso.server.db.selectFrom("users").select("company_id").where("email", "=", "kept@example.org");
    expect(await users.execute()).toEqual([{ company_id: sso.people.companyId }]);
  });

  test("sign-ins of one address are limited", async () => {
    const begin = () => sso.server.call("POST", "users/sso/begin/", { body: { email: "flood@example.org" } });
    const statuses = new Set<number>();
    for (let count = 0; count < 25; count += 1) statuses.add((await begin()).status);
    expect(statuses).toEqual(new Set([400, 429]));
  });
});
