/** A connected account and a stored credential stay at the origin at which they were given, by every call that could send them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSecrets } from "../../../../server/access/keys/secrets.ts";
import { newId } from "../../../../server/db/newId.ts";
import { type StrangerHost, startStrangerHost } from "../../../providers/strangerHost.ts";
import { addProject } from "../../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

const SECRET = "s3cr3tm4rk-0123456789";
const KEY = "a key of this test, which is long enough";
let server: TestServer;
let home: StrangerHost;
let stranger: StrangerHost;
let people: Awaited<ReturnType<typeof addPeople>>;
let projectId: string;
const connected: Record<string, string> = {};

beforeAll(async () => {
  [home, stranger] = [await startStrangerHost(401), await startStrangerHost(401)];
  const clients = ["GITHUB", "GITLAB", "BITBUCKET", "JIRA"].flatMap((name) => [
    [`CLEW_${name}_CLIENT_ID`, "id"],
    [`CLEW_${name}_CLIENT_SECRET`, SECRET],
    [`CLEW_${name}_URL`, home.url],
  ]);
  server = await startTestServer("pglite", {
    environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8", CLEW_MASTER_KEY: KEY, ...Object.fromEntries(clients) },
  });
  people = await addPeople(server.db, { plan: "Enterprise" });
  const { companyId, admin } = people;
  projectId = await addProject(server.db, { companyId, ownerId: admin.id, slug: "maze" });
  const secrets = createSecrets(Buffer.from(KEY));
  for (const provider of ["github", "gitlab", "bitbucket", "jira"]) {
    const id = (connected[provider] = newId());
    const secretId = await secrets.store(server.db, companyId, { token: SECRET, refresh: SECRET });
    const row = { id, user_id: admin.id, provider, origin: home.url, account: "ada", scopes: "", secret_id: secretId };
    await server.db.insertInto("connections").values(row).execute();
  }
});
afterAll(async () => {
  await server.stop();
  for (const host of [home, stranger]) await host.stop();
});

const leaks = () => stranger.received.filter((request) => request.includes(SECRET));
/** The bodies of all answers. */
const answers: string[] = [];
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { token: people.admin.token, body });
  answers.push(JSON.stringify(answer.body) ?? "");
  return answer;
};
const speak = (language: "EN" | "TR") =>
  server.db.updateTable("users").set({ language }).where("id", "=", people.admin.id).execute();
const notes = (action: "account.used" | "account.refused") =>
  server.db.selectFrom("audit_log").selectAll().where("action", "=", action).orderBy("id", "desc").execute();

const SOURCES = [
  ["repositories", "repository", "github", "/a/github"],
  ["repositories", "repository", "gitlab", "/a/gitlab"],
  ["repositories", "repository", "bitbucket", "/a/bitbucket"],
  ["trackers", "tracker", "github", "/a/github"],
  ["trackers", "tracker", "gitlab", "/a/gitlab"],
  ["trackers", "tracker", "jira", "/browse/ABC"],
  ["wikis", "wiki", "confluence", "/wiki/spaces/ABC"],
] as const;

describe.each(SOURCES)("%s with an account (%s, %s)", (field, kind, provider, page) => {
  const body = (host: StrangerHost) => ({ provider, url: `${host.url}${page}`, use_connection: true });
  const account = provider === "confluence" ? "jira" : provider;

  test("is asked about at its own host with the account, and that is in the audit log", async () => {
    home.received.length = 0;
    await call("POST", `${field}/validate/`, body(home));
    expect(home.received.some((request) => request.includes(SECRET))).toBe(true);
    const [noted] = await notes("account.used");
    expect(noted).toMatchObject({
      subject_name: provider,
      after: { provider, origin: home.url, host: new URL(home.url).host },
    });
  });

  test("is refused at another host before a packet leaves: by validating, linking and a new project", async () => {
    const before = (await notes("account.refused")).length;
    stranger.received.length = 0;
    for (const [path, sent] of [
      [`${field}/validate/`, body(stranger)],
      [`projects/maze/${field}/`, body(stranger)],
    ] as const) {
      const { status, body: answer } = await call("POST", path, sent);
      expect([status, answer]).toEqual([400, { use_connection: [expect.stringContaining("belongs to 127.0.0.1")] }]);
    }
    await speak("TR");
    const turkish = await call("POST", `${field}/validate/`, body(stranger));
    await speak("EN");
    expect(turkish.body).toEqual({ use_connection: [expect.stringContaining("adresine gönderilmez")] });
    const made = await call("POST", "projects/", { name: "x", [field]: [body(stranger)] });
    expect([made.status, JSON.stringify(made.body)]).toEqual([400, expect.stringContaining("use_connection")]);
    expect(stranger.received).toEqual([]);
    const refused = await notes("account.refused");
    expect(refused.length - before).toBe(4);
    expect(refused[0]).toMatchObject({ after: { origin: home.url, host: new URL(stranger.url).host } });
  });

  test("a source that was linked at another host is not synced with it, nor given it as a new way in", async () => {
    stranger.received.length = 0;
    const id = newId();
    const row = {
      id,
      project_id: projectId,
      kind,
      provider,
      url: `${stranger.url}${page}`,
      name: "b",
      visibility: "unknown",
      connection_id: connected[account] ?? null,
      sync_state: "ready",
      sync_done: 0,
      sync_items: 0,
    } as const;
    await server.db.insertInto("sources").values(row).execute();
    const renewed = await call("PUT", `sources/${id}/access/`, { use_connection: true });
    expect([renewed.status, renewed.body]).toEqual([400, { use_connection: [expect.any(String)] }]);
    const state = () =>
      server.db
        .selectFrom("sources")
        .select(["sync_state", "sync_error"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    await call("POST", `sources/${id}/resume/`);
    await expect.poll(async () => (await state()).sync_state, { timeout: 60_000 }).toBe("failed");
    expect((await state()).sync_error).toContain("source.connection_origin");

    // A token that was stored for one address, and an address that has changed since.
    const secretId = await createSecrets(Buffer.from(KEY)).store(
      server.db,
      people.companyId,
      { token: SECRET, username: "ada@example.org" },
      home.url,
    );
    await server.db
      .updateTable("sources")
      .set({ connection_id: null, secret_id: secretId, sync_state: "ready" })
      .where("id", "=", id)
      .execute();
    await call("POST", `sources/${id}/resume/`);
    await expect
      .poll(async () => (await state()).sync_error, { timeout: 60_000 })
      .toContain("source.credential_origin");
    expect(leaks()).toEqual([]);
    expect(stranger.received).toEqual([]);
  }, 120_000);
});

describe("an account", () => {
  test("does not use a connection of another user", async () => {
    stranger.received.length = 0;
    home.received.length = 0;
    const body = { provider: "gitlab", url: `${home.url}/a/b`, use_connection: true };
    const { status } = await server.call("POST", "trackers/validate/", { token: people.member.token, body });
    expect(status).toBe(400);
    expect(home.received).toEqual([]);
  });

  test("that was connected before the operator registered another host is sent to neither", async () => {
    home.received.length = 0;
    stranger.received.length = 0;
    await server.db
      .updateTable("connections")
      .set({ origin: stranger.url, expires_at: new Date(0) })
      .where("provider", "=", "gitlab")
      .execute();
    const body = { provider: "gitlab", url: `${home.url}/a/b`, use_connection: true };
    expect((await call("POST", "trackers/validate/", body)).status).toBe(400);
    expect((await call("DELETE", "users/oauth/disconnect/gitlab/")).status).toBe(204);
    expect([...home.received, ...stranger.received]).toEqual([]);
  });

  test("is in no log and in no answer", () => {
    expect(answers.length).toBeGreaterThan(10);
    expect(answers.join("")).not.toContain(SECRET);
    expect(server.log.length).toBeGreaterThan(10);
    expect(server.log.join("")).not.toContain(SECRET);
  });
});
