/** The categories of statuses of issues that were stored before are known at once, without a sync. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase } from "../testDb.ts";

onEachDatabase("the categories of statuses", (engine) => {
  test("are those of the issues that changed last", async () => {
    const storage = await makeStorage(engine, { isEmpty: true });
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      await migrate(db, { to: "0065_single_sign_on" });
      const companyId = await addCompany(db);
      const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
      await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items)
        values ('s', ${projectId}, 'tracker', 'jira', 'u', 'b', 'unknown', 'ready', 0, 0)`.execute(db);
      const issues = [
        ["1", "Review", "todo", "2026-01-01"],
        ["2", "Review", "in_progress", "2026-02-01"],
        ["3", "Done", "done", "2026-01-01"],
        ["4", "Odd", null, "2026-01-01"],
        ["5", null, null, "2026-01-01"],
      ] as const;
      for (const [id, status, category, updated] of issues)
        await sql`insert into issues (id, source_id, project_id, external_id, number, key, title, body, state, url, labels, comments_count, status,
            status_category, created_at, updated_at)
          values (${id}, 's', ${projectId}, ${id}, ${id}::int, ${id}, 'a', 'b', 'open', 'u', '[]', 0, ${status}::text, ${category}::text, now(),
            ${updated}::timestamptz)`.execute(db);
      await migrate(db);
      expect(await db.selectFrom("issue_statuses").selectAll().orderBy("name").execute()).toEqual([
        { source_id: "s", name: "Done", category: "done" },
        { source_id: "s", name: "Review", category: "in_progress" },
      ]);
    } finally {
      await close();
      await storage.remove();
    }
  });
});
