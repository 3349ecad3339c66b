/** Nothing of a project gets to a member whose membership is closed: each call answers them as a colleague who is no member. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type Endpoint, type EndpointName } from "../../../../contract/endpoints.ts";
import { newId } from "../../../../server/db/newId.ts";
import { hashToken } from "../../../../server/access/tokens/tokens.ts";
import { issueRow } from "../../rows.ts";
import { BODIES, QUERIES } from "../../http/callInputs.ts";
import type { SignedInUser } from "../../http/testServer.ts";
import { ONE_ENGINE, onOneDatabase } from "../../testDb.ts";
import { type AccessStage, REPOSITORY, startAccessStage } from "./accessStage.ts";

/** Occurs in everything that the project holds. */
const SECRET = "minotaur";
const names = Object.keys(endpoints) as EndpointName[];
const rowOf = (name: EndpointName): Endpoint => endpoints[name];

/** Calls that are about the caller alone, or end the caller's session. */
const OWN_CALLS: ReadonlySet<EndpointName> = new Set([
  "listClosedProjects",
  "checkClosedProjects",
  "logout",
  "logoutAtProvider",
]);

onOneDatabase("a closed member", (engine) => {
  let stage: AccessStage;
  let closed: SignedInUser;
  let colleague: SignedInUser;
  let projectId: string;
  let sourceId: string;

  beforeAll(async () => {
    stage = await startAccessStage(engine);
    const { db } = stage;
    const owner = await stage.addUser("keeper", [REPOSITORY]);
    closed = await stage.addUser("closed", []);
    colleague = await stage.addUser("colleague", []);
    const project = await stage.addProject("own", [owner, closed]);
    projectId = project.id;
    sourceId = project.sources[0] ?? "";
    await db.updateTable("projects").set({ name: SECRET }).where("id", "=", projectId).execute();
    await db.updateTable("sources").set({ name: SECRET }).where("id", "=", sourceId).execute();
    // The highest role, so that nothing is refused for the role.
    await db.updateTable("project_members").set({ role: "Owner" }).where("project_id", "=", projectId).execute();
    await db
      .insertInto("issues")
      .values(
        issueRow({
          id: newId(),
          source_id: sourceId,
          project_id: projectId,
          number: 1,
          title: SECRET,
          created_at: new Date(),
        }),
      )
      .execute();
    const search = {
      id: newId(),
      project_id: projectId,
      company_id: null,
      user_id: closed.id,
      name: SECRET,
      q: SECRET,
    };
    await db
      .insertInto("saved_searches")
      .values({ ...search, facets: "{}", is_shared: false })
      .execute();
    await db
      .insertInto("notices")
      .values({
        id: newId(),
        user_id: closed.id,
        project_id: projectId,
        source_id: sourceId,
        kind: "sync_failed",
        key: "fault",
        bundle: "fault",
        subject_kind: "source",
        subject_id: sourceId,
        count: 1,
        channel: "app",
        data: JSON.stringify({ text: SECRET }),
        at: new Date(),
        read_at: null,
      } as never)
      .execute();
    await stage.mirror(owner, sourceId);
  });
  afterAll(() => stage.stop());

  const pathOf = (name: EndpointName, itemId: string): string => {
    const path = endpoints[name].path.replaceAll(/:(\w+)/g, (_, param: string) => {
      if (param !== "id") return itemId;
      return endpoints[name].path.startsWith("companies/") ? stage.companyId : "own";
    });
    return QUERIES[name] ? `${path}?${QUERIES[name]}` : path;
  };
  const call = async (name: EndpointName, token: string, itemId: string) => {
    const { method, body } = rowOf(name);
    const answer = await stage.server.call(method, pathOf(name, itemId), { token, body: body && (BODIES[name] ?? {}) });
    return { status: answer.status, text: JSON.stringify(answer.body ?? null) };
  };

  // What deletes comes last: if it did anything, the calls after it would find nothing.
  const asUser = names
    .filter((name) => rowOf(name).auth === "user" && !OWN_CALLS.has(name))
    .toSorted((a, b) => Number(rowOf(a).method === "DELETE") - Number(rowOf(b).method === "DELETE"));
  test.each(asUser)("%s answers as it answers a colleague", async (name) => {
    for (const itemId of /:(?!id\/)/.test(endpoints[name].path) ? [sourceId, projectId] : ["none"]) {
      const own = await call(name, closed.token, itemId);
      const others = await call(name, colleague.token, itemId);
      expect([name, own.status]).toEqual([name, others.status]);
      expect(own.text, name).not.toContain(SECRET);
    }
  });

  describe.runIf(engine === ONE_ENGINE)("with other tokens", () => {
    test("an agent's token and an API token open nothing", async () => {
      const { db } = stage;
      const expires_at = new Date(Date.now() + 86_400_000);
      const token = { user_id: closed.id, name: "n", preview: "…", expires_at, last_used_at: null };
      const mcp = { id: newId(), value: `clew_mcp_${newId()}` };
      await db
        .insertInto("mcp_tokens")
        .values({ ...token, id: mcp.id, token_hash: hashToken(mcp.value) })
        .execute();
      await db
        .insertInto("mcp_token_projects")
        .values({ token_id: mcp.id, project_id: projectId } as never)
        .execute();
      const answer = await fetch(`${stage.server.url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${mcp.value}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "search", arguments: { query: "a" } },
        }),
      });
      expect(await answer.text()).not.toContain(SECRET);
      const listed = await stage.server.call("GET", "mcp-tokens/", { token: closed.token });
      expect(JSON.stringify(listed.body ?? null)).not.toContain(SECRET);
    });
  });

  test("opens again with everything when the host allows it", async () => {
    stage.see(closed, REPOSITORY);
    await stage.db
      .updateTable("source_access_checks")
      .set({ checked_at: new Date(0) })
      .execute();
    await stage.server.call("POST", "closed-projects/check/", { token: closed.token });
    const { status, text } = await call("getProject", closed.token, "none");
    expect([status, text.includes(SECRET)]).toEqual([200, true]);
    expect((await call("listSavedSearches" as EndpointName, closed.token, "none")).text).toContain(SECRET);
  });
});
