/** Quotas of a company: disk, and concurrent syncs in all processes. */
import { MEGABYTE } from "../../../server/sizes.ts";
import { existsSync, mkdirSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { diskUseOf, diskSum } from "../../../server/access/limits/quotas.ts";
import { newId } from "../../../server/db/newId.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { DiskMeter } from "../../../server/sync/quotas/DiskMeter.ts";
import { listUnfinishedSources } from "../../../server/db/tables/sources/sourceSync.ts";
import { addCompany, addProject, addUser, issueRow } from "../rows.ts";
import { makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import {
  errorIn,
  type TestSync,
  addSource,
  emptyDatabase,
  makeProject,
  startSync,
  whenSettled,
  whenForgotten,
} from "./syncFixture.ts";

/** Text that is twice as long and is compressed to this many bytes at least. */
const noise = (bytes: number): string => randomBytes(bytes).toString("hex");

onOneDatabase("quotas of syncs", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: TestDb;
  let companyId: string;
  let projectId: string;
  let otherCompany: string;
  let otherProject: string;
  const running: TestSync[] = [];
  beforeAll(async () => {
    folder = temporaryFolder();
    database = await openTestDb(engine);
  });
  beforeEach(async () => {
    await emptyDatabase(database);
    ({ companyId, projectId } = await makeProject(database));
    otherCompany = await addCompany(database.db);
    const ownerId = await addUser(database.db, { companyId: otherCompany });
    otherProject = await addProject(database.db, { companyId: otherCompany, ownerId, slug: "other" });
  });
  afterEach(async () => {
    for (let one = running.pop(); one; one = running.pop()) await one.stop();
  });
  afterAll(async () => {
    await database.close();
    folder.remove();
  });

  /** A process of the installation, with a data folder of its own. */
  const start = async (quotas: { disk?: number; syncs?: number } = {}): Promise<TestSync> => {
    const dataDir = join(folder.path, newId());
    mkdirSync(dataDir);
    const one = await startSync({
      database,
      dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
      quotas: { diskBytes: quotas.disk ?? null, sources: null, syncs: quotas.syncs ?? null },
    });
    running.push(one);
    return one;
  };
  /** A repository whose copy and index take about this many bytes each. */
  const origin = (bytes: number): string => {
    const path = join(folder.path, `${newId()}.git`);
    const files = Object.fromEntries(
      Array.from({ length: Math.ceil(bytes / 200_000) }, (_, at) => [`f${at}.txt`, noise(Math.min(bytes, 200_000))]),
    );
    makeRepository(path, [{ message: "one", files }]);
    return path;
  };
  const link = (project: string, url: string) =>
    addSource(database, project, { kind: "repository", provider: "git", url });
  const rowOf = (id: string) =>
    database.db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const setQuota = (values: { disk_mb?: number; syncs?: number }) =>
    database.db
      .insertInto("company_quotas")
      .values({ company_id: companyId, disk_mb: null, sources: null, syncs: null, ...values })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
      .execute();
  const used = async (company: string): Promise<number> => diskSum(await diskUseOf(database.db, company));
  const whenWaiting = (id: string, waitsFor: "disk" | "syncs") =>
    vi.waitFor(async () => {
      const row = await rowOf(id);
      expect(row).toMatchObject({ sync_state: "queued", sync_step: "waiting", waits_for: waitsFor });
      return row;
    }, 60_000);

  describe("disk", () => {
    test("copies, index and rows of a company are measured, and no other company's", { timeout: 120_000 }, async () => {
      const { sync } = await start();
      const large = await link(projectId, origin(2 * MEGABYTE));
      const small = await link(otherProject, origin(200_000));
      await sync.request([large, small]);
      await Promise.all([large, small].map((id) => whenSettled(database, id)));
      await vi.waitFor(async () => {
        const mine = await diskUseOf(database.db, companyId);
        expect(mine.copies).toBeGreaterThan(MEGABYTE);
        expect(mine.index).toBeGreaterThan(MEGABYTE);
        expect(mine.rows).toBeGreaterThan(0);
        const theirs = await diskUseOf(database.db, otherCompany);
        expect(theirs.copies).toBeGreaterThan(100_000);
        // The last that is measured.
        expect(theirs.index).toBeGreaterThan(100_000);
        expect(diskSum(theirs)).toBeLessThan(MEGABYTE);
      }, 20_000);
      const before = await used(otherCompany);
      await database.db.deleteFrom("sources").where("id", "=", large).execute();
      await sync.forget([large]);
      await whenForgotten(database);
      expect(await used(companyId)).toBe(0);
      expect(await used(otherCompany)).toBe(before);
    });

    test("issues and their comments count with their texts", async () => {
      const { db } = database;
      const id = await addSource(database, projectId, {
        kind: "tracker",
        provider: "github",
        url: "https://a.example",
      });
      const meter = new DiskMeter({
        db,
        blobs: createFileBlobs(join(folder.path, "none")),
        sources: { mirrorBytes: () => Promise.resolve(0), sharersOf: () => Promise.resolve([]) },
      });
      expect(await meter.measureRows(id)).toBe(0);
      const issueId = newId();
      const now = new Date();
      await db
        .insertInto("issues")
        .values(
          issueRow({
            id: issueId,
            source_id: id,
            project_id: projectId,
            number: 1,
            title: "x",
            body: noise(500_000),
            created_at: now,
          }),
        )
        .execute();
      await db
        .insertInto("issue_comments")
        .values({
          id: newId(),
          issue_id: issueId,
          external_id: "1",
          body: noise(300_000),
          created_at: now,
          updated_at: now,
        })
        .execute();
      const bytes = await meter.measureRows(id);
      expect(bytes).toBeGreaterThan(800_000);
      expect(bytes).toBeLessThan(1_700_000);
      expect((await diskUseOf(db, companyId)).rows).toBe(bytes);
      expect(await used(otherCompany)).toBe(0);
    });

    test(
      "a sync that would exceed it is stopped, reports the reason, is not tried in a loop, and begins when the quota is raised",
      {
        timeout: 240_000,
      },
      async () => {
        const { sync, sources } = await start();
        await setQuota({ disk_mb: 1 });
        const first = await link(projectId, origin(100_000));
        const large = await link(projectId, origin(4 * MEGABYTE));
        await sync.request([first]);
        expect(await whenSettled(database, first)).toMatchObject({ sync_state: "ready" });
        await sync.request([large]);
        const row = await whenWaiting(large, "disk");
        expect(errorIn(row, "EN")).toMatch(
          /^This sync would exceed the disk quota of the company: \d+ MB of 1 MB\. It continues when sources are removed or the operator raises the quota\.$/,
        );
        expect(errorIn(row, "TR")).toMatch(/^Bu eşitleme şirketin disk kotasını aşardı: \d+ MB \/ 1 MB\./);
        // The copy cannot be read yet: it is removed to free space, and reading of existing data continues.
        await vi.waitFor(async () => expect(await used(companyId)).toBeLessThan(MEGABYTE), 20_000);
        expect(existsSync(sources.mirrorFolder(large))).toBe(false);
        const wanted = await listUnfinishedSources(database.db);
        expect(wanted.map(({ id }) => id)).toEqual([large]);
        const before = await events(large);
        // A webhook asks: it is refused without a copy being begun.
        await sync.request([large], false);
        const again = await vi.waitFor(async () => {
          const now = await rowOf(large);
          expect(errorIn(now, "EN")).toMatch(
            /^This source needs more than \d+ MB, and the disk quota of the company leaves 1 MB of 1 MB\./,
          );
          return now;
        }, 20_000);
        expect(again).toMatchObject({ sync_state: "queued", waits_for: "disk" });
        expect(errorIn(again, "TR")).toMatch(/^Bu kaynağa en az \d+ MB yer gerekiyor/);
        expect(await copiedSince(before, large)).toBe(0);
        // The other source is still synced: it needs no more than it has.
        await sync.request([first]);
        expect(await whenSettled(database, first)).toMatchObject({ sync_state: "ready" });
        await setQuota({ disk_mb: 100 });
        // What a minute's round and the end of any sync of the company do.
        await sync.request([first]);
        expect(await whenSettled(database, large)).toMatchObject({
          sync_state: "ready",
          sync_error: null,
          waits_for: null,
        });
        expect(await used(companyId)).toBeGreaterThan(4 * MEGABYTE);
      },
    );

    test(
      "with the quota used up nothing begins, another company is not concerned, and space that is freed is used",
      {
        timeout: 240_000,
      },
      async () => {
        const { sync } = await start();
        const filling = await link(projectId, origin(3 * MEGABYTE));
        await sync.request([filling]);
        await whenSettled(database, filling);
        await vi.waitFor(async () => expect(await used(companyId)).toBeGreaterThan(3 * MEGABYTE), 20_000);
        await setQuota({ disk_mb: 2 });
        const next = await link(projectId, origin(50_000));
        const foreign = await link(otherProject, origin(3 * MEGABYTE));
        await sync.request([next, foreign]);
        const row = await whenWaiting(next, "disk");
        expect(errorIn(row, "EN")).toMatch(/^The disk quota of the company is used up: \d+ MB of 2 MB\./);
        expect(errorIn(row, "TR")).toMatch(/^Şirketin disk kotası doldu: \d+ MB \/ 2 MB\./);
        expect(await whenSettled(database, foreign)).toMatchObject({ sync_state: "ready" });
        expect(await rowOf(next)).toMatchObject({ sync_state: "queued", waits_for: "disk" });
        await database.db.deleteFrom("sources").where("id", "=", filling).execute();
        await sync.forget([filling]);
        await whenForgotten(database);
        expect(await whenSettled(database, next)).toMatchObject({ sync_state: "ready", sync_error: null });
      },
    );

    const events = async (id: string): Promise<number> => {
      const rows = await database.db.selectFrom("events").select("message").execute();
      return rows.filter(({ message }) => JSON.stringify(message).includes(id)).length;
    };
    /** How often a source has said since then that it is being copied. */
    const copiedSince = async (since: number, id: string): Promise<number> => {
      const rows = await database.db.selectFrom("events").select("message").orderBy("id").execute();
      const mine = rows.map(({ message }) => JSON.stringify(message)).filter((text) => text.includes(id));
      return mine.slice(since).filter((text) => text.includes('"running"')).length;
    };
  });

  describe("syncs at once", () => {
    const isPostgres = engine === "postgres";

    test(
      "are counted in all processes; the others report that they wait, and continue one after the other",
      {
        timeout: 240_000,
      },
      async () => {
        // A host that takes the request and never answers.
        const hanging = createServer(() => undefined).listen(0, "127.0.0.1");
        await new Promise((resolve) => hanging.once("listening", resolve));
        try {
          const { port } = hanging.address() as AddressInfo;
          await setQuota({ syncs: 1 });
          const processes = isPostgres ? [await start(), await start()] : [await start()];
          const ids: string[] = [];
          for (let at = 0; at < 4; at += 1) ids.push(await link(projectId, `http://127.0.0.1:${port}/a/r${at}.git`));
          for (const [at, id] of ids.entries()) await processes[at % processes.length]?.sync.request([id]);
          const states = async () =>
            Promise.all(
              ids.map(async (id) => ({ id, state: (await rowOf(id)).sync_state, waits: (await rowOf(id)).waits_for })),
            );
          await vi.waitFor(async () => {
            const now = await states();
            expect(now.filter(({ state }) => state === "running")).toHaveLength(1);
            expect(now.filter(({ waits }) => waits === "syncs")).toHaveLength(3);
          }, 30_000);
          const waiting = (await states()).find(({ waits }) => waits === "syncs");
          const refused = await rowOf(waiting?.id ?? "");
          expect(errorIn(refused, "EN")).toBe(
            "The quota of the company is 1 syncs at once, and 1 are running. This one waits for its turn.",
          );
          expect(errorIn(refused, "TR")).toMatch(/^Şirketin kotası aynı anda 1 eşitlemedir/);
          // Another company is not concerned.
          const foreign = await link(otherProject, origin(1000));
          await processes[0]?.sync.request([foreign]);
          expect(await whenSettled(database, foreign)).toMatchObject({ sync_state: "ready" });
          // The one that runs ends: the next begins by itself, and never two.
          const seen = new Set<string>();
          for (let round = 0; round < 3; round += 1) {
            const one = await vi.waitFor(async () => {
              const now = (await states()).filter(({ state, id }) => state === "running" && !seen.has(id));
              expect(now).toHaveLength(1);
              return now[0]?.id ?? "";
            }, 30_000);
            seen.add(one);
            await database.db.updateTable("sources").set({ paused_at: new Date() }).where("id", "=", one).execute();
            for (const { sync } of processes) await sync.pause(one);
          }
          expect(seen.size).toBe(3);
          await database.db.updateTable("sources").set({ paused_at: new Date() }).execute();
          for (const id of ids) for (const { sync } of processes) await sync.pause(id);
        } finally {
          hanging.closeAllConnections();
          hanging.close();
        }
      },
    );
  });
});
