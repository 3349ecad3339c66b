/** Trackers that were read before the workflow of issues was stored are read again from the first issue, and still know their project. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase } from "../testDb.ts";

const AT = "2026-11-01T10:00:00.000Z";
const list = { until: AT, next: null, since: AT, etag: "W/1" };
const stored = {
  github: { tracker: { repository: "77", name: "acme/rocket", issues: list, comments: list }, requests: { until: AT } },
  gitlab: { tracker: { project: "77", api: "https://x/api/v4", name: "acme/rocket", until: AT, next: { since: AT } } },
  jira: { tracker: { project: "10", key: "ABC", until: AT, reading: { jql: "x" } }, events: { until: AT } },
} as const;

onEachDatabase("the cursors of trackers", (engine) => {
  test("begin again with the issues, and keep what they know of the project", async () => {
    const storage = await makeStorage(engine, { isEmpty: true });
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      await migrate(db, { to: "0062_git_branches" });
      const companyId = await addCompany(db);
      const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
      for (const [id, cursor] of Object.entries(stored))
        await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items, cursor)
          values (${id}, ${projectId}, 'tracker', ${id}, ${id}, 'b', 'unknown', 'ready', 0, 0, ${JSON.stringify(cursor)}::jsonb)`.execute(
          db,
        );
      await sql`insert into issues (id, source_id, project_id, external_id, number, key, title, body, state, url, labels, comments_count, created_at, updated_at)
        values ('i', 'github', ${projectId}, '1', 1, '#1', 'a', 'b', 'open', 'u', '[]', 0, now(), now())`.execute(db);
      await migrate(db);
      const { rows } = await sql<{ id: string; cursor: unknown }>`select id, cursor from sources`.execute(db);
      expect(Object.fromEntries(rows.map(({ id, cursor }) => [id, cursor]))).toEqual({
        github: { tracker: { repository: "77", name: "acme/rocket" }, requests: { until: AT } },
        gitlab: { tracker: { project: "77", api: "https://x/api/v4", name: "acme/rocket" } },
        jira: { tracker: { project: "10", key: "ABC" }, events: { until: AT } },
      });
      expect(await db.selectFrom("issues").select(["status", "milestones", "read_version"]).executeTakeFirst()).toEqual(
        {
          status: null,
          milestones: [],
          read_version: 0,
        },
      );
    } finally {
      await close();
      await storage.remove();
    }
  });
});
