/** Linked groups over HTTP: what follows, what leaves, who may do it, and what hosts that fail half way do not destroy. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GroupPreview, LinkedGroup } from "../../../../contract/sources/linkedGroups.ts";
import { runGit } from "../../../../server/git/gitProcess.ts";
import { type GroupData, startGroupHost } from "../../../providers/groupHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { addMember, addProject } from "../../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";

const TOKEN = "a-token-of-acme";
const NOTHING_LEFT_OUT = { archived: 0, fork: 0, empty: 0, filter: 0 };

/** Makes a repository with a commit. */
async function makeRepository(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await runGit(["init", "-q", "-b", "main", path]);
  const author = ["-c", "user.name=A", "-c", "user.email=a@b.c"];
  await runGit(["-C", path, ...author, "commit", "-q", "--allow-empty", "-m", "First"]);
}

onOneDatabase("linked groups", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let host: RestHost;
  let data: GroupData;
  let slug: string;
  let count = 0;
  let began: Date;

  const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, who = people.admin) =>
    server.call(method, path, { token: who.token, ...(body !== undefined && { body }) });
  const groupOf = async (id: string): Promise<LinkedGroup> => {
    const { body } = await call("GET", `groups/?project=${slug}`);
    const found = (body as LinkedGroup[]).find((one) => one.id === id);
    if (!found) throw new Error("The group is not listed.");
    return found;
  };
  const whenCompared = async (id: string): Promise<LinkedGroup> => {
    for (;;) {
      const group = await groupOf(id);
      if (group.state !== "queued" && group.state !== "running") return group;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const compared = async (id: string): Promise<LinkedGroup> => {
    const { status } = await call("POST", `groups/${id}/compare/`);
    expect(status).toBe(202);
    return whenCompared(id);
  };
  const link = async (more: object = {}): Promise<LinkedGroup> => {
    const given = { provider: "github", url: `${host.url}/acme`, filter: {}, ...more };
    const { status, body } = await call("POST", `projects/${slug}/groups/`, given);
    expect([status, body]).toMatchObject([201, { state: expect.stringMatching(/queued|running|ready/) }]);
    return whenCompared((body as LinkedGroup).id);
  };
  const sources = async () =>
    server.db
      .selectFrom("sources")
      .innerJoin("projects", "projects.id", "sources.project_id")
      .selectAll("sources")
      .where("slug", "=", slug)
      .orderBy("url")
      .orderBy("kind")
      .execute();
  const names = async (): Promise<string[]> => (await sources()).map(({ name }) => name).toSorted();
  /** Lets the grace period of all sources end. */
  const endGrace = async (): Promise<void> => {
    await server.db
      .updateTable("sources")
      .set({ leaves_at: new Date(Date.now() - 1000) })
      .where("leaves_at", "is not", null)
      .execute();
  };
  const actions = async (): Promise<string[]> =>
    (
      await server.db
        .selectFrom("audit_log")
        .select(["action", "actor_name"])
        .where("actor_name", "=", "acme")
        .where("at", ">=", began)
        .orderBy("id")
        .execute()
    ).map(({ action }) => action);

  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
    people = await addPeople(server.db, { plan: "Enterprise" });
  }, 120_000);
  beforeEach(async () => {
    count += 1;
    began = new Date();
    await server.db.deleteFrom("secrets").execute();
    slug = `atlas-${count}`;
    const project = await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug });
    await addMember(server.db, project, people.member.id, "Developer");
    data = { path: "acme", repositories: [] };
    host = await startGroupHost(data);
  });
  afterEach(async () => {
    // A sync that still runs may be the other side of a deadlock, which PostgreSQL breaks.
    await vi.waitFor(() => server.db.deleteFrom("projects").where("slug", "=", slug).execute(), { timeout: 20_000 });
    await host.stop();
  });
  afterAll(() => server.stop());

  test("a preview shows what the host has, and linking adds just what the filter leaves", async () => {
    data.repositories = [
      { id: 1, name: "api" },
      { id: 2, name: "web", topics: ["Frontend"], private: true },
      { id: 3, name: "old", archived: true },
      { id: 4, name: "copy", fork: true },
      { id: 5, name: "blank", empty: true },
      { id: 6, name: "api-docs" },
    ];
    data.token = TOKEN;
    const credential = { token: TOKEN };
    const preview = await call("POST", "groups/preview/", { provider: "github", url: `${host.url}/acme`, credential });
    expect(preview.body).toMatchObject({ name: "acme", is_complete: true, unreadable: 0 });
    expect((preview.body as GroupPreview).repositories).toHaveLength(6);
    const group = await link({ credential, filter: { exclude: ["*-docs"] } });
    expect(group).toMatchObject({
      state: "ready",
      error: null,
      access: "token",
      counts: { found: 6, linked: 2, left_out: { archived: 1, fork: 1, empty: 1, filter: 1 } },
    });
    const linked = await sources();
    expect(linked.map(({ url, name }) => [url, name])).toEqual([
      [`${host.url}/acme/api`, "acme/api"],
      [`${host.url}/acme/web`, "acme/web"],
    ]);
    // One stored credential for all, and none of it in an answer.
    expect(new Set(linked.map(({ secret_id: id }) => id)).size).toBe(1);
    expect(JSON.stringify([preview.body, group])).not.toContain(TOKEN);
  });

  test("new, renamed and transferred repositories are followed by their id, and removed ones leave after a grace period", async () => {
    data.repositories = [1, 2, 3].map((id) => ({ id, name: `r${id}` }));
    const group = await link();
    const before = new Map((await sources()).map(({ group_repository: of, id }) => [of, id]));
    await call("PUT", `sources/${before.get("3")}/name/`, { name: "Chosen" });
    // Two swap their names, one is renamed, one is new.
    data.repositories = [
      { id: 1, name: "r2" },
      { id: 2, name: "r1" },
      { id: 3, name: "r3-renamed" },
      { id: 4, name: "r4" },
    ];
    await compared(group.id);
    const after = await sources();
    expect(after.map(({ group_repository: of, name }) => [of, name])).toEqual([
      ["2", "acme/r1"],
      ["1", "acme/r2"],
      ["3", "Chosen"],
      ["4", "acme/r4"],
    ]);
    for (const [repository, id] of before)
      expect(after.find(({ group_repository: of }) => of === repository)?.id).toBe(id);
    data.repositories = [
      { id: 1, name: "r2", archived: true },
      { id: 3, name: "r3-renamed" },
      { id: 4, name: "r4" },
    ];
    expect((await compared(group.id)).counts).toMatchObject({ found: 3, linked: 2 });
    expect((await sources()).map(({ leaves_because: because }) => because)).toEqual(["gone", "archived", null, null]);
    const details = (await call("GET", `sources/?project=${slug}`)).body as { group: unknown }[];
    expect(details.map((detail) => detail.group)).toContainEqual({
      group_id: group.id,
      leaves_at: expect.any(String),
      leaves_because: "archived",
    });
    // Restored before the period ends: it stays.
    data.repositories = [{ id: 1, name: "r2" }, ...data.repositories.slice(1)];
    await compared(group.id);
    await endGrace();
    await compared(group.id);
    expect(await names()).toEqual(["Chosen", "acme/r2", "acme/r4"]);
    expect((await actions()).join(" ")).toBe(
      "source.added source.added source.added source.moved source.moved source.moved source.added " +
        "source.leaving source.leaving source.staying source.removed",
    );
  });

  test("a repository that moves to another linked group keeps its source", async () => {
    data.repositories = [
      { id: 1, name: "api" },
      { id: 9, name: "rest" },
    ];
    const group = await link();
    const [source] = await sources();
    const other: GroupData = { path: "tools", repositories: [{ id: 5, name: "first" }] };
    const answer = host.fault;
    // The same host has a second organisation.
    host.fault = (request) => {
      if (!request.path.includes("/tools")) return undefined;
      const rows = other.repositories.map(({ id, name }) => ({ id, name, private: false }));
      return { status: 200, body: request.path.endsWith("/repos") ? rows : { login: "tools", type: "Organization" } };
    };
    const second = await link({ url: `${host.url}/tools` });
    data.repositories = [{ id: 9, name: "rest" }];
    other.repositories.push({ id: 1, name: "api" });
    await compared(group.id);
    await compared(second.id);
    const moved = (await sources()).find(({ group_repository: of }) => of === "1");
    expect(moved).toMatchObject({ id: source?.id, url: `${host.url}/tools/api`, name: "tools/api", leaves_at: null });
    host.fault = answer;
  });

  test.each([
    ["breaks off", { breakOffAfter: 40 }],
    ["is refused for the rate limit", { status: 403, body: {}, headers: { "retry-after": "60" } }],
    ["fails", { status: 500, body: {} }],
    ["is no list", { status: 200, body: { message: "hello" } }],
  ] as const)(
    "a listing whose second page %s removes nothing, and adds nothing of the first",
    async (_name, fault) => {
      data.repositories = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `r${at + 1}` }));
      const group = await link();
      expect(group.counts).toMatchObject({ found: 120, linked: 120 });
      await endGrace();
      data.repositories.unshift({ id: 500, name: "new" });
      data.repositories.splice(2, 30);
      host.fault = ({ query }) => (query.get("page") === "2" ? fault : undefined);
      // A shorter list would have no second page.
      data.repositories.push(...Array.from({ length: 60 }, (_, at) => ({ id: 900 + at, name: `n${at}` })));
      const failed = await compared(group.id);
      expect(failed.state).toBe("status" in fault && fault.status === 403 ? "waiting" : "failed");
      expect(failed.error).toMatch(/\w/);
      const now = await sources();
      expect(now).toHaveLength(120);
      expect(now.filter(({ leaves_because: because }) => because !== null)).toEqual([]);
      host.fault = undefined;
      // The rest of the last result stays to be read.
      expect((await groupOf(group.id)).counts).toMatchObject({ linked: 120 });
    },
    60_000,
  );

  test("an empty list, and a list with odd rows, remove nothing", async () => {
    data.repositories = [
      { id: 1, name: "one" },
      { id: 2, name: "two" },
    ];
    const group = await link();
    const all = data.repositories;
    data.repositories = [];
    expect(await compared(group.id)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("Nothing was removed"),
    });
    data.repositories = all.slice(0, 1);
    data.odd = [{ id: 2, name: "../../etc", private: false }, { id: 3, name: "..", private: false }, "text", null];
    expect((await compared(group.id)).counts).toMatchObject({ found: 1, unreadable: 4 });
    expect((await sources()).map(({ leaves_because: because }) => because)).toEqual([null, null]);
    data.odd = [];
    await compared(group.id);
    expect((await sources()).map(({ leaves_because: because }) => because)).toEqual([null, "gone"]);
  });

  test("what was removed by hand stays away until it is asked for, and removing the group keeps or removes its sources", async () => {
    data.repositories = [
      { id: 1, name: "one" },
      { id: 2, name: "two" },
      { id: 3, name: "three" },
    ];
    data.token = TOKEN;
    const group = await link({ credential: { token: TOKEN } });
    const [first] = await sources();
    await call("DELETE", `projects/${slug}/repositories/${first?.id}/`);
    expect((await compared(group.id)).counts).toMatchObject({ linked: 2, removed: 1, left_out: NOTHING_LEFT_OUT });
    expect(await names()).toEqual(["acme/three", "acme/two"]);
    // The others still have the credential that they share.
    expect((await sources()).every(({ secret_id: id }) => id !== null)).toBe(true);
    await call("PUT", `groups/${group.id}/`, { filter: {}, with_issues: false, forgets_removed: true });
    expect((await whenCompared(group.id)).counts).toMatchObject({ linked: 3, removed: 0 });
    expect((await call("DELETE", `groups/${group.id}/?keep_sources=true`)).status).toBe(204);
    expect(await names()).toEqual(["acme/one", "acme/three", "acme/two"]);
    expect((await sources()).every(({ secret_id: id }) => id !== null)).toBe(true);
    const again = await link({ credential: { token: TOKEN } });
    expect(again.counts).toMatchObject({ linked: 0, linked_otherwise: 3 });
    for (const { id } of await sources()) await call("DELETE", `projects/${slug}/repositories/${id}/`);
    await compared(again.id);
    expect(await names()).toHaveLength(3);
    expect((await call("DELETE", `groups/${again.id}/?keep_sources=false`)).status).toBe(204);
    expect(await sources()).toEqual([]);
    expect(await server.db.selectFrom("secrets").select("id").execute()).toEqual([]);
  });

  test("issues follow where they are wanted and the host has them", async () => {
    data.repositories = [
      { id: 1, name: "one" },
      { id: 2, name: "two", hasIssues: false },
    ];
    const group = await link({ with_issues: true });
    expect((await sources()).map(({ kind, name }) => [kind, name])).toEqual([
      ["repository", "acme/one"],
      ["tracker", "acme/one"],
      ["repository", "acme/two"],
    ]);
    await call("PUT", `groups/${group.id}/`, { filter: {}, with_issues: false });
    await whenCompared(group.id);
    expect((await sources()).find(({ kind }) => kind === "tracker")?.leaves_because).toBe("filter");
  });

  test("a plan and a quota that are full are reported, and the rest is linked", async () => {
    data.repositories = [1, 2, 3, 4].map((id) => ({ id, name: `r${id}`, private: id === 2 }));
    data.token = TOKEN;
    await server.db.updateTable("companies").set({ plan: "Standard" }).execute();
    const group = await link({ credential: { token: TOKEN } });
    expect(group).toMatchObject({
      state: "ready",
      room: expect.stringMatching(/\w/),
      counts: { found: 4, without_room: 2 },
    });
    expect(await names()).toEqual(["acme/r1", "acme/r3"]);
    await server.db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    expect(await compared(group.id)).toMatchObject({ room: null, counts: { linked: 4, without_room: 0 } });
  });

  test("GitLab groups with subgroups, users, and Bitbucket workspaces", async () => {
    data.path = "acme/platform";
    data.repositories = [
      { id: 1, name: "team/api" },
      { id: 2, name: "web" },
    ];
    const gitlab = await link({
      provider: "gitlab",
      url: `${host.url}/groups/acme/platform/-/issues`,
      filter: { include: ["team/**"] },
    });
    expect(gitlab).toMatchObject({ url: `${host.url}/acme/platform`, counts: { found: 2, linked: 1 } });
    expect(await names()).toEqual(["acme/platform/team/api"]);
    data.path = "ada";
    data.isUser = true;
    const user = await link({ provider: "gitlab", url: `${host.url}/ada` });
    expect(user.counts).toMatchObject({ found: 2, linked: 2 });
    data.path = "grace";
    const github = await link({ url: `${host.url}/users/grace?tab=repositories` });
    expect(github).toMatchObject({ state: "ready", url: `${host.url}/grace` });
    data.path = "works";
    data.repositories = Array.from({ length: 130 }, (_, at) => ({ id: at, name: `b${at}`, empty: at === 0 }));
    const bitbucket = await link({ provider: "bitbucket", url: `${host.url}/works` });
    expect(bitbucket.counts).toMatchObject({ found: 130, linked: 129, left_out: { empty: 1 } });
  });

  test("a folder of repositories follows, links out of it do not, and another folder is refused", async () => {
    const folder = join(server.dataDir, `folder-${engine}`);
    for (const name of ["one", "team/two"]) await makeRepository(join(folder, name));
    await mkdir(join(folder, "nothing/here"), { recursive: true });
    await runGit(["init", "-q", "--bare", join(folder, "team/bare.git")]);
    const group = await link({ provider: "git", url: folder });
    expect(group.counts).toMatchObject({ found: 3, linked: 2, left_out: { empty: 1 }, unreadable: 0 });
    expect(await names()).toEqual(["one", "team/two"]);
    const outside = await call("POST", `projects/${slug}/groups/`, { provider: "git", url: "/etc", filter: {} });
    expect([outside.status, outside.body]).toMatchObject([
      400,
      { url: [expect.stringContaining("does not read that path")] },
    ]);
    const wrong = await call("POST", `projects/${slug}/groups/`, { provider: "github", url: folder, filter: {} });
    expect(wrong.status).toBe(400);
  });

  test("only those who change sources may, ids of other projects and companies are unknown, and refusals name the field", async () => {
    data.repositories = [{ id: 1, name: "one" }];
    const group = await link();
    const body = { filter: {}, with_issues: false };
    const paths = [
      ["PUT", `groups/${group.id}/`, body],
      ["POST", `groups/${group.id}/compare/`, undefined],
      ["POST", `groups/${group.id}/webhook/`, undefined],
      ["DELETE", `groups/${group.id}/?keep_sources=true`, undefined],
    ] as const;
    for (const [method, path, given] of paths) {
      expect((await call(method, path, given, people.member)).status).toBe(403);
      expect((await call(method, path, given, people.stranger)).status).toBe(404);
      expect((await call(method, path.replace(group.id, "none"), given)).status).toBe(404);
    }
    expect((await call("GET", `groups/?project=${slug}`, undefined, people.stranger)).status).toBe(404);
    expect((await call("GET", `groups/?project=${slug}`, undefined, people.member)).status).toBe(200);
    const given = { provider: "github", url: `${host.url}/acme`, filter: {} };
    expect((await call("POST", `projects/${slug}/groups/`, given, people.member)).status).toBe(403);
    const twice = await call("POST", `projects/${slug}/groups/`, given);
    expect([twice.status, twice.body]).toMatchObject([400, { url: [expect.stringContaining("already")] }]);
    const pattern = await call("POST", `projects/${slug}/groups/`, { ...given, filter: { include: ["a*b*c*d*e*f*"] } });
    expect(pattern.status).toBe(400);
    const unknown = await call("POST", "groups/preview/", { provider: "github", url: `${host.url}/unlisted` });
    expect([unknown.status, unknown.body]).toMatchObject([400, { url: [expect.stringContaining("unlisted")] }]);
    const inside = await call("POST", "groups/preview/", { provider: "github", url: "http://169.254.169.254/acme" });
    expect(inside.status).toBe(400);
  });

  test("a delivery that is signed compares the group, one that is not is unknown", async () => {
    data.repositories = [{ id: 1, name: "one" }];
    const group = await link({ provider: "gitlab" });
    expect(group.can_have_webhook).toBe(true);
    const made = await call("POST", `groups/${group.id}/webhook/`);
    const { url, secret, events } = made.body as { url: string; secret: string; events: string[] };
    expect(events).toEqual(["Project events"]);
    data.repositories.push({ id: 2, name: "two" });
    const path = new URL(url).pathname;
    const deliver = async (token: string, event = "Project Hook") => {
      const headers = { "x-gitlab-token": token, "x-gitlab-event": event };
      const answer = await fetch(`${server.url}${path}`, { method: "POST", body: "{}", headers });
      return [answer.status, ((await answer.json()) as { accepted?: boolean }).accepted];
    };
    const ours = server.db.selectFrom("linked_groups").select("due_at").where("id", "=", group.id);
    const dueIn = async (): Promise<number> =>
      Math.round(((await ours.executeTakeFirstOrThrow()).due_at.getTime() - Date.now()) / 60_000);
    expect((await deliver("wrong"))[0]).toBe(404);
    // An event that changes no list, and one soon after a comparison, start none.
    expect([await deliver(secret, "Push Hook"), await dueIn()]).toEqual([[202, false], 60]);
    const listed = host.requests.length;
    expect([await deliver(secret), await dueIn()]).toEqual([[202, true], 5]);
    expect([await deliver(secret), await dueIn()]).toEqual([[202, true], 5]);
    expect(host.requests.length).toBe(listed);
    await server.db
      .updateTable("linked_groups")
      .set({ due_at: new Date(Date.now() + 50 * 60_000) })
      .where("id", "=", group.id)
      .execute();
    expect(await deliver(secret)).toEqual([202, true]);
    for (let at = 0; at < 100 && (await names()).length < 2; at += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await names()).toEqual(["acme/one", "acme/two"]);
  });

  test("a group whose credential is gone is not read as a visitor", async () => {
    data.repositories = [
      { id: 1, name: "one", private: true },
      { id: 2, name: "two" },
    ];
    data.token = TOKEN;
    const group = await link({ credential: { token: TOKEN } });
    await server.db.deleteFrom("secrets").execute();
    expect(await compared(group.id)).toMatchObject({ state: "failed", error_code: "unauthorized" });
    expect((await sources()).map(({ leaves_because: because }) => because)).toEqual([null, null]);
    const renewed = { filter: {}, with_issues: false, credential: { token: TOKEN } };
    expect(await call("PUT", `groups/${group.id}/`, renewed)).toMatchObject({ status: 200, body: { access: "token" } });
    expect(await whenCompared(group.id)).toMatchObject({ error: null, state: "ready", counts: { linked: 2 } });
  });

  test("two folders of one project keep their own repositories, also those of one name", async () => {
    const folder = join(server.dataDir, `folders-${engine}`);
    for (const name of ["a/api", "b/api"]) await makeRepository(join(folder, name));
    const one = await link({ provider: "git", url: join(folder, "a") });
    const two = await link({ provider: "git", url: join(folder, "b") });
    const urls = async () => (await sources()).map(({ id, url }) => [id, url]);
    const before = await urls();
    expect(before.map(([, url]) => url)).toEqual([join(folder, "a/api"), join(folder, "b/api")]);
    for (const { id } of [one, two, one]) await compared(id);
    expect(await urls()).toEqual(before);
  });

  test("the access of one person is not used for the filter of another", async () => {
    data.repositories = [
      { id: 1, name: "one", private: true },
      { id: 2, name: "two", private: true },
    ];
    data.token = TOKEN;
    const group = await link({ credential: { token: TOKEN }, filter: { include: ["one"] } });
    await server.db
      .updateTable("project_members")
      .set({ role: "Maintainer" })
      .where("user_id", "=", people.member.id)
      .execute();
    const wider = { filter: {}, with_issues: false };
    const refused = await call("PUT", `groups/${group.id}/`, wider, people.member);
    expect([refused.status, refused.body]).toMatchObject([403, { detail: expect.stringContaining("own access") }]);
    await compared(group.id);
    expect(await names()).toEqual(["acme/one"]);
    const given = { ...wider, credential: { token: TOKEN } };
    expect((await call("PUT", `groups/${group.id}/`, given, people.member)).status).toBe(200);
    await whenCompared(group.id);
    expect(await names()).toEqual(["acme/one", "acme/two"]);
    // From now on it is the access of the member.
    expect((await call("PUT", `groups/${group.id}/`, wider)).status).toBe(403);
    expect((await call("PUT", `groups/${group.id}/`, wider, people.member)).status).toBe(200);
  });

  test("one group is not linked twice under two spellings, and its repositories are not either", async () => {
    data.repositories = [{ id: 1, name: "one" }];
    const group = await link();
    for (const url of [`${host.url}/Acme`, `${host.url}/orgs/ACME/repositories`, `${host.url}/acme/`]) {
      const twice = await call("POST", `projects/${slug}/groups/`, { provider: "github", url, filter: {} });
      expect([twice.status, twice.body]).toMatchObject([400, { url: [expect.stringContaining("already")] }]);
    }
    await call("DELETE", `groups/${group.id}/?keep_sources=true`);
    await server.db
      .updateTable("sources")
      .set({ url: `${host.url}/Acme/one.git` })
      .where("url", "=", `${host.url}/acme/one`)
      .execute();
    expect((await link()).counts).toMatchObject({ linked: 0, linked_otherwise: 1 });
    expect(await sources()).toHaveLength(1);
  });
});
