/** What people make has an end, whatever the plan, since lists of it are answered whole. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HARD_LIMITS } from "../../../server/access/limits/hardLimits.ts";
import { addProject } from "../rows.ts";
import { onEachDatabase } from "../testDb.ts";
import { addPeople, startTestServer, type TestServer } from "./testServer.ts";

onEachDatabase("what a company can have", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let projectId: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    projectId = await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "maze" });
  });
  afterAll(() => server.stop());
  const as = (token: string, body: unknown) => ({ token, body });

  test("of people in a project", async () => {
    await sql`insert into project_members (id, project_id, user_id, email, role)
      select 'm' || n, ${projectId}, null, 'p' || n || '@example.org', 'Viewer'
      from generate_series(2, ${HARD_LIMITS.members - 1}::int) n`.execute(server.db);
    const add = (email: string) =>
      server.call("POST", "projects/maze/users/", as(people.admin.token, { emails: [email] }));
    expect((await add("last@example.org")).status).toBe(200);
    const refused = await add("beyond@example.org");
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: "A project can have 2000 people. Remove some first.", code: "limit.members" },
    });
    // The refused request left no rows, and adding an existing member does not exceed the limit.
    const there = await server.db
      .selectFrom("project_members")
      .select("id")
      .where("email", "=", "beyond@example.org")
      .execute();
    expect(there).toEqual([]);
    expect((await add("last@example.org")).status).toBe(200);
    await sql`delete from project_members where user_id is null`.execute(server.db);
  });

  test("of open invitations; one that is revoked frees a place", async () => {
    await sql`insert into invitations (id, token_hash, company_id, email, role, invited_by, expires_at)
      select 'i' || n, 'h' || n, ${people.companyId}, 'i' || n || '@example.org', 'Member', ${people.admin.id}, now() + interval '1 day'
      from generate_series(1, ${HARD_LIMITS.invitations}::int) n`.execute(server.db);
    const invite = () =>
      server.call(
        "POST",
        `companies/${people.companyId}/invitations/`,
        as(people.admin.token, { email: "one@example.org", role: "Member" }),
      );
    expect(await invite()).toMatchObject({
      status: 409,
      body: { detail: "2000 invitations are open. Revoke some first.", code: "limit.invitations" },
    });
    await sql`update invitations set revoked_at = now() where company_id = ${people.companyId} and id <> 'i1'`.execute(
      server.db,
    );
    expect((await invite()).status).toBe(201);
  });

  test("of projects and of sources", async () => {
    const create = () => server.call("POST", "projects/", as(people.admin.token, { name: "One more" }));
    await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items)
      select 's' || n, ${projectId}, 'tracker', 'github', 'https://example.org/' || n, 'x', 'public', 'ready', 0, 0
      from generate_series(1, ${HARD_LIMITS.sources}::int) n`.execute(server.db);
    const trackers = [{ provider: "github", url: "https://github.com/a/b" }];
    const linked = await server.call("POST", "projects/", as(people.admin.token, { name: "With a source", trackers }));
    expect(linked).toMatchObject({
      status: 409,
      body: { detail: "A company can link 5000 sources. Remove one first.", code: "limit.sources" },
    });
    await sql`delete from sources`.execute(server.db);
    await sql`insert into projects (id, slug, name, company_id, created_by, updated_at)
      select 'p' || n, 'p' || n, 'x', ${people.companyId}, ${people.admin.id}, now()
      from generate_series(2, ${HARD_LIMITS.projects}::int) n`.execute(server.db);
    expect(await create()).toMatchObject({
      status: 409,
      body: { detail: "A company can have 2000 projects. Delete one first.", code: "limit.projects" },
    });
    await sql`delete from projects where id = 'p2'`.execute(server.db);
    expect((await create()).status).toBe(201);
  });
});
