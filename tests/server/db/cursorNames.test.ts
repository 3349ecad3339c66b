/** Cursors that a version with other names of their fields stored are read on, and nothing is compared again as a whole. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { SyncCursor } from "../../../server/sync/source/SyncedSource.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase } from "../testDb.ts";

const AT = "2026-11-01T10:00:00.000Z";
const stored = {
  tracker: { head: null, tracker: { list: 1 }, swept: { at: AT, difference: 2 } },
  wiki: { head: "abc", extras: { at: AT, print: "0123" } },
  repository: { head: "abc" },
} as const;

onEachDatabase("cursors that were stored before", (engine) => {
  test("have the current names of their fields and their values", async () => {
    const storage = await makeStorage(engine, { isEmpty: true });
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      await migrate(db, { to: "0053_request_file_paths" });
      const companyId = await addCompany(db);
      const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
      const insert = (id: string, cursor: object | null) =>
        sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items, cursor)
          values (${id}, ${projectId}, 'tracker', 'github', ${id}, 'b', 'unknown', 'ready', 0, 0, ${cursor === null ? null : JSON.stringify(cursor)}::jsonb)`.execute(
          db,
        );
      for (const [id, cursor] of Object.entries(stored)) await insert(id, cursor);
      await insert("new", null);
      await migrate(db);
      const { rows } = await sql<{ id: string; cursor: unknown }>`select id, cursor from sources`.execute(db);
      const cursors = new Map(rows.map(({ id, cursor }) => [id, cursor]));
      expect(cursors.get("new")).toBeNull();
      expect(cursors.get("repository")).toEqual(stored.repository);
      expect(SyncCursor.parse(cursors.get("tracker"))).toMatchObject({
        tracker: { list: 1 },
        reconciled: { at: AT, difference: 2 },
      });
      expect(SyncCursor.parse(cursors.get("wiki"))).toMatchObject({ head: "abc", extras: { at: AT, digest: "0123" } });
      expect(JSON.stringify([...cursors.values()])).not.toMatch(/swept|print/);
    } finally {
      await close();
      await storage.remove();
    }
  });
});
