/** What a token opens, and when it opens nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { deleteMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { tokensOf } from "../../../server/mcp/tokenBudget.ts";
import { onOneDatabase } from "../testDb.ts";
import { connect, type McpProject, postMessage, startMcpProject, tell } from "./mcpProject.ts";
import { CALLS } from "./toolCalls.ts";

onOneDatabase("tokens", (engine) => {
  let project: McpProject;
  let client: Client;
  beforeAll(async () => {
    project = await startMcpProject(engine, { environment: { CLEW_MCP_RATE: "1000" } });
    client = await connect(project.server, (await project.token()).secret);
  });
  afterAll(async () => {
    await client.close();
    await project.stop();
  });

  test("open their own projects only", async () => {
    for (const [name, given] of CALLS) {
      for (const slug of ["secret", "empty"]) {
        const { isError, data, text } = await tell(client, name, { ...given, project: slug });
        expect([name, slug, isError, data]).toEqual([
          name,
          slug,
          true,
          { error: expect.objectContaining({ code: "not_found" }) },
        ]);
        expect(text).not.toContain("minotaur");
      }
    }
    const foreign = await tell(client, "get_issue", { issue: "foreign-1" });
    expect(foreign.data).toMatchObject({ error: { code: "not_found" } });
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => !uri.startsWith("clew://project/sample"))).toEqual([]);
    await expect(client.readResource({ uri: "clew://project/secret/issue/foreign-1" })).rejects.toThrow(
      "opens no such project",
    );
  });

  test("need the project's name when they open several", async () => {
    const several = await connect(project.server, (await project.token(["sample", "empty"])).secret);
    expect((await tell(several, "search", { query: "redirect" })).data).toMatchObject({
      error: { code: "invalid_arguments" },
    });
    expect((await tell(several, "project_info")).text).toMatch(/- empty[^]*- sample/);
    await several.close();
  });

  test("that are missing, wrong or expired get 401, each with its reason", async () => {
    const expired = await project.token(["sample"], new Date(Date.now() + 60_000));
    await project.server.db
      .updateTable("mcp_tokens")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("id", "=", expired.id)
      .execute();
    const headers: Record<string, string>[] = [
      {},
      { authorization: "Bearer nonsense" },
      { authorization: `Bearer ${expired.secret}` },
    ];
    const refusals = [];
    for (const header of headers) {
      const answer = await postMessage(project.server, header);
      const { error } = (await answer.json()) as { error: { message: string; data: { code: string } } };
      refusals.push([answer.status, error.data.code, answer.headers.get("www-authenticate")?.includes(error.message)]);
    }
    // Without a token there is no error of one to name.
    expect(refusals).toEqual([
      [401, "unauthorized", false],
      [401, "unauthorized", true],
      [401, "expired", true],
    ]);
    // A session's token is none for agents.
    expect((await postMessage(project.server, { authorization: `Bearer ${project.member.token}` })).status).toBe(401);
  });

  test("are revoked at once, and a member who leaves takes theirs along", async () => {
    const { id, secret } = await project.token();
    const other = await connect(project.server, secret);
    expect((await tell(other, "project_info")).isError).toBe(false);
    await deleteMcpToken(project.server.db, project.member.id, id);
    await expect(tell(other, "project_info")).rejects.toThrow("wrong or was deleted");
    const gone = await connect(project.server, (await project.token(["empty"])).secret);
    await project.server.db
      .deleteFrom("project_members")
      .where("user_id", "=", project.member.id)
      .where("project_id", "in", project.server.db.selectFrom("projects").select("id").where("slug", "=", "empty"))
      .execute();
    expect(await tell(gone, "search", { query: "a" })).toMatchObject({
      isError: true,
      data: { error: { code: "not_allowed" } },
    });
  });

  test("need the plan, and a subscription that has not ended", async () => {
    const { db } = project.server;
    const set = (given: { plan?: "Standard" | "Enterprise"; subscription_status?: "active" | "expired" }) =>
      db.updateTable("companies").set(given).where("id", "=", project.companyId).execute();
    await set({ plan: "Standard" });
    expect(await tell(client, "search", { query: "a" })).toMatchObject({
      isError: true,
      data: { error: { code: "not_allowed" } },
    });
    await expect(client.getPrompt({ name: "triage", arguments: { issue: "#1" } })).rejects.toThrow("upgrade your plan");
    await set({ plan: "Enterprise", subscription_status: "expired" });
    expect(await tell(client, "search", { query: "a" })).toMatchObject({
      isError: true,
      data: { error: { code: "expired" } },
    });
    await set({ subscription_status: "active" });
    expect((await tell(client, "search", { query: "redirect" })).isError).toBe(false);
  });

  test("are counted, and can be tried without the secret", async () => {
    const { id, secret } = await project.token();
    const counted = await connect(project.server, secret);
    const good = await tell(counted, "search", { query: "redirect" });
    await tell(counted, "get_issue", { issue: "#999" });
    const path = `users/mcp-tokens/${id}`;
    const { token } = project.member;
    await expect
      .poll(async () => (await project.server.call("GET", `${path}/usage/`, { token })).body)
      .toMatchObject({ calls: 2, errors: 1, days: [{ calls: 2 }] });
    const { tokens } = (await project.server.call("GET", `${path}/usage/`, { token })).body as { tokens: number };
    expect(tokens).toBeGreaterThan(tokensOf(good.text));
    const tried = await project.server.call("POST", `${path}/test/`, { token });
    expect(tried.body).toEqual({ works: true, reason: null, projects: ["sample"] });
    const strange = await project.server.call("GET", `${path}/usage/`, { token: project.stranger.token });
    expect(strange.status).toBe(404);
  });
});
