/** What was stored by a version that knew no origins gets the one of its address. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, onEachDatabase } from "../testDb.ts";

onEachDatabase("the origins of what was stored before", (engine) => {
  test("are those of the addresses; the secret of a webhook has none", async () => {
    const storage = await makeStorage(engine, { isEmpty: true });
    const { db, close } = await openDb({ ...storage, isDurable: false });
    try {
      await migrate(db, { to: "0017_issue_lists" });
      const companyId = await addCompany(db);
      const ownerId = await addUser(db, { companyId });
      const projectId = await addProject(db, { companyId, ownerId });
      const urls: readonly (readonly [string, string | null])[] = [
        ["https://github.com/a/b", "https://github.com"],
        ["http://git.example:8080/a/b", "http://git.example:8080"],
        ["ssh://git@host.example/a/b", "ssh://host.example:22"],
        ["ssh://git@host.example:2222/a/b", "ssh://host.example:2222"],
        ["/srv/git/a", "file://"],
      ];
      for (const [place, [url]] of urls.entries()) {
        const id = String(place);
        await sql`insert into secrets (id, company_id, cipher) values (${id}, ${companyId}, ''::bytea)`.execute(db);
        await sql`insert into sources (id, project_id, kind, provider, url, name, visibility, secret_id, sync_state, sync_done, sync_items)
          values (${id}, ${projectId}, 'repository', 'git', ${url}, 'b', 'unknown', ${id}, 'ready', 0, 0)`.execute(db);
      }
      await sql`insert into secrets (id, company_id, cipher) values ('hook', ${companyId}, ''::bytea)`.execute(db);
      await migrate(db);
      const { rows } = await sql<{
        id: string;
        origin: string | null;
      }>`select id, origin from secrets order by id`.execute(db);
      expect(rows).toEqual([
        ...urls.map(([, origin], index) => ({ id: String(index), origin })),
        { id: "hook", origin: null },
      ]);
    } finally {
      await close();
      await storage.remove();
    }
  });
});
