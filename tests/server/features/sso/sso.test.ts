import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newReset } from "../../../../server/access/passwords/passwordResets.ts";
import { invite } from "../../../../server/access/invitations.ts";
import { onOneDatabase } from "../../testDb.ts";
import { PASSWORD, signedIn } from "../../http/testServer.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

onOneDatabase("single sign-on", (engine) => {
  let sso: SsoServer;
  beforeAll(async () => {
    sso = await startSsoServer(engine);
  });
  afterEach(() => sso.host.reset());
  afterAll(() => sso.stop());

  test("begins with code flow, PKCE, state and nonce, and offers itself on the login page", async () => {
    const { auth_url } = await sso.begin("Ada@Example.org");
    const url = new URL(auth_url);
    expect(url.origin + url.pathname).toBe(`${sso.host.url}/authorize`);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      response_type: "code",
      client_id: "clew",
      redirect_uri: sso.provider.redirect_url,
      scope: "openid profile email",
      code_challenge_method: "S256",
      login_hint: "ada@example.org",
    });
    for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
    expect((await sso.server.call("GET", "installation/")).body).toMatchObject({ single_sign_on: true });
  });

  test("a person of the domain gets an account, and keeps it when the address changes", async () => {
    const first = await sso.signIn("new@example.org", { sub: "new-1", name: "Nora\u202e New" });
    const me = await sso.me(first.token ?? "");
    expect(me.body).toMatchObject({
      name: "Nora New",
      email: "new@example.org",
      company: { id: sso.people.companyId, role: "Member" },
    });
    const again = await sso.signIn("new@example.org", {
      sub: "new-1",
      email: "renamed@elsewhere.example",
      email_verified: false,
    });
    expect((await sso.me(again.token ?? "")).body).toMatchObject({ id: (me.body as { id: string }).id });
    expect(await sso.actions()).toEqual(
      expect.arrayContaining(["company.joined", "sso.account_linked", "session.started"]),
    );
    // There is no password, so none can be guessed, and a reset of one is the owner's to ask for.
    const guess = await sso.server.call("POST", "users/login/", { body: { email: "new@example.org", password: "!" } });
    expect(guess.status).toBe(400);
    const confirm = await sso.server.call("POST", "users/me/confirm/", { token: again.token, body: { password: "!" } });
    expect(JSON.stringify(confirm.body)).toContain("Sign out, sign in again with single sign-on");
  });

  test("an existing account is linked by its verified address, with its role; its password stays", async () => {
    const { token } = await sso.signIn("admin@example.org", { sub: "admin-1" });
    expect((await sso.me(token ?? "")).body).toMatchObject({
      id: sso.people.admin.id,
      company: { role: "Admin" },
    });
    const login = await sso.server.call("POST", "users/login/", {
      body: { email: "admin@example.org", password: PASSWORD },
    });
    expect(login.status).toBe(200);
    // The address has passed on to another person at the provider.
    expect((await sso.signIn("admin@example.org", { sub: "admin-2" })).returned).toEqual({ failure: "other_subject" });
  });

  test("an invited person joins with the invitation's role, once", async () => {
    const { companyId } = sso.people;
    await sso.server.db
      .transaction()
      .execute((tx) =>
        invite(tx, { companyId, email: "chief@example.org", role: "Admin", invitedBy: sso.people.admin.id }),
      );
    const { token } = await sso.signIn("chief@example.org", { sub: "chief" });
    expect((await sso.me(token ?? "")).body).toMatchObject({ company: { role: "Admin" } });
    const open = await sso.server.call("GET", `companies/${companyId}/invitations/`, { token: sso.people.admin.token });
    expect(open.body).toEqual([]);
  });

  test("who takes over the account of a removed person takes over none of its sessions", async () => {
    const { companyId, admin } = sso.people;
    const { server } = sso;
    const email = "former@example.org";
    const former = await signedIn(server.db, { companyId, email });
    const removed = await server.call("DELETE", `companies/${companyId}/users/${former.id}/`, { token: admin.token });
    expect(removed.status).toBeLessThan(300);
    const login = await server.call("POST", "users/login/", { body: { email, password: PASSWORD } });
    const { token: old } = login.body as { token: string };
    expect((await sso.me(old)).status).toBe(200);
    await server.db
      .transaction()
      .execute((tx) => invite(tx, { companyId, email, role: "Member", invitedBy: admin.id }));
    const { token } = await sso.signIn(email, { sub: "successor" });
    expect((await sso.me(token ?? "")).status).toBe(200);
    expect((await sso.me(old)).status).toBe(401);
  });

  test("a copied invitation link does not prove an address of a verified domain", async () => {
    const { companyId, admin } = sso.people;
    const password = { password: "seven green bicycles", confirm_password: "seven green bicycles" };
    for (const [email, isProof] of [
      ["copied-link@example.org", false],
      ["copied-link@elsewhere.example", true],
    ] as const) {
      const { token } = await sso.server.db
        .transaction()
        .execute((tx) => invite(tx, { companyId, email, role: "Member", invitedBy: admin.id }));
      const answer = await sso.server.call("POST", `users/register/?invitation_token=${token}`, {
        body: { name: "Boss", email, ...password },
      });
      expect([email, "token" in (answer.body as object)]).toEqual([email, isProof]);
    }
  });

  test("claims may come from the UserInfo endpoint", async () => {
    const info = { sub: "info-1", email: "info@example.org", email_verified: true, name: "Ines Info" };
    sso.host.change.userInfo = info;
    const signIn = () => sso.signIn("info@example.org", { sub: "info-1", email: undefined, email_verified: undefined });
    sso.host.change.userInfo = { ...info, sub: "other" };
    expect((await signIn()).returned).toEqual({ failure: "invalid" });
    sso.host.change.userInfo = info;
    expect((await sso.me((await signIn()).token ?? "")).body).toMatchObject({ name: "Ines Info" });
  });

  test("two first sign-ins at the same moment make one account", async () => {
    const results = await Promise.all([1, 2, 3].map(() => sso.signIn("twice@example.org", { sub: "twice" })));
    const ids = await Promise.all(
      results.map(async ({ token }) => ((await sso.me(token ?? "")).body as { id: string }).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test("a code is good for one session, of the page that began", async () => {
    const { auth_url, verifier } = await sso.begin("ada@example.org");
    const other = await sso.begin("ada@example.org");
    const claims = { sub: "ada", email: "ada@example.org", email_verified: true };
    const back = await sso.comeBack(sso.host.consent(auth_url, claims));
    const code = back && "code" in back ? back.code : "";
    // Another browser's verifier does not open it, and the try has used it up.
    expect((await sso.exchange(code, other.verifier)).status).toBe(400);
    expect((await sso.exchange(code, verifier)).status).toBe(400);
    const again = await sso.begin("ada@example.org");
    const url = sso.host.consent(again.auth_url, claims);
    const returned = await sso.comeBack(url);
    const good = returned && "code" in returned ? returned.code : "";
    expect((await sso.exchange(good, again.verifier)).status).toBe(200);
    expect((await sso.exchange(good, again.verifier)).body).toMatchObject({
      non_field_errors: [expect.stringContaining("Begin again")],
    });
    // The callback of before, from the history of the browser.
    expect(await sso.comeBack(url)).toEqual({ failure: "expired" });
    // No secret of a sign-in is written to the log of the server.
    const log = sso.server.log.join("\n");
    for (const secret of [good, again.verifier, url.searchParams.get("code") ?? ""]) expect(log).not.toContain(secret);
  });

  test("a code ends after a minute, and with the removal of the person", async () => {
    const claims = { sub: "late", email: "late@example.org", email_verified: true };
    const { auth_url, verifier } = await sso.begin("late@example.org");
    const returned = await sso.comeBack(sso.host.consent(auth_url, claims));
    await sso.server.db
      .updateTable("sso_codes")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await sso.exchange(returned && "code" in returned ? returned.code : "", verifier)).status).toBe(400);
    const second = await sso.begin("late@example.org");
    const back = await sso.comeBack(sso.host.consent(second.auth_url, claims));
    const { id } = await sso.server.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", "late@example.org")
      .executeTakeFirstOrThrow();
    const { companyId, admin } = sso.people;
    const removed = await sso.server.call("DELETE", `companies/${companyId}/users/${id}/`, { token: admin.token });
    expect(removed.status).toBe(204);
    expect((await sso.exchange(back && "code" in back ? back.code : "", second.verifier)).status).toBe(400);
    // Who was removed comes back by an invitation alone.
    expect((await sso.signIn("late@example.org", claims)).returned).toEqual({ failure: "removed" });
    await sso.server.db
      .transaction()
      .execute((tx) => invite(tx, { companyId, email: "late@example.org", role: "Member", invitedBy: null }));
    expect((await sso.signIn("late@example.org", claims)).token).toBeDefined();
  });

  test("an unknown domain, another plan and a provider that is off are refused in the reader's language", async () => {
    const begin = (email: string, language = "EN") =>
      sso.server.call("POST", "users/sso/begin/", { body: { email }, language });
    expect((await begin("ada@unknown.example")).body).toMatchObject({ email: [expect.stringContaining("No company")] });
    expect((await begin("ada@sub.example.org", "tr")).body).toMatchObject({
      email: [expect.stringContaining("bir şirket yok")],
    });
    const { companyId } = sso.people;
    const setPlan = (plan: "Premium" | "Enterprise") =>
      sso.server.db.updateTable("companies").set({ plan }).where("id", "=", companyId).execute();
    const { auth_url } = await sso.begin("ada@example.org");
    await setPlan("Premium");
    expect(JSON.stringify((await begin("ada@example.org")).body)).toContain("has no single sign-on");
    expect(await sso.comeBack(sso.host.consent(auth_url))).toEqual({ failure: "plan" });
    await setPlan("Enterprise");
    const second = await sso.begin("ada@example.org");
    await sso.server.db.updateTable("sso_providers").set({ is_enabled: false }).execute();
    expect((await begin("ada@example.org")).status).toBe(400);
    expect(await sso.comeBack(sso.host.consent(second.auth_url))).toEqual({ failure: "off" });
    await sso.server.db.updateTable("sso_providers").set({ is_enabled: true }).execute();
  });

  test("addresses of other companies, other domains and unverified ones open no account", async () => {
    const refused = async (claims: Record<string, unknown>) =>
      (await sso.signIn("ada@example.org", { sub: `sub-${Math.random()}`, ...claims })).returned;
    expect(await refused({ email: "stranger@example.org" })).toEqual({ failure: "other_company" });
    expect(await refused({ email: "ada@elsewhere.example" })).toEqual({ failure: "address_foreign" });
    expect(await refused({ email: "ada@example.org.evil.example" })).toEqual({ failure: "address_foreign" });
    expect(await refused({ email: '"a@example.org"@evil.example' })).toEqual({ failure: "address_missing" });
    expect(await refused({ email: "unproven@example.org", email_verified: false })).toEqual({
      failure: "address_unverified",
    });
    expect(await refused({ email: "unproven@example.org", email_verified: undefined })).toEqual({
      failure: "address_unverified",
    });
    sso.host.change.discovery = (document) => ({ ...document, userinfo_endpoint: undefined });
    expect(await refused({ email: undefined })).toEqual({ failure: "address_missing" });
    expect(await refused({ sub: "" })).toEqual({ failure: "invalid" });
    expect(await refused({ sub: "nul\u0000" })).toEqual({ failure: "invalid" });
    const { token } = sso.people.stranger;
    expect((await sso.me(token)).body).toMatchObject({ company: { id: sso.people.otherCompanyId } });
    expect(await sso.actions()).toContain("sso.refused");
    // An issuer whose addresses the Admin trusts, such as one that says nothing of verification.
    await sso.server.db.updateTable("sso_providers").set({ trusts_addresses: true }).execute();
    const trusted = await sso.signIn("proven@example.org", { sub: "proven", email_verified: undefined });
    expect(trusted.token).toBeDefined();
    await sso.server.db.updateTable("sso_providers").set({ trusts_addresses: false }).execute();
  });

  test("where it is required, passwords of all but the named Admins are refused everywhere", async () => {
    const { admin, member, companyId } = sso.people;
    const email = "guest@elsewhere.example";
    const invitation = await sso.server.db
      .transaction()
      .execute((tx) => invite(tx, { companyId, email, role: "Member", invitedBy: null }));
    const policy = (body: unknown) => sso.settings("PUT", "", body);
    expect((await policy({ is_required: true, password_admins: [] })).status).toBe(400);
    expect((await policy({ is_required: true, password_admins: [member.id] })).status).toBe(400);
    expect((await policy({ is_required: true, password_admins: [sso.people.stranger.id] })).status).toBe(400);
    const other = await signedIn(sso.server.db, { companyId, email: "other-admin@example.org", role: "Admin" });
    const bySso = await sso.signIn("member@example.org", { sub: "member-1" });
    expect((await policy({ is_required: true, password_admins: [admin.id] })).body).toMatchObject({
      is_required: true,
      password_admins: [admin.id],
    });
    // Sessions that began with a password end, for all but the named Admin.
    expect((await sso.me(member.token)).status).toBe(401);
    expect((await sso.me(other.token)).status).toBe(401);
    expect((await sso.me(admin.token)).status).toBe(200);
    expect((await sso.me(bySso.token ?? "")).status).toBe(200);
    const login = (who: string, password = PASSWORD) =>
      sso.server.call("POST", "users/login/", { body: { email: who, password } });
    const required = { non_field_errors: [expect.stringContaining("requires single sign-on")] };
    expect(await login("member@example.org")).toMatchObject({ status: 400, body: required });
    expect(JSON.stringify((await login("member@example.org", "wrong")).body)).not.toContain("single sign-on");
    expect((await login("admin@example.org")).status).toBe(200);
    expect((await login("stranger@example.org")).status).toBe(200);
    const { token: reset } = await newReset(sso.server.db, member.id);
    const passwords = { new_password: "seven green bicycles", confirm_password: "seven green bicycles" };
    const changed = await sso.server.call("POST", "users/reset-password/", { body: { token: reset, ...passwords } });
    expect(changed).toMatchObject({ status: 400, body: required });
    const change = await sso.server.call("POST", "users/change-password/", {
      token: bySso.token,
      body: { old_password: PASSWORD, ...passwords },
    });
    expect(change).toMatchObject({ status: 400, body: required });
    const register = await sso.server.call("POST", `users/register/?invitation_token=${invitation.token}`, {
      body: { name: "Guest", email, password: passwords.new_password, confirm_password: passwords.new_password },
    });
    expect(register).toMatchObject({ status: 400, body: required });
    // What would leave no way in is refused.
    const { label, client_id, scopes, trusts_addresses } = sso.provider;
    const fields = { label, client_id, client_secret: null, scopes, trusts_addresses };
    const off = await sso.settings("PUT", `providers/${sso.provider.id}/`, { ...fields, is_enabled: false });
    expect(off.status).toBe(409);
    expect((await sso.settings("DELETE", `providers/${sso.provider.id}/`)).status).toBe(409);
    const [domain] = sso.provider.domains;
    expect((await sso.settings("DELETE", `domains/${domain?.id}/`)).status).toBe(409);
    const demote = await sso.server.call("PUT", `companies/${companyId}/users/${admin.id}/change-role/`, {
      token: admin.token,
      body: { role: "Member" },
    });
    expect(demote.status).toBe(409);
    // With the plan the requirement ends, so that no user is locked out.
    await sso.server.db.updateTable("companies").set({ plan: "Standard" }).where("id", "=", companyId).execute();
    const meanwhile = await login("member@example.org");
    expect(meanwhile.status).toBe(200);
    expect((await login("admin@example.org")).status).toBe(200);
    const { token } = meanwhile.body as { token: string };
    expect((await sso.me(token)).status).toBe(200);
    await sso.server.db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", companyId).execute();
    // What began with a password meanwhile does not outlive it.
    expect((await sso.me(token)).status).toBe(401);
    expect(await login("member@example.org")).toMatchObject({ status: 400, body: required });
    expect((await login("admin@example.org")).status).toBe(200);
    expect((await sso.me(bySso.token ?? "")).status).toBe(200);
    expect((await policy({ is_required: false, password_admins: [admin.id] })).status).toBe(200);
    expect((await login("member@example.org")).status).toBe(200);
  });
});
