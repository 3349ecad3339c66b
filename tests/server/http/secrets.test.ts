/** Secrets that contain a mark pass through all calls; then the log, the responses and the database are searched for the mark. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onOneDatabase } from "../testDb.ts";
import { addProject } from "../rows.ts";
import { addPeople, startTestServer } from "./testServer.ts";

const MARK = "s3cr3tm4rk";
const secret = (name: string): string => `${MARK}-${name}-0123456789abcdef`;

onOneDatabase("secrets", (engine) => {
  test("are in no log line, in no answer but the one that issues them, and nowhere in the database", async () => {
    const server = await startTestServer(engine, {
      environment: {
        LOG_LEVEL: "trace",
        CLEW_MASTER_KEY: secret("master-key"),
        CLEW_GITHUB_CLIENT_ID: "id",
        CLEW_GITHUB_CLIENT_SECRET: secret("client"),
        CLEW_SMTP_URL: `smtp://user:${secret("smtp")}@127.0.0.1:1`,
        CLEW_MAIL_FROM: "clew@example.org",
        CLEW_METRICS_TOKEN: secret("metrics"),
      },
    });
    const { db } = server;
    const { companyId, admin } = await addPeople(db, { plan: "Enterprise" });
    await addProject(db, { companyId, ownerId: admin.id, slug: "maze" });
    const answers: string[] = [];
    const call = async (method: string, path: string, body?: unknown, token: string | undefined = admin.token) => {
      const answer = await server.call(method, path, { token, body });
      answers.push(JSON.stringify(answer.body));
      return answer.body as Record<string, string>;
    };

    const login = { email: admin.email, password: secret("wrong-password") };
    await call("POST", "users/login/", login);
    await call("POST", "users/login/", { email: secret("not-an-address"), password: secret("wrong-password") });
    await call("POST", "users/change-password/", {
      old_password: "correct horse",
      new_password: secret("new-password"),
      confirm_password: secret("new-password"),
    });
    const { token } = (await call("POST", "users/login/", { ...login, password: secret("new-password") })) as {
      token: string;
    };
    const made = await call("POST", "users/mcp-tokens/", { name: "Agent", projects: ["maze"] });
    const { ticket } = await call("POST", "users/me/socket-ticket/");
    for (const kind of ["repositories", "trackers", "wikis"]) {
      const provider = { repositories: "gitlab", trackers: "jira", wikis: "confluence" }[kind];
      const body = {
        provider,
        url: "https://127.0.0.1:1/a/b",
        credential: { token: secret("credential"), username: "ada@example.org" },
      };
      await call("POST", `${kind}/validate/`, body);
      await call("POST", `projects/maze/${kind}/`, body);
    }
    await call("POST", "users/forgot-password/", { email: admin.email });
    await call("GET", `users/me/?token=${secret("query")}&next=/x`);
    await call("GET", `invitations/0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11/?token=${secret("query")}`);
    await fetch(`${server.url}/api/v1/users/oauth/callback/?state=github.${secret("state")}&code=${secret("code")}`, {
      redirect: "manual",
    });
    await fetch(`${server.url}/oauth/authorize?client_id=x&state=${secret("state")}`);
    for (const form of [
      [
        ["grant_type", "authorization_code"],
        ["code", secret("code")],
        ["code_verifier", secret("verifier")],
        ["redirect_uri", "x:y"],
      ],
      [
        ["grant_type", "refresh_token"],
        ["refresh_token", secret("refresh")],
      ],
      [["token", secret("revoked")]],
    ]) {
      const body = new URLSearchParams([["client_id", "x"], ...form]);
      for (const path of ["token", "revoke"]) await fetch(`${server.url}/oauth/${path}`, { method: "POST", body });
    }
    // Links of chats, and what a provider's messages name.
    await fetch(`${server.url}/act?link=${secret("link")}`);
    await call("GET", `chat-links/?link=${secret("link")}`);
    for (const name of ["SAMLRequest", "SAMLResponse"])
      await fetch(`${server.url}/api/v1/users/sso/logout/x/?RelayState=y&${name}=${secret("message")}`, {
        redirect: "manual",
      });
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${secret("metrics")}` } });
    await fetch(`${server.url}/api/v1/users/me/`, {
      headers: { authorization: `Token ${secret("header")}`, cookie: secret("cookie") },
    });
    await fetch(`${server.url}/mcp`, { method: "POST", headers: { authorization: `Bearer ${secret("bearer")}` } });
    await call("POST", "users/login/", undefined, `${secret("header")}`);
    await call("POST", "projects/", {
      name: "x",
      repositories: [{ provider: "git", url: `https://a:${secret("in-address")}@example.org/a.git` }],
      trackers: [],
      wikis: [],
    });
    // A failure in the middle of a call, so that its error is logged.
    await db.schema.alterTable("mcp_usage").renameTo("hidden").execute();
    await call("GET", `users/mcp-tokens/${made["id"]}/usage/`);
    await expect.poll(() => server.log.join("").includes("request failed")).toBe(true);

    const log = server.log.join("");
    for (const value of [MARK, admin.token, token, made["token"], ticket]) expect(log).not.toContain(value);
    // What a person typed into a field may come back in none of the answers.
    expect(answers.join("")).not.toContain(MARK);

    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
      const text = rows.map((row) => row.text).join("\n");
      for (const value of [MARK, admin.token, token, made["token"], ticket]) {
        expect(text.includes(value ?? MARK), `${name} holds a secret in clear`).toBe(false);
      }
    }
    await server.stop();
  }, 60_000);
});
