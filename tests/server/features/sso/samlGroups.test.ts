import { afterAll, beforeAll, expect, test } from "vitest";
import { addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type SamlServer, startSamlServer } from "./samlServer.ts";

const URI = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups";
const LINK = "http://schemas.microsoft.com/claims/groups.link";

onOneDatabase("roles by the groups of a SAML answer", (engine) => {
  let saml: SamlServer;
  beforeAll(async () => {
    saml = await startSamlServer(engine);
    const { people, server } = saml.sso;
    await addProject(server.db, { slug: "atlas", companyId: people.companyId, ownerId: people.admin.id });
    await saml.change({ groups_claim: URI });
    for (const [name, project, role] of [
      ["engineers", "atlas", "Developer"],
      ["leads", "atlas", "Maintainer"],
      ["chiefs", null, "Admin"],
    ] as const) {
      const mapped = await server.call("POST", `companies/${people.companyId}/directory/mappings/`, {
        token: people.admin.token,
        body: { group: { provider: saml.provider.id, name }, project, role },
      });
      if (mapped.status !== 201) throw new Error(JSON.stringify(mapped.body));
    }
  });
  afterAll(() => saml.stop());

  const signIn = async (person: string, attributes: Record<string, string | readonly string[]>) => {
    const { token = "", returned } = await saml.signIn({
      nameId: person,
      attributes: { email: `${person}@saml.example`, ...attributes },
    });
    expect(returned).toEqual({ code: expect.any(String) });
    const { id, company } = (await saml.sso.me(token)).body as { id: string; company: { role: string } };
    const rows = saml.sso.server.db.selectFrom("project_members").select("role").where("user_id", "=", id);
    return { company: company.role, project: (await rows.executeTakeFirst())?.role };
  };

  test("a group gives its role within the sign-in, and the next sign-in without it takes the role", async () => {
    expect(await signIn("ann", { [URI]: ["engineers", "leads", "chiefs", "others"] })).toEqual({
      company: "Admin",
      project: "Maintainer",
    });
    expect(await signIn("ann", { [URI]: "engineers" })).toEqual({ company: "Member", project: "Developer" });
    // A provider leaves the attribute out for a person without groups.
    expect(await signIn("ann", {})).toEqual({ company: "Member", project: undefined });
    expect(await saml.sso.actions()).toEqual(expect.arrayContaining(["user.role_changed", "directory.roles_changed"]));
  });

  test("a group of another attribute, in other letters or of too long a list gives nothing", async () => {
    expect(await signIn("bob", { groups: ["leads"], [URI]: ["Engineers"] })).toMatchObject({ project: undefined });
    expect(await signIn("bob", { [URI]: ["engineers"] })).toMatchObject({ project: "Developer" });
    // Groups that cannot be read change nothing.
    const many = Array.from({ length: 201 }, (_, at) => `group-${at}`);
    expect(await signIn("bob", { [URI]: many })).toMatchObject({ project: "Developer" });
    expect(await signIn("bob", { [LINK]: "https://graph.example/groups" })).toMatchObject({ project: "Developer" });
    expect(await saml.sso.actions()).toContain("sso.groups_refused");
    expect(await signIn("bob", {})).toMatchObject({ project: undefined });
  });

  test("a group that was added after the signature gives nothing", async () => {
    const forged = await saml.signIn({
      nameId: "cid",
      attributes: { email: "cid@saml.example", [URI]: ["others"] },
      change: (xml) => xml.replace(">others<", ">chiefs<"),
    });
    expect(forged.returned).toEqual({ failure: "answer_key" });
    expect(await signIn("cid", { [URI]: ["others"] })).toEqual({ company: "Member", project: undefined });
  });
});
