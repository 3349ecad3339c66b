/** The way of a remote client to access, by the specification of MCP for authorization: with the official client, and step by step. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { auth, extractWWWAuthenticateParams, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import {
  OAuthClientInformationFullSchema,
  OAuthMetadataSchema,
  OAuthProtectedResourceMetadataSchema,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deleteExpiredRows } from "../../../server/db/housekeeping.ts";
import { onOneDatabase } from "../testDb.ts";
import { type McpProject, postMessage, startMcpProject, tell } from "./mcpProject.ts";
import {
  allow,
  ask,
  connectBySdk,
  exchange,
  REDIRECT,
  redirectOf,
  refresh,
  register,
  sendForm,
  StoredClient,
} from "./oauthClient.ts";

onOneDatabase("OAuth of remote clients", (engine) => {
  let project: McpProject;
  const callMcp = async (token: string): Promise<number> =>
    (await postMessage(project.server, { authorization: `Bearer ${token}` })).status;
  const json = async (path: string): Promise<unknown> => (await fetch(project.server.url + path)).json();
  /** Asks, allows and exchanges. */
  const granted = async (scope = "read") => {
    const asked = await ask(project.server, { scope });
    const code = redirectOf(await allow(project.server, project.member.token, asked.query)).searchParams.get("code");
    const answer = await exchange(project.server, asked, code ?? "");
    expect(answer.status).toBe(200);
    return { asked, code: code ?? "", ...answer.body };
  };
  const listed = async () =>
    (await project.server.call("GET", "users/mcp-tokens/", { token: project.member.token })).body as {
      id: string;
      name: string;
      client: unknown;
      writes: boolean;
      last_used_at: string | null;
    }[];

  beforeAll(async () => {
    project = await startMcpProject(engine, { environment: { CLEW_MCP_RATE: "1000" } });
  });
  afterAll(() => project.stop());
  afterEach(() => project.server.db.deleteFrom("rate_limits").execute());

  test("the official client registers, is granted access, calls, refreshes and is revoked", async () => {
    const { server, member } = project;
    const client = new StoredClient();
    const { first, second, back, query } = await connectBySdk(server, member.token, client);
    expect([first, second]).toEqual(["REDIRECT", "AUTHORIZED"]);
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: client.expectedState,
      iss: server.url,
    });
    // It asks for both, and the user has allowed reading.
    expect(new URLSearchParams(query).get("scope")).toBe("read write");
    expect(client.stored).toMatchObject({ token_type: "Bearer", scope: "read", expires_in: 3600 });
    const mcp = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: client });
    await mcp.connect(transport as Parameters<Client["connect"]>[0]);
    expect((await tell(mcp, "search", { query: "redirect loop" })).isError).toBe(false);
    // An access token that has ended is refreshed by the client itself.
    const before = client.stored?.access_token;
    await server.db.updateTable("oauth_grants").set({ access_expires_at: new Date() }).execute();
    expect((await tell(mcp, "project_info")).isError).toBe(false);
    expect(client.stored?.access_token).not.toBe(before);
    const [token] = await listed();
    expect(token).toMatchObject({
      name: "Editor",
      client: { kind: "loopback", name: "127.0.0.1:43210" },
      writes: false,
      last_used_at: expect.any(String),
    });
    await server.call("DELETE", `users/mcp-tokens/${token?.id}/`, { token: member.token });
    await expect(tell(mcp, "project_info")).rejects.toThrow(UnauthorizedError);
    await mcp.close();
  });

  test("a client without a token learns where to get one", async () => {
    const { server } = project;
    const refused = await postMessage(server, {});
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    expect(resourceMetadataUrl?.href).toBe(`${server.url}/.well-known/oauth-protected-resource/mcp`);
    const wrong = await postMessage(server, { authorization: "Bearer clew_oat_none" });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/resource_metadata="[^"]+", error="invalid_token"/),
    ]);
    for (const path of ["/mcp", ""]) {
      const found = OAuthProtectedResourceMetadataSchema.parse(
        await json(`/.well-known/oauth-protected-resource${path}`),
      );
      expect(found).toMatchObject({ resource: `${server.url}/mcp`, authorization_servers: [server.url] });
    }
    const metadata = OAuthMetadataSchema.parse(await json("/.well-known/oauth-authorization-server"));
    expect(metadata).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    // No provider of OpenID Connect: there is nothing to find, and no page of the app either.
    expect((await fetch(`${server.url}/.well-known/openid-configuration`)).status).toBe(404);
  });

  test("access to change issues is given where the client asks for it and the user allows it", async () => {
    const { server, member } = project;
    const client = new StoredClient();
    await connectBySdk(server, member.token, client, true);
    expect(client.stored?.scope).toBe("read write");
    const reading = await ask(server, { scope: "read" });
    expect(await allow(server, member.token, reading.query, { writes: true })).toMatchObject({
      status: 400,
      body: { writes: [expect.stringContaining("read only")] },
    });
  });

  test("a program that listens at another port each time is answered there", async () => {
    const { server, member } = project;
    const redirect_uri = "http://127.0.0.1:5/callback";
    const asked = await ask(server, { redirect_uri });
    const back = redirectOf(await allow(server, member.token, asked.query));
    expect(back.href).toMatch(/^http:\/\/127\.0\.0\.1:5\/callback\?code=/);
    const { status } = await exchange(server, asked, back.searchParams.get("code") ?? "", { redirect_uri });
    expect(status).toBe(200);
  });

  test("a registration is answered as what it is, and bounded", async () => {
    const { server } = project;
    const answer = await register(server, { token_endpoint_auth_method: "client_secret_post", scope: "read" });
    expect(answer.status).toBe(201);
    const registered = OAuthClientInformationFullSchema.parse(await answer.json());
    expect(registered).toMatchObject({ token_endpoint_auth_method: "none", redirect_uris: [REDIRECT] });
    expect(registered.client_secret).toBeUndefined();
    const large = await register(server, { contacts: ["x".repeat(20_000)] });
    expect([large.status, await large.json()]).toEqual([413, { error: "invalid_request" }]);
    for (const metadata of [{ redirect_uris: [] }, { redirect_uris: undefined }, { grant_types: ["password"] }]) {
      expect((await register(server, metadata)).status).toBe(400);
    }
  });

  test("a refusal of the user and a request that cannot be granted go back to the client on a click alone", async () => {
    const { server, member } = project;
    const deny = async (query: string) =>
      redirectOf(await server.call("POST", "users/mcp-consent/deny/", { token: member.token, body: { query } }));
    const { query } = await ask(server);
    expect(Object.fromEntries((await deny(query)).searchParams)).toEqual({
      error: "access_denied",
      state: "state-1",
      iss: server.url,
    });
    const faults = [
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ resource: undefined }, "invalid_target"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
      [{ scope: "openid email" }, "invalid_scope"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_mode: "fragment" }, "invalid_request"],
      [{ request_uri: "https://other.example/request" }, "invalid_request"],
    ] as const;
    for (const [change, fault] of faults) {
      const asked = await ask(server, change);
      const read = { token: member.token, body: { query: asked.query } };
      expect((await server.call("POST", "users/mcp-consent/", read)).body).toMatchObject({ fault });
      expect((await allow(server, member.token, asked.query)).status).toBe(400);
      expect((await deny(asked.query)).searchParams.get("error")).toBe(fault);
    }
  });

  test("a client whose registration has ended registers again by itself", async () => {
    const { server, member } = project;
    const client = new StoredClient();
    await connectBySdk(server, member.token, client);
    await server.db.deleteFrom("mcp_tokens").execute();
    await server.db.deleteFrom("oauth_clients").execute();
    const old = client.information?.client_id;
    expect(await auth(client, { serverUrl: `${server.url}/mcp` })).toBe("REDIRECT");
    expect(client.information?.client_id).not.toBe(old);
  });

  describe("tokens", () => {
    test("a client revokes what it has, by either token", async () => {
      for (const kind of ["access_token", "refresh_token"] as const) {
        const tokens = await granted();
        expect(await callMcp(tokens.access_token)).toBe(200);
        const { clientId: client_id } = tokens.asked;
        expect((await sendForm(project.server, "/oauth/revoke", { client_id, token: tokens[kind] })).status).toBe(200);
        expect(await callMcp(tokens.access_token)).toBe(401);
        expect((await refresh(project.server, client_id, tokens.refresh_token)).body.error).toBe("invalid_grant");
        // RFC 7009, 2.2: a token that is not there is as revoked as it can be.
        expect((await sendForm(project.server, "/oauth/revoke", { client_id, token: "x" })).status).toBe(200);
      }
    });

    test("a registered client that is granted access again has the new one alone", async () => {
      const { server, member } = project;
      const { asked, access_token: old } = await granted();
      const again = redirectOf(await allow(server, member.token, asked.query)).searchParams.get("code") ?? "";
      expect(await callMcp(old)).toBe(200);
      const { body } = await exchange(server, asked, again);
      expect([await callMcp(old), await callMcp(body.access_token)]).toEqual([401, 200]);
    });

    test("open the tools of /mcp alone, and no call of the API", async () => {
      const { access_token: token } = await granted();
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ["users/mcp-tokens/current/", "projects/sample/issues/", "users/me/"])
        expect((await fetch(`${project.server.url}/api/v1/${path}`, { headers })).status).toBe(401);
    });

    test("are not stored", async () => {
      const { server } = project;
      const tokens = await granted();
      const rows = JSON.stringify([
        await server.db.selectFrom("oauth_grants").selectAll().execute(),
        await server.db.selectFrom("mcp_tokens").selectAll().execute(),
        await server.db.selectFrom("audit_log").selectAll().execute(),
        server.log,
      ]);
      for (const secret of [tokens.code, tokens.access_token, tokens.refresh_token.slice(9, 52), tokens.asked.verifier])
        expect(rows).not.toContain(secret);
    });

    test("end in ninety days, and what was never taken or used is deleted", async () => {
      const { server, member } = project;
      const { asked, refresh_token: token } = await granted();
      const left = await ask(server);
      await allow(server, member.token, left.query);
      const idle = await ask(server);
      const day = 86_400_000;
      const ids = async () => (await server.db.selectFrom("oauth_clients").select("id").execute()).map(({ id }) => id);
      await deleteExpiredRows(server.db, new Date(Date.now() + 2 * day));
      expect(await ids()).toEqual(expect.arrayContaining([asked.clientId, left.clientId]));
      expect(await ids()).not.toContain(idle.clientId);
      const grants = await server.db.selectFrom("oauth_grants").select("client_id").execute();
      expect(grants.map(({ client_id }) => client_id)).not.toContain(left.clientId);
      await server.db.updateTable("mcp_tokens").set({ expires_at: new Date() }).execute();
      expect((await refresh(server, asked.clientId, token)).body.error).toBe("invalid_grant");
      await deleteExpiredRows(server.db, new Date(Date.now() + 91 * day));
      expect(await ids()).not.toContain(asked.clientId);
    });
  });
});
