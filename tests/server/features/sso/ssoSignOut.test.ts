import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

const DONE = "/login#sso-signed-out=done";
const HERE = "/login#sso-signed-out=here";

onOneDatabase("signing out at a provider of OpenID Connect together with Clew", (engine) => {
  let sso: SsoServer;
  const fields = () => ({
    label: "Example login",
    client_id: sso.host.clientId,
    client_secret: null,
    scopes: "openid profile email",
    trusts_addresses: false,
    is_enabled: true,
  });
  const change = async (more: Record<string, unknown>) => {
    const answer = await sso.settings("PUT", `providers/${sso.provider.id}/`, { ...fields(), ...more });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const withEndpoint = (endpoint: unknown = `${sso.host.url}/end?tenant=1#part`): void => {
    sso.host.change.discovery = (document) => ({ ...document, end_session_endpoint: endpoint });
  };
  beforeAll(async () => {
    sso = await startSsoServer(engine);
    await change({ signs_out: true });
  });
  afterEach(() => sso.host.reset());
  afterAll(() => sso.stop());

  const signIn = async (sub = "ann", claims: Record<string, unknown> = {}): Promise<string> => {
    const { token, returned } = await sso.signIn(`${sub}@example.org`, { sub, ...claims });
    if (token === undefined) throw new Error(JSON.stringify(returned));
    return token;
  };
  const signOut = async (token: string): Promise<URL | null> => {
    const { status, body } = await sso.server.call("POST", "users/sso/sign-out/", { token });
    expect(status).toBe(200);
    const { sign_out_url: address } = body as { sign_out_url: string | null };
    return address === null ? null : new URL(address);
  };
  const comeBack = async (query: string, provider = sso.provider.id): Promise<string | null> => {
    const path = `${sso.server.url}/api/v1/users/sso/logout/${provider}/`;
    return (await fetch(`${path}${query}`, { redirect: "manual" })).headers.get("location");
  };
  const hints = async (): Promise<number> =>
    (await sso.server.db.selectFrom("sso_sign_out_hints").selectAll().execute()).length;

  test("is off until an Admin chooses it, and a person sees it before the sign-out", async () => {
    await change({ signs_out: false });
    withEndpoint();
    const token = await signIn();
    const { body } = await sso.me(token);
    expect(body).not.toHaveProperty("signs_out_at");
    expect(await hints()).toBe(0);
    expect(await signOut(token)).toBeNull();
    expect((await sso.me(token)).status).toBe(401);
    expect(await change({ signs_out: true })).toMatchObject({ signs_out: true });
    // A change that does not name the choice keeps it.
    expect(await change({})).toMatchObject({ signs_out: true });
    const second = await signIn();
    expect((await sso.me(second)).body).toMatchObject({ signs_out_at: "Example login" });
    const renamed = await sso.server.call("PUT", "users/me/", { token: second, body: { name: "Ann", language: "EN" } });
    expect(renamed.body).toMatchObject({ signs_out_at: "Example login" });
    // A session that began with a password has no provider.
    const { admin } = sso.people;
    expect((await sso.me(admin.token)).body).not.toHaveProperty("signs_out_at");
  });

  test("the provider's page gets the ID token, the return address and a state; the session here has ended", async () => {
    withEndpoint();
    const token = await signIn();
    const url = await signOut(token);
    expect((await sso.me(token)).status).toBe(401);
    expect(`${url?.origin}${url?.pathname}${url?.hash}`).toBe(`${sso.host.url}/end`);
    const query = Object.fromEntries(url?.searchParams ?? []);
    expect(query).toEqual({
      tenant: "1",
      client_id: sso.host.clientId,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      post_logout_redirect_uri: sso.provider.logout_url,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(JSON.parse(Buffer.from(query["id_token_hint"]?.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
      sub: "ann",
    });
    expect(await comeBack(`?state=${query["state"] ?? ""}&next=https://evil.example/`)).toBe(DONE);
    // Once, and only at the address of its provider.
    expect(await comeBack(`?state=${query["state"] ?? ""}`)).toBe(HERE);
    expect(await sso.actions()).toContain("session.ended");
  });

  test("what a session keeps is sealed for it, and goes with it and with the choice", async () => {
    withEndpoint();
    const before = await hints();
    const token = await signIn("bob");
    const stored = await sso.server.db
      .selectFrom("sso_sign_out_hints")
      .select("sealed")
      .where("session_hash", "=", hashToken(token))
      .executeTakeFirstOrThrow();
    expect(Buffer.from(stored.sealed).toString("latin1")).not.toContain("eyJ");
    expect(await sso.server.db.selectFrom("sso_codes").selectAll().execute()).toEqual([]);
    // Sealed for another session it is none, and the sign-out does not fail.
    const other = await signIn("cid");
    await sso.server.db
      .updateTable("sso_sign_out_hints")
      .set({ sealed: stored.sealed })
      .where("session_hash", "=", hashToken(other))
      .execute();
    expect((await signOut(other))?.searchParams.get("logout_hint")).toBe("cid@example.org");
    expect(await hints()).toBe(before + 1);
    await sso.server.call("POST", "users/logout/", { token });
    expect(await hints()).toBe(before);
    await signIn("bob");
    await change({ signs_out: false });
    expect(await hints()).toBe(0);
    await change({ signs_out: true });
  });

  test("a session without a token that fits is named by the address", async () => {
    withEndpoint();
    const url = await signOut(await signIn("dot", { padding: "x".repeat(4000) }));
    expect(url?.searchParams.get("id_token_hint")).toBeNull();
    expect(url?.searchParams.get("logout_hint")).toBe("dot@example.org");
    expect(url?.searchParams.get("client_id")).toBe(sso.host.clientId);
  });

  test("the session here ends for every failure of the provider", async () => {
    const fails: (() => void)[] = [
      // No endpoint, one that is no address, a script, and a private network.
      () => undefined,
      () => withEndpoint("nowhere"),
      () => withEndpoint("javascript:alert(1)"),
      () => withEndpoint("http://10.0.0.1/end"),
      () => withEndpoint("data:text/html,<script>"),
      () => {
        sso.host.change.discovery = () => "no description";
      },
      () => {
        sso.host.change.intercept = (_request, response) => {
          response.destroy();
          return true;
        };
      },
    ];
    for (const [at, fail] of fails.entries()) {
      const token = await signIn(`fail${at}`);
      fail();
      expect([at, await signOut(token), (await sso.me(token)).status]).toEqual([at, null, 401]);
      sso.host.reset();
    }
  });

  test("a provider that hangs delays the answer by seconds, and not the end of the session", async () => {
    withEndpoint();
    const token = await signIn("eve");
    sso.host.change.intercept = () => true;
    const began = Date.now();
    const answer = signOut(token);
    await expect.poll(async () => (await sso.me(token)).status).toBe(401);
    expect(Date.now() - began).toBeLessThan(4000);
    expect(await answer).toBeNull();
    expect(Date.now() - began).toBeLessThan(9000);
  });

  test("a return without a state of this provider's sign-out changes nothing, and goes nowhere else", async () => {
    withEndpoint();
    const kept = await signIn("fay");
    const begun = await sso.begin("gus@example.org");
    const state = new URL(begun.auth_url).searchParams.get("state") ?? "";
    const url = await signOut(await signIn("hal"));
    for (const query of ["", "?state=", "?state=unknown", `?state=${state}`, "?state=%00", "?SAMLResponse=a&state=b"]) {
      expect(await comeBack(query)).toBe(HERE);
    }
    // The answer of one provider at the address of another.
    const { stranger, otherCompanyId } = sso.people;
    const other = await sso.addProvider(
      { token: stranger.token, companyId: otherCompanyId },
      sso.host,
      "other.example",
    );
    const mixed = (await signOut(await signIn("mia")))?.searchParams.get("state") ?? "";
    expect(await comeBack(`?state=${mixed}`, other.id)).toBe(HERE);
    // A provider that reports an error confirms no sign-out.
    const failed = (await signOut(await signIn("jon")))?.searchParams.get("state") ?? "";
    expect(await comeBack(`?state=${failed}&error=server_error`)).toBe(HERE);
    const own = url?.searchParams.get("state") ?? "";
    expect(await comeBack(`?state=${own}`, "none")).toBe(HERE);
    expect(await comeBack(`?state=https%3A%2F%2Fevil.example&redirect_uri=https%3A%2F%2Fevil.example`)).toBe(HERE);
    expect((await sso.me(kept)).status).toBe(200);
    // A state of a sign-in is still good for its sign-in, and that of a sign-out for no session.
    const returned = await sso.comeBack(sso.host.consent(begun.auth_url, { email: "gus@example.org", email_verified: true, sub: "gus" })); // prettier-ignore
    expect(returned).toEqual({ code: expect.any(String) });
    const callback = new URL(sso.provider.redirect_url);
    callback.search = `?code=none&state=${own}`;
    expect(await sso.comeBack(callback)).toEqual({ failure: "expired" });
    const rows = sso.server.db.updateTable("sso_attempts").set({ expires_at: new Date(0) });
    const late = (await signOut(await signIn("ida")))?.searchParams.get("state") ?? "";
    await rows.execute();
    expect(await comeBack(`?state=${late}`)).toBe(HERE);
  });

  test("the test of the provider reports that it has no sign-out; a company without the plan has none", async () => {
    const tested = async () => JSON.stringify((await sso.settings("POST", `providers/${sso.provider.id}/test/`)).body);
    expect(await tested()).toContain("no address for signing out");
    withEndpoint();
    expect(await tested()).not.toContain("no address for signing out");
    const token = await signIn("jon");
    const { db } = sso.server;
    const plan = (name: "Premium" | "Enterprise") => db.updateTable("companies").set({ plan: name }).execute();
    await plan("Premium");
    expect((await sso.me(token)).body).not.toHaveProperty("signs_out_at");
    expect(await signOut(token)).toBeNull();
    await plan("Enterprise");
    const repeated = await sso.server.call("POST", "users/sso/sign-out/", { token });
    expect(repeated.status).toBe(401);
  });
});
