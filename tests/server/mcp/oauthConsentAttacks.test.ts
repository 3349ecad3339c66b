/** Attacks on the consent and the registration of remote clients: by pages, by clients that lie, and by floods. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRegistered, redirectTarget } from "../../../server/access/tokens/oauth/redirectUris.ts";
import { MAX_UNUSED_CLIENTS } from "../../../server/access/tokens/oauth/clients.ts";
import { onOneDatabase } from "../testDb.ts";
import { PASSWORD } from "../http/testServer.ts";
import { type McpProject, startMcpProject } from "./mcpProject.ts";
import { allow, ask, grantOf, REDIRECT, register, sendForm } from "./oauthClient.ts";

onOneDatabase("attacks on the consent", (engine) => {
  let project: McpProject;
  const granted = () => grantOf(project.server, project.member.token);

  beforeAll(async () => {
    project = await startMcpProject(engine, { environment: { CLEW_MCP_RATE: "1000" } });
  });
  afterAll(() => project.stop());
  afterEach(() => project.server.db.deleteFrom("rate_limits").execute());

  describe("a page or a client that is not the user", () => {
    test("cannot consent: no session, no recent password, a token of an agent, a form of a foreign page", async () => {
      const { server, member } = project;
      const { query } = await ask(server);
      const body = { query, projects: ["sample"] };
      expect((await server.call("POST", "users/mcp-consent/allow/", { body })).status).toBe(401);
      const url = `${server.url}/api/v1/users/mcp-consent/allow/`;
      const form = await fetch(url, { method: "POST", body: new URLSearchParams({ query, projects: "sample" }) });
      expect(form.status).toBe(401);
      const { access_token: token } = await granted();
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      expect((await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(401);
      // Without a recent password no session grants access (428).
      await server.db
        .updateTable("sessions")
        .set({ confirmed_at: new Date(0) })
        .where("user_id", "=", member.id)
        .execute();
      expect((await allow(server, member.token, query)).status).toBe(428);
      await server.call("POST", "users/me/confirm/", { token: member.token, body: { password: PASSWORD } });
      expect((await allow(server, member.token, query)).status).toBe(201);
    });

    test("cannot frame the page of consent", async () => {
      const { headers } = await fetch(`${project.server.url}/oauth/authorize?client_id=x`);
      expect(headers.get("x-frame-options")).toBe("DENY");
    });

    test("gets no access to projects of which the user is no member", async () => {
      const { server, member, stranger } = project;
      const { query } = await ask(server);
      for (const projects of [["secret"], ["sample", "secret"], ["no-such"]])
        expect(await allow(server, member.token, query, { projects })).toMatchObject({
          status: 400,
          body: { projects: [expect.any(String)] },
        });
      expect((await allow(server, stranger.token, query, { projects: ["sample"] })).status).toBe(400);
    });

    test("cannot bring a browser to an address that the client has not registered", async () => {
      const { server, member } = project;
      const foreign = [
        "https://attacker.example/",
        `${REDIRECT}/`,
        `${REDIRECT}?x=1`,
        "http://127.0.0.1.attacker.example/callback",
        "http://localhost:43210/callback",
        "http://127.0.0.1:43210/Callback",
        "http://user@127.0.0.1:43210/callback",
        "https://127.0.0.1:43210/callback",
        `${REDIRECT}#x`,
        "javascript:alert(1)",
        "",
      ];
      for (const redirect_uri of [...foreign, undefined]) {
        const { query } = await ask(server, { redirect_uri });
        for (const call of ["", "allow/", "deny/"]) {
          const body = { query, projects: ["sample"] };
          const answer = await server.call("POST", `users/mcp-consent/${call}`, { token: member.token, body });
          expect([redirect_uri, answer.status, JSON.stringify(answer.body).includes('redirect":')]).toEqual([
            redirect_uri,
            400,
            false,
          ]);
        }
      }
    });

    test("cannot add a parameter for the second time, or bring its own code", async () => {
      const { server, member } = project;
      const { query } = await ask(server);
      for (const more of ["state=2", "code_challenge=x", "scope=write", "response_type=token"]) {
        const body = { query: `${query}&${more}` };
        const read = await server.call("POST", "users/mcp-consent/", { token: member.token, body });
        expect(read.body).toMatchObject({ fault: "invalid_request" });
      }
      for (const more of ["client_id=x", `redirect_uri=${encodeURIComponent(REDIRECT)}`])
        expect((await allow(server, member.token, `${query}&${more}`)).status).toBe(400);
      const target = await allow(server, member.token, `${query}&resource=${encodeURIComponent("https://a.example/")}`);
      expect(target.status).toBe(400);
    });
  });

  describe("a registration", () => {
    test("names addresses that no other program receives", async () => {
      const good = [
        "https://claude.ai/api/cb",
        "http://localhost:1/cb",
        "http://[::1]/cb",
        "com.example.app:/cb",
        "cursor://x/cb",
      ];
      for (const uri of good)
        expect([uri, (await register(project.server, { redirect_uris: [uri] })).status]).toEqual([uri, 201]);
      const bad = [
        "http://example.org/cb",
        "http://127.0.0.2/cb",
        "http://0.0.0.0/cb",
        "https://*.example.org/cb",
        "https://example.org/*",
        "https://a@example.org/cb",
        "https://example.org/cb#x",
        "https:example.org/cb",
        "https:\\\\example.org/cb",
        "https://example.org/cb?code=mine",
        "https://example.org/cb?iss=https://other.example",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "blob:https://example.org/x",
        "file:///etc/passwd",
        "about:blank",
        "view-source:https://example.org",
        "intent://x",
        "mailto:a@example.org",
        "myapp://cb",
        "/cb",
        " https://example.org/cb",
        "https://example.org/\u202ecb",
        `https://example.org/${"x".repeat(1000)}`,
      ];
      for (const uri of bad) {
        const answer = await register(project.server, { redirect_uris: ["https://example.org/cb", uri] });
        expect([uri, answer.status, await answer.json()]).toEqual([
          uri,
          400,
          expect.objectContaining({ error: "invalid_redirect_uri" }),
        ]);
      }
      expect(redirectTarget("https://example.org/cb")).toEqual({ kind: "web", name: "example.org" });
      expect(isRegistered("https://example.org:8443/cb", ["https://example.org/cb"])).toBe(false);
    });

    test("shows its name as one line of what can be seen", async () => {
      const { server, member } = project;
      const { query } = await ask(server, {}, { client_name: `Edi\u202etor\u200b\n${"x".repeat(500)}<b>` });
      const read = await server.call("POST", "users/mcp-consent/", { token: member.token, body: { query } });
      const { client_name: name } = read.body as { client_name: string };
      expect([name.slice(0, 8), name.length, /[\n\u202e\u200b]/.test(name)]).toEqual(["Editor x", 120, false]);
      const unnamed = await ask(server, {}, { client_name: "\u200b" });
      const answer = await server.call("POST", "users/mcp-consent/", {
        token: member.token,
        body: { query: unnamed.query },
      });
      expect(answer.body).toMatchObject({ client_name: "127.0.0.1:43210", client_host: null });
    });

    test("is refused after a hundred of a network, and after the most that wait for a user", async () => {
      const { server } = project;
      const statuses = new Set<number>();
      for (let count = 0; count < 101; count += 1) statuses.add((await register(server)).status);
      expect([...statuses]).toEqual([201, 429]);
      await server.db.deleteFrom("rate_limits").execute();
      const row = { kind: "registered" as const, name: "x", redirect_uris: "[]", read_at: new Date(), used_at: null };
      const rows = Array.from({ length: MAX_UNUSED_CLIENTS }, (_, at) => ({ ...row, id: `idle-${at}` }));
      await server.db.insertInto("oauth_clients").values(rows).execute();
      expect((await register(server)).status).toBe(503);
      await server.db.deleteFrom("oauth_clients").where("id", "like", "idle-%").execute();
    });
  });

  test("an unlucky form is refused and never a failure of the server", async () => {
    const forms: Record<string, string>[] = [
      {},
      { grant_type: "authorization_code" },
      { grant_type: "password", client_id: "x" },
      { client_id: "\0" },
      { grant_type: "refresh_token", refresh_token: "clew_ort_" },
    ];
    const { clientId } = await ask(project.server);
    for (const form of forms)
      for (const client of [{}, { client_id: clientId }]) {
        const { status } = await sendForm(project.server, "/oauth/token", {
          resource: `${project.server.url}/mcp`,
          ...client,
          ...form,
        });
        expect([400, 401]).toContain(status);
      }
    const json = await fetch(`${project.server.url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(400);
    for (const path of ["token", "register", "revoke"])
      expect((await fetch(`${project.server.url}/oauth/${path}`)).status).toBe(404);
  });
});
