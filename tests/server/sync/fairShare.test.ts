/** Places for syncs are shared between companies. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { MAX_SYNCS_PER_COMPANY, queueShares } from "../../../server/sync/scheduling/fairShare.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

onOneDatabase("places for syncs", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: TestDb;
  let running: TestSync;
  /** A project of a company with much to do, and one of another company. */
  let busy: string;
  let other: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    database = await openTestDb(engine);
    busy = (await makeProject(database)).projectId;
    const [companyId, project] = [newId(), newId()];
    const { db } = database;
    await db
      .insertInto("companies")
      .values({ id: companyId, name: "Other", plan: "Enterprise", subscription_status: "active", trial_ends_at: null })
      .execute();
    const { id: userId } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await db
      .insertInto("projects")
      .values({
        id: project,
        slug: "other",
        name: "Other",
        company_id: companyId,
        created_by: userId,
        updated_at: new Date(),
      })
      .execute();
    other = project;
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
    });
  });
  afterAll(async () => {
    await running.stop();
    await database.close();
    folder.remove();
  });

  const repository = (projectId: string, url: string) =>
    addSource(database, projectId, { kind: "repository", provider: "git", url });

  test("a company whose syncs hang does not keep another one from syncing", async () => {
    // A host that takes the request and never answers.
    const hanging = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => hanging.once("listening", resolve));
    try {
      const { port } = hanging.address() as AddressInfo;
      const stuck: string[] = [];
      for (let at = 0; at < 6; at += 1) stuck.push(await repository(busy, `http://127.0.0.1:${port}/a/r${at}.git`));
      await running.sync.request(stuck);
      const states = async () =>
        (await database.db.selectFrom("sources").select("sync_state").where("id", "in", stuck).execute()).map(
          ({ sync_state: state }) => state,
        );
      await vi.waitFor(async () => {
        expect((await states()).filter((state) => state === "running")).toHaveLength(MAX_SYNCS_PER_COMPANY);
      }, 30_000);
      const origin = join(folder.path, "origin.git");
      makeRepository(origin, [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
      const id = await repository(other, origin);
      await running.sync.request([id]);
      expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
      expect((await states()).filter((state) => state === "running")).toHaveLength(MAX_SYNCS_PER_COMPANY);
      for (const one of stuck) {
        await database.db.updateTable("sources").set({ paused_at: new Date() }).where("id", "=", one).execute();
        await running.sync.pause(one);
      }
    } finally {
      hanging.closeAllConnections();
      hanging.close();
    }
  }, 120_000);

  test("the first of a company comes before the second of another", async () => {
    const { db } = database;
    await db.deleteFrom("sources").execute();
    const [first, second, third] = [
      await repository(busy, "/a"),
      await repository(busy, "/b"),
      await repository(busy, "/c"),
    ];
    const single = await repository(other, "/d");
    await db.updateTable("sources").set({ sync_state: "running" }).where("id", "=", first).execute();
    const shares = await queueShares(db, [second, third, single]);
    expect([second, third, single].map((id) => shares.get(id)?.priority)).toEqual([-1, -2, 0]);
    expect(shares.get(second)?.group).toBe(shares.get(third)?.group);
    expect(shares.get(second)?.group).not.toBe(shares.get(single)?.group);
  });
});
