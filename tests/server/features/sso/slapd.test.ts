import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SsoDomain, SsoProvider, SsoTest } from "../../../../contract/access/sso.ts";
import { endLdapSessions } from "../../../../server/features/sso/ldapSessions.ts";
import { BASE, findSlapd, type Slapd, startSlapd } from "../../../providers/slapd.ts";
import { addProject } from "../../rows.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

const PROGRAM = findSlapd();
const CLEW = `cn=clew,${BASE}`;
const ENGINEERS = `cn=engineers,ou=groups,${BASE}`;
const dnOf = (uid: string): string => `uid=${uid},${BASE}`;
/** By which an administrator of OpenLDAP disables an account (overlay ppolicy). */
const LOCKED = "000001010000Z";

// The reporter prints the name of a skipped suite, and this is the reason.
describe.skipIf(PROGRAM === undefined)(
  `signing in at OpenLDAP${PROGRAM === undefined ? ": skipped, slapd is not installed" : ""}`,
  () => {
    let slapd: Slapd;
    let sso: SsoServer;
    let providers: Record<"ldaps" | "ldap", SsoProvider>;
    const fields = () => ({
      label: "OpenLDAP",
      bind_dn: CLEW,
      bind_password: "reader" as string | null,
      search_base: BASE,
      filter: "(&(objectClass=inetOrgPerson)(mail={login}))",
      address_attribute: "mail",
      name_attribute: "cn",
      groups_attribute: "memberOf",
      ca: slapd.certificate as string | null,
    });

    /** Adds a provider for a domain and turns it on. */
    async function addProvider(server: string, domain: string): Promise<SsoProvider> {
      const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
        const answer = await sso.settings(method, path, body);
        if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
      };
      const { id } = (await call("POST", "ldap/", { ...fields(), server })) as SsoProvider;
      const added = (await call("POST", `providers/${id}/domains/`, { name: domain })) as SsoDomain;
      sso.names.records.set(domain, [added.record]);
      await call("POST", `domains/${added.id}/verify/`);
      return (await call("PUT", `ldap/${id}/`, { ...fields(), bind_password: null, is_enabled: true })) as SsoProvider;
    }

    const addPerson = (uid: string, domain = "acme.example"): Promise<void> =>
      slapd.asRoot((client) =>
        client.add(dnOf(uid), {
          objectClass: "inetOrgPerson",
          uid,
          cn: `${uid} of Acme`,
          sn: "Acme",
          mail: `${uid}@${domain}`,
          userPassword: `${uid}-secret`,
        }),
      );
    const modify = (dn: string, operation: "add" | "delete" | "replace", type: string, ...values: string[]) =>
      slapd.asRoot((client) =>
        client.modify(dn, new Change({ operation, modification: new Attribute({ type, values }) })),
      );
    const signIn = (email: string, password: string) =>
      sso.server.call("POST", "users/sso/password/", { body: { email, password } });
    const tokenOf = async (email: string, password: string): Promise<string> => {
      const { status, body } = await signIn(email, password);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return (body as { token: string }).token;
    };
    const roleOf = async (token: string): Promise<string | undefined> => {
      const { id } = (await sso.me(token)).body as { id: string };
      const rows = sso.server.db.selectFrom("project_members").select("role").where("user_id", "=", id);
      return (await rows.executeTakeFirst())?.role;
    };
    const tested = async (id: string): Promise<string> => {
      const { steps } = (await sso.settings("POST", `providers/${id}/test/`)).body as SsoTest;
      return steps.map(({ passed, text }) => `${passed ? "+" : "-"} ${text}`).join("\n");
    };

    beforeAll(async () => {
      slapd = await startSlapd(PROGRAM ?? "");
      sso = await startSsoServer(ONE_ENGINE);
      providers = {
        ldaps: await addProvider(slapd.ldaps, "acme.example"),
        ldap: await addProvider(slapd.ldap, "start.example"),
      };
      for (const uid of ["ann", "bob", "cid", "dot"]) await addPerson(uid);
      await addPerson("eve", "start.example");
      await slapd.asRoot((client) =>
        client.add(ENGINEERS, { objectClass: "groupOfNames", cn: "engineers", member: [CLEW, dnOf("ann")] }),
      );
      const { people, server } = sso;
      await addProject(server.db, { slug: "atlas", companyId: people.companyId, ownerId: people.admin.id });
      const mapped = await server.call("POST", `companies/${people.companyId}/directory/mappings/`, {
        token: people.admin.token,
        body: { group: { provider: providers.ldaps.id, name: ENGINEERS }, project: "atlas", role: "Developer" },
      });
      if (mapped.status !== 201) throw new Error(JSON.stringify(mapped.body));
    });
    afterAll(async () => {
      await sso?.stop();
      await slapd?.stop();
    });

    test("by ldaps, with the role of a group, which ends when the group no longer has the person", async () => {
      const token = await tokenOf("ann@acme.example", "ann-secret");
      expect((await sso.me(token)).body).toMatchObject({ name: "ann of Acme", email: "ann@acme.example" });
      expect(await roleOf(token)).toBe("Developer");
      await modify(ENGINEERS, "delete", "member", dnOf("ann"));
      expect(await roleOf(await tokenOf("ann@acme.example", "ann-secret"))).toBeUndefined();
      await modify(ENGINEERS, "add", "member", dnOf("ann"));
      expect(await roleOf(await tokenOf("ann@acme.example", "ann-secret"))).toBe("Developer");
    });

    test("by StartTLS, before which the directory takes no password", async () => {
      const token = await tokenOf("eve@start.example", "eve-secret");
      expect((await sso.me(token)).body).toMatchObject({ email: "eve@start.example" });
      const plain = new Client({ url: slapd.ldap.replace("localhost", "127.0.0.1") });
      await expect(plain.bind(CLEW, "reader")).rejects.toThrow(/onfidentiality|0xd/);
      await plain.unbind();
    });

    test("a certificate that the company does not trust ends the connection before a password is sent", async () => {
      for (const { id } of [providers.ldaps, providers.ldap]) {
        await sso.settings("PUT", `ldap/${id}/`, { ...fields(), bind_password: null, ca: null, is_enabled: true });
        expect(await tested(id)).toMatch(/^- The certificate of localhost cannot be trusted/);
        await sso.settings("PUT", `ldap/${id}/`, { ...fields(), bind_password: null, is_enabled: true });
      }
    });

    test("a wrong password and an unknown person are answered alike", async () => {
      const wrong = await signIn("bob@acme.example", "wrong");
      const unknown = await signIn("none@acme.example", "wrong");
      expect([wrong.status, wrong.body]).toEqual([400, unknown.body]);
      expect(typeof (await tokenOf("bob@acme.example", "bob-secret"))).toBe("string");
    });

    test("a locked account cannot sign in, and its session ends at the next check; a lock by wrong passwords ends none", async () => {
      const check = () =>
        endLdapSessions(
          {
            db: sso.server.db,
            secrets: { open: () => Promise.resolve({ token: "reader" }) },
            allowsPlainLdap: false,
            egress: { resolve: () => Promise.resolve("127.0.0.1") },
          },
          { warn: (...given: unknown[]) => expect(given).toEqual([]) },
        );
      const tokens = [
        await tokenOf("cid@acme.example", "cid-secret"),
        await tokenOf("dot@acme.example", "dot-secret"),
      ] as const;
      const states = () => Promise.all(tokens.map(async (token) => (await sso.me(token)).status));
      await modify(dnOf("cid"), "replace", "pwdAccountLockedTime", LOCKED);
      await modify(dnOf("dot"), "replace", "pwdAccountLockedTime", "20200101000000Z");
      expect((await signIn("cid@acme.example", "cid-secret")).status).toBe(400);
      expect(await states()).toEqual([200, 200]);
      await check();
      expect(await states()).toEqual([401, 200]);
      await slapd.asRoot((client) => client.del(dnOf("dot")));
      await check();
      expect(await states()).toEqual([401, 401]);
    });

    test("an anonymous bind is refused, by the directory and before it is asked", async () => {
      const anonymous = new Client({ url: slapd.ldaps, tlsOptions: { ca: [slapd.certificate] } });
      await expect(anonymous.bind("", "")).rejects.toThrow();
      await anonymous.unbind();
      expect((await signIn("bob@acme.example", "")).status).toBe(400);
      const { id } = providers.ldaps;
      const put = (change: Record<string, unknown>) =>
        sso.settings("PUT", `ldap/${id}/`, { ...fields(), is_enabled: true, ...change });
      expect((await put({ bind_dn: "" })).status).toBe(400);
      expect((await put({ bind_password: "wrong" })).status).toBe(200);
      expect(await tested(id)).toMatch(/^- .*refuses the bind DN/);
      expect((await signIn("bob@acme.example", "bob-secret")).status).not.toBe(200);
      expect((await put({})).status).toBe(200);
      expect(typeof (await tokenOf("bob@acme.example", "bob-secret"))).toBe("string");
    });
  },
);
