/** MCP tokens at the API: they read their projects and give access to nothing else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints, endpointsWith, type Endpoint, type EndpointName } from "../../../contract/endpoints.ts";
import { deleteMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";
import { onOneDatabase } from "../testDb.ts";

onOneDatabase("a token for agents at the API", (engine) => {
  let project: McpProject;
  beforeAll(async () => {
    project = await startMcpProject(engine, { environment: { CLEW_MCP_RATE: "1000" } });
  });
  afterAll(() => project.stop());
  const ask = async (secret: string, path: string, method = "GET", body?: unknown) => {
    const answer = await fetch(`${project.server.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as Record<string, unknown>) };
  };
  const pathOf = (path: string, slug: string) => path.replace(":id", slug).replaceAll(/:\w+/g, "issue-1");

  test("describes itself", async () => {
    const { secret } = await project.token();
    expect((await ask(secret, "users/mcp-tokens/current/")).body).toEqual({
      name: "Agent",
      projects: [{ slug: "sample", name: "sample" }],
      expires_at: null,
    });
    const { status } = await project.server.call("GET", "users/mcp-tokens/current/", { token: project.member.token });
    expect(status).toBe(404);
  });

  test("reads its projects, as their member would", async () => {
    const { secret } = await project.token();
    for (const path of [
      "projects/sample/",
      "projects/sample/issues/",
      "projects/sample/issues/issue-1/localization/",
    ]) {
      const [own, session] = await Promise.all([
        ask(secret, path),
        project.server.call("GET", path, { token: project.member.token }),
      ]);
      const plain = (body: unknown) => ({ ...(body as object), took_ms: 0 });
      expect([path, own.status, plain(own.body)]).toEqual([path, 200, plain(session.body)]);
    }
    const { body } = await ask(secret, "projects/sample/localize/", "POST", { text: "redirect loop" });
    expect(body).toMatchObject({ files: { 0: { path: "src/http/client.ts" } } });
  });

  test("opens no other project, neither of its owner nor of another user", async () => {
    const { secret } = await project.token();
    for (const name of endpointsWith("agents", true)) {
      const { method, path } = endpoints[name];
      if (name === "currentMcpToken") continue;
      for (const slug of ["empty", "secret", "nowhere"]) {
        const at = path.includes(":id") ? pathOf(path, slug) : `${path}?project=${slug}`;
        const { status, body } = await ask(secret, at, method, method === "POST" ? {} : undefined);
        expect([name, slug, status, body]).toEqual([
          name,
          slug,
          404,
          { detail: "This token opens no such project.", code: "token.project_not_allowed" },
        ]);
      }
    }
  });

  test("cannot leave out the project, or name two, where the query has it", async () => {
    const { secret } = await project.token();
    for (const query of ["", "?project=", "?project=sample&project=secret", "?project=secret&project=sample"])
      expect([query, (await ask(secret, `definitions/${query}`)).status]).toEqual([query, 404]);
  });

  test("makes no other call, not even one of its owner's", async () => {
    const { secret } = await project.token();
    const others = (Object.keys(endpoints) as EndpointName[]).filter(
      (name) => endpoints[name].auth === "user" && !endpoints[name].agents,
    );
    expect(others.length).toBeGreaterThan(50);
    for (const name of others) {
      const { method, path }: Endpoint = endpoints[name];
      const { status } = await ask(secret, pathOf(path, "sample"), method, method === "GET" ? undefined : {});
      expect([name, status]).toEqual([name, 403]);
    }
    expect((await project.server.call("GET", "projects/sample/", { token: secret })).status).toBe(401);
  });

  test("wrong, expired, deleted and beyond the plan: each has its words", async () => {
    const { id, secret } = await project.token();
    const expired = await project.token(["sample"], new Date(Date.now() + 1000));
    expect((await ask(project.member.token, "projects/sample/")).status).toBe(401);
    expect((await ask("clew_mcp_nonsense", "projects/sample/")).body).toEqual({
      detail: expect.stringContaining("wrong or was deleted"),
      code: "token.wrong",
    });
    await deleteMcpToken(project.server.db, project.member.id, id);
    expect((await ask(secret, "projects/sample/")).status).toBe(401);
    await expect
      .poll(async () => (await ask(expired.secret, "projects/sample/")).body)
      .toEqual({ detail: expect.stringContaining("has expired"), code: "token.expired" });
    const other = await project.token();
    await project.server.db.updateTable("companies").set({ plan: "Standard" }).execute();
    const { status, body } = await ask(other.secret, "projects/sample/");
    await project.server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    expect([status, body]).toEqual([402, { detail: expect.stringContaining("upgrade your plan"), code: "plan.mcp" }]);
  });

  test("its use is counted, failures too", async () => {
    const { id, secret } = await project.token();
    await ask(secret, "projects/sample/");
    await ask(secret, "projects/nowhere/");
    const usage = async () =>
      (await project.server.call("GET", `users/mcp-tokens/${id}/usage/`, { token: project.member.token })).body;
    await expect.poll(usage).toMatchObject({ calls: 2, errors: 1 });
    expect(((await usage()) as { tokens: number }).tokens).toBeGreaterThan(20);
  });
});
