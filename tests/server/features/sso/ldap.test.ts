import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { totpCodeAt } from "../../../../server/access/passwords/totp.ts";
import type { SsoDomain, SsoProvider, SsoTest } from "../../../../contract/access/sso.ts";
import { endLdapSessions } from "../../../../server/features/sso/ldapSessions.ts";
import type { NewAuthenticatorApp } from "../../../../contract/access/secondFactors.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addProject } from "../../rows.ts";
import { type LdapHost, startLdapHost } from "../../../providers/ldapHost.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

const BASE = "dc=acme,dc=example";
const CLEW = { dn: `cn=clew,${BASE}`, password: "reader", attributes: { cn: ["clew"] } };
const person = (uid: string, attributes: Record<string, string[]> = {}) => ({
  dn: `uid=${uid},${BASE}`,
  password: `${uid}-secret`,
  attributes: { uid: [uid], mail: [`${uid}@acme.example`], cn: [uid], entryUUID: [`id-${uid}`], ...attributes },
});

onOneDatabase("signing in with the password of a directory", (engine) => {
  let sso: SsoServer;
  let host: LdapHost;
  let provider: SsoProvider;
  const fields = () => ({
    label: "Acme directory",
    bind_dn: CLEW.dn,
    bind_password: CLEW.password,
    search_base: BASE,
    filter: "(mail={login})",
    address_attribute: "mail",
    name_attribute: "cn",
    groups_attribute: "memberOf",
    ca: host.certificate,
  });
  const stored = () => ({ ...fields(), bind_password: null, is_enabled: true });

  beforeAll(async () => {
    host = await startLdapHost("localhost", true);
    sso = await startSsoServer(engine);
    const added = await sso.settings("POST", "ldap/", { ...fields(), server: `ldaps://localhost:${host.port}` });
    provider = added.body as SsoProvider;
    const domain = (await sso.settings("POST", `providers/${provider.id}/domains/`, { name: "acme.example" }))
      .body as SsoDomain;
    sso.names.records.set("acme.example", [domain.record]);
    await sso.settings("POST", `domains/${domain.id}/verify/`);
    await sso.settings("PUT", `ldap/${provider.id}/`, stored());
  });
  afterEach(() => {
    host.change = {};
  });
  afterAll(async () => {
    await sso.stop();
    await host.stop();
  });

  const signIn = (email: string, password: string) =>
    sso.server.call("POST", "users/sso/password/", { body: { email, password } });

  test("asks for the password on the page, makes the account, and marks the session with the provider", async () => {
    host.entries = [CLEW, person("ann", { memberOf: [`cn=engineers,${BASE}`] })];
    expect(provider).toMatchObject({ kind: "ldap", has_secret: true });
    expect(JSON.stringify(provider)).not.toContain(CLEW.password);
    expect(await sso.begin("ann@acme.example")).toEqual({ asks_password: true });
    const { people, server } = sso;
    await addProject(server.db, { slug: "ldap", companyId: people.companyId, ownerId: people.admin.id });
    const group = { provider: provider.id, name: `cn=engineers,${BASE}` };
    const mapped = await server.call("POST", `companies/${people.companyId}/directory/mappings/`, {
      token: people.admin.token,
      body: { group, project: "ldap", role: "Developer" },
    });
    expect(mapped.status).toBe(201);
    const { status, body } = await signIn("ann@acme.example", "ann-secret");
    expect([status, body]).toEqual([200, { token: expect.any(String) }]);
    const me = await sso.me((body as { token: string }).token);
    expect(me.body).toMatchObject({ name: "ann", email: "ann@acme.example" });
    const { id } = me.body as { id: string };
    const session = server.db
      .selectFrom("sessions")
      .select(["sso_provider_id", "sso_subject"])
      .where("user_id", "=", id);
    expect(await session.execute()).toEqual([{ sso_provider_id: provider.id, sso_subject: "entryUUID:id-ann" }]);
    const role = server.db.selectFrom("project_members").select("role").where("user_id", "=", id);
    expect(await role.execute()).toEqual([{ role: "Developer" }]);
    expect(await sso.actions()).toEqual(expect.arrayContaining(["sso.account_linked", "session.started"]));
  });

  test("a wrong password and an unknown person are answered alike, and guesses end", async () => {
    host.entries = [CLEW, person("bob")];
    const wrong = await signIn("bob@acme.example", "wrong");
    const unknown = await signIn("nobody@acme.example", "wrong");
    expect([wrong.status, wrong.body]).toEqual([400, unknown.body]);
    const answers = [];
    for (let at = 0; at < 10; at += 1) answers.push((await signIn("bob@acme.example", "wrong")).status);
    expect(answers.at(-1)).toBe(429);
    expect((await signIn("bob@example.org", "bob-secret")).status).toBe(400);
  });

  test("an address of a domain that is not verified opens no account", async () => {
    await sso.settings("PUT", `ldap/${provider.id}/`, { ...stored(), filter: "(|(mail={login})(upn={login}))" });
    host.entries = [CLEW, person("cid", { mail: ["cid@other.example"], upn: ["cid@acme.example"] })];
    expect((await signIn("cid@acme.example", "cid-secret")).body).toEqual({ failure: "address_foreign" });
    host.entries = [CLEW, person("cid", { mail: [], upn: ["cid@acme.example"] })];
    expect((await signIn("cid@acme.example", "cid-secret")).body).toEqual({ failure: "address_missing" });
    await sso.settings("PUT", `ldap/${provider.id}/`, stored());
  });

  test("the second factor of the account is asked for, and its session is one of the provider", async () => {
    host.entries = [CLEW, person("dot")];
    const first = await signIn("dot@acme.example", "dot-secret");
    const { token } = first.body as { token: string };
    const { id } = (await sso.me(token)).body as { id: string };
    const begun = await sso.server.call("POST", "users/me/authenticator-app/begin/", { token });
    const { secret } = begun.body as NewAuthenticatorApp;
    const code = totpCodeAt(secret, new Date(Date.now() - 30_000));
    const added = await sso.server.call("POST", "users/me/authenticator-app/", { token, body: { code } });
    expect(added.status).toBe(201);
    const { body } = await signIn("dot@acme.example", "dot-secret");
    expect(body).toEqual({ second_factor: expect.any(String) });
    const ticket = (body as { second_factor: string }).second_factor;
    const finish = () =>
      sso.server.call("POST", "users/second-factor/", { body: { ticket, code: totpCodeAt(secret, new Date()) } });
    await sso.settings("PUT", `ldap/${provider.id}/`, { ...stored(), is_enabled: false });
    expect((await finish()).status).toBe(400);
    await sso.settings("PUT", `ldap/${provider.id}/`, stored());
    expect((await finish()).status).toBe(200);
    const sessions = sso.server.db.selectFrom("sessions").select("sso_subject").where("user_id", "=", id);
    expect((await sessions.execute()).map((row) => row.sso_subject)).toEqual(["entryUUID:id-dot", "entryUUID:id-dot"]);
  });

  test("the test of the provider reports what is wrong", async () => {
    const { email } = sso.people.admin as unknown as { email: string };
    const admin = { ...person("admin"), attributes: { ...person("admin").attributes, mail: [email] } };
    const tested = async (): Promise<string> => {
      const { steps } = (await sso.settings("POST", `providers/${provider.id}/test/`)).body as SsoTest;
      return steps.map(({ passed, text }) => `${passed ? "+" : "-"} ${text}`).join("\n");
    };
    host.entries = [CLEW, admin];
    expect(await tested()).toMatch(/^\+ .* has one entry for/);
    host.entries = [CLEW];
    expect(await tested()).toMatch(/^- .*no entry under the search base/);
    host.entries = [CLEW, admin, { ...admin, dn: `uid=twin,${BASE}` }];
    expect(await tested()).toMatch(/^- More than one entry/);
    host.change = { bind: 49 };
    expect(await tested()).toMatch(/^- .*refuses the bind DN/);
    host.change = {};
    await sso.settings("PUT", `ldap/${provider.id}/`, { ...stored(), ca: null });
    expect(await tested()).toMatch(/^- The certificate of localhost cannot be trusted/);
    await sso.settings("PUT", `ldap/${provider.id}/`, stored());
  });

  test("settings that could not be used are refused", async () => {
    const refused = async (change: Record<string, unknown>): Promise<string[]> => {
      const { status, body } = await sso.settings("PUT", `ldap/${provider.id}/`, { ...stored(), ...change });
      expect(status).toBe(400);
      return Object.keys(body as object);
    };
    for (const filter of ["(mail=ada)", "(cn:caseExactMatch:={login})", "(mail={login}", "(uid>={login})"]) {
      expect(await refused({ filter })).toEqual(["filter"]);
    }
    expect(await refused({ ca: "no certificate" })).toEqual(["ca"]);
    const plain = { ...fields(), server: "http://localhost" };
    expect((await sso.settings("POST", "ldap/", plain)).status).toBe(400);
    expect((await sso.settings("PUT", `providers/${provider.id}/`, {})).status).toBe(400);
  });

  test("the check ends the sessions of who is gone or disabled, and none while the directory fails", async () => {
    host.entries = [CLEW, person("eve"), person("fay")];
    const tokens: string[] = [];
    for (const uid of ["eve", "fay"]) {
      tokens.push(((await signIn(`${uid}@acme.example`, `${uid}-secret`)).body as { token: string }).token);
    }
    const states = () => Promise.all(tokens.map(async (token) => (await sso.me(token)).status));
    const warnings: unknown[] = [];
    const check = () =>
      endLdapSessions(
        {
          db: sso.server.db,
          secrets: { open: () => Promise.resolve({ token: CLEW.password }) },
          allowsPlainLdap: false,
          egress: { resolve: () => Promise.resolve("127.0.0.1") },
        },
        { warn: (...given: unknown[]) => void warnings.push(given) },
      );
    host.change = { search: 52 };
    host.entries = [CLEW];
    await check();
    expect([await states(), warnings.length]).toEqual([[200, 200], 1]);
    host.change = {};
    host.entries = [CLEW, person("eve"), person("fay", { userAccountControl: ["514"] })];
    await check();
    expect(await states()).toEqual([200, 401]);
    host.entries = [CLEW];
    await check();
    expect(await states()).toEqual([401, 401]);
  });
});
