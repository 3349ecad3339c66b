/** Attacks on the way of remote clients to access: by other clients, by pages, by who has stolen a code or a token, and by who no longer may. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addMember } from "../rows.ts";
import { onOneDatabase } from "../testDb.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { PASSWORD, signedIn } from "../http/testServer.ts";
import { type McpProject, postMessage, startMcpProject } from "./mcpProject.ts";
import {
  allow,
  ask,
  type Asked,
  codeOf,
  exchange,
  grantOf,
  redirectOf,
  refresh,
  s256,
  sendForm,
} from "./oauthClient.ts";

onOneDatabase("attacks on OAuth", (engine) => {
  let project: McpProject;
  const works = async (token: string): Promise<boolean> =>
    (await postMessage(project.server, { authorization: `Bearer ${token}` })).status === 200;
  const codeFor = (asked: Asked) => codeOf(project.server, project.member.token, asked);
  const granted = () => grantOf(project.server, project.member.token);
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
      const [given] = answers.flatMap(({ body }) => body.access_token ?? []);
      expect(await works(given ?? "")).toBe(false);
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
      const [given] = answers.flatMap(({ body }) => body.access_token ?? []);
      expect(await works(given ?? "")).toBe(false);
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

    test("a server with another address: access is for the one that the user has seen", async () => {
      const { access_token: token } = await granted();
      const set = (resource: string) => project.server.db.updateTable("oauth_grants").set({ resource }).execute();
      await set("https://former.example/mcp");
      expect(await works(token)).toBe(false);
      await set(`${project.server.url}/mcp`);
      expect(await works(token)).toBe(true);
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

    test("a new password ends sessions, and of tokens and grants none: they end alike, in the settings", async () => {
      const { server, companyId, projectId } = project;
      const user = await signedIn(server.db, { companyId, email: "renewer@example.org" });
      await addMember(server.db, projectId, user.id, "Viewer");
      const other = await startSession(server.db, user.id);
      const post = async (path: string, body: object) =>
        (await server.call("POST", path, { token: user.token, body })).body as { token: string };
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const script = await post("users/me/api-tokens/", { name: "s", scope: "read", projects: null, expires_at });
      const agent = await post("users/mcp-tokens/", { name: "a", projects: ["sample"], expires_at: null });
      const asked = await ask(server);
      const code = redirectOf(await allow(server, user.token, asked.query)).searchParams.get("code") ?? "";
      const { body: grant } = await exchange(server, asked, code);
      const new_password = "a staple of batteries";
      const body = { old_password: PASSWORD, new_password, confirm_password: new_password };
      expect((await server.call("POST", "users/change-password/", { token: user.token, body })).status).toBeLessThan(
        300,
      );
      expect((await server.call("GET", "users/me/", { token: other })).status).toBe(401);
      const headers = { authorization: `Bearer ${script.token}` };
      expect((await fetch(`${server.url}/api/v1/projects/sample/`, { headers })).status).toBe(200);
      expect(await Promise.all([agent.token, grant.access_token].map(works))).toEqual([true, true]);
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
});
