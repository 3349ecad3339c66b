/** Quotas of a company in the API: linking sources, and the figures for Admins. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CompanyQuotas } from "../../../../contract/access/quotas.ts";
import { requireRoomForSource } from "../../../../server/access/limits/planLimits.ts";
import { makeRepository, temporaryFolder } from "../../sources/gitFixture.ts";
import { addCompany, addProject, addSource } from "../../rows.ts";
import { onEachDatabase } from "../../testDb.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

const REFUSED =
  "The quota of your company is 2 sources, and 2 are linked. Remove some first, or ask the operator for more.";

onEachDatabase("quotas of a company", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    folder = temporaryFolder();
    server = await startTestServer(engine, {
      environment: {
        CLEW_ALLOWED_PATHS: folder.path,
        CLEW_COMPANY_DISK_MB: "500",
        CLEW_COMPANY_SOURCES: "2",
        // An empty value is the default.
        CLEW_COMPANY_SYNCS: "",
      },
    });
    people = await addPeople(server.db, { plan: "Enterprise" });
    await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "maze" });
    for (let at = 0; at < 8; at += 1)
      makeRepository(`${folder.path}/r${at}.git`, [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  const link = (at: number, token = people.admin.token, slug = "maze") =>
    server.call("POST", `projects/${slug}/repositories/`, {
      token,
      body: { provider: "git", url: `${folder.path}/r${at}.git` },
    });
  const quotasOf = (companyId: string, token: string) =>
    server.call("GET", `companies/${companyId}/quotas/`, { token });

  test("of many sources that are linked at the same time only as many are taken as the quota allows", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => link(at)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409, 409]);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from sources`.execute(server.db);
    expect(rows[0]?.count).toBe(2);
    expect(await link(7)).toMatchObject({ status: 409, body: { detail: REFUSED } });
  });

  test("a new project cannot bring more either, in the reader's language; one without sources can be made", async () => {
    const body = (repositories: unknown[]) => ({ token: people.admin.token, body: { name: "New", repositories } });
    const source = { provider: "git", url: `${folder.path}/r7.git` };
    expect(await server.call("POST", "projects/", body([source]))).toMatchObject({
      status: 409,
      body: { detail: REFUSED },
    });
    await server.db.updateTable("users").set({ language: "TR" }).where("id", "=", people.admin.id).execute();
    const turkish = await server.call("POST", "projects/", body([source]));
    expect(JSON.stringify(turkish.body)).toContain("Şirketinizin kotası 2 kaynak, bağlı olan ise 2.");
    await server.db.updateTable("users").set({ language: "EN" }).where("id", "=", people.admin.id).execute();
    expect((await server.call("POST", "projects/", body([]))).status).toBe(201);
  });

  test("a concurrent link waits until the first one has been counted", async () => {
    const ownerId = people.stranger.id;
    const companyId = await addCompany(server.db);
    const project = await addProject(server.db, { companyId, ownerId, slug: "race" });
    const linkSlowly = (at: number) =>
      server.db.transaction().execute(async (transaction) => {
        await requireRoomForSource(transaction, companyId, { diskBytes: null, sources: 2, syncs: null });
        // Long enough for the others to look.
        await new Promise((resolve) => setTimeout(resolve, 300));
        await addSource(transaction, project, `https://example.org/${at}.git`);
      });
    const ends = await Promise.allSettled(Array.from({ length: 4 }, (_, at) => linkSlowly(at)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
    await server.db.deleteFrom("companies").where("id", "=", companyId).execute();
  });

  test("another company has a separate quota", async () => {
    const { otherCompanyId: companyId, stranger } = people;
    await addProject(server.db, { companyId, ownerId: stranger.id, slug: "theirs" });
    expect((await link(0, stranger.token, "theirs")).status).toBe(201);
    expect((await quotasOf(companyId, stranger.token)).body).toMatchObject({ sources: { used: 1 } });
  });

  test("a value of the company's own goes before the default, and 0 is no limit", async () => {
    const set = (sources: number | null) =>
      server.db
        .insertInto("company_quotas")
        .values({ company_id: people.companyId, disk_mb: null, sources, syncs: null })
        .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ sources }))
        .execute();
    await set(3);
    expect((await link(7)).status).toBe(201);
    expect((await link(6)).status).toBe(409);
    await set(0);
    const unlimited = await quotasOf(people.companyId, people.admin.token);
    expect(unlimited.body).toMatchObject({ sources: { used: 3, allowed: null } });
    await server.db.deleteFrom("company_quotas").execute();
    expect((await link(6)).status).toBe(409);
  });

  test("Admins are shown what is used and allowed; members and strangers are not", async () => {
    const { status, body } = await quotasOf(people.companyId, people.admin.token);
    expect(status).toBe(200);
    expect(CompanyQuotas.parse(body)).toMatchObject({
      disk: { allowed_bytes: 500 * 1024 * 1024 },
      sources: { used: 3, allowed: 2 },
      syncs: { allowed: 2 },
    });
    expect(await quotasOf(people.companyId, people.member.token)).toMatchObject({ status: 403 });
    expect(await quotasOf(people.companyId, people.stranger.token)).toMatchObject({ status: 404 });
    expect((await server.call("GET", `companies/${people.companyId}/quotas/`)).status).toBe(401);
  });
});
