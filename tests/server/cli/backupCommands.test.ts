/** Backup, restore, verify and transfer between databases: the output equals the input, or an error gives the reason. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { backupCommand } from "../../../server/cli/backup/backupCommands.ts";
import { makeBackup } from "../../../server/cli/backup/makeBackup.ts";
import { type BackupFacts, openBackup, readHeader } from "../../../server/cli/backup/backupFolder.ts";
import type { BackupTarget } from "../../../server/cli/backup/BackupTarget.ts";
import { Parts } from "../../../server/cli/backup/parts.ts";
import { verifyBackup, verifyData } from "../../../server/cli/backup/verify.ts";
import { sendToRunningServer } from "../../../server/cli/operator/adminSocket.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { publish } from "../../../server/events/publish.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { locateBlobs, openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { readSettings } from "../../../server/settings.ts";
import { startTestServer } from "../http/testServer.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { fillInstallation, KEY } from "./installationRows.ts";
import { backupFolder, type FilledInstallation, noServer, openFilledInstallation, sumsOf } from "../support/backups.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const folder = backupFolder();

const keepKey = (): string => {
  const file = folder.path("the.key");
  writeFileSync(file, KEY.toString("base64"));
  return file;
};
/** The file of the first part of a table's rows. */
async function fileOfRows(backup: string, table: string): Promise<string> {
  const parts = new Parts(backup, undefined);
  const header = await readHeader(backup);
  if (header.format !== 2) throw new Error("a backup in parts");
  const content = await parts.read(header.facts, "rows");
  const facts = JSON.parse(String(content)) as BackupFacts;
  return parts.fileOf(facts.tables.find(({ name }) => name === table)?.parts[0] ?? "");
}

onEachDatabase("an installation", (engine) => {
  let database: TestDb;
  let keep: BackupTarget;
  let filled: FilledInstallation["filled"];
  beforeAll(async () => {
    ({ database, filled, target: keep } = await openFilledInstallation(engine));
  });
  afterAll(() => database.close());

  test("restores an identical copy from a backup and continues its sequences", { timeout: 180_000 }, async () => {
    const to = folder.path("backup");
    const report = await makeBackup(keep, { to, withKey: false, withBlobs: true });
    expect(report.lines.join("\n")).toContain("The master key is not in it");
    expect(readFileSync(join(to, "backup.json"), "utf8")).not.toContain(KEY.toString("base64"));
    expect((await verifyBackup(to)).lines.at(-1)).toBe("Everything is right.");
    const before = await sumsOf(database.db);
    const ended = JSON.stringify({ code: "server.moved" });

    const target = await folder.emptyTarget(engine);
    const refused = await backupCommand(["restore", to], target, noServer);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("The master key is not in this backup") });
    expect(existsSync(target["CLEW_DATA"] ?? "")).toBe(false);
    const done = await backupCommand(["restore", to, "--key", keepKey()], target, noServer);
    expect(done, done.err).toMatchObject({ status: 0 });

    const settings = readSettings(target);
    const restored = await openDb({ ...settings, isDurable: false });
    try {
      const { backtests, ...after } = await sumsOf(restored.db);
      expect({ ...after, backtests: before["backtests"] }).toEqual(before);
      expect(backtests).not.toEqual(before["backtests"]);
      expect(await restored.db.selectFrom("backtests").select(["state", "error"]).execute()).toEqual([
        { state: "failed", error: ended },
      ]);
      expect((await createSecrets(KEY).open(restored.db, filled.secretId)).token).toBe("t0ken");
      const last = await restored.db
        .selectFrom("events")
        .select((is) => is.fn.max("id").as("id"))
        .executeTakeFirstOrThrow();
      expect(await publish(restored.db, { type: "sync.finished", title: verbatim("next") })).toBe(last.id + 1);
      const blobs = openBlobs(locateBlobs(settings));
      for (const hash of filled.hashes) expect((await blobs.get(hash))?.length).toBeGreaterThan(0);
      expect(await Array.fromAsync(blobs.list())).toHaveLength(2);
      const verified = await verifyData({ database: restored, blobs, dataDir: settings.dataDir, masterKey: KEY });
      expect(verified.lines.at(-1)).toBe("Everything is right.");
    } finally {
      await restored.close();
    }
    const again = await backupCommand(["restore", to, "--key", keepKey()], target, noServer);
    expect(again).toMatchObject({ status: 1, err: expect.stringMatching(/is not empty/) });
  });

  test("reports what is damaged, and by which blob, row or key", async () => {
    const [hash = ""] = filled.hashes;
    await keep.blobs.delete(hash);
    const report = await verifyData({ ...keep, masterKey: Buffer.alloc(32, 9) });
    expect(report.isRight).toBe(false);
    expect(report.lines).toContain(
      "WRONG: The master key of this installation is not the one that the stored credentials are sealed with.",
    );
    expect(report.lines).toContain(
      "WRONG: 1 of 2 blobs that an index names are missing or damaged. The next sync rebuilds them.",
    );
    await keep.blobs.put(Buffer.alloc(50_000, "table"));
    // A row without its project: possible only while the constraint is dropped.
    await database.run("alter table artifacts drop constraint artifacts_project_id_fkey");
    await database.run("update artifacts set project_id = 'nowhere'");
    await database.run(
      "alter table artifacts add constraint artifacts_project_id_fkey foreign key (project_id) references projects (id) on delete cascade not valid",
    );
    const orphan = await verifyData(keep);
    expect(orphan.lines).toContain(
      "WRONG: 1 rows of artifacts refer to a row of projects that is not there (artifacts_project_id_fkey).",
    );
    await database.db.updateTable("artifacts").set({ project_id: filled.projectId }).execute();
    expect((await verifyData(keep)).isRight).toBe(true);
  });
});

describe("a backup", () => {
  let database: TestDb;
  let keep: BackupTarget;
  beforeAll(async () => {
    database = await openTestDb();
    const blobs = createFileBlobs(join(database.dataDir, "blobs"));
    await fillInstallation(database.db, blobs);
    keep = { database, blobs, dataDir: database.dataDir, masterKey: KEY };
  });
  afterAll(() => database.close());

  test("may be one file, with the key in it, and needs nothing else then", { timeout: 180_000 }, async () => {
    const to = folder.path("all.tar");
    const report = await makeBackup(keep, { to, withKey: true, withBlobs: false });
    expect(report.lines.join("\n")).toContain("The master key is in it");
    expect(readdirSync(folder.path())).toEqual(["all.tar"]);
    expect(await verifyBackup(to)).toMatchObject({ isRight: true });
    const target = { CLEW_DATA: folder.path("restored") };
    expect(await backupCommand(["restore", to], target, noServer)).toMatchObject({ status: 0 });
    expect(readFileSync(folder.path("restored", "master.key"), "utf8")).toBe(KEY.toString("base64"));
    expect(readdirSync(folder.path("restored"))).not.toContain("restore.unfinished");
  });

  test(
    "that is damaged is found, and leaves no half restore that a server would start on",
    { timeout: 180_000 },
    async () => {
      const to = folder.path("backup");
      await makeBackup(keep, { to, withKey: true, withBlobs: true });
      truncateSync(await fileOfRows(to, "issues"), 60);
      const report = await verifyBackup(to);
      expect(report.isRight).toBe(false);
      expect(report.lines.join("\n")).toMatch(/WRONG: The rows of issues/);
      const target = { CLEW_DATA: folder.path("restored") };
      const outcome = await backupCommand(["restore", to], target, noServer);
      expect(outcome).toMatchObject({ status: 1, err: expect.stringMatching(/rows of issues|The backup is damaged/) });
      const next = await backupCommand(["restore", to], target, noServer);
      expect(next.err).toContain("was cut short. Empty the folder and restore again.");
      const verify = await backupCommand(["verify"], target, noServer);
      expect(verify.err).toContain("was cut short");
    },
  );

  test("is refused where something is, where nothing can be written, and for words that mean nothing", async () => {
    const to = folder.path("taken");
    mkdirSync(to);
    await expect(makeBackup(keep, { to, withKey: false, withBlobs: true })).rejects.toThrow("There is something at");
    writeFileSync(folder.path("file"), "");
    const below = folder.path("file", "backup");
    await expect(makeBackup(keep, { to: below, withKey: false, withBlobs: true })).rejects.toThrow(/cannot be written/);
    const data = { CLEW_DATA: folder.path("nothing") };
    expect(await backupCommand(["backup"], data, noServer)).toMatchObject({ status: 2 });
    expect(await backupCommand(["backup", "x", "y"], data, noServer)).toMatchObject({ status: 2 });
    expect(await backupCommand(["restore", "--colour", "x"], data, noServer)).toMatchObject({ status: 2 });
    expect(await backupCommand(["backup", to], data, noServer)).toMatchObject({ status: 1, err: /no database/ });
    expect(await backupCommand(["restore", to], data, noServer)).toMatchObject({
      status: 1,
      err: /There is no backup/,
    });
    expect(await backupCommand(["db", "copy"], data, noServer)).toMatchObject({ status: 2 });
  });

  test("of the form before is read as well, and one of a newer version is refused", { timeout: 120_000 }, async () => {
    const made = folder.path("backup");
    await makeBackup(keep, { to: made, withKey: true, withBlobs: false });
    const { facts, rows } = await openBackup(made);
    const to = folder.path("files");
    mkdirSync(join(to, "tables"), { recursive: true });
    for (const { name } of facts.tables) {
      const lines = (await Array.fromAsync(rows(name))).flat();
      writeFileSync(
        join(to, "tables", `${name}.jsonl.zst`),
        zstdCompressSync(lines.map((line) => `${line}\n`).join("")),
      );
    }
    writeFileSync(join(to, "master.key"), KEY.toString("base64"));
    const write = (migrations: readonly string[]): void =>
      writeFileSync(join(to, "backup.json"), JSON.stringify({ ...facts, format: 1, migrations, blobs: [] }));
    write([...facts.migrations, "9999_later"]);
    const target = { CLEW_DATA: folder.path("restored") };
    const refused = await backupCommand(["restore", to], target, noServer);
    expect(refused.err).toContain("made by a newer version of Clew (9999_later)");
    write(facts.migrations);
    expect((await verifyBackup(to)).lines.at(-1)).toBe("Everything is right.");
    expect(await backupCommand(["restore", to], target, noServer)).toMatchObject({ status: 0 });
  });
});

test("the running server makes the backup itself while people write to it", { timeout: 180_000 }, async () => {
  const server = await startTestServer("pglite");
  try {
    const written: string[] = [];
    let isOver = false;
    const writer = (async () => {
      for (let n = 0; !isOver; n += 1) {
        const id = `row-${n}`;
        await server.db
          .insertInto("companies")
          .values({ id, name: id, plan: "Premium", subscription_status: "active", trial_ends_at: null })
          .execute();
        written.push(id);
      }
    })();
    await expect.poll(() => written.length).toBeGreaterThan(5);
    const before = written.length;
    const to = folder.path("live");
    const outcome = await backupCommand(
      ["backup", to, "--with-key"],
      { CLEW_DATA: server.dataDir },
      sendToRunningServer,
    );
    expect(outcome, outcome.err).toMatchObject({ status: 0 });
    isOver = true;
    await writer;
    const verified = await backupCommand(["verify"], { CLEW_DATA: server.dataDir }, sendToRunningServer);
    expect(verified.out).toContain("Everything is right.");

    const target = { CLEW_DATA: folder.path("restored") };
    expect(await backupCommand(["restore", to], target, noServer)).toMatchObject({ status: 0 });
    const restored = await openDb({ dataDir: target.CLEW_DATA, isDurable: false });
    const ids = (await restored.db.selectFrom("companies").select("id").execute()).map(({ id }) => id);
    await restored.close();
    // All rows acknowledged before, and of the concurrent ones a prefix without gaps.
    const rows = ids.filter((id) => id.startsWith("row-")).length;
    expect(rows).toBeGreaterThanOrEqual(before);
    expect(new Set(ids)).toEqual(new Set([...ids.filter((id) => !id.startsWith("row-")), ...written.slice(0, rows)]));
  } finally {
    await server.stop();
  }
});

/** Makes backups in an endless loop, and prints the start and the end of each. */
const BACKUPS = `
  import { makeBackup } from ${JSON.stringify(join(import.meta.dirname, "../../../server/cli/backup/makeBackup.ts"))};
  import { openDb } from ${JSON.stringify(join(import.meta.dirname, "../../../server/db/openDb.ts"))};
  import { createFileBlobs } from ${JSON.stringify(join(import.meta.dirname, "../../../server/index/blobs/blobs.ts"))};
  const [dataDir, to] = process.argv.slice(1);
  const database = await openDb({ dataDir, isDurable: false });
  const keep = { database, blobs: createFileBlobs(dataDir + "/blobs"), dataDir, masterKey: undefined };
  for (let n = 0; ; n += 1) {
    console.log("begin");
    await makeBackup(keep, { to: to + "/" + process.pid + "-" + n, withKey: false, withBlobs: true });
    console.log("done");
  }
`;

test("a backup that is killed leaves none, and the installation as it was", { timeout: 240_000 }, async () => {
  const place = await folder.place("pglite");
  const first = await openDb({ dataDir: place.dataDir, isDurable: false });
  await fillInstallation(first.db, createFileBlobs(join(place.dataDir, "blobs")));
  const before = await sumsOf(first.db);
  await first.close();
  const to = folder.path("backups");
  mkdirSync(to);
  for (const wait of [30, 400, 900, 1600]) {
    const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", BACKUPS, place.dataDir, to], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === "begin") setTimeout(() => child.kill("SIGKILL"), wait);
    }
  }
  // Whatever has its name is whole.
  for (const name of readdirSync(to).filter((entry) => !entry.endsWith(".part"))) {
    expect((await verifyBackup(join(to, name))).isRight, name).toBe(true);
  }
  expect(readdirSync(to).some((entry) => entry.endsWith(".part"))).toBe(true);
  const after = await openDb({ dataDir: place.dataDir, isDurable: false });
  expect(await sumsOf(after.db)).toEqual(before);
  await after.close();
});

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("moving between the databases", () => {
  test(
    "to PostgreSQL and back, blobs and key with it, and never into what is not empty",
    { timeout: 240_000 },
    async () => {
      const [embedded, far] = [await folder.place("pglite"), await folder.place("postgres", { isEmpty: true })];
      const url = far.databaseUrl ?? "";
      const source = await openDb({ dataDir: embedded.dataDir, isDurable: false });
      const { hashes, secretId } = await fillInstallation(source.db, createFileBlobs(join(embedded.dataDir, "blobs")));
      await source.db.updateTable("backtests").set({ state: "done" }).execute();
      const before = await sumsOf(source.db);
      writeFileSync(join(embedded.dataDir, "master.key"), KEY.toString("base64"));
      const inUse = await backupCommand(["db", "copy", "--to", url], { CLEW_DATA: embedded.dataDir }, noServer);
      expect(inUse.err).toContain("is in use by another running server");
      await source.close();

      const there = await backupCommand(["db", "copy", "--to", url], { CLEW_DATA: embedded.dataDir }, noServer);
      expect(there.out + there.err).toContain("Counts and sums are the same on both sides.");
      const twice = await backupCommand(["db", "copy", "--to", url], { CLEW_DATA: embedded.dataDir }, noServer);
      expect(twice).toMatchObject({ status: 1, err: expect.stringContaining("The target is not empty: its table") });

      const middle = await openDb({ dataDir: far.dataDir, databaseUrl: url });
      expect(await sumsOf(middle.db)).toEqual(before);
      // An idle connection closes after a while; one that listens stays.
      await middle.listen("busy", () => undefined);
      const busy = await backupCommand(
        ["db", "copy", "--to", folder.path("back")],
        { CLEW_DATA: embedded.dataDir, DATABASE_URL: url },
        noServer,
      );
      expect(busy.err).toMatch(/connections to the source are open/);
      await middle.close();

      // Idle connections of this process close after a moment.
      const copyBack = () =>
        backupCommand(
          ["db", "copy", "--to", folder.path("back")],
          { CLEW_DATA: embedded.dataDir, DATABASE_URL: url },
          noServer,
        );
      let back = await copyBack();
      await expect
        .poll(async () => (back.status === 0 ? back : (back = await copyBack())), { interval: 500 })
        .toMatchObject({ status: 0 });
      expect(back.out + back.err).toContain("Counts and sums are the same on both sides.");
      const end = await openDb({ dataDir: folder.path("back"), isDurable: false });
      expect(await sumsOf(end.db)).toEqual(before);
      expect((await createSecrets(KEY).open(end.db, secretId)).token).toBe("t0ken");
      await end.close();
      const blobs = createFileBlobs(folder.path("back", "blobs"));
      for (const hash of hashes) expect(await blobs.get(hash)).not.toBeNull();
      expect(readFileSync(folder.path("back", "master.key"), "utf8")).toBe(KEY.toString("base64"));

      const moved = await backupCommand(
        ["blobs", "copy", "--to", "files"],
        { CLEW_DATA: far.dataDir, DATABASE_URL: url },
        noServer,
      );
      expect(moved.out).toContain("Copied 2 blobs");
    },
  );
});
