import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PROJECT_POLICY } from "../../../../contract/access/policy.ts";
import { PROJECT_ROLES } from "../../../../contract/constants.ts";
import { slugOf } from "../../../../server/features/projects/slug.ts";
import { startGithubHost } from "../../../../server/demo/hosts/githubHost.ts";
import { trackerData } from "../../../providers/trackerData.ts";
import { addCompany, addMember, addProject, addSource } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import {
  addPeople,
  listen,
  signedIn,
  startTestServer,
  statuses,
  type SignedInUser,
  type TestServer,
} from "../../http/testServer.ts";

/** A real repository with one commit. */
function makeRepository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: folder,
      stdio: "ignore",
    });
  git("init", "--initial-branch=main");
  writeFileSync(join(folder, "README.md"), "# Loom\n");
  git("add", ".");
  git("commit", "-m", "Begin");
  return folder;
}

onOneDatabase("projects", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let repository: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    repository = makeRepository(join(server.dataDir, "loom"));
  });
  afterAll(() => server.stop());

  const create = (by: SignedInUser, body: unknown) => server.call("POST", "projects/", { token: by.token, body });

  describe("creating", () => {
    test("makes the creator Owner, links what the host confirms, and begins to sync", async () => {
      const heard = await listen(server, `token=${people.member.token}`);
      const { status, body } = await create(people.admin, {
        name: "Işık Projesi",
        repositories: [{ provider: "git", url: repository, credential: { token: "s3cret-token" } }],
        emails: ["Member@example.org", "expected@example.org"],
        created_by: { email: "root@example.org" },
        slug: "mine",
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        slug: "isik-projesi",
        name: "Işık Projesi",
        role: "Owner",
        created_by: { name: "admin", email: "admin@example.org" },
        repositories: [{ provider: "git", url: repository, name: "loom", default_branch: "main", sync: {} }],
        trackers: [],
        wikis: [],
      });
      expect(JSON.stringify(body)).not.toContain("s3cret-token");
      const get = async () =>
        (await server.call("GET", "projects/isik-projesi/", { token: people.member.token })).body as {
          role: string;
          repositories: { sync: { state: string; items: number } }[];
        };
      expect((await get()).role).toBe("Developer");
      await expect
        .poll(async () => (await get()).repositories[0]?.sync.state, { timeout: 15_000, interval: 100 })
        .toBe("ready");
      // The socket delivers an event after the row that it is about.
      await expect
        .poll(() => heard.messages.map(({ type }) => type))
        .toEqual(expect.arrayContaining(["member.added", "sync.finished"]));
      heard.socket.close();
      expect(server.said.join("\n")).toContain("Invitation for expected@example.org:");
      expect(server.log.join("")).not.toContain("s3cret-token");
    });

    test("names every source that cannot be linked by its place, and makes nothing", async () => {
      const { status, body } = await create(people.admin, {
        name: "Broken",
        repositories: [
          { provider: "git", url: repository },
          { provider: "git", url: "/etc" },
          { provider: "git", url: "ext::sh -c touch% /tmp/pwned" },
        ],
        wikis: [{ provider: "confluence", url: "https://127.0.0.1/wiki" }],
      });
      expect(status).toBe(400);
      expect(body).toEqual({
        repositories: { "1": { url: [expect.any(String)] }, "2": { url: [expect.any(String)] } },
        wikis: { "0": { url: [expect.stringMatching(/private network/)] } },
      });
      const list = (await server.call("GET", "projects/", { token: people.admin.token })).body as { name: string }[];
      expect(list.map(({ name }) => name)).not.toContain("Broken");
    });

    test.each([
      [{}, { name: ["This field is required"] }],
      [{ name: "x".repeat(10_000) }, { name: ["Must be at most 120 characters"] }],
      [
        { name: "a", repositories: [{ provider: "svn", url: "" }] },
        {
          repositories: {
            "0": { provider: ["Must be one of github, gitlab, bitbucket, git"], url: ["This field is required"] },
          },
        },
      ],
      [{ name: "a", emails: ["no"] }, { emails: { "0": ["Please enter a valid email"] } }],
      [{ name: "a", repositories: "all" }, { repositories: ["Invalid format"] }],
    ])("refuses %#", async (sent, fields) => {
      const { status, body } = await create(people.admin, sent);
      expect([status, body]).toEqual([400, fields]);
    });

    test("gives each project a separate address, for any name", async () => {
      const slugs = await Promise.all(
        ["Twice", "twice!", "TWICE", "<script>", "漢字", "漢字"].map(async (name) => {
          const { body } = await create(people.admin, { name });
          return (body as { slug: string }).slug;
        }),
      );
      expect(slugs.toSorted()).toEqual(["project", "project-2", "script", "twice", "twice-2", "twice-3"]);
    });
  });

  describe("plan limits", () => {
    // Its hosts are on loopback, which the other tests want refused.
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer(engine, { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
    });
    afterAll(() => server.stop());
    const create = (by: SignedInUser, body: unknown) => server.call("POST", "projects/", { token: by.token, body });

    test("Standard holds one project and two sources, also when asked twice at once", async () => {
      const companyId = await addCompany(server.db, { plan: "Standard" });
      const owner = await signedIn(server.db, { companyId, email: "standard@example.org", role: "Admin" });
      const answers = await Promise.all([create(owner, { name: "One" }), create(owner, { name: "Two" })]);
      expect(statuses(answers)).toEqual([201, 402]);
      expect(answers.find(({ status }) => status === 402)?.body).toEqual({
        detail: "You need to upgrade your plan to create multiple projects.",
        code: "plan.multiple_projects",
      });
      const made = answers.find(({ status }) => status === 201);
      const slug = (made?.body as { slug: string } | undefined)?.slug ?? "";
      const data = trackerData(1);
      data.repository.isPrivate = false;
      const loom = makeRepository(join(server.dataDir, "standard"));
      const hosts = await Promise.all([1, 2, 3].map(() => startGithubHost({ data })));
      onTestFinished(async () => void (await Promise.all(hosts.map((host) => host.stop()))));
      const link = (kind: "repositories" | "trackers", body: Record<string, string>) =>
        server.call("POST", `projects/${slug}/${kind}/`, { token: owner.token, body });
      const add = ({ url }: { url: string }) => link("trackers", { provider: "github", url: `${url}/acme/rocket` });

      // Only open source of a code-hosting provider: the host has to report it as public.
      const git = await link("repositories", { provider: "git", url: loom });
      expect(git).toMatchObject({ status: 400, body: { provider: [expect.stringContaining("Standard plan")] } });
      data.repository.isPrivate = true;
      const [first, ...others] = hosts;
      if (!first) throw new Error("No host was started.");
      expect((await add(first)).status).toBe(400);
      data.repository.isPrivate = false;

      expect((await add(first)).status).toBe(201);
      const rest = await Promise.all(others.map(add));
      expect(statuses(rest)).toEqual([201, 402]);
      expect(rest.find(({ status }) => status === 402)?.body).toEqual({
        detail: "You need to upgrade your plan to link more than 2 data sources.",
        code: "plan.sources",
      });
    });

    test("Standard refuses a source beyond it at its place in the new project", async () => {
      const companyId = await addCompany(server.db, { plan: "Standard" });
      const owner = await signedIn(server.db, { companyId, email: "beyond@example.org", role: "Admin" });
      const loom = makeRepository(join(server.dataDir, "beyond"));
      const beyond = { name: "Beyond", repositories: [{ provider: "git", url: loom }] };
      expect(await create(owner, beyond)).toMatchObject({
        status: 400,
        body: { repositories: { "0": { provider: [expect.stringContaining("GitHub, GitLab and Bitbucket")] } } },
      });
      const checked = await server.call("POST", "repositories/validate/", {
        token: owner.token,
        body: { provider: "git", url: loom },
      });
      expect(checked).toMatchObject({ status: 400, body: { provider: [expect.any(String)] } });
    });

    test("refuses a user without a company", async () => {
      const loner = await signedIn(server.db, { companyId: null, email: "loner@example.org" });
      expect((await create(loner, { name: "Mine" })).status).toBe(403);
    });
  });

  describe("each call by each role", () => {
    const roles = new Map<string, SignedInUser>();
    let projectId: string;
    beforeAll(async () => {
      const { db } = server;
      projectId = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "roles" });
      for (const role of PROJECT_ROLES) {
        const user = await signedIn(db, {
          companyId: people.companyId,
          email: `${role.toLowerCase()}@roles.example`,
        });
        await addMember(db, projectId, user.id, role);
        roles.set(role, user);
      }
    });

    const calls = [
      ["GET", "", "project.read", 200],
      ["GET", "users/", "members.read", 200],
      ["POST", "sync/", "project.sync", 202],
      ["PUT", "", "project.update", 200],
      ["POST", "repositories/", "sources.change", 400],
      ["POST", "trackers/", "sources.change", 400],
      ["POST", "wikis/", "sources.change", 400],
      ["DELETE", "repositories/none/", "sources.change", 404],
      ["DELETE", "trackers/none/", "sources.change", 404],
      ["DELETE", "wikis/none/", "sources.change", 404],
      ["POST", "users/", "members.add", 200],
      ["DELETE", "users/", "members.remove", 204],
      ["PUT", "users/none/", "members.changeRole", 404],
    ] as const;
    const bodies: Record<string, unknown> = {
      "PUT ": { name: "Roles" },
      "POST repositories/": { provider: "git", url: "/nowhere" },
      "POST trackers/": { provider: "github", url: "nonsense" },
      "POST wikis/": { provider: "confluence", url: "https://example.org" },
      "POST users/": { emails: ["somebody@roles.example"] },
      "DELETE users/": { emails: ["nobody@roles.example"] },
      "PUT users/none/": { role: "Viewer" },
    };
    test.each(calls)("%s %s needs %s", async (method, rest, action, allowed) => {
      const body = bodies[`${method} ${rest}`];
      const statusFor = async (path: string, token?: string) =>
        (await server.call(method, path + rest, { token, body })).status;
      const may: readonly string[] = PROJECT_POLICY[action];
      for (const [role, { token }] of roles) {
        expect(await statusFor("projects/roles/", token), role).toBe(may.includes(role) ? allowed : 403);
      }
      // Who is not a member does not learn that it exists: neither a stranger nor an Admin of the company.
      const outsider = await signedIn(server.db, {
        companyId: people.companyId,
        email: `${crypto.randomUUID()}@roles.example`,
        role: "Admin",
      });
      for (const token of [people.stranger.token, outsider.token]) {
        const hidden = await server.call(method, `projects/roles/${rest}`, { token, body });
        const missing = await server.call(method, `projects/no-such/${rest}`, { token, body });
        expect([hidden.status, hidden.body]).toEqual([
          404,
          { detail: "There is no such project.", code: "project.not_found" },
        ]);
        expect([missing.status, missing.body]).toEqual([hidden.status, hidden.body]);
      }
      expect(await statusFor("projects/roles/")).toBe(401);
    });

    test("only the Owner deletes it, with everything in it, and the members are notified", async () => {
      const { db } = server;
      const id = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "doomed" });
      const viewer = roles.get("Viewer");
      if (!viewer) throw new Error("There is a Viewer.");
      await addMember(db, id, viewer.id, "Viewer");
      await addSource(db, id);
      const contents = (by: SignedInUser) =>
        server.call("GET", "project-contents/?project=doomed", { token: by.token });
      expect(await contents(people.admin)).toMatchObject({
        status: 200,
        body: { repositories: 1, trackers: 0, wikis: 0, issues: 0, pages: 0, members: 2, tokens: 0, webhooks: 0 },
      });
      expect((await contents(people.stranger)).status).toBe(404);
      const heard = await listen(server, `token=${viewer.token}`);
      expect((await server.call("DELETE", "projects/doomed/", { token: viewer.token })).status).toBe(403);
      expect((await server.call("DELETE", "projects/doomed/", { token: people.admin.token })).status).toBe(204);
      expect((await server.call("GET", "projects/doomed/", { token: people.admin.token })).status).toBe(404);
      expect(await db.selectFrom("sources").selectAll().where("project_id", "=", id).execute()).toEqual([]);
      await expect.poll(() => heard.messages).toMatchObject([{ type: "project.removed", project: "doomed" }]);
      heard.socket.close();
    });
  });

  describe("sources", () => {
    test("are linked once, removed with their secret, and visible only to members", async () => {
      const { db } = server;
      const { token } = people.admin;
      const id = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "sources" });
      const add = () =>
        server.call("POST", "projects/sources/repositories/", {
          token,
          body: { provider: "git", url: repository, credential: { token: "t0k" } },
        });
      const first = await add();
      expect(first.status).toBe(201);
      expect((await add()).body).toEqual({ url: ["This project links this address already."] });
      const itemId = (first.body as { id: string }).id;
      const other = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "other" });
      expect(other).not.toBe(id);
      expect((await server.call("DELETE", `projects/other/repositories/${itemId}/`, { token })).status).toBe(404);
      expect((await server.call("DELETE", `projects/sources/trackers/${itemId}/`, { token })).status).toBe(404);
      const secrets = () =>
        db
          .selectFrom("secrets")
          .select((s) => s.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
      const before = await secrets();
      expect((await server.call("DELETE", `projects/sources/repositories/${itemId}/`, { token })).status).toBe(204);
      expect((await secrets()).n).toBe(before.n - 1);
      expect((await add()).status).toBe(201);
    });
  });

  describe("members", () => {
    test("are expected by address until they register, and never lose the last Owner", async () => {
      const { admin, member } = people;
      await addProject(server.db, { companyId: people.companyId, ownerId: admin.id, slug: "crew" });
      const call = (method: string, rest: string, body?: unknown, by = admin) =>
        server.call(method, `projects/crew/users/${rest}`, { token: by.token, body });
      const added = await call("POST", "", {
        emails: ["member@example.org", "future@example.org", "stranger@example.org", "member@example.org"],
      });
      expect(added.body).toMatchObject([
        { email: "admin@example.org", role: "Owner", pending: false },
        { email: "member@example.org", role: "Developer", pending: false },
        { email: "future@example.org", name: "", pending: true },
        // Has an account in another company: indistinguishable from an unknown address.
        { email: "stranger@example.org", name: "", pending: true },
      ]);
      const list = added.body as { id: string; email: string }[];
      const idOf = (email: string) => list.find((user) => user.email === email)?.id ?? "";
      expect((await call("PUT", `${idOf("future@example.org")}/`, { role: "Owner" })).status).toBe(400);
      expect((await call("PUT", `${idOf("future@example.org")}/`, { role: "Viewer" })).body).toMatchObject({
        role: "Viewer",
        pending: true,
      });
      const last = { status: 409, body: { detail: "A project needs at least one Owner.", code: "project.last_owner" } };
      expect(await call("PUT", `${admin.id}/`, { role: "Viewer" })).toMatchObject(last);
      expect(await call("DELETE", "", { emails: ["admin@example.org"] })).toMatchObject(last);
      expect((await call("PUT", `${member.id}/`, { role: "Owner" })).status).toBe(200);
      const both = await Promise.all([
        call("DELETE", "", { emails: ["admin@example.org"] }, member),
        call("DELETE", "", { emails: ["member@example.org"] }, admin),
      ]);
      // One of them left; the other one is refused, or is not a member any more when their turn comes.
      expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
    });

    test("may leave by themselves", async () => {
      const { member } = people;
      const id = await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "leave" });
      await addMember(server.db, id, member.id, "Viewer");
      const remove = (emails: string[]) =>
        server.call("DELETE", "projects/leave/users/", { token: member.token, body: { emails } });
      expect((await remove(["admin@example.org"])).status).toBe(403);
      expect((await remove(["member@example.org"])).status).toBe(204);
      expect((await server.call("GET", "projects/leave/", { token: member.token })).status).toBe(404);
    });
  });

  test("the dashboard has the caller's projects and the open issues that they are assigned to", async () => {
    const { db } = server;
    const reader = await signedIn(db, { companyId: people.companyId, email: "reader@example.org" });
    const id = await addProject(db, { companyId: people.companyId, ownerId: reader.id, slug: "desk" });
    await db.updateTable("projects").set({ name: "Help Desk" }).where("id", "=", id).execute();
    const hidden = await addProject(db, { companyId: people.companyId, ownerId: people.admin.id, slug: "hidden" });
    for (const projectId of [id, hidden]) {
      const sourceId = await addSource(db, projectId);
      const person = {
        id: `p-${projectId}`,
        source_id: sourceId,
        external_id: "1",
        login: "reader",
        name: "Reader",
        email: "Reader@Example.org",
        avatar_url: null,
        is_bot: false,
      };
      await db.insertInto("accounts").values(person).execute();
      for (const state of ["open", "closed"] as const) {
        const issue = {
          id: `${state}-${projectId}`,
          source_id: sourceId,
          project_id: projectId,
          external_id: state,
          number: 1,
          key: "#1",
          title: `<i>${state}</i>`,
          body: "",
          state,
          url: "https://example.org",
          author_id: person.id,
          labels: JSON.stringify(["bug"]),
          comments_count: 2,
          created_at: new Date(0),
          updated_at: new Date(1),
          closed_at: null,
        };
        await db.insertInto("issues").values(issue).execute();
        await db.insertInto("issue_assignees").values({ issue_id: issue.id, account_id: person.id }).execute();
      }
    }
    const { status, body } = await server.call("GET", "users/dashboard/", { token: reader.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issues: [
        {
          id: `open-${id}`,
          title: "<i>open</i>",
          project: "desk",
          project_name: "Help Desk",
          labels: ["bug"],
          assignees: [{ name: "Reader" }],
        },
      ],
      recent_projects: [{ slug: "desk", role: "Owner" }],
    });
    // The list of projects counts the open issues of each, regardless of assignee.
    await addProject(db, { companyId: people.companyId, ownerId: reader.id, slug: "empty-desk" });
    const list = (await server.call("GET", "projects/", { token: reader.token })).body as {
      slug: string;
      open_issues: number;
    }[];
    expect(new Map(list.map(({ slug, open_issues }) => [slug, open_issues]))).toEqual(
      new Map([
        ["empty-desk", 0],
        ["desk", 1],
      ]),
    );
  });
});

test.each([
  ["Işık Projesi", "isik-projesi"],
  ["İSTANBUL çöğüş", "istanbul-cogus"],
  ["  --Straße & Øl--  ", "strasse-ol"],
  ["../../etc/passwd", "etc-passwd"],
  ["漢字", "project"],
  ["x".repeat(500), "x".repeat(100)],
])("the address of %j is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
