import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSession } from "../../../../server/access/sessions/sessions.ts";
import { onOneDatabase } from "../../testDb.ts";
import { PASSWORD, signedIn } from "../../http/testServer.ts";
import { addMember, addProject } from "../../rows.ts";
import { PATCH, type ScimServer, startScimServer } from "./scimServer.ts";

const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

onOneDatabase("a directory by SCIM", (engine) => {
  let stage: ScimServer;
  beforeAll(async () => {
    stage = await startScimServer(engine);
  });
  afterAll(() => stage.server.stop());

  const create = async (userName: string, fields: Record<string, unknown> = {}): Promise<string> => {
    const { status, body } = await stage.scim("POST", "/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName,
      ...fields,
    });
    expect([status, body["detail"]]).toEqual([201, undefined]);
    return String(body["id"]);
  };
  const createGroup = async (displayName: string, ...ids: string[]): Promise<string> => {
    const { body } = await stage.scim("POST", "/Groups", { displayName, members: ids.map((value) => ({ value })) });
    return String(body["id"]);
  };
  const roleIn = async (project: string, user: string): Promise<string | undefined> => {
    const rows = stage.server.db.selectFrom("project_members").select("role");
    return (await rows.where("project_id", "=", project).where("user_id", "=", user).executeTakeFirst())?.role;
  };
  const map = async (group: string, project: string | null, role: string): Promise<void> => {
    const answer = await stage.settings("POST", "mappings/", { group, project, role });
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  };

  test("describes what it supports", async () => {
    const { body, headers } = await stage.scim("GET", "/ServiceProviderConfig");
    expect(headers.get("content-type")).toMatch("application/scim+json");
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: false },
      etag: { supported: true },
    });
    expect((await stage.scim("GET", "/ResourceTypes")).body).toMatchObject({ totalResults: 2 });
    expect((await stage.scim("GET", "/Schemas")).body).toMatchObject({ totalResults: 2 });
    const user = await stage.scim("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User");
    expect(user.body).toMatchObject({ name: "User" });
    expect((await stage.scim("POST", "/Bulk", {})).status).toBe(501);
  });

  test("the life of a user in the requests of Entra", async () => {
    // https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
    const missing = await stage.scim("GET", '/Users?filter=userName eq "ann@example.org"');
    expect(missing.body).toMatchObject({ totalResults: 0, Resources: [] });
    const created = await stage.scim("POST", "/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", ENTERPRISE],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: "Ann@Example.org",
      active: true,
      emails: [{ primary: true, type: "work", value: "ann@example.org" }],
      meta: { resourceType: "User" },
      name: { formatted: "Ann Archer", familyName: "Archer", givenName: "Ann" },
      roles: [{ value: "Admin" }],
      [ENTERPRISE]: { department: "Tools", manager: "none" },
    });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    expect(created.headers.get("location")).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
    expect(created.body).toMatchObject({
      userName: "ann@example.org",
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      name: { formatted: "Ann Archer" },
      active: true,
      emails: [{ value: "ann@example.org", type: "work", primary: true }],
    });
    const role = stage.server.db.selectFrom("users").select(["company_role", "company_id"]).where("id", "=", id);
    expect(await role.executeTakeFirst()).toEqual({ company_role: "Member", company_id: stage.people.companyId });

    const patched = await stage.scim(
      "PATCH",
      `/Users/${id}`,
      PATCH(
        { op: "Replace", path: "displayName", value: "Ann Baker" },
        { op: "Add", path: `${ENTERPRISE}:department`, value: "Sales" },
        { op: "Replace", path: 'emails[type eq "work"].value', value: "ann@example.org" },
        { op: "Add", value: { "name.familyName": "Baker", [`${ENTERPRISE}:employeeNumber`]: "7" } },
      ),
    );
    expect([patched.status, patched.body]).toEqual([
      200,
      expect.objectContaining({ displayName: "Ann Baker", name: expect.objectContaining({ familyName: "Baker" }) }),
    ]);
    const off = await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "Replace", path: "active", value: "False" }));
    expect(off.body).toMatchObject({ active: false });
    const found = await stage.scim("GET", '/Users?filter=userName eq "ANN@example.org" and active eq false');
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect((await stage.scim("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await stage.scim("GET", `/Users/${id}`)).status).toBe(404);
    expect(await stage.actions()).toEqual(
      expect.arrayContaining(["directory.user_added", "directory.user_deactivated", "directory.user_removed"]),
    );
  });

  test("the life of a user in the requests of Okta", async () => {
    // https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/
    const user = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: "okta@example.org",
      name: { givenName: "Olga", familyName: "Kta" },
      emails: [{ primary: true, value: "okta@example.org", type: "work" }],
      displayName: "Olga Kta",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const { body } = await stage.scim("POST", "/Users", user, { "content-type": "application/json" });
    const id = String(body["id"]);
    expect((await stage.scim("POST", "/Users", user)).body).toMatchObject({ status: "409", scimType: "uniqueness" });
    // The password of the directory is none of Clew.
    const login = { body: { email: user.userName, password: user.password } };
    expect((await stage.server.call("POST", "users/login/", login)).status).toBe(400);
    const put = await stage.scim("PUT", `/Users/${id}`, { ...user, id, displayName: "Olga K.", active: false });
    expect(put.body).toMatchObject({ displayName: "Olga K.", active: false });
    const on = await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "replace", value: { active: true } }));
    expect(on.body).toMatchObject({ active: true });
  });

  test("an account of the company is taken over, that of another company is not, and only in verified domains", async () => {
    const { member, stranger } = stage.people;
    expect(await create(member.email)).toBe(member.id);
    const foreign = await stage.scim("POST", "/Users", { userName: stranger.email });
    expect(foreign.body).toMatchObject({ status: "409", scimType: "uniqueness" });
    const unverified = await stage.scim("POST", "/Users", { userName: "eve@elsewhere.example" });
    expect(unverified.body).toMatchObject({ status: "400", scimType: "invalidValue" });
    expect(unverified.body["detail"]).toContain("elsewhere.example is not a verified domain");
    const id = await create("moves@example.org");
    const moved = await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "replace", path: "userName", value: "moved@elsewhere.example" })); // prettier-ignore
    expect(moved.status).toBe(400);
    const renamed = await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "replace", path: "userName", value: "moved@example.org" })); // prettier-ignore
    expect(renamed.body).toMatchObject({ userName: "moved@example.org" });
    expect((await stage.scim("PUT", `/Users/${id}`, { userName: "admin@example.org" })).status).toBe(409);
  });

  test("an account keeps its name until the directory gives one", async () => {
    const { db } = stage.server;
    const { companyId } = stage.people;
    const account = await signedIn(db, { email: "selin@example.org", companyId });
    await db.updateTable("users").set({ name: "Selin Ağ" }).where("id", "=", account.id).execute();
    const { token } = account;
    const name = async () => ((await stage.server.call("GET", "users/me/", { token })).body as { name: string }).name;
    const id = await create("selin@example.org");
    expect(await name()).toBe("Selin Ağ");
    await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "Replace", path: "externalId", value: "e-1" }));
    expect(await name()).toBe("Selin Ağ");
    await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "Add", path: "displayName", value: "Selin Ak" }));
    expect(await name()).toBe("Selin Ak");
    await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "Remove", path: "displayName" }));
    expect(await name()).toBe("selin");
  });

  test("a deactivated user is out at once, keeps no token, and gets back what was given by hand", async () => {
    const { db } = stage.server;
    const { companyId, admin } = stage.people;
    const user = await signedIn(db, { companyId, email: "leaver@example.org" });
    const project = await addProject(db, { companyId, ownerId: user.id, slug: "leaving" });
    const made = await stage.server.call("POST", "users/me/api-tokens/", {
      token: user.token,
      body: {
        name: "script",
        scope: "read",
        projects: null,
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    });
    const { token: script } = made.body as { token: string };
    const byScript = () =>
      fetch(`${stage.server.url}/api/v1/projects/`, { headers: { authorization: `Bearer ${script}` } });
    expect((await byScript()).status).toBe(200);
    const id = await create(user.email);
    expect(id).toBe(user.id);
    await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "replace", path: "active", value: false }));
    expect((await stage.me(user.token)).status).toBe(401);
    expect((await byScript()).status).toBe(401);
    const login = { body: { email: user.email, password: PASSWORD } };
    const refused = await stage.server.call("POST", "users/login/", login);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("turned off")]);
    await expect(startSession(db, user.id)).rejects.toThrow();
    // The project has an Owner.
    expect(await roleIn(project, admin.id)).toBe("Owner");
    expect(await roleIn(project, user.id)).toBeUndefined();

    await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "replace", path: "active", value: true }));
    expect((await stage.server.call("POST", "users/login/", login)).status).toBe(200);
    expect((await stage.me(user.token)).status).toBe(401);
    expect((await byScript()).status).toBe(401);
    expect(await roleIn(project, user.id)).toBe("Owner");
  });

  test("the last Admin cannot be deactivated, and the last with a password neither", async () => {
    const { admin, companyId } = stage.people;
    const id = await create(admin.email);
    const off = PATCH({ op: "replace", path: "active", value: false });
    const last = await stage.scim("PATCH", `/Users/${id}`, off);
    expect(last.body).toMatchObject({ status: "409", detail: expect.stringContaining("last Admin") });
    expect((await stage.me(admin.token)).status).toBe(200);
    await signedIn(stage.server.db, { companyId, email: "second@example.org", role: "Admin" });
    await stage.server.db.updateTable("companies").set({ sso_required: true }).where("id", "=", companyId).execute();
    await stage.server.db.updateTable("users").set({ keeps_password: true }).where("id", "=", id).execute();
    const keeper = await stage.scim("PATCH", `/Users/${id}`, off);
    expect(keeper.body).toMatchObject({ status: "409", detail: expect.stringContaining("with a password") });
    await stage.server.db.updateTable("companies").set({ sso_required: false }).where("id", "=", companyId).execute();
  });

  test("groups give roles, take them back, and never take one that was given by hand", async () => {
    const { companyId, admin } = stage.people;
    const { db } = stage.server;
    const project = await addProject(db, { companyId, ownerId: admin.id, slug: "mapped" });
    const [ida, hugo, gus] = [
      await create("ida@example.org"),
      await create("hugo@example.org"),
      await create("gus@example.org"),
    ];
    await addMember(db, project, hugo, "Viewer");
    const engineers = await createGroup("Engineers", ida, hugo);
    const leads = await createGroup("Leads", ida);
    await map(engineers, "mapped", "Developer");
    await map(leads, "mapped", "Maintainer");
    expect([await roleIn(project, ida), await roleIn(project, hugo)]).toEqual(["Maintainer", "Developer"]);

    // Okta replaces all members, Entra adds and removes them.
    const okta = PATCH({ op: "replace", path: "members", value: [{ value: ida }, { value: gus }] });
    expect((await stage.scim("PATCH", `/Groups/${engineers}`, okta)).status).toBe(200);
    expect([await roleIn(project, hugo), await roleIn(project, gus)]).toEqual(["Viewer", "Developer"]);
    const byHand = await stage.server.call("DELETE", "projects/mapped/users/", {
      token: admin.token,
      body: { emails: ["gus@example.org"] },
    });
    expect([byHand.status, JSON.stringify(byHand.body)]).toEqual([409, expect.stringContaining("A group of your")]);
    const entra = PATCH({ op: "Remove", path: "members", value: [{ $ref: null, value: gus }] });
    await stage.scim("PATCH", `/Groups/${engineers}`, entra);
    expect(await roleIn(project, gus)).toBeUndefined();
    await stage.scim("PATCH", `/Groups/${leads}`, PATCH({ op: "Remove", path: `members[value eq "${ida}"]` }));
    expect(await roleIn(project, ida)).toBe("Developer");
    await stage.scim("PATCH", `/Groups/${engineers}`, PATCH({ op: "add", path: "members", value: [{ value: gus, display: "Gus" }] })); // prettier-ignore
    await stage.scim("PATCH", `/Users/${gus}`, PATCH({ op: "replace", path: "active", value: false }));
    expect(await roleIn(project, gus)).toBeUndefined();
    await stage.scim("PATCH", `/Users/${gus}`, PATCH({ op: "replace", path: "active", value: true }));
    expect(await roleIn(project, gus)).toBe("Developer");

    const { mappings } = (await stage.settings("GET", "")).body as { mappings: { id: string; role: string }[] };
    const developer = mappings.find(({ role }) => role === "Developer");
    await stage.settings("DELETE", `mappings/${developer?.id ?? ""}/`);
    expect([await roleIn(project, ida), await roleIn(project, gus)]).toEqual([undefined, undefined]);
    expect(await roleIn(project, hugo)).toBe("Viewer");
  });

  test("a group makes Admins, and takes back only what it gave", async () => {
    const [amy, bob] = [await create("amy@example.org"), await create("bob@example.org")];
    await stage.server.db.updateTable("users").set({ company_role: "Admin" }).where("id", "=", bob).execute();
    const group = await createGroup("Admins", amy, bob);
    await map(group, null, "Admin");
    const roles = async () => {
      const users = stage.server.db.selectFrom("users").select(["id", "company_role"]).where("id", "in", [amy, bob]);
      const found = new Map((await users.execute()).map((row) => [row.id, row.company_role]));
      return [found.get(amy), found.get(bob)];
    };
    expect(await roles()).toEqual(["Admin", "Admin"]);
    expect((await stage.scim("DELETE", `/Groups/${group}`)).status).toBe(204);
    expect(await roles()).toEqual(["Member", "Admin"]);
  });

  test("versions, pages and attributes", async () => {
    const id = await create("paged@example.org", { displayName: "Paged", name: { formatted: "Mr Secunda" } });
    const read = await stage.scim("GET", `/Users/${id}?attributes=userName,name.formatted`);
    expect(Object.keys(read.body).toSorted()).toEqual(["id", "name", "schemas", "userName"]);
    const version = read.headers.get("etag") ?? "";
    expect((await stage.scim("GET", `/Users/${id}`, undefined, { "if-none-match": version })).status).toBe(304);
    const rename = PATCH({ op: "replace", path: "displayName", value: "Second" });
    expect((await stage.scim("PATCH", `/Users/${id}`, rename, { "if-match": version })).status).toBe(200);
    const stale = await stage.scim("PATCH", `/Users/${id}`, PATCH({ op: "replace", path: "displayName", value: "Third" }), { "if-match": version }); // prettier-ignore
    expect(stale.status).toBe(412);

    const all = await stage.scim("GET", "/Users?count=0");
    const total = Number(all.body["totalResults"]);
    expect([total > 3, all.body["Resources"]]).toEqual([true, []]);
    const seen = new Set<string>();
    for (let start = 1; start <= total; start += 2) {
      const page = await stage.scim("GET", `/Users?startIndex=${start}&count=2&excludedAttributes=groups`);
      for (const user of page.body["Resources"] as { id: string }[]) seen.add(user.id);
    }
    expect(seen.size).toBe(total);
    const filters = [
      ['displayName eq "second"', 1],
      ['emails[type eq "work" and value co "paged@"]', 1],
      ['userName sw "paged" and not (displayName pr)', 0],
      ['meta.lastModified gt "2020-01-01T00:00:00Z" and userName ew "@example.org" and displayName ne "x"', total],
      ['title pr or (userName eq "paged@example.org" and name.formatted co "SEC")', 1],
      ['userName eq "paged@example.org" and name.givenName pr', 0],
    ] as const;
    for (const [filter, count] of filters) {
      const { body } = await stage.scim("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body["totalResults"]]).toEqual([filter, count]);
    }
  });

  test("10,000 users are listed in pages, and are the members of one group", async () => {
    const { companyId } = stage.people;
    const { db } = stage.server;
    await sql`
      insert into users (id, email, name, password_hash, language, company_id, company_role)
      select 'many-' || n, 'many' || n || '@example.org', 'Many ' || n, '!', 'EN', ${companyId}, 'Member'
      from generate_series(1, 10000) as n`.execute(db);
    await sql`
      insert into directory_users (user_id, company_id)
      select 'many-' || n, ${companyId} from generate_series(1, 10000) as n`.execute(db);
    const filter = encodeURIComponent('userName sw "many"');
    const seen = new Set<unknown>();
    for (const start of [1, 5001, 9801, 9901]) {
      const { body } = await stage.scim("GET", `/Users?filter=${filter}&startIndex=${start}&count=5000`);
      expect([body["totalResults"], body["itemsPerPage"]]).toEqual([10_000, start > 9801 ? 100 : 200]);
      for (const user of body["Resources"] as { id: string }[]) seen.add(user.id);
    }
    // The last page is a part of the one before.
    expect(seen.size).toBe(600);
    const members = Array.from({ length: 10_000 }, (_, n) => ({ value: `many-${n + 1}`, display: "Many" }));
    const group = await stage.scim("POST", "/Groups", { displayName: "Everyone", members });
    expect([group.status, (group.body["members"] as unknown[]).length]).toEqual([201, 10_000]);
    const one = await stage.scim("PATCH", `/Groups/${String(group.body["id"])}`, PATCH({ op: "replace", path: "members", value: members.slice(0, 1) })); // prettier-ignore
    expect(one.body["members"]).toHaveLength(1);
  });

  test("what the directory manages is not changed by hand, until there is no token", async () => {
    const { admin, companyId } = stage.people;
    const id = await create("managed@example.org");
    const users = await stage.server.call("GET", `companies/${companyId}/users/`, { token: admin.token });
    expect(users.body).toContainEqual(expect.objectContaining({ id, is_managed: true }));
    const path = `companies/${companyId}/users/${id}/`;
    expect((await stage.server.call("DELETE", path, { token: admin.token })).status).toBe(409);
    const role = { token: admin.token, body: { role: "Admin" } };
    expect((await stage.server.call("PUT", `${path}change-role/`, role)).status).toBe(409);
    const { tokens } = (await stage.settings("GET", "")).body as { tokens: { id: string }[] };
    for (const token of tokens) await stage.settings("DELETE", `tokens/${token.id}/`);
    expect((await stage.server.call("DELETE", path, { token: admin.token })).status).toBe(204);
  });
});
