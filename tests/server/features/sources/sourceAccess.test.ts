import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../server/db/newId.ts";
import { Credential } from "../../../../server/sources/egress/Credential.ts";
import { ConfluenceWiki } from "../../../../server/sources/providers/confluence/ConfluenceWiki.ts";
import { readConfluenceUrl } from "../../../../server/sources/providers/confluence/confluenceUrl.ts";
import { JiraTracker } from "../../../../server/sources/providers/jira/JiraTracker.ts";
import { readJiraUrl } from "../../../../server/sources/providers/jira/jiraUrl.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { startConfluenceHost } from "../../../providers/confluenceHost.ts";
import { type FrontHost, startFrontHost } from "../../../providers/frontHost.ts";
import { startJiraHost } from "../../../providers/jiraHost.ts";
import { type OauthHost, startOauthHost } from "../../../providers/oauthHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { type Work, makeWork } from "../../../providers/work.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

let oauth: OauthHost;
let jira: RestHost;
/** The host of sources without a connected account: their comparisons may run during any test. */
let ownJira: RestHost;
let wiki: RestHost;
/** All three at one origin, to which the connected account belongs. */
let front: FrontHost;
let work: Work;
let server: TestServer;
let people: Awaited<ReturnType<typeof addPeople>>;
beforeAll(async () => {
  work = makeWork(3);
  [oauth, jira, wiki] = [await startOauthHost(), await startJiraHost(work), await startConfluenceHost(work)];
  ownJira = await startJiraHost(work);
  front = await startFrontHost(({ url = "" }) =>
    url.startsWith("/rest/") ? jira.url : url.startsWith("/wiki/") ? wiki.url : oauth.url,
  );
  server = await startTestServer("pglite", {
    environment: {
      CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
      CLEW_JIRA_CLIENT_ID: "id",
      CLEW_JIRA_CLIENT_SECRET: "secret",
      CLEW_JIRA_URL: front.url,
    },
  });
  people = await addPeople(server.db);
});
afterAll(async () => {
  await server.stop();
  for (const host of [front, oauth, jira, ownJira, wiki]) await host.stop();
});

async function makeProject(name: string, sources: Record<string, unknown> = {}) {
  const { body, status } = await server.call("POST", "projects/", {
    token: people.admin.token,
    body: { name, ...sources },
  });
  expect(status).toBe(201);
  return body as { id: string; slug: string; trackers: { id: string }[] };
}
const sourceOf = (id: string) =>
  server.db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("another way into a source that is linked", () => {
  test("is checked at its host first, replaces the old one, and starts a sync that keeps the stored rows", async () => {
    const url = `${ownJira.url}/browse/ROCKET`;
    const given = { provider: "jira", url, credential: { token: "right", username: "ada@example.org" } };
    const [tracker] = (await makeProject("Renewed", { trackers: [given] })).trackers;
    const id = tracker?.id ?? "";
    await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("ready");
    const before = await sourceOf(id);
    work.token = "next";
    const put = (token: string, body: unknown) => server.call("PUT", `sources/${id}/access/`, { token, body });
    const wrong = await put(people.admin.token, { credential: { token: "right", username: "ada@example.org" } });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining("credential")]);
    expect((await sourceOf(id)).secret_id).toBe(before.secret_id);
    expect((await put(people.stranger.token, { credential: { token: "next" } })).status).toBe(404);
    const right = await put(people.admin.token, { credential: { token: "next", username: "ada@example.org" } });
    expect([right.status, JSON.stringify(right.body)]).toEqual([200, expect.not.stringContaining("next")]);
    await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("ready");
    expect(await sourceOf(id)).toMatchObject({ sync_error: null, sync_items: 3 });
    expect(await server.db.selectFrom("secrets").select("id").where("id", "=", before.secret_id).execute()).toEqual([]);
    const [noted] = await server.db
      .selectFrom("audit_log")
      .select(["after"])
      .where("action", "=", "source.access_changed")
      .execute();
    expect(noted?.after).toMatchObject({ credential: "token" });
  });
});

test("a source shows its wait for the quota of the host, which a member does not end and another credential does", async () => {
  work.token = "right";
  const { token } = people.admin;
  const given = { provider: "jira", url: `${ownJira.url}/browse/ROCKET` };
  const credential = { token: "right", username: "ada@example.org" };
  const project = await makeProject("Waits", { trackers: [{ ...given, credential }] });
  const id = project.trackers[0]?.id ?? "";
  await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("ready");
  const until = new Date(Date.now() + 3_600_000);
  const quota = { remaining: 0, limit: 350, resets_at: until.toISOString(), seen_at: new Date().toISOString() };
  await server.db
    .updateTable("sources")
    .set({
      sync_state: "queued",
      sync_step: "issues",
      sync_done: 2,
      sync_total: 3,
      waits_for: "host",
      resume_at: until,
    })
    .set({ host_quota: JSON.stringify(quota) })
    .where("id", "=", id)
    .execute();
  const wait = { host: new URL(ownJira.url).host, until: until.toISOString() };
  const shown = { state: "queued", step: "issues", done: 2, total: 3, quota_wait: wait, host_quota: quota };
  const path = `projects/${project.slug}/`;
  expect((await server.call("GET", path, { token })).body).toMatchObject({ trackers: [{ sync: shown }] });
  expect((await server.call("POST", `${path}sync/`, { token })).body).toMatchObject({ trackers: [{ sync: shown }] });
  const access = { credential: { token: "right", username: "ada@example.org" } };
  expect((await server.call("PUT", `sources/${id}/access/`, { token, body: access })).status).toBe(200);
  await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("ready");
  expect(await sourceOf(id)).toMatchObject({ waits_for: null, resume_at: null, host_quota: null });
});

describe("Atlassian's connected account", () => {
  test("reads its tracker and its wiki", async () => {
    const { token } = people.admin;
    const login = await server.call("GET", "users/oauth/login/?provider=jira", { token });
    const authUrl = new URL((login.body as { auth_url: string }).auth_url);
    expect(authUrl.searchParams.get("audience")).toBe("api.atlassian.com");
    expect(authUrl.searchParams.get("scope")?.split(" ")).toEqual(
      expect.arrayContaining(["read:jira-work", "read:page:confluence", "offline_access"]),
    );
    const back = oauth.consent(authUrl.href);
    const answer = await fetch(`${server.url}${back.pathname}${back.search}`, {
      redirect: "manual",
      headers: { cookie: (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "" },
    });
    expect(answer.headers.get("location")).toBe("/settings/integrations?provider=jira&outcome=connected");
    const access = [...oauth.valid].at(-1) ?? "";
    const bearer: string[] = [];
    for (const host of [jira, wiki]) {
      host.fault = ({ headers }) => {
        bearer.push(headers.authorization ?? "");
        return headers.authorization === `Bearer ${access}` ? undefined : { status: 401, body: {} };
      };
    }
    work.token = access;
    const check = (path: string, provider: string, url: string) =>
      server.call("POST", path, { token, body: { provider, url, use_connection: true } });
    expect(await check("trackers/validate/", "jira", `${front.url}/browse/ROCKET`)).toMatchObject({ status: 200 });
    expect(await check("wikis/validate/", "confluence", `${front.url}/wiki/spaces/ROCKET`)).toMatchObject({
      status: 200,
    });
    expect(new Set(bearer)).toEqual(new Set([`Bearer ${access}`]));
    for (const host of [jira, wiki]) host.fault = undefined;
  });

  test("is not used for a project that its owner has left, until a user gives the source another access", async () => {
    const { admin, member } = people;
    const tracker = { provider: "jira", url: `${front.url}/browse/ROCKET`, use_connection: true };
    const project = await makeProject("Left behind", { trackers: [tracker] });
    const id = project.trackers[0]?.id ?? "";
    await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("ready");
    // The comparison that follows the first sync reads a sample by the same account.
    const ledgerOf = () =>
      server.db.selectFrom("source_ledgers").select("state").where("source_id", "=", id).executeTakeFirst();
    await expect.poll(async () => (await ledgerOf())?.state).toBe("done");
    const members = `projects/${project.slug}/users/`;
    const added = await server.call("POST", members, { token: admin.token, body: { emails: [member.email] } });
    const found = (added.body as { id: string; email: string }[]).find(({ email }) => email === member.email);
    const owner = { token: admin.token, body: { role: "Owner" } };
    expect((await server.call("PUT", `${members}${found?.id ?? ""}/`, owner)).status).toBe(200);
    const leave = { token: admin.token, body: { emails: [admin.email] } };
    expect((await server.call("DELETE", members, leave)).status).toBeLessThan(300);
    const sentence = expect.stringContaining("connection.owner_left") as string;
    expect(await sourceOf(id)).toMatchObject({
      sync_state: "failed",
      sync_error: sentence,
      sync_error_code: "unauthorized",
    });
    const noted = await server.db
      .selectFrom("audit_log")
      .select(["actor_email", "before", "after"])
      .where("action", "=", "source.access_changed")
      .where("subject_id", "=", id)
      .execute();
    expect(noted).toEqual([
      {
        actor_email: admin.email,
        before: { project: project.slug, credential: "account", owner: admin.email },
        after: { project: project.slug, credential: "none" },
      },
    ]);
    // The credential is not sent to the host any more, also when a member requests a sync.
    const requestCount = jira.requests.length;
    const sync = { token: member.token, body: {} };
    expect((await server.call("POST", `projects/${project.slug}/sync/`, sync)).status).toBeLessThan(300);
    await expect.poll(async () => (await sourceOf(id)).sync_finished_at).not.toBeNull();
    await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("failed");
    expect(await sourceOf(id)).toMatchObject({ sync_error: sentence });
    expect(jira.requests.slice(requestCount)).toEqual([]);
    const access = { credential: { token: work.token, username: "ada@example.org" } };
    const renewed = await server.call("PUT", `sources/${id}/access/`, { token: member.token, body: access });
    expect(renewed.status).toBe(200);
    await expect.poll(async () => (await sourceOf(id)).sync_state).toBe("ready");
    expect(jira.requests.length).toBeGreaterThan(requestCount);
  });

  test("is let in at the place of all sites, by the site's number", async () => {
    const requests: string[] = [];
    const egress = createEgress({ allowed: ["127.0.0.0/8"] });
    const hosts: Record<string, RestHost> = { jira, confluence: wiki };
    const guarded = {
      fetch: async (input: string | URL, init?: Parameters<typeof egress.fetch>[1]) => {
        const url = new URL(input);
        requests.push(`${url.host}${url.pathname}`);
        if (url.pathname === "/_edge/tenant_info") return egress.fetch(`${oauth.url}/tenant`, { method: "GET" });
        const [, product = "", rest = ""] = /^\/ex\/(\w+)\/cloud-1(\/.*)$/.exec(url.pathname) ?? [];
        // The credential for api.atlassian.com is sent to the local host that replaces it here.
        const [, value = ""] = init?.authorization?.headerFor(url) ?? [];
        const host = hosts[product]?.url ?? "";
        const authorization = new Credential({ token: value.replace("Bearer ", ""), origin: host }).as("bearer");
        return egress.fetch(`${host}${rest}${url.search}`, { ...init, authorization });
      },
    };
    oauth.fault = ({ path }) => (path === "/tenant" ? { status: 200, body: { cloudId: "cloud-1" } } : undefined);
    work.token = "connected";
    const credential = new Credential({ token: "connected", isOauth: true, origin: "https://auth.atlassian.com" });
    const given = { credential, egress: guarded };
    const { signal } = new AbortController();
    try {
      const tracker = new JiraTracker({ ...given, url: readJiraUrl("https://acme.atlassian.net/browse/ROCKET") });
      expect(await tracker.describe(signal)).toMatchObject({ account: "ada", items: 3 });
      const pages = new ConfluenceWiki({
        ...given,
        url: readConfluenceUrl("https://acme.atlassian.net/wiki/spaces/ROCKET"),
      });
      // The host of the tests takes the number before "wiki" for a part of the site, as Atlassian does.
      expect((await Array.fromAsync(pages.entries(signal))).flat()).toHaveLength(12);
      expect(await pages.page({ externalId: "4", kind: "page" }, signal)).toMatchObject({
        author: { login: "ada" },
        title: "Page 4",
      });
    } finally {
      oauth.fault = undefined;
      await egress.close();
    }
    expect(requests).toContain("acme.atlassian.net/_edge/tenant_info");
    expect(requests.filter((one) => one.startsWith("acme."))).toHaveLength(2);
    expect(requests).toContain("api.atlassian.com/ex/confluence/cloud-1/wiki/rest/api/user");
  });
});

describe("a webhook of a host that signs", () => {
  const digest = (secret: string, body: string | Buffer) => createHmac("sha256", secret).update(body).digest("hex");
  test.each([
    ["github", "tracker", "x-hub-signature-256"],
    ["bitbucket", "repository", "x-hub-signature"],
    ["jira", "tracker", "x-hub-signature"],
  ] as const)("%s: valid, repeated, wrong, missing, changed, too large, paused", async (provider, kind, header) => {
    const project = await makeProject(`Hooks of ${provider}`);
    const { id: projectId } = await server.db
      .selectFrom("projects")
      .select("id")
      .where("slug", "=", project.slug)
      .executeTakeFirstOrThrow();
    const id = newId();
    await server.db
      .insertInto("sources")
      .values({
        id,
        project_id: projectId,
        kind,
        provider,
        url: "http://127.0.0.1:1/acme/rocket",
        name: "rocket",
        visibility: "unknown",
        sync_state: "ready",
        sync_done: 0,
        sync_items: 0,
      })
      .execute();
    const made = await server.call("POST", `sources/${id}/webhook/`, { token: people.admin.token });
    const { url, secret } = made.body as { url: string; secret: string };
    const send = async (body: string | Buffer, headers: Record<string, string>) => {
      const answer = await fetch(server.url + new URL(url).pathname, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : new Uint8Array(body),
      });
      return `${answer.status} ${answer.status === 202 ? JSON.stringify(await answer.json()) : ""}`.trim();
    };
    const body = JSON.stringify({ action: "opened", text: "ünïcode 😀" });
    const signed = { [header]: `sha256=${digest(secret, body)}` };
    expect(await send(body, signed)).toBe('202 {"accepted":true}');
    await expect.poll(async () => (await sourceOf(id)).sync_state).not.toBe("ready");
    // What is named twice is checked, and has no effect.
    expect(await send(body, signed)).toBe('202 {"accepted":true}');
    expect(await send(`${body} `, signed)).toBe("404");
    expect(await send(body, { [header]: `sha256=${digest("guess", body)}` })).toBe("404");
    expect(await send(body, { [header]: digest(secret, body) })).toBe("404");
    expect(await send(body, { [header]: "" })).toBe("404");
    expect(await send(body, {})).toBe("404");
    // The token that GitLab sends is no signature of these.
    expect(await send(body, { "x-gitlab-token": secret })).toBe("404");
    const large = Buffer.alloc((25 << 20) + 1, "x");
    expect(await send(large, { [header]: `sha256=${digest(secret, large)}` })).toBe("413");
    await server.call("POST", `sources/${id}/pause/`, { token: people.admin.token });
    expect(await send(body, signed)).toBe('202 {"accepted":false}');
    await server.call("DELETE", `sources/${id}/webhook/`, { token: people.admin.token });
    expect(await send(body, signed)).toBe("404");
  });
});
