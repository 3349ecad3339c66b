import { afterAll, beforeAll, expect, test } from "vitest";
import { onOneDatabase } from "../../testDb.ts";
import { addProject } from "../../rows.ts";
import { PATCH, type ScimServer, startScimServer } from "./scimServer.ts";

onOneDatabase("hostile requests of SCIM", (engine) => {
  let stage: ScimServer;
  let ann: string;
  beforeAll(async () => {
    stage = await startScimServer(engine);
    ann = String((await stage.scim("POST", "/Users", { userName: "ann@example.org" })).body["id"]);
  });
  afterAll(() => stage.server.stop());

  const foreign = async (): Promise<Record<string, string>> => {
    const { stranger, otherCompanyId } = stage.people;
    const { token } = await stage.newToken({ token: stranger.token, companyId: otherCompanyId });
    return { authorization: `Bearer ${token}` };
  };

  test("no other token opens it, and its token opens nothing else", async () => {
    const { admin } = stage.people;
    for (const authorization of [
      "",
      `Token ${admin.token}`,
      `Bearer ${admin.token}`,
      `Bearer ${stage.token.slice(0, -1)}0`,
    ]) {
      const answer = await stage.scim("GET", "/Users", undefined, { authorization });
      expect([authorization, answer.status, answer.body["schemas"]]).toEqual([
        authorization,
        401,
        ["urn:ietf:params:scim:api:messages:2.0:Error"],
      ]);
    }
    for (const authorization of [`Bearer ${stage.token}`, `Token ${stage.token}`]) {
      for (const path of ["users/me/", "projects/", `companies/${stage.people.companyId}/users/`]) {
        const answer = await fetch(`${stage.server.url}/api/v1/${path}`, { headers: { authorization } });
        expect([path, answer.status]).toEqual([path, 401]);
      }
      const mcp = await fetch(`${stage.server.url}/mcp`, { method: "POST", headers: { authorization } });
      expect(mcp.status).toBe(401);
    }
  });

  test("a token reaches its own company alone", async () => {
    const headers = await foreign();
    const group = await stage.scim("POST", "/Groups", { displayName: "Ours", members: [{ value: ann }] });
    const id = String(group.body["id"]);
    for (const [method, path, body] of [
      ["GET", `/Users/${ann}`, undefined],
      ["PUT", `/Users/${ann}`, { userName: "ann@example.org" }],
      ["PATCH", `/Users/${ann}`, PATCH({ op: "replace", path: "active", value: false })],
      ["DELETE", `/Users/${ann}`, undefined],
      ["GET", `/Groups/${id}`, undefined],
      ["PATCH", `/Groups/${id}`, PATCH({ op: "remove", path: "members" })],
      ["DELETE", `/Groups/${id}`, undefined],
    ] as const) {
      expect([method, path, (await stage.scim(method, path, body, headers)).status]).toEqual([method, path, 404]);
    }
    expect((await stage.scim("GET", "/Users", undefined, headers)).body).toMatchObject({ totalResults: 0 });
    const theirs = await stage.scim("POST", "/Groups", { displayName: "Theirs", members: [{ value: ann }] }, headers);
    expect(theirs.body).toMatchObject({ status: "400", scimType: "invalidValue" });
    // A domain that another company has proven.
    const taken = await stage.scim("POST", "/Users", { userName: "new@example.org" }, headers);
    expect(taken.status).toBe(400);
  });

  test("mappings are made by Owners of the project, for groups of the company", async () => {
    const { otherCompanyId, stranger, admin, member, companyId } = stage.people;
    const project = await addProject(stage.server.db, {
      companyId: otherCompanyId,
      ownerId: stranger.id,
      slug: "foreign",
    });
    const group = String(
      (await stage.scim("POST", "/Groups", { displayName: "Climbers", members: [{ value: ann }] })).body["id"],
    );
    const map = (body: unknown, token: string, company: string) =>
      stage.server.call("POST", `companies/${company}/directory/mappings/`, { token, body });
    expect((await map({ group, project: "foreign", role: "Owner" }, admin.token, companyId)).status).toBe(404);
    await addProject(stage.server.db, { companyId, ownerId: member.id, slug: "closed" });
    expect((await map({ group, project: "closed", role: "Owner" }, admin.token, companyId)).status).toBe(404);
    expect((await map({ group, project: null, role: "Admin" }, stranger.token, otherCompanyId)).status).toBe(404);
    expect((await map({ group, project: null, role: "Admin" }, stranger.token, companyId)).status).toBe(404);
    expect((await map({ group, project: null, role: "Owner" }, admin.token, companyId)).status).toBe(400);
    const members = stage.server.db.selectFrom("project_members").select("id").where("project_id", "=", project);
    expect(await members.where("user_id", "=", ann).execute()).toEqual([]);
  });

  test("attributes give no rights, and names of keys reach no object", async () => {
    const attack = {
      company_role: "Admin",
      role: "Admin",
      companyId: stage.people.otherCompanyId,
      roles: [{ value: "Admin" }],
      entitlements: ["Admin"],
      keeps_password: true,
    };
    expect((await stage.scim("PATCH", `/Users/${ann}`, PATCH({ op: "add", value: attack }))).status).toBe(200);
    const row = await stage.server.db.selectFrom("users").selectAll().where("id", "=", ann).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ company_role: "Member", company_id: stage.people.companyId, keeps_password: false });
    for (const path of ["__proto__.polluted", "constructor.prototype.polluted", 'emails[__proto__ eq "x"].value']) {
      const { status } = await stage.scim("PATCH", `/Users/${ann}`, PATCH({ op: "add", path, value: "yes" }));
      expect([path, status === 200 || status === 400]).toEqual([path, true]);
    }
    const raw = `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"add","value":{"__proto__":{"polluted":"yes"}}}]}`;
    expect((await stage.scim("PATCH", `/Users/${ann}`, raw)).status).toBe(400);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    for (const path of ["id", "meta.version", "groups"]) {
      const answer = await stage.scim("PATCH", `/Users/${ann}`, PATCH({ op: "replace", path, value: "x" }));
      expect(answer.body).toMatchObject({ status: "400", scimType: "mutability" });
    }
  });

  test("bombs and nonsense are refused in words, quickly", async () => {
    const began = performance.now();
    for (const filter of [
      `${"(".repeat(3000)}userName pr${")".repeat(3000)}`,
      Array.from({ length: 200 }, () => 'userName eq "a"').join(" or "),
      `userName eq "${"a".repeat(5000)}"`,
      'userName eq "a',
      "userName",
      "and",
      'userName eq "\\u0000"',
      "active gt 5",
      'meta.created gt "yesterday"',
      'emails[emails[value eq "x"]]',
    ]) {
      const { status, body } = await stage.scim("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter.slice(0, 30), status, body["scimType"]]).toEqual([filter.slice(0, 30), 400, "invalidFilter"]);
    }
    const group = String((await stage.scim("POST", "/Groups", { displayName: "Bombs" })).body["id"]);
    const many = Array.from({ length: 5000 }, () => ({ op: "add", path: "externalId", value: "x" }));
    expect((await stage.scim("PATCH", `/Groups/${group}`, PATCH(...many))).status).toBe(413);
    const filters = Array.from({ length: 100 }, () => ({ op: "remove", path: 'members[value co "a"]' }));
    expect((await stage.scim("PATCH", `/Groups/${group}`, PATCH(...filters))).status).toBe(413);
    const deep = `{"schemas":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect((await stage.scim("POST", "/Users", deep)).status).toBe(400);
    for (const body of [
      "nonsense",
      [],
      { userName: 5 },
      { userName: "no address" },
      { userName: "ann\u0130@example.org" },
    ]) {
      expect((await stage.scim("POST", "/Users", body)).body).toMatchObject({ status: "400" });
    }
    for (const operation of [
      { op: "move" },
      { op: "remove" },
      { op: "replace", path: "a b c", value: 1 },
      { op: "remove", path: "userName" },
    ]) {
      expect((await stage.scim("PATCH", `/Users/${ann}`, PATCH(operation))).status).toBe(400);
    }
    const nested = PATCH({ op: "add", path: "members", value: [{ value: group, type: "Group" }] });
    const refused = await stage.scim("PATCH", `/Groups/${group}`, nested);
    expect(refused.body).toMatchObject({
      status: "400",
      detail: expect.stringContaining("cannot be a member of a group"),
    });
    for (const path of ["/Users/%00", "/Groups/%00"]) expect((await stage.scim("GET", path)).status).toBe(404);
    const unstorable = PATCH({ op: "add", path: "members", value: [{ value: "\u0000" }] });
    expect((await stage.scim("PATCH", `/Groups/${group}`, unstorable)).status).toBe(400);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("a revoked or expired token, another plan and the end of the subscription close it", async () => {
    const { companyId, admin } = stage.people;
    const made = await stage.newToken({ token: admin.token, companyId });
    const headers = { authorization: `Bearer ${made.token}` };
    expect((await stage.scim("GET", "/Users", undefined, headers)).status).toBe(200);
    const { db } = stage.server;
    await db
      .updateTable("scim_tokens")
      .set({ expires_at: new Date(0) })
      .where("id", "=", made.id)
      .execute();
    expect((await stage.scim("GET", "/Users", undefined, headers)).status).toBe(401);
    await stage.settings("DELETE", `tokens/${made.id}/`);
    expect((await stage.scim("GET", "/Users", undefined, headers)).status).toBe(401);
    await db.updateTable("companies").set({ plan: "Premium" }).where("id", "=", companyId).execute();
    expect((await stage.scim("GET", "/Users")).status).toBe(402);
    await db.updateTable("companies").set({ plan: "Enterprise" }).where("id", "=", companyId).execute();
  });
});
