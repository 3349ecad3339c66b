import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DirectoryMapping, DirectorySettings } from "../../../../contract/access/directory.ts";
import type { SsoTest } from "../../../../contract/access/sso.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addProject } from "../../rows.ts";
import { type SsoServer, startSsoServer } from "./ssoServer.ts";

const FIELDS = {
  label: "Example login",
  client_id: "clew",
  client_secret: null,
  scopes: "openid profile email",
  trusts_addresses: false,
  is_enabled: true,
};

onOneDatabase("roles by the groups of a sign-in", (engine) => {
  let sso: SsoServer;
  let projectId: string;
  beforeAll(async () => {
    sso = await startSsoServer(engine);
    projectId = await addProject(sso.server.db, {
      slug: "atlas",
      companyId: sso.people.companyId,
      ownerId: sso.people.admin.id,
    });
    await claim("groups");
  });
  afterEach(() => sso.host.reset());
  afterAll(() => sso.stop());

  const claim = async (name: string | undefined): Promise<void> => {
    const answer = await sso.settings("PUT", `providers/${sso.provider.id}/`, { ...FIELDS, groups_claim: name });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  const directory = (method: string, path: string, body?: unknown) =>
    sso.server.call(method, `companies/${sso.people.companyId}/directory/${path}`, {
      token: sso.people.admin.token,
      body,
    });
  const map = async (name: string, project: string | null, role: string, provider = sso.provider.id) => {
    const { status, body } = await directory("POST", "mappings/", { group: { provider, name }, project, role });
    expect([status, body]).toEqual([201, expect.any(Array)]);
    return (body as DirectoryMapping[]).find((mapping) => mapping.group.name === name)?.id ?? "";
  };
  const signIn = async (sub: string, claims: Record<string, unknown>) => {
    const { token, returned } = await sso.signIn(`${sub}@example.org`, { sub, ...claims });
    expect(returned).toEqual({ code: expect.any(String) });
    const { id, company } = (await sso.me(token ?? "")).body as { id: string; company: { role: string } };
    return { id, company: company.role, project: await roleOf(id) };
  };
  const roleOf = async (userId: string): Promise<string | undefined> => {
    const rows = sso.server.db.selectFrom("project_members").select("role");
    return (await rows.where("project_id", "=", projectId).where("user_id", "=", userId).executeTakeFirst())?.role;
  };

  test("give and take roles within the sign-in; a group's name counts letter by letter", async () => {
    await map("engineers", "atlas", "Developer");
    await map("leads", "atlas", "Maintainer");
    await map("chiefs", null, "Admin");
    expect(await signIn("ann", { groups: ["engineers", "leads", "chiefs", "others"] })).toMatchObject({
      company: "Admin",
      project: "Maintainer",
    });
    expect(await signIn("ann", { groups: "engineers" })).toMatchObject({ company: "Member", project: "Developer" });
    expect(await signIn("ann", { groups: ["Engineers", 7, null, { name: "leads" }] })).toMatchObject({
      company: "Member",
      project: undefined,
    });
    // A provider leaves the claim out for a person without groups.
    await signIn("ann", { groups: ["leads"] });
    sso.host.change.userInfo = { sub: "ann" };
    expect(await signIn("ann", {})).toMatchObject({ project: undefined });
    expect(await sso.actions()).toEqual(expect.arrayContaining(["user.role_changed", "directory.roles_changed"]));
  });

  test("what was given by hand stays, and a person removed by hand gets nothing of old groups", async () => {
    const { id } = await signIn("hand", { groups: ["engineers"] });
    const members = sso.server.db.updateTable("project_members");
    await members.set({ hand_role: "Viewer" }).where("user_id", "=", id).execute();
    expect(await signIn("hand", { groups: [] })).toMatchObject({ project: "Viewer" });
    await signIn("hand", { groups: ["leads", "chiefs"] });
    const { admin, companyId } = sso.people;
    const removed = await sso.server.call("DELETE", `companies/${companyId}/users/${id}/`, { token: admin.token });
    expect(removed.status).toBe(204);
    const left = sso.server.db.selectFrom("directory_group_members").selectAll().where("user_id", "=", id);
    expect(await left.execute()).toEqual([]);
    const user = sso.server.db.selectFrom("users").select(["company_role", "hand_role"]).where("id", "=", id);
    expect(await user.executeTakeFirst()).toEqual({ company_role: "Member", hand_role: null });
  });

  test("neither an Admin who may use a password nor the last Admin loses that by a group", async () => {
    const { id } = await signIn("glass", { groups: ["chiefs"] });
    const users = sso.server.db.updateTable("users");
    await users.set({ keeps_password: true }).where("id", "=", id).execute();
    expect(await signIn("glass", { groups: [] })).toMatchObject({ company: "Admin" });
    await users.set({ keeps_password: false }).where("id", "=", id).execute();
    // Named by hand meanwhile.
    expect(await signIn("glass", { groups: [] })).toMatchObject({ company: "Admin" });

    const last = await signIn("last", { groups: ["chiefs"] });
    const others = users.set({ company_role: "Member" }).where("company_id", "=", sso.people.companyId);
    await others.where("id", "!=", last.id).execute();
    try {
      expect(await signIn("last", { groups: [] })).toMatchObject({ company: "Admin" });
    } finally {
      await users.set({ company_role: "Admin" }).where("id", "=", sso.people.admin.id).execute();
    }
    expect(await signIn("last", { groups: [] })).toMatchObject({ company: "Member" });
  });

  test("groups that cannot be read change nothing, which the test of the provider and the log report", async () => {
    await signIn("many", { groups: ["engineers"] });
    const unreadable = [
      { groups: undefined, _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph" } } },
      { groups: undefined, hasgroups: true },
      { groups: Array.from({ length: 201 }, (_, at) => `group-${at}`) },
      { groups: { engineers: true } },
      // The host has no UserInfo now.
      {},
    ];
    for (const claims of unreadable) expect(await signIn("many", claims)).toMatchObject({ project: "Developer" });
    const tested = await sso.settings("POST", `providers/${sso.provider.id}/test/`);
    expect(tested.body).toMatchObject({ passed: false });
    expect((tested.body as SsoTest).steps.at(-1)?.text).toContain("the groups of groups could not be read");
    expect((await sso.actions()).filter((action) => action === "sso.groups_refused")).toHaveLength(5);
    expect(await signIn("many", { groups: Array.from({ length: 200 }, (_, at) => `group-${at}`) })).toMatchObject({
      project: undefined,
    });
    const again = await sso.settings("POST", `providers/${sso.provider.id}/test/`);
    expect(again.body).toMatchObject({ passed: true });
  });

  test("are read of UserInfo where the ID token has none, and of a claim of another name", async () => {
    sso.host.change.userInfo = { sub: "info", groups: ["engineers"] };
    expect(await signIn("info", {})).toMatchObject({ project: "Developer" });
    sso.host.reset();
    const uri = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups";
    await claim(uri);
    // Groups of another claim were other groups.
    const { id } = await signIn("info", { groups: ["engineers"], [uri]: ["leads"] });
    expect(await roleOf(id)).toBe("Maintainer");
    // A change that does not name the claim keeps it.
    await claim(undefined);
    expect(await roleOf(id)).toBe("Maintainer");
    await claim("");
    expect(await roleOf(id)).toBeUndefined();
    expect(await signIn("info", { groups: ["engineers"], [uri]: ["leads"] })).toMatchObject({ project: undefined });
    await claim("groups");
  });

  test("a provider's group is none of the directory and none of another provider, also where names are the same", async () => {
    const { admin, companyId } = sso.people;
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const created = await directory("POST", "tokens/", { name: "Entra", expires_at: expires });
    const { token } = created.body as { token: string };
    const scim = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${sso.server.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { id: string; totalResults: number; groups?: unknown };
    };
    const { id } = await signIn("both", { groups: ["engineers"] });
    expect(await scim("GET", "/Groups")).toMatchObject({ totalResults: 0 });
    const user = await scim("POST", "/Users", { userName: "both@example.org" });
    expect(user).toMatchObject({ id });
    expect(user.groups).toBeUndefined();
    const group = await scim("POST", "/Groups", { displayName: "engineers", members: [] });
    const settings = (await directory("GET", "")).body as DirectorySettings;
    expect(settings.groups).toEqual([{ id: group.id, name: "engineers", members: 0 }]);
    expect(settings.providers).toEqual([{ id: sso.provider.id, label: "Example login" }]);
    // The group of SCIM has no rule, and a sign-in makes no member of it.
    await scim("PATCH", `/Groups/${group.id}`, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "add", path: "members", value: [{ value: id }] }],
    });
    expect(await signIn("both", { groups: [] })).toMatchObject({ project: undefined });
    expect(await scim("GET", `/Users/${id}`)).toMatchObject({ groups: [{ value: group.id }] });

    const mapping = settings.mappings.find((one) => one.group.name === "engineers");
    expect(mapping?.provider).toEqual({ id: sso.provider.id, label: "Example login" });
    const ofProvider = await scim("GET", `/Groups/${mapping?.group.id ?? ""}`);
    expect(ofProvider).toMatchObject({ status: "404" });
    const foreign = await sso.server.call("POST", `companies/${companyId}/directory/mappings/`, {
      token: admin.token,
      body: { group: { provider: "none", name: "engineers" }, project: null, role: "Admin" },
    });
    expect(foreign.status).toBe(404);
  });

  test("a rule or provider that is removed takes what it gave", async () => {
    const mapping = await map("short", "atlas", "Viewer");
    const { id } = await signIn("short", { groups: ["short"] });
    expect(await roleOf(id)).toBe("Viewer");
    expect((await directory("DELETE", `mappings/${mapping}/`)).status).toBe(204);
    expect(await roleOf(id)).toBeUndefined();
    const stored = sso.server.db.selectFrom("directory_groups").select("id").where("name", "=", "short");
    expect(await stored.execute()).toEqual([]);
    const chief = await signIn("chief", { groups: ["chiefs", "leads"] });
    expect(chief).toMatchObject({ company: "Admin", project: "Maintainer" });
    expect((await sso.settings("DELETE", `providers/${sso.provider.id}/`)).status).toBe(204);
    expect(await roleOf(chief.id)).toBeUndefined();
    const role = sso.server.db.selectFrom("users").select("company_role").where("id", "=", chief.id);
    expect(await role.executeTakeFirst()).toEqual({ company_role: "Member" });
  });
});
