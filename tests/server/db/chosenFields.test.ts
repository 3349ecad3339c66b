/** Trackers that read custom fields before the cursor named them are not read again as a whole. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { listSourcesWithOtherFields } from "../../../server/db/tables/sources/sourceFields.ts";
import { SyncCursor } from "../../../server/sync/source/SyncedSource.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase } from "../testDb.ts";

const TEAM = { id: "customfield_7", name: "Team", type: "choice" };
const SIZE = { id: "customfield_3", name: "Size", type: "number" };

onEachDatabase("fields that were chosen before", (engine) => {
  test("are those that the stored issues were read with", async () => {
    const storage = await makeStorage(engine, { isEmpty: true });
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      await migrate(db, { to: "0107_backup_drills" });
      const companyId = await addCompany(db);
      const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
      const insert = (id: string, cursor: object | null, fields: readonly object[]) =>
        sql`insert into sources (id, project_id, kind, provider, url, name, visibility, sync_state, sync_done, sync_items, cursor, custom_fields)
          values (${id}, ${projectId}, 'tracker', 'jira', ${id}, 'b', 'unknown', 'ready', 0, 0,
            ${cursor === null ? null : JSON.stringify(cursor)}::jsonb, ${JSON.stringify(fields)}::jsonb)`.execute(db);
      await insert("read", { tracker: { until: 1 } }, [TEAM, SIZE]);
      await insert("none", { tracker: { until: 1 } }, []);
      await insert("new", null, [TEAM]);
      await migrate(db, { to: "0109_chosen_fields" });
      const { rows } = await sql<{ id: string; cursor: unknown }>`select id, cursor from sources`.execute(db);
      const cursors = new Map(rows.map(({ id, cursor }) => [id, cursor]));
      expect(SyncCursor.parse(cursors.get("read"))).toMatchObject({
        tracker: { until: 1 },
        fields: [TEAM.id, SIZE.id],
      });
      expect(cursors.get("none")).toEqual({ tracker: { until: 1 } });
      expect(cursors.get("new")).toBeNull();
      await migrate(db);
      expect(await listSourcesWithOtherFields(db, projectId)).toEqual([]);
      await sql`update sources set custom_fields = ${JSON.stringify([SIZE])}::jsonb where id = 'read'`.execute(db);
      expect(await listSourcesWithOtherFields(db, projectId)).toEqual(["read"]);
    } finally {
      await close();
      await storage.remove();
    }
  });
});
