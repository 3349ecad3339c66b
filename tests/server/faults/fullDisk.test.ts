/**
 * Files that cannot grow any more, by the limit that the kernel puts on a process: the write fails in the middle as on a full disk, with
 * EFBIG in place of ENOSPC. Nothing acknowledged is lost, nothing half written stays, and the words say what to do.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDb } from "../../../server/db/openDb.ts";
import { emptyManifest, encodeManifest } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";

const server = (file: string): string => JSON.stringify(join(import.meta.dirname, "../../../server", file));

/** Writes what cannot be packed until nothing goes any more, and says each row once it is acknowledged. */
const WRITER = `
  import { randomBytes } from "node:crypto";
  import { openDb } from ${server("db/openDb.ts")};
  const onLost = (error) => { console.log("LOST " + error.message); process.exit(3); };
  const { db } = await openDb({ dataDir: process.argv[1], onLost });
  for (let n = 0; n < 5000; n += 1) {
    const id = process.pid + "-" + n;
    await db.insertInto("companies").values({ id, name: randomBytes(15_000).toString("hex"), plan: "Premium", subscription_status: "active", trial_ends_at: null }).execute().catch(() => new Promise(() => {}));
    console.log("ROW " + id);
  }
`;

/** Says what becomes of a row inside of a transaction whose log cannot be written or flushed. */
const COMMITTER = `
  import { writeFileSync } from "node:fs";
  import { openDb } from ${server("db/openDb.ts")};
  const [dataDir, operation] = process.argv.slice(1);
  const onLost = (error) => { console.log("LOST " + error.message); process.exit(3); };
  const { db } = await openDb({ dataDir, onLost });
  const control = { mode: "fail", kind: "database " + operation + " database/pg_wal", nth: 1, fault: "EIO", isPersistent: true };
  writeFileSync(process.env.DISK_CONTROL, JSON.stringify(control));
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("companies").values({ id: "unsure", name: "n", plan: "Premium", subscription_status: "active", trial_ends_at: null }).execute();
  }).then(() => console.log("ROW unsure"), () => new Promise(() => {}));
`;

const BLOBS = `
  import { createFileBlobs } from ${server("index/blobs/blobs.ts")};
  const blobs = createFileBlobs(process.argv[1]);
  console.log("SMALL " + await blobs.put(Buffer.alloc(100_000, 1)));
  await blobs.put(Buffer.alloc(3_000_000, 2)).catch((error) => console.log("REFUSED " + error.code));
`;

const BACKUP = `
  import { makeBackup } from ${server("cli/backup/makeBackup.ts")};
  import { openDb } from ${server("db/openDb.ts")};
  import { createFileBlobs } from ${server("index/blobs/blobs.ts")};
  const [dataDir, to] = process.argv.slice(1);
  const database = await openDb({ dataDir, isDurable: false });
  const keep = { database, blobs: createFileBlobs(dataDir + "/blobs"), dataDir, masterKey: undefined };
  await makeBackup(keep, { to, withKey: false, withBlobs: true }).catch((error) => console.log(error.message));
  await database.close();
`;

/** Runs a script whose files may have this many kilobytes. */
async function limited(kilobytes: number, script: string, ...args: string[]): Promise<string[]> {
  const child = spawn(
    "bash",
    [
      "-c",
      `ulimit -f ${kilobytes}; exec "$@"`,
      "-",
      process.execPath,
      "--input-type=module-typescript",
      "--eval",
      script,
      ...args,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  await once(child, "close");
  return said.split("\n");
}

describe.skipIf(process.platform === "win32")("a disk that is full", () => {
  let storage: TestStorage;
  let folder: string;
  beforeEach(async () => {
    storage = await makeStorage("pglite");
    folder = mkdtempSync(join(tmpdir(), "clew-full-"));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await storage.remove();
  });

  test(
    "stops the embedded database with a clear word, and loses no acknowledged row",
    { timeout: 120_000 },
    async () => {
      // The log continues at the beginning of a file, however much of the last one the migrations have filled.
      const prepared = await openDb({ dataDir: storage.dataDir, isDurable: false });
      await sql`select pg_switch_wal()`.execute(prepared.db);
      await prepared.close();
      const acknowledged: string[] = [];
      for (const kilobytes of [13_000, 15_000]) {
        const lines = await limited(kilobytes, WRITER, storage.dataDir);
        const rows = lines.filter((line) => line.startsWith("ROW ")).map((line) => line.slice(4));
        acknowledged.push(...rows);
        // It may be full in the middle of the work, or already when it is opened.
        expect(lines.join("\n").slice(-3000)).toMatch(
          /LOST The embedded database has stopped: could not .*See whether the disk is full or broken, and start again: nothing that was acknowledged is lost\.|The database in .* cannot be opened: /,
        );
      }
      expect(acknowledged.length).toBeGreaterThan(20);
      // With room again it starts, and has them all.
      const { db, close } = await openDb({ dataDir: storage.dataDir, isDurable: false });
      const ids = new Set((await db.selectFrom("companies").select("id").execute()).map(({ id }) => id));
      await db
        .insertInto("companies")
        .values({ id: "more", name: "n", plan: "Premium", subscription_status: "active", trial_ends_at: null })
        .execute();
      await close();
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    },
  );

  test.each(["fsyncSync", "writeSync"])(
    "that fails at %s of the log inside a transaction stops the database instead of blocking all clients",
    { timeout: 60_000 },
    async (operation) => {
      const control = join(folder, "control");
      writeFileSync(control, JSON.stringify({ mode: "off" }));
      const { status, stdout } = spawnSync(
        process.execPath,
        ["--input-type=module-typescript", "--eval", COMMITTER, storage.dataDir, operation],
        {
          encoding: "utf8",
          timeout: 40_000,
          env: {
            ...process.env,
            NODE_OPTIONS: `--require=${join(import.meta.dirname, "failingDisk.ts")}`,
            DISK_BELOW: storage.dataDir,
            DISK_CONTROL: control,
          },
        },
      );
      expect(stdout).toMatch(
        /^LOST The embedded database has stopped: could not write its files: .*See whether the disk/,
      );
      expect(status).toBe(3);
      const { db, close } = await openDb({ dataDir: storage.dataDir, isDurable: false });
      await addCompany(db, { id: "after" });
      await close();
    },
  );

  test("refuses a blob whole, and stores it when there is space", async () => {
    const lines = await limited(1000, BLOBS, folder);
    expect(lines.join("\n")).toMatch(/^SMALL [0-9a-f]{64}\nREFUSED EFBIG\n$/);
    expect(readdirSync(folder, { recursive: true }).filter((name) => name.includes(".part"))).toEqual([]);
    const blobs = createFileBlobs(folder);
    expect(await Array.fromAsync(blobs.list())).toHaveLength(1);
    const hash = await blobs.put(Buffer.alloc(3_000_000, 2));
    expect((await blobs.get(hash))?.length).toBe(3_000_000);
  });

  test("makes no backup, reports it, and leaves nothing of it", { timeout: 60_000 }, async () => {
    // Larger than any file of the database, which must still be able to write.
    const hash = await createFileBlobs(join(storage.dataDir, "blobs")).put(Buffer.alloc(20 << 20));
    const { db, close } = await openDb({ dataDir: storage.dataDir, isDurable: false });
    const companyId = await addCompany(db);
    const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
    const issues = {
      builtAt: new Date().toISOString(),
      issues: 1,
      table: hash,
      segment: hash,
      content: [],
      filters: hash,
    };
    const manifest = encodeManifest({ ...emptyManifest(), issues });
    await db
      .insertInto("artifacts")
      .values({ project_id: projectId, generation: 1, format_version: 1, manifest, updated_at: new Date() })
      .execute();
    await close();
    const to = join(folder, "backups");
    mkdirSync(to);
    const lines = await limited(18_000, BACKUP, storage.dataDir, join(to, "one"));
    expect(lines.join("\n")).toMatch(/The disk of .*backups is full\. No backup was made\./);
    expect(readdirSync(to)).toEqual([]);
  });
});
