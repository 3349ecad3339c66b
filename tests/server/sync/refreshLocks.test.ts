/** An issue that is refreshed after its change, while a sync of its tracker stores a page: both lock in the same order. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { lockNoticeWatermark } from "../../../server/db/tables/notices/noticeWatermarks.ts";
import { resetIssueTimes } from "../../../server/db/tables/issues/issueStorage.ts";
import { trackerData } from "../../providers/trackerData.ts";
import { openTestDb } from "../testDb.ts";
import { addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

// The embedded database has one connection: no transaction waits for another.
describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("a refresh during a sync", () => {
  test("waits for the sync without a lock that the sync needs", async () => {
    const database = await openTestDb("postgres");
    const { db, dataDir, databaseUrl } = database;
    const host = await startGithubHost({ data: trackerData(3) });
    const running = await startSync({ database, dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
    try {
      const { projectId } = await makeProject(database);
      const url = `${host.url}/acme/rocket`;
      const sourceId = await addSource(database, projectId, { kind: "tracker", provider: "github", url });
      await running.sync.request([sourceId]);
      expect(await whenSettled(database, sourceId)).toMatchObject({ sync_state: "ready" });
      const { external_id: externalId, key } = await db
        .selectFrom("issues")
        .select(["external_id", "key"])
        .where("number", "=", 1)
        .executeTakeFirstOrThrow();
      const [locked, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // As a sync does that stores a page with this issue.
      const storing = db.transaction().execute(async (tx) => {
        await lockNoticeWatermark(tx, sourceId);
        locked.resolve();
        await blocked.promise;
        await resetIssueTimes(tx, sourceId, [externalId]);
      });
      await locked.promise;
      const refreshed = running.sync.refreshIssue(sourceId, { externalId, key });
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%notice_marks%'`;
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
      blocked.resolve();
      await storing;
      expect(await refreshed).toBe(true);
    } finally {
      await running.stop();
      await host.stop();
      await database.close();
    }
  });
});
