import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../../server/db/newId.ts";
import { addProject, addSource } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

onOneDatabase("slugs of two companies", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let foreignSource: string;
  let foreignMerge: string;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    const { companyId, admin } = people;
    const foreign = await addProject(server.db, { companyId, ownerId: admin.id, slug: "tern" });
    foreignSource = await addSource(server.db, foreign);
    foreignMerge = newId();
    const kept = newId();
    await server.db
      .insertInto("persons")
      .values({ id: kept, project_id: foreign, name: "Ada", email: null, is_bot: false, is_settled: true })
      .execute();
    await server.db
      .insertInto("person_merges")
      .values({
        id: foreignMerge,
        project_id: foreign,
        kept_id: kept,
        merged: "[]",
        made_by: admin.id,
        made_at: new Date(),
        undone_at: null,
      })
      .execute();
  });
  afterAll(() => server.stop());

  test("a name that another company uses gives the plain slug, and a second one in the company a number", async () => {
    const { token } = people.stranger;
    const create = () => server.call("POST", "projects/", { token, body: { name: "Tern" } });
    expect(await create()).toMatchObject({ status: 201, body: { slug: "tern" } });
    expect(await create()).toMatchObject({ status: 201, body: { slug: "tern-2" } });
  });

  test("each company reads its own project under the same slug", async () => {
    await server.call("PUT", "projects/tern/", { token: people.stranger.token, body: { name: "Renamed" } });
    const read = (token: string) => server.call("GET", "projects/tern/", { token });
    expect((await read(people.stranger.token)).body).toMatchObject({ name: "Renamed" });
    expect((await read(people.admin.token)).body).toMatchObject({ name: "tern" });
  });

  test("a project of the same slug opens nothing inside the other company's project", async () => {
    const { token } = people.stranger;
    const calls = [
      ["POST", `sources/${foreignSource}/pause/`],
      ["POST", `sources/${foreignSource}/resume/`],
      ["POST", `sources/${foreignSource}/webhook/`],
      ["DELETE", `sources/${foreignSource}/webhook/`],
      ["PUT", `sources/${foreignSource}/access/`],
      ["DELETE", `persons/merges/${foreignMerge}/`],
      ["DELETE", `projects/tern/repositories/${foreignSource}/`],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === "PUT" ? { credential: { token: "secret" } } : undefined;
      expect((await server.call(method, path, { token, body })).status, `${method} ${path}`).toBe(404);
    }
    const { paused_at: paused } = await server.db
      .selectFrom("sources")
      .select("paused_at")
      .where("id", "=", foreignSource)
      .executeTakeFirstOrThrow();
    expect(paused).toBeNull();
    expect((await server.call("POST", `sources/${foreignSource}/pause/`, { token: people.admin.token })).status).toBe(
      200,
    );
  });
});
