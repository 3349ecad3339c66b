import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { LdapDirectory, type LdapSettings } from "../../../server/sources/ldap/LdapDirectory.ts";
import type { LdapOptions } from "../../../server/sources/ldap/ldapSocket.ts";
import { type LdapHost, startLdapHost } from "../../providers/ldapHost.ts";

const NAME = "ldap.example.org";
const BASE = "dc=example,dc=org";
const CLEW = { dn: `cn=clew,${BASE}`, password: "reader", attributes: { cn: ["clew"] } };
const ada = (attributes: Record<string, string[]> = {}, dn = `uid=ada,${BASE}`) => ({
  dn,
  password: "right",
  attributes: { uid: ["ada"], mail: ["ada@example.org"], cn: ["Ada"], entryUUID: ["u-1"], ...attributes },
});

describe.each([
  ["ldaps", true],
  ["StartTLS", false],
])("a directory by %s", (_name, isTls) => {
  let host: LdapHost;
  beforeAll(async () => {
    host = await startLdapHost(NAME, isTls);
  });
  afterEach(() => {
    host.change = {};
    host.binds.length = 0;
    host.filters.length = 0;
  });
  afterAll(() => host.stop());

  const directory = (change: Partial<LdapSettings> = {}, options: Partial<LdapOptions> = {}): LdapDirectory => {
    host.entries = [CLEW, ada()];
    return new LdapDirectory(
      {
        server: `${isTls ? "ldaps" : "ldap"}://${NAME}:${host.port}`,
        bindDn: CLEW.dn,
        bindPassword: CLEW.password,
        searchBase: BASE,
        filter: "(|(mail={login})(uid={login}))",
        addressAttribute: "mail",
        nameAttribute: "cn",
        groupsAttribute: "memberOf",
        ca: host.certificate,
        ...change,
      },
      { egress: { resolve: () => Promise.resolve("127.0.0.1") }, allowsPlain: false, timeoutMs: 2000, ...options },
    );
  };

  test("reports who a person is whose password is right, and nothing for a wrong one or an unknown address", async () => {
    const tried = directory();
    expect(await tried.authenticate("ada@example.org", "right")).toMatchObject({
      subject: "entryUUID:u-1",
      email: "ada@example.org",
      isEmailVerified: true,
      name: "Ada",
      groups: { names: [] },
    });
    expect(await tried.authenticate("ada@example.org", "wrong")).toBeUndefined();
    host.binds.length = 0;
    expect(await tried.authenticate("eve@example.org", "right")).toBeUndefined();
    // As many requests as for a known address.
    expect(host.binds).toEqual([CLEW.dn, `cn=none,${BASE}`]);
  });

  test("an empty password makes no connection, although the directory would take it", async () => {
    expect(await directory().authenticate("ada@example.org", "")).toBeUndefined();
    expect(host.binds).toEqual([]);
    await expect(directory({ bindPassword: "" }).find("ada@example.org")).rejects.toMatchObject({ reason: "bind" });
    const nameless = directory();
    host.entries = [CLEW, ada({}, "")];
    await expect(nameless.authenticate("ada@example.org", "right")).resolves.toBeUndefined();
  });

  test("what is typed stays a value of the filter", async () => {
    const tried = directory();
    for (const login of ["*)(uid=*", "*", "ada)(|(uid=*", "\\2a", "a\0b"]) {
      expect(await tried.authenticate(login, "right")).toBeUndefined();
    }
    expect(host.filters.every((filter) => (filter.match(/\(/g) ?? []).length === 3)).toBe(true);
    expect(host.filters.join("\n")).toContain("(mail=\\2a\\29\\28uid=\\2a)");
  });

  test("two entries, a disabled one and one without an address sign no one in", async () => {
    const tried = directory();
    host.entries = [CLEW, ada(), ada({}, `uid=ada,ou=old,${BASE}`)];
    await expect(tried.authenticate("ada@example.org", "right")).rejects.toMatchObject({ reason: "many" });
    host.entries = [CLEW, ada({ userAccountControl: ["514"] })];
    expect(await tried.authenticate("ada@example.org", "right")).toBeUndefined();
    host.entries = [CLEW, ada({ nsAccountLock: ["TRUE"] })];
    expect(await tried.authenticate("ada@example.org", "right")).toBeUndefined();
    host.entries = [CLEW, ada({ mail: [] })];
    expect((await tried.authenticate("ada", "right"))?.email).toBeUndefined();
  });

  test("references are not followed, and a referral in place of an answer is refused", async () => {
    const tried = directory();
    host.change = { hasReference: true };
    expect(await tried.authenticate("ada@example.org", "right")).toMatchObject({ email: "ada@example.org" });
    host.change = { search: 10 };
    await expect(tried.find("ada@example.org")).rejects.toMatchObject({ reason: "search" });
    host.change = { search: 32 };
    await expect(tried.find("ada@example.org")).rejects.toMatchObject({ reason: "base" });
  });

  test("a huge, a silent and a closing directory end with an error", async () => {
    const tried = directory();
    host.change = { isHuge: true };
    await expect(tried.find("ada@example.org")).rejects.toMatchObject({ code: "too_large" });
    host.change = { closesAfterBind: true };
    await expect(tried.find("ada@example.org")).rejects.toMatchObject({ code: "cut" });
    // No second connection, which would not be encrypted.
    expect(host.binds).toEqual([CLEW.dn, CLEW.dn]);
    host.change = { isSilent: true };
    await expect(directory({}, { timeoutMs: 200 }).find("ada@example.org")).rejects.toMatchObject({ code: "timeout" });
  });

  test("a certificate of another authority or name is refused before any password is sent", async () => {
    await expect(directory({ ca: null }).find("ada@example.org")).rejects.toMatchObject({ code: "tls" });
    const server = `${isTls ? "ldaps" : "ldap"}://other.example.org:${host.port}`;
    await expect(directory({ server }).find("ada@example.org")).rejects.toMatchObject({ code: "tls" });
    expect(host.binds).toEqual([]);
  });

  test("reports who is gone or disabled, and fails rather than guess", async () => {
    const tried = directory();
    const subjects = ["entryUUID:u-1", "entryUUID:u-2", "entryUUID:u-3", `dn:uid=gone,${BASE}`];
    host.entries = [CLEW, ada(), ada({ entryUUID: ["u-2"], userAccountControl: ["514"] })];
    expect(await tried.ended(subjects)).toEqual(subjects.slice(1));
    host.change = { search: 51 };
    await expect(tried.ended(subjects)).rejects.toMatchObject({ code: "host_failure" });
    host.change = { bind: 49 };
    await expect(tried.ended(subjects)).rejects.toMatchObject({ reason: "bind" });
  });

  test.runIf(!isTls)("without TLS nothing is sent, and bytes that were not encrypted count for nothing", async () => {
    const tried = directory();
    host.change = { startTls: 2 };
    await expect(tried.find("ada@example.org")).rejects.toMatchObject({ reason: "start_tls" });
    // A right answer to the bind, except for its last byte.
    host.change = { injected: Buffer.from("300d02010261080a010004000401", "hex") };
    await expect(tried.find("ada@example.org")).rejects.toMatchObject({ reason: "answer" });
    expect(host.binds).toEqual([]);
    host.change = { startTls: 2 };
    expect(await directory({}, { allowsPlain: true }).find("ada@example.org")).toMatchObject({ name: "Ada" });
    const remote = { resolve: () => Promise.resolve("192.0.2.1") };
    await expect(
      directory({}, { allowsPlain: true, egress: remote, timeoutMs: 100 }).find("ada@example.org"),
    ).rejects.toMatchObject({ name: "SourceError" });
  });
});
