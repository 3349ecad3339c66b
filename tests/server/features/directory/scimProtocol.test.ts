import { afterAll, beforeAll, expect, test } from "vitest";
import { onOneDatabase } from "../../testDb.ts";
import { PATCH, type ScimServer, startScimServer } from "./scimServer.ts";

const SEARCH = { schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"] };

interface Attribute {
  readonly name: string;
  readonly required: boolean;
  readonly subAttributes?: readonly Attribute[];
}

/** What published suites for SCIM ask of a server, by the sections of RFC 7643 and RFC 7644. */
onOneDatabase("the protocol of a directory", (engine) => {
  let stage: ScimServer;
  let ann: string;
  let group: string;
  beforeAll(async () => {
    stage = await startScimServer(engine);
    const user = await stage.scim("POST", "/Users", {
      userName: "ann@example.org",
      displayName: "Ann",
      name: { formatted: "Ann Archer", givenName: "Ann" },
    });
    ann = String(user.body["id"]);
    const made = await stage.scim("POST", "/Groups", { displayName: "Archers", members: [{ value: ann }] });
    group = String(made.body["id"]);
  });
  afterAll(() => stage.server.stop());

  const search = async (path: string, query: Record<string, unknown> = {}) => {
    const { status, body } = await stage.scim("POST", `${path}/.search`, { ...SEARCH, ...query });
    return { status, body, ids: ((body["Resources"] ?? []) as { id: string }[]).map(({ id }) => id) };
  };

  test("a search by POST answers as the list does: users, groups, and both", async () => {
    const users = await search("/Users", { filter: 'userName eq "ann@example.org"', attributes: ["userName"] });
    expect(users.body["Resources"]).toEqual([
      { schemas: [expect.stringMatching(/:User$/)], id: ann, userName: "ann@example.org" },
    ]);
    const groups = await search("/Groups", { excludedAttributes: ["members"], count: 10, startIndex: 1 });
    expect(groups.ids).toEqual([group]);
    expect(groups.body["Resources"]).not.toEqual([expect.objectContaining({ members: expect.anything() })]);
    const listed = (await stage.scim("GET", "/Users")).body;
    const both = await search("");
    expect(both.body["totalResults"]).toBe(Number(listed["totalResults"]) + 1);
    expect(both.ids.at(-1)).toBe(group);
    const last = await search("", { startIndex: both.body["totalResults"], count: 5 });
    expect(last.ids).toEqual([group]);
    expect((await search("", { startIndex: Number(both.body["totalResults"]) + 1 })).ids).toEqual([]);
    expect((await search("", { filter: 'meta.resourceType eq "Group"' })).ids).toEqual([group]);
    expect((await search("", { filter: 'meta.resourceType ne "Group"' })).ids).not.toContain(group);
    expect((await search("", { count: 0 })).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
  });

  test("a search by POST refuses what is none, and shows no other company", async () => {
    expect((await stage.scim("POST", "/.search", {})).body).toMatchObject({ status: "400", scimType: "invalidSyntax" });
    expect((await search("", { filter: "userName eq" })).body).toMatchObject({ scimType: "invalidFilter" });
    for (const wrong of [{ count: "many" }, { attributes: [7] }, { startIndex: { a: 1 } }]) {
      expect((await search("/Users", wrong)).status).toBe(400);
    }
    const { stranger, otherCompanyId } = stage.people;
    const other = await stage.newToken({ token: stranger.token, companyId: otherCompanyId });
    const foreign = await stage.scim("POST", "/.search", SEARCH, { authorization: `Bearer ${other.token}` });
    expect(JSON.stringify(foreign.body)).not.toContain(group);
    expect(JSON.stringify(foreign.body)).not.toContain(ann);
    const none = await stage.scim("POST", "/.search", SEARCH, { authorization: "Bearer none" });
    expect(none.status).toBe(401);
  });

  test("what is removed is gone, and no derived value takes its place", async () => {
    const removed = (path: string, resource = `/Users/${ann}`) =>
      stage.scim("PATCH", resource, PATCH({ op: "remove", path }));
    expect((await removed("displayName")).body["displayName"]).toBeUndefined();
    expect((await removed("name.formatted")).body["name"]).toEqual({ givenName: "Ann" });
    expect((await removed("name")).body["name"]).toBeUndefined();
    expect((await stage.scim("GET", `/Users/${ann}`)).body).toMatchObject({ userName: "ann@example.org" });
    const person = stage.server.db.selectFrom("users").select("name").where("id", "=", ann);
    expect(await person.executeTakeFirst()).toEqual({ name: "ann" });
    expect((await removed("members", `/Groups/${group}`)).body["members"]).toBeUndefined();
    await stage.scim("PATCH", `/Groups/${group}`, PATCH({ op: "add", path: "members", value: [{ value: ann }] }));
  });

  test("a required attribute cannot be removed, which could bring back a deactivated person", async () => {
    for (const [resource, path] of [
      [`/Users/${ann}`, "userName"],
      [`/Users/${ann}`, "active"],
      [`/Groups/${group}`, "displayName"],
    ] as const) {
      const refused = await stage.scim("PATCH", resource, PATCH({ op: "remove", path }));
      expect(refused.body).toMatchObject({ status: "400", scimType: "mutability" });
    }
  });

  test("the schemas name every attribute that is sent, and those that are required", async () => {
    const attributesOf = async (name: "User" | "Group"): Promise<readonly Attribute[]> => {
      const { body } = await stage.scim("GET", `/Schemas/urn:ietf:params:scim:schemas:core:2.0:${name}`);
      return body["attributes"] as readonly Attribute[];
    };
    const unnamed = (value: Record<string, unknown>, attributes: readonly Attribute[], at = ""): string[] =>
      Object.entries(value).flatMap(([name, part]) => {
        const attribute = attributes.find((entry) => entry.name === name);
        if (!attribute) return [`${at}${name}`];
        return [part]
          .flat()
          .flatMap((entry) =>
            typeof entry === "object" && entry !== null
              ? unnamed(entry as Record<string, unknown>, attribute.subAttributes ?? [], `${name}.`)
              : [],
          );
      });
    const user = (await stage.scim("GET", `/Users/${ann}`)).body;
    expect(user["groups"]).toHaveLength(1);
    // Attributes of every resource, which no schema lists (RFC 7643, section 3.1).
    expect(unnamed(user, await attributesOf("User"))).toEqual(["schemas", "id", "meta"]);
    const read = (await stage.scim("GET", `/Groups/${group}`)).body;
    expect(read["members"]).toHaveLength(1);
    expect(unnamed(read, await attributesOf("Group"))).toEqual(["schemas", "id", "meta"]);
    const required = (await attributesOf("User")).filter((attribute) => attribute.required).map(({ name }) => name);
    expect(required).toEqual(["userName", "active"]);
  });
});
