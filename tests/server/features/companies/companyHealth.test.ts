import { afterAll, beforeAll, expect, test } from "vitest";
import { CompanyHealth } from "../../../../contract/access/health.ts";
import { newId } from "../../../../server/db/newId.ts";
import { addProject, addSource } from "../../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

const HOUR = 3_600_000;
let server: TestServer;
let people: Awaited<ReturnType<typeof addPeople>>;
beforeAll(async () => {
  server = await startTestServer("pglite");
  people = await addPeople(server.db);
});
afterAll(() => server.stop());

const ask = async (token = people.admin.token): Promise<CompanyHealth> => {
  const { status, body } = await server.call("GET", `companies/${people.companyId}/health/`, { token });
  expect(status).toBe(200);
  return CompanyHealth.parse(body);
};

/** A source that was read so long ago. */
async function source(
  projectId: string,
  name: string,
  hoursAgo: number | null,
  part: { failed?: string; paused?: boolean } = {},
) {
  const id = await addSource(server.db, projectId, `https://example.org/${name}.git`);
  await server.db
    .updateTable("sources")
    .set({
      name,
      sync_state: part.failed === undefined ? "ready" : "failed",
      sync_error: part.failed ?? null,
      sync_finished_at: hoursAgo === null ? null : new Date(Date.now() - hoursAgo * HOUR),
      paused_at: part.paused ? new Date() : null,
    })
    .where("id", "=", id)
    .execute();
}

test("reports an empty installation as healthy except for the missing mail server", async () => {
  const health = await ask();
  expect(health).toMatchObject({
    state: "attention",
    objective_seconds: 3600,
    sources: [],
    others: { total: 0, late: 0, failed: 0 },
    database: { state: "good", engine: "pglite" },
    queue: { state: "good", oldest_seconds: null },
    mail: { state: "attention", is_sent: false, waiting: 0, failed: 0 },
  });
  expect(health.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(health.disk?.total_bytes).toBeGreaterThan(0);
});

test("shows each source with its objective, those that need action first, and only counts other users' projects", async () => {
  const mine = await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "atlas" });
  const theirs = await addProject(server.db, {
    companyId: people.companyId,
    ownerId: people.member.id,
    slug: "hidden-plan",
  });
  const foreign = await addProject(server.db, {
    companyId: people.otherCompanyId,
    ownerId: people.stranger.id,
    slug: "foreign",
  });
  await source(mine, "fresh", 0.5);
  await source(mine, "paused", 100, { paused: true });
  await source(mine, "never", null);
  await source(mine, "late", 2);
  await source(mine, "broken", 0.1, { failed: "The host refuses the token. Enter a new one." });
  await source(theirs, "secret-name", 5);
  await source(theirs, "secret-other", 1, { failed: "secret words" });
  await source(foreign, "far-away", 9);

  const health = await ask();
  expect(health.sources.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["broken", "failed"],
    ["late", "late"],
    ["never", "first"],
    ["paused", "paused"],
    ["fresh", "fresh"],
  ]);
  expect(health.sources[0]).toMatchObject({
    project: { slug: "atlas" },
    error: "The host refuses the token. Enter a new one.",
  });
  const late = health.sources[1]?.age_seconds ?? 0;
  expect(late).toBeGreaterThanOrEqual(7200);
  expect(late).toBeLessThan(8000);
  expect(health.sources[2]?.age_seconds).toBeNull();
  expect(health.others).toEqual({ total: 2, late: 1, failed: 1 });
  const text = JSON.stringify(health);
  for (const hidden of ["hidden-plan", "secret", "far-away", "foreign", "@"]) expect(text).not.toContain(hidden);
});

test("reports a mail that could not be sent", async () => {
  await server.db
    .insertInto("outbox")
    .values({
      id: newId(),
      kind: "invitation",
      recipient: "ada@example.org",
      language: "EN",
      subject: "Hello",
      content: null,
      state: "failed",
      next_attempt_at: new Date(),
      expires_at: null,
      sent_at: null,
      last_error: "refused",
    })
    .execute();
  expect((await ask()).mail).toMatchObject({ failed: 1, waiting: 0 });
});

test("answers only an Admin of the company", async () => {
  const path = `companies/${people.companyId}/health/`;
  expect((await server.call("GET", path)).status).toBe(401);
  expect((await server.call("GET", path, { token: people.member.token })).status).toBe(403);
  expect((await server.call("GET", path, { token: people.stranger.token })).status).toBe(404);
});
