/** Attacks on the way of remote clients to access: by other clients, by pages, by who has stolen a code or a token, and by who no longer may. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRegistered, redirectTarget } from "../../../server/access/oauth/redirectUris.ts";
import { MAX_UNUSED_CLIENTS } from "../../../server/access/oauth/clients.ts";
import { addMember } from "../rows.ts";
import { onOneDatabase } from "../testDb.ts";
import { PASSWORD, signedIn } from "../http/testServer.ts";
import { type McpProject, postMessage, startMcpProject } from "./mcpProject.ts";
import {
  allow,
  ask,
  type Asked,
  exchange,
  REDIRECT,
  redirectOf,
  refresh,
  register,
  s256,
  sendForm,
  type TokenAnswer,
} from "./oauthClient.ts";

onOneDatabase("attacks on OAuth", (engine) => {
  let project: McpProject;
  const works = async (token: string): Promise<boolean> =>
    (await postMessage(project.server, { authorization: `Bearer ${token}` })).status === 200;
  const codeFor = async (asked: Asked): Promise<string> =>
    redirectOf(await allow(project.server, project.member.token, asked.query)).searchParams.get("code") ?? "";
  const granted = async (): Promise<{ asked: Asked; code: string } & TokenAnswer["body"]> => {
    const asked = await ask(project.server);
    const code = await codeFor(asked);
    return { asked, code, ...(await exchange(project.server, asked, code)).body };
  };
  const lastAction = async () =>
    (await project.server.db.selectFrom("audit_log").select("action").orderBy("id", "desc").execute()).map(
      ({ action }) => action,
    );

  beforeAll(async () => {
    project = await startMcpProject(engine, { environment: { CLEW_MCP_RATE: "1000" } });
  });
  afterAll(() => project.stop());
  afterEach(() => project.server.db.deleteFrom("rate_limits").execute());

  describe("a code", () => {
    test("that comes a second time ends what the first has given", async () => {
      const { asked, code, access_token: token, refresh_token: refreshToken } = await granted();
      expect(await works(token)).toBe(true);
      expect((await exchange(project.server, asked, code)).body.error).toBe("invalid_grant");
      expect(await works(token)).toBe(false);
      expect((await refresh(project.server, asked.clientId, refreshToken)).body.error).toBe("invalid_grant");
      expect(await lastAction()).toContain("mcp_token.reused");
    });

    test("that is sent twice at the same time leaves nothing that works", async () => {
      const asked = await ask(project.server);
      const code = await codeFor(asked);
      const answers = await Promise.all([1, 2].map(() => exchange(project.server, asked, code)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      for (const { body } of answers) if (body.access_token) expect(await works(body.access_token)).toBe(false);
    });

    test("opens nothing for who has not begun (injection), and is lost", async () => {
      const other = await ask(project.server);
      const wrongs: [string, (asked: Asked) => [Asked, Record<string, string>]][] = [
        ["another verifier", (asked) => [{ ...asked, verifier: randomBytes(32).toString("base64url") }, {}]],
        ["the challenge for the verifier", (asked) => [{ ...asked, verifier: s256(asked.verifier) }, {}]],
        ["another client", (asked) => [{ ...asked, clientId: other.clientId }, {}]],
        ["another address", (asked) => [asked, { redirect_uri: "http://127.0.0.1:1/callback" }]],
      ];
      for (const [name, change] of wrongs) {
        const asked = await ask(project.server);
        const code = await codeFor(asked);
        const [changed, form] = change(asked);
        expect([name, (await exchange(project.server, changed, code, form)).body.error]).toEqual([
          name,
          "invalid_grant",
        ]);
        expect([name, (await exchange(project.server, asked, code)).body.error]).toEqual([name, "invalid_grant"]);
      }
    });

    test("ends after five minutes, and is for one resource", async () => {
      const asked = await ask(project.server);
      const code = await codeFor(asked);
      for (const resource of [undefined, "https://other.example/mcp", `${project.server.url}/api`])
        expect((await exchange(project.server, asked, code, { resource })).body.error).toBe("invalid_target");
      await project.server.db
        .updateTable("oauth_grants")
        .set({ code_expires_at: new Date() })
        .where("client_id", "=", asked.clientId)
        .execute();
      expect((await exchange(project.server, asked, code)).body.error).toBe("invalid_grant");
    });
  });

  describe("a refresh token", () => {
    test("rotates, and an old one ends all of its family", async () => {
      const { asked, ...first } = await granted();
      const second = (await refresh(project.server, asked.clientId, first.refresh_token)).body;
      expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true]);
      expect((await refresh(project.server, asked.clientId, first.refresh_token)).body.error).toBe("invalid_grant");
      expect(await works(second.access_token)).toBe(false);
      expect((await refresh(project.server, asked.clientId, second.refresh_token)).body.error).toBe("invalid_grant");
    });

    test("that is sent twice at the same time leaves nothing that works", async () => {
      const { asked, refresh_token: token } = await granted();
      const answers = await Promise.all([1, 2].map(() => refresh(project.server, asked.clientId, token)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
      for (const { body } of answers) if (body.access_token) expect(await works(body.access_token)).toBe(false);
    });

    test("of another client ends, and its client cannot revoke another one's", async () => {
      const other = await ask(project.server);
      const { asked, refresh_token: token, access_token: access } = await granted();
      const form = { client_id: other.clientId, token: access };
      expect((await sendForm(project.server, "/oauth/revoke", form)).status).toBe(400);
      expect(await works(access)).toBe(true);
      expect((await refresh(project.server, other.clientId, token)).body.error).toBe("invalid_grant");
      expect((await refresh(project.server, asked.clientId, token)).body.error).toBe("invalid_grant");
    });

    test("gives no more than the user has allowed, and nothing for another resource", async () => {
      const { asked, refresh_token: token } = await granted();
      const wider = await refresh(project.server, asked.clientId, token, { scope: "read write" });
      expect([wider.status, wider.body.scope]).toEqual([200, "read"]);
      const next = wider.body.refresh_token;
      const elsewhere = await refresh(project.server, asked.clientId, next, { resource: "https://other.example/" });
      expect(elsewhere.body.error).toBe("invalid_target");
      const access = wider.body.access_token;
      // A refresh token is no access token, and neither is a code.
      expect([await works(access), await works(next)]).toEqual([true, false]);
    });
  });

  describe("who may no longer", () => {
    const endings: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "a company that lets no clients in",
        () => project.server.db.updateTable("companies").set({ oauth_clients: false }).execute(),
        () => project.server.db.updateTable("companies").set({ oauth_clients: true }).execute(),
      ],
      [
        "another network",
        () => project.server.db.updateTable("companies").set({ allowed_networks: "203.0.113.0/24" }).execute(),
        () => project.server.db.updateTable("companies").set({ allowed_networks: "" }).execute(),
      ],
      [
        "a user whom the directory has deactivated",
        () => project.server.db.updateTable("users").set({ deactivated_at: new Date() }).execute(),
        () => project.server.db.updateTable("users").set({ deactivated_at: null }).execute(),
      ],
      [
        "a token that is older than the company allows",
        () => project.server.db.updateTable("companies").set({ token_max_days: 0 }).execute(),
        () => project.server.db.updateTable("companies").set({ token_max_days: null }).execute(),
      ],
    ];
    test.each(endings)("%s: no call, no exchange, no refresh", async (_, end, restore) => {
      const tokens = await granted();
      const asked = await ask(project.server);
      const code = await codeFor(asked);
      await end();
      try {
        expect(await works(tokens.access_token)).toBe(false);
        expect((await exchange(project.server, asked, code)).body.error).toBe("invalid_grant");
        const { clientId } = tokens.asked;
        expect((await refresh(project.server, clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
      } finally {
        await restore();
      }
      // The grant is not lost with it.
      expect(await works(tokens.access_token)).toBe(true);
    });

    test("the removal of the user ends what was granted", async () => {
      const { server, companyId, projectId } = project;
      const leaver = await signedIn(server.db, { companyId, email: "leaver@example.org" });
      const admin = await signedIn(server.db, { companyId, email: "head@example.org", role: "Admin" });
      await addMember(server.db, projectId, leaver.id, "Viewer");
      const asked = await ask(server);
      const code = redirectOf(await allow(server, leaver.token, asked.query)).searchParams.get("code") ?? "";
      const { body } = await exchange(server, asked, code);
      expect(await works(body.access_token)).toBe(true);
      const path = `companies/${companyId}/users/${leaver.id}/`;
      expect((await server.call("DELETE", path, { token: admin.token })).status).toBe(204);
      expect(await works(body.access_token)).toBe(false);
      expect((await refresh(server, asked.clientId, body.refresh_token)).body.error).toBe("invalid_grant");
    });

    test("a company that lets no clients in shows no consent", async () => {
      const { server, member } = project;
      const { query } = await ask(server);
      await server.db.updateTable("companies").set({ oauth_clients: false }).execute();
      const read = await server.call("POST", "users/mcp-consent/", { token: member.token, body: { query } });
      expect([read.status, (await allow(server, member.token, query)).status]).toEqual([403, 403]);
      await server.db.updateTable("companies").set({ oauth_clients: true }).execute();
    });
  });

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

    test("cannot add a parameter for the second time, or bring a code of its own", async () => {
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
    expect((await fetch(`${project.server.url}/oauth/token`)).status).not.toBe(200);
  });
});
