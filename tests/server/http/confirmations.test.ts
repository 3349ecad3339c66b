/** An old or stolen session changes no roles, creates no tokens and deletes nothing without the password. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints, endpointsWith } from "../../../contract/endpoints.ts";

const CONFIRMED_CALLS = endpointsWith("confirm", true);
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { addProject } from "../rows.ts";
import { onOneDatabase } from "../testDb.ts";
import { BODIES } from "./callInputs.ts";
import { addPeople, PASSWORD, startTestServer, type TestServer } from "./testServer.ts";

onOneDatabase("the password again", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment: { CLEW_CONFIRM_MINUTES: "60" } });
    people = await addPeople(server.db, { plan: "Enterprise" });
    await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "own" });
    token = people.admin.token;
  });
  afterAll(() => server.stop());

  const age = (minutes: number) =>
    sql`update sessions set created_at = now() - ${minutes} * interval '1 minute', confirmed_at = null`.execute(
      server.db,
    );
  const call = (name: (typeof CONFIRMED_CALLS)[number], by = token) => {
    const { method, path } = endpoints[name];
    const [of, id] = path.startsWith("companies/") ? ["companies", people.companyId] : ["projects", "own"];
    return server.call(
      method,
      path.replace(`${of}/:id`, `${of}/${id}`).replace(":userId", people.member.id).replaceAll(/:\w+/g, "none"),
      {
        token: by,
        body: BODIES[name],
      },
    );
  };

  test.each(CONFIRMED_CALLS)(
    "%s is refused where it was typed too long ago, also if all else is right",
    async (name) => {
      await age(61);
      expect(await call(name)).toMatchObject({
        status: 428,
        body: { detail: "Enter your password again to continue.", code: "session.confirmation_needed" },
      });
      expect((await server.call("GET", "users/me/", { token })).status).toBe(200);
    },
  );

  test("a repeated password permits them, in that session alone, until the confirmation expires", async () => {
    const other = await startSession(server.db, people.admin.id);
    await age(61);
    const wrong = await server.call("POST", "users/me/confirm/", { token, body: { password: "wrong" } });
    expect([wrong.status, wrong.body]).toEqual([400, { password: ["The password is not right"] }]);
    expect((await call("createMcpToken")).status).toBe(428);
    expect((await server.call("POST", "users/me/confirm/", { token, body: { password: PASSWORD } })).status).toBe(204);
    expect((await call("createMcpToken")).status).toBe(201);
    expect((await call("createMcpToken", other)).status).toBe(428);
    await sql`update sessions set confirmed_at = now() - interval '61 minutes'`.execute(server.db);
    expect((await call("createMcpToken")).status).toBe(428);
  });

  test("a sign-in counts, and so do wrong guesses: they are limited like those at the sign-in", async () => {
    await age(1);
    expect((await call("createMcpToken")).status).toBe(201);
    await server.db.deleteFrom("rate_limits").execute();
    const guess = () => server.call("POST", "users/me/confirm/", { token, body: { password: "wrong" } });
    for (let n = 0; n < 10; n += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    const { body } = await server.call("GET", `companies/${people.companyId}/audit/`, { token });
    expect(JSON.stringify(body)).toContain("session.refused");
    await server.db.deleteFrom("rate_limits").execute();
  });

  test("in Turkish, too", async () => {
    await age(61);
    const { method } = endpoints.deleteProject;
    await server.db.updateTable("users").set({ language: "TR" }).where("id", "=", people.admin.id).execute();
    expect(await server.call(method, "projects/own/", { token })).toMatchObject({
      status: 428,
      body: { detail: "Sürdürmek için parolanızı yeniden girin.", code: "session.confirmation_needed" },
    });
    await server.db.updateTable("users").set({ language: "EN" }).where("id", "=", people.admin.id).execute();
  });
});
