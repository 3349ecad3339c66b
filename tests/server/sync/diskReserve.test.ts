/** Below the reserve syncs wait, report it at their source and start by themselves when space is free; everything else keeps working. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openDb } from "../../../server/db/openDb.ts";
import { createDiskReserve } from "../../../server/sync/quotas/diskReserve.ts";
import { serverProcess } from "../growth/serverProcess.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { makeStorage } from "../testDb.ts";
import { addSource, makeProject } from "./syncFixture.ts";
import { formatMessage } from "../../../server/messages/messages.ts";

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

test("compares the free space with the reserve, and reports nothing without one", async () => {
  const folder = tmpdir();
  const { bavail, bsize } = await statfs(folder);
  expect(await createDiskReserve(folder, 0)()).toBeUndefined();
  expect(await createDiskReserve(folder, (bavail * bsize) / 2)()).toBeUndefined();
  const refusal = await createDiskReserve(folder, bavail * bsize * 2)();
  if (!refusal) throw new Error("The reserve is not kept.");
  expect(formatMessage(refusal, "EN")).toMatch(
    /^The disk is nearly full: \d+ MB are free, and syncs leave \d+ MB free\. This one waits until there is room\.$/,
  );
  expect(formatMessage(refusal, "TR")).toMatch(/^Disk neredeyse dolu: \d+ MB boş/);
  expect(await createDiskReserve(join(folder, "is not there"), 1)()).toBeUndefined();
});

test.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "on a small disk a source waits with a message, users are served, and it is read when there is space (skipped where nothing can be mounted)",
  { timeout: 240_000 },
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "clew-reserve-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const data = join(folder, "data");
    mkdirSync(data);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m,mode=0700", "tmpfs", data], { stdio: "ignore" });
    } catch {
      context.skip("nothing can be mounted here");
    }
    undo.push(() => {
      execFileSync("umount", ["-l", data]);
    });
    const storage = await makeStorage("pglite");
    undo.push(() => storage.remove());
    execFileSync("cp", ["-r", join(storage.dataDir, "database"), data]);
    const origin = join(folder, "origin.git");
    makeRepository(origin, [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
    const database = await openDb({ dataDir: data });
    const { projectId } = await makeProject(database);
    const id = await addSource(database, projectId, { kind: "repository", provider: "git", url: origin });
    await database.close();
    // 300 MB, of which the database has some 50 and this has 150: less than the reserve is left.
    writeFileSync(join(data, "filler"), Buffer.alloc(150 << 20));
    const server = await serverProcess({
      CLEW_DATA: data,
      CLEW_DIST: join(folder, "dist"),
      CLEW_ALLOWED_PATHS: folder,
      CLEW_DISK_RESERVE_MB: "150",
      CLEW_METRICS_TOKEN: "a token for the metrics",
    });
    undo.push(() => server.end("SIGKILL"));
    await server.start();
    const metrics = async (): Promise<string> =>
      (await fetch(`${server.url}/metrics`, { headers: { authorization: "Bearer a token for the metrics" } })).text();
    await expect.poll(metrics, { timeout: 60_000 }).toContain('clew_sources{kind="repository",state="queued"} 1');
    expect((await fetch(`${server.url}/api/v1/health/ready/`)).status).toBe(200);
    rmSync(join(data, "filler"));
    await expect
      .poll(metrics, { timeout: 150_000, interval: 2000 })
      .toContain('clew_sources{kind="repository",state="ready"} 1');
    await server.end("SIGTERM");
    const after = await openDb({ dataDir: data });
    const events = await after.db.selectFrom("events").select("message").where("type", "=", "sync.progress").execute();
    const row = await after.db
      .selectFrom("sources")
      .select(["sync_error"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await after.close();
    expect(JSON.stringify(events)).toMatch(/"sync\.disk_reserve","params":\{"free":\d+,"reserve":150\}/);
    expect(row.sync_error).toBeNull();
  },
);
