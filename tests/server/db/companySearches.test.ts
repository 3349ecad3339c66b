/** What watchers knew of their matches before saved searches could be of a company is still known. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase } from "../testDb.ts";

onEachDatabase("the known matches of watched searches", (engine) => {
  test("become those of their project", async () => {
    const storage = await makeStorage(engine, { isEmpty: true });
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      await migrate(db, { to: "0031_search_processes" });
      const companyId = await addCompany(db);
      const ownerId = await addUser(db, { companyId });
      const projectId = await addProject(db, { companyId, ownerId });
      await sql`insert into saved_searches (id, project_id, user_id, name, q, facets, is_shared, seen, compared, compared_generation, compared_sources, is_too_broad)
        values ('known', ${projectId}, ${ownerId}, 'Known', 'warp', '{}', true, '\\x0102030405060708', 'state', 7, '["r"]', false),
          ('new', ${projectId}, ${ownerId}, 'New', 'weft', '{"kind": ["code"]}', false, null, null, 0, null, false)`.execute(
        db,
      );
      await sql`insert into search_watches (search_id, user_id) values ('known', ${ownerId})`.execute(db);
      await migrate(db);
      const { rows: searches } =
        await sql`select id, project_id, company_id, name from saved_searches order by id`.execute(db);
      expect(searches).toEqual([
        { id: "known", project_id: projectId, company_id: null, name: "Known" },
        { id: "new", project_id: projectId, company_id: null, name: "New" },
      ]);
      const { rows: known } =
        await sql`select search_id, project_id, encode(seen, 'hex') as seen, compared, compared_generation,
        compared_sources, is_too_broad from search_matches`.execute(db);
      expect(known).toEqual([
        {
          search_id: "known",
          project_id: projectId,
          seen: "0102030405060708",
          compared: "state",
          compared_generation: 7,
          compared_sources: ["r"],
          is_too_broad: false,
        },
      ]);
      // One of neither a project nor a company, or of both, cannot be stored.
      for (const company of [null, companyId])
        await expect(
          sql`update saved_searches set company_id = ${company}, project_id = ${company && projectId} where id = 'new'`.execute(
            db,
          ),
        ).rejects.toThrow("saved_searches_one_scope");
    } finally {
      await close();
      await storage.remove();
    }
  });
});
