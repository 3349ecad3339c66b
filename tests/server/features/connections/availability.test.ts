import { afterEach, beforeEach, expect, test } from "vitest";
import { createAvailability } from "../../../../server/features/connections/availability.ts";
import { createEgress } from "../../../../server/sources/egress/egress.ts";
import { type RestHost, isRecord, startRestHost } from "../../../providers/restHost.ts";
import { makeProject } from "../../sync/syncFixture.ts";
import { type TestDb, openTestDb } from "../../testDb.ts";
import { addSecret } from "../../rows.ts";

let database: TestDb;
let host: RestHost;
const egress = createEgress({ allowed: ["127.0.0.0/8"] });
beforeEach(async () => {
  database = await openTestDb();
  host = await startRestHost(({ path, headers, body }) => {
    if (path !== "/calendar/v3/freeBusy" || headers.authorization !== "Bearer works") return { status: 404, body: {} };
    const from = Date.parse(String(isRecord(body) ? body["timeMin"] : ""));
    const at = (hours: number) => new Date(from + hours * 3_600_000).toISOString();
    return {
      status: 200,
      body: { calendars: { primary: { busy: [{ start: at(1), end: at(2), summary: "Secret" }] } } },
    };
  });
});
afterEach(async () => {
  await host.stop();
  await database.close();
});

test("the busy times of a connected calendar are known for its owner only, for ten minutes, and deleted with the connection", async () => {
  const { db } = database;
  const { companyId, userId } = await makeProject(database);
  await addSecret(db, companyId, "tokens");
  await db
    .insertInto("connections")
    .values({
      id: "c1",
      user_id: userId,
      provider: "google_calendar",
      account: "ada",
      scopes: "freebusy",
      secret_id: "tokens",
    })
    .execute();
  const problems: unknown[] = [];
  const availability = createAvailability({
    db,
    egress,
    connections: { token: async (id) => (id === "c1" ? { token: "works", isOauth: true, origin: host.url } : null) },
    servers: { google_calendar: host.url },
    onError: (error) => problems.push(error),
  });
  const found = await availability.read(["ada@example.org", "grace@example.org"]);
  expect([...found.keys()]).toEqual(["ada@example.org"]);
  const [busy] = found.get("ada@example.org")?.busy ?? [];
  expect(busy && busy.end.getTime() - busy.start.getTime()).toBe(3_600_000);
  expect(JSON.stringify([...found])).not.toContain("Secret");
  await availability.read(["Ada@example.org"]);
  expect(host.requests).toHaveLength(1);
  await db.deleteFrom("connections").execute();
  expect(await availability.read(["ada@example.org"])).toEqual(new Map());
  expect(problems).toEqual([]);
});
