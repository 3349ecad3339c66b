import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OauthHost, startOauthHost } from "../../../providers/oauthHost.ts";
import { type FrontHost, startFrontHost } from "../../../providers/frontHost.ts";
import { startGitlabHost } from "../../../providers/gitlabHost.ts";
import { makeWork } from "../../../providers/work.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

let host: OauthHost;
/** The sign-in pages and, in the test that needs it, the API at one origin. */
let front: FrontHost;
let api: string | undefined;
let server: TestServer;
let token: string;
beforeAll(async () => {
  host = await startOauthHost();
  front = await startFrontHost(({ url = "" }) =>
    api !== undefined && url.startsWith("/api/v4/projects") ? api : host.url,
  );
  server = await startTestServer("pglite", {
    environment: {
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_GITLAB_CLIENT_ID: "id",
      CLEW_GITLAB_CLIENT_SECRET: "secret",
      CLEW_GITLAB_URL: front.url,
      CLEW_GOOGLE_CALENDAR_CLIENT_ID: "id",
      CLEW_GOOGLE_CALENDAR_CLIENT_SECRET: "secret",
      CLEW_GOOGLE_CALENDAR_URL: host.url,
    },
  });
  token = (await addPeople(server.db)).admin.token;
});
afterAll(async () => {
  await server.stop();
  await front.stop();
  await host.stop();
});

const login = async (provider: string) => {
  const answer = await server.call("GET", `users/oauth/login/?provider=${provider}`, { token });
  const cookie = answer.headers.get("set-cookie") ?? "";
  return { ...answer, authUrl: (answer.body as { auth_url: string }).auth_url, cookie };
};
const comeBack = async (url: URL, cookie?: string) => {
  const answer = await fetch(`${server.url}${url.pathname}${url.search}`, {
    redirect: "manual",
    headers: cookie === undefined ? {} : { cookie: cookie.split(";")[0] ?? "" },
  });
  return answer.headers.get("location");
};
const providers = async () =>
  ((await server.call("GET", "users/me/", { token })).body as { providers: string[] }).providers;

describe("connecting an account", () => {
  test("is offered where the operator has registered, with the smallest scopes and a proof", async () => {
    const { body } = await server.call("GET", "installation/");
    expect(body).toMatchObject({ integrations: ["gitlab", "google_calendar"] });
    const { authUrl, cookie } = await login("gitlab");
    const authParams = Object.fromEntries(new URL(authUrl).searchParams);
    expect(authParams).toMatchObject({
      scope: "read_api read_repository",
      code_challenge_method: "S256",
      response_type: "code",
    });
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await server.call("GET", "users/oauth/login/?provider=jira", { token })).status).toBe(409);
  });

  test("ends at the settings with a word either way, and works once", async () => {
    const denied = await login("gitlab");
    expect(await comeBack(host.consent(denied.authUrl, "deny"), denied.cookie)).toContain("outcome=denied");
    const { authUrl, cookie } = await login("gitlab");
    const good = host.consent(authUrl);
    // A link prepared by another user connects nothing in this browser.
    expect(await comeBack(good)).toContain("outcome=expired");
    expect(await comeBack(good, "clew_gitlab=guess")).toContain("outcome=expired");
    const again = await login("gitlab");
    const back = host.consent(again.authUrl);
    expect(await comeBack(back, again.cookie)).toBe("/settings/integrations?provider=gitlab&outcome=connected");
    expect(await comeBack(back, again.cookie)).toContain("outcome=expired");
    expect(await comeBack(good, cookie)).toContain("outcome=expired");
    expect(await providers()).toEqual(["gitlab"]);
    const secrets = await server.db.selectFrom("secrets").select("cipher").execute();
    for (const access of host.valid) {
      expect(secrets.some(({ cipher }) => Buffer.from(cipher).includes(access))).toBe(false);
    }
    expect(server.log.join("")).not.toContain(good.searchParams.get("code"));
  });

  test("a source is read with it, and with the next token when that one has ended", async () => {
    const work = makeWork(6);
    const gitlab = await startGitlabHost(work);
    try {
      api = gitlab.url;
      const body = { provider: "gitlab", url: `${front.url}/acme/rocket`, use_connection: true };
      work.token = [...host.valid].at(-1) ?? "";
      expect(await server.call("POST", "trackers/validate/", { token, body })).toMatchObject({ status: 200 });
      // The token is at its end: it is renewed before it is used.
      await server.db.updateTable("connections").set({ expires_at: new Date() }).execute();
      gitlab.fault = ({ headers }) => {
        work.token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
        return host.valid.has(work.token) ? undefined : { status: 401, body: {} };
      };
      const before = host.valid.size;
      expect(await server.call("POST", "trackers/validate/", { token, body })).toMatchObject({ status: 200 });
      expect(host.valid.size).toBe(before + 1);
    } finally {
      await gitlab.stop();
    }
  });

  test("an access that was taken back is no connection any more; disconnecting gives back and forgets", async () => {
    await server.db.updateTable("connections").set({ expires_at: new Date() }).execute();
    host.fault = ({ path }) =>
      path.endsWith("/token") ? { status: 400, body: { error: "invalid_grant" } } : undefined;
    const body = { provider: "gitlab", url: `${front.url}/acme/rocket`, use_connection: true };
    const refused = await server.call("POST", "trackers/validate/", { token, body });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("Integrations")]);
    expect(await providers()).toEqual([]);
    host.fault = undefined;
    expect((await server.call("DELETE", "users/oauth/disconnect/gitlab/", { token })).status).toBe(204);
    expect(host.revoked).toHaveLength(1);
    expect(await server.db.selectFrom("secrets").select("id").execute()).toEqual([]);
    expect((await server.call("DELETE", "users/oauth/disconnect/gitlab/", { token })).status).toBe(404);
  });
});

describe("a webhook", () => {
  test("is made for a source, believed when it is signed, and starts a sync", async () => {
    const work = makeWork(3);
    const gitlab = await startGitlabHost(work);
    try {
      const created = await server.call("POST", "projects/", {
        token,
        body: {
          name: "Hooked",
          trackers: [{ provider: "gitlab", url: `${gitlab.url}/acme/rocket`, credential: { token: "right" } }],
        },
      });
      expect(created.status).toBe(201);
      const project = created.body as { trackers: { id: string }[] };
      const at = `sources/${project.trackers[0]?.id}`;
      const hook = (await server.call("POST", `${at}/webhook/`, { token })).body as { url: string; secret: string };
      const { pathname } = new URL(hook.url);
      const send = async (headers: Record<string, string>) =>
        (await fetch(server.url + pathname, { method: "POST", headers, body: "{}" })).status;
      expect(await send({ "x-gitlab-token": hook.secret })).toBe(202);
      // A body is not waited for where there is no such webhook.
      const large = request(server.url + pathname.replace(/[^/]+\/$/, "unknown/"), {
        method: "POST",
        headers: { "content-length": String(20 << 20) },
      });
      large.on("error", () => {});
      large.flushHeaders();
      const [refused] = (await once(large, "response")) as [IncomingMessage];
      expect(refused.statusCode).toBe(404);
      large.destroy();
      expect(await send({ "x-gitlab-token": "guess" })).toBe(404);
      expect(await send({})).toBe(404);
      expect(await send({ "x-hub-signature-256": createHmac("sha256", hook.secret).update("{}").digest("hex") })).toBe(
        404,
      );
      expect((await server.call("POST", `${at}/pause/`, { token })).body).toMatchObject({
        paused_at: expect.any(String) as string,
      });
      expect((await server.call("POST", `${at}/resume/`, { token })).body).toMatchObject({
        paused_at: null,
        has_webhook: true,
      });
      expect((await server.call("DELETE", `${at}/webhook/`, { token })).status).toBe(204);
      expect(await send({ "x-gitlab-token": hook.secret })).toBe(404);
    } finally {
      await gitlab.stop();
    }
  });
});

describe("turning on writing", () => {
  const connect = async (writes: boolean): Promise<{ readonly scope: string | null; readonly writes: boolean }> => {
    const path = `users/oauth/login/?provider=gitlab${writes ? "&writes=yes" : ""}`;
    const answer = await server.call("GET", path, { token });
    const { auth_url: authUrl } = answer.body as { auth_url: string };
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(await comeBack(host.consent(authUrl), cookie)).toContain("outcome=connected");
    const row = await server.db
      .selectFrom("connections")
      .select("writes")
      .where("provider", "=", "gitlab")
      .executeTakeFirstOrThrow();
    return { scope: new URL(authUrl).searchParams.get("scope"), writes: row.writes };
  };

  test("asks the provider for more only then, and counts only what it has granted", async () => {
    host.granted = "read_api read_repository";
    expect(await connect(false)).toEqual({ scope: "read_api read_repository", writes: false });
    expect(await connect(true)).toEqual({ scope: "read_api read_repository api", writes: false });
    host.granted = "read_api read_repository api";
    expect(await connect(true)).toMatchObject({ writes: true });
    const [noted] = await server.db
      .selectFrom("audit_log")
      .select("after")
      .where("action", "=", "account.connected")
      .orderBy("id", "desc")
      .execute();
    expect(noted?.after).toMatchObject({ writes: true });
    // Connecting again for reading takes it back.
    expect(await connect(false)).toMatchObject({ writes: false });
  });

  test("is not offered for an account that this server only reads", async () => {
    const path = "users/oauth/login/?provider=google_calendar&writes=yes";
    expect((await server.call("GET", path, { token })).status).toBe(409);
  });
});
