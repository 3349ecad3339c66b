/** Secrets of every shape are typed into every field for them; then every byte that the server wrote is searched for them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RecentErrors } from "../../../server/observability/RecentErrors.ts";
import { makeSupportBundle } from "../../../server/observability/supportBundle.ts";
import { type StrangerHost, startStrangerHost } from "../../providers/strangerHost.ts";
import { addProject } from "../rows.ts";
import { addPeople, startTestServer, type TestServer } from "./testServer.ts";

const MARK = "s3cr3tm4rk";
const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\n${MARK}b3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n`;
const SHAPES = {
  "line breaks": `${MARK}\n${MARK}`,
  "a carriage return": `${MARK}\r${MARK}`,
  "a control character": `${MARK}\u0007${MARK}`,
  "a NUL": `${MARK}\u0000${MARK}`,
  "half a pair": `${MARK}\ud83d${MARK}`,
  "a character beyond Latin-1": `${MARK}\u0130${MARK}`,
  "a zero-width space": `${MARK}\u200b${MARK}`,
  "curly quotes": `\u201c${MARK}\u201d`,
  "a space": `${MARK} ${MARK}`,
  "100 kB": MARK.repeat(10_000),
  "a private key": KEY,
  "an odd private key": KEY.replace("b3", "b\u200b3"),
} as const;
/** Characters that a password may contain: it is sent encoded. */
const PASSWORDS: readonly string[] = ["a character beyond Latin-1", "curly quotes", "a space"];
/** Providers whose servers take a user name with its password: plain git, and Jira and Confluence Data Center. */
const WITH_PASSWORDS: readonly string[] = ["git", "jira", "confluence"];

let server: TestServer;
let host: StrangerHost;
let people: Awaited<ReturnType<typeof addPeople>>;
const answers: string[] = [];
beforeAll(async () => {
  host = await startStrangerHost(401);
  server = await startTestServer("pglite", {
    environment: {
      LOG_LEVEL: "trace",
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_METRICS_TOKEN: "metrics-token-of-this-test",
      CLEW_GITLAB_CLIENT_ID: "id",
      CLEW_GITLAB_CLIENT_SECRET: `${MARK}-client`,
      CLEW_GITLAB_URL: host.url,
    },
  });
  people = await addPeople(server.db, { plan: "Enterprise" });
  await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "maze" });
});
afterAll(async () => {
  await server.stop();
  await host.stop();
});

const call = async (method: string, path: string, body: unknown, token = people.admin.token) => {
  const answer = await server.call(method, path, { token, body });
  answers.push(JSON.stringify(answer.body));
  return answer;
};
const PROVIDERS = [
  ["repositories", "github", "/a/b"],
  ["repositories", "gitlab", "/a/b"],
  ["repositories", "bitbucket", "/a/b"],
  ["repositories", "git", "/a/b"],
  ["trackers", "github", "/a/b"],
  ["trackers", "gitlab", "/a/b"],
  ["trackers", "jira", "/browse/ABC"],
  ["wikis", "confluence", "/wiki/spaces/ABC"],
] as const;

describe.each(PROVIDERS)("a credential in the form of %s at %s", (field, provider, page) => {
  test.each(Object.entries(SHAPES))("that is %s is refused at its field", async (shape, token) => {
    const source = { provider, url: `${host.url}${page}`, credential: { token, username: "ada@example.org" } };
    for (const language of ["TR", "EN"] as const) {
      await server.db.updateTable("users").set({ language }).where("id", "=", people.admin.id).execute();
      for (const path of [`${field}/validate/`, `projects/maze/${field}/`]) {
        const { status, body } = await call("POST", path, source);
        expect(status).toBe(400);
        if (WITH_PASSWORDS.includes(provider) && PASSWORDS.includes(shape)) continue;
        const [sentence = ""] = (body as { credential: { token: string[] } }).credential.token;
        expect(sentence).toMatch(
          language === "EN" ? /(?:Copy|give a token|Give).*\.$/i : /(?:kopyalayın|girin|verin)\.$/,
        );
      }
    }
    const made = await call("POST", "projects/", { name: "x", [field]: [source] });
    expect(made.status).toBe(400);
    // The same text as the user name.
    const named = { ...source, credential: { token: "right", username: token } };
    const answer = await call("POST", `${field}/validate/`, named);
    expect(answer.status).toBe(400);
    const [refused, any] = [{ credential: { username: [expect.any(String)] } }, expect.anything() as unknown];
    expect(answer.body).toEqual(PASSWORDS.includes(shape) ? any : refused);
  });
});

test("a key is for an ssh address, and nothing else is", async () => {
  const at = (token: string) => ({ provider: "git", url: "git@127.0.0.1:a/b", credential: { token } });
  expect((await call("POST", "repositories/validate/", at(`${MARK}-token`))).body).toEqual({
    credential: { token: [expect.stringContaining("private key")] },
  });
  // One that was pasted into a field of one line comes as far as the host.
  const key = await call("POST", "repositories/validate/", at(KEY.replaceAll("\n", "")));
  expect(key.body).toEqual({ url: [expect.any(String)] });
});

test("no byte that the server wrote holds what was typed", async () => {
  const { db, dataDir, log, url } = server;
  for (const shape of Object.values(SHAPES)) {
    const { email } = people.member;
    await call("POST", "users/login/", { email, password: shape });
    await call("POST", "users/login/", { email: shape, password: shape });
    await call("POST", "users/change-password/", { old_password: shape, new_password: shape, confirm_password: shape });
    await call("POST", "users/register/", { email: `x@example.org`, name: "x", password: shape });
    await call("POST", "users/reset-password/", { token: shape, password: shape });
    await call("POST", "users/me/confirm/", { password: shape });
    const state = encodeURIComponent(shape.toWellFormed().slice(0, 500));
    const back = await fetch(`${url}/api/v1/users/oauth/callback/?state=gitlab.${state}&code=${state}`, {
      redirect: "manual",
    });
    answers.push(`${back.headers.get("location")} ${await back.text()}`);
    const header = shape.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 4000);
    await call("GET", "users/me/", undefined, header);
    const mcp = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${header}` },
      body: "{}",
    });
    answers.push(await mcp.text());
    // A body that is no JSON, with a secret in it.
    const broken = await fetch(`${url}/api/v1/users/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"email": "a@example.org", "password": "${shape}`,
    });
    answers.push(await broken.text());
  }
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: "Bearer metrics-token-of-this-test" } });
  expect(metrics.status).toBe(200);
  const errors = new RecentErrors();
  for (const line of log) errors.onLogLine(line);
  const running = { metrics: async () => metrics.text(), errors: () => errors.list() };
  answers.push(JSON.stringify(await makeSupportBundle({ db, settings: {}, running })));
  expect(answers.join("").includes(MARK)).toBe(false);
  expect(log.join("").includes(MARK)).toBe(false);
  expect(log.join("")).not.toContain("request failed");
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
    expect(
      rows.some(({ text }) => text.includes(MARK)),
      name,
    ).toBe(false);
  }
  const found: string[] = [];
  const search = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const about = statSync(path, { throwIfNoEntry: false });
      if (about?.isDirectory()) search(path);
      else if (about?.isFile() && readFileSync(path).includes(MARK)) found.push(path);
    }
  };
  search(dataDir);
  expect(found).toEqual([]);
}, 120_000);
