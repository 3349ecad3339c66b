/** Backups that the server makes by itself. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passphraseSecret } from "../../../server/cli/backup/backupKey.ts";
import { checkBackupFolder } from "../../../server/cli/backup/checkBackupFolder.ts";
import { makeBackup } from "../../../server/cli/backup/makeBackup.ts";
import { restoreBackup } from "../../../server/cli/backup/restore.ts";
import { runScheduledBackup } from "../../../server/cli/backup/scheduledBackups.ts";
import { verifyBackup } from "../../../server/cli/backup/verify.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { readSettings } from "../../../server/settings.ts";
import { backupFolder, type FilledInstallation, openFilledInstallation } from "../support/backups.ts";
import { type Engine, onEachDatabase, onOneDatabase } from "../testDb.ts";
import { KEY } from "./installationRows.ts";

const folder = backupFolder();
const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-29T03:00:00Z");
const later = (hours: number) => new Date(START + hours * HOUR_MS);

/** A filled installation for the tests of a block, and settings that name its folder of backups. */
function installation(engine: Engine) {
  let opened: FilledInstallation;
  beforeAll(async () => {
    opened = await openFilledInstallation(engine);
  });
  afterAll(() => opened.database.close());
  return {
    get database() {
      return opened.database;
    },
    get target() {
      return opened.target;
    },
    settingsWith: (more: Record<string, string> = {}) =>
      readSettings({
        CLEW_DATA: opened.database.dataDir,
        DATABASE_URL: opened.database.databaseUrl,
        CLEW_MASTER_KEY: KEY.toString(),
        CLEW_BACKUP_FOLDER: folder.path("nightly"),
        CLEW_BACKUP_KEEP: "2",
        ...more,
      }),
  };
}
const made = () => readdirSync(folder.path("nightly")).toSorted();

onEachDatabase("a scheduled backup", (engine) => {
  const filled = installation(engine);

  test("is made when it is due, read again, restored as a test once a week, and followed by deleting the oldest", async () => {
    const settings = filled.settingsWith();
    const run = (hours: number) => runScheduledBackup(() => filled.target, settings, { now: later(hours) });
    mkdirSync(folder.path("nightly", "clew-2026-11-28T03-00-00Z.part"), { recursive: true });
    mkdirSync(folder.path("nightly", "clew-restore-test-abc123"));
    writeFileSync(folder.path("nightly", "notes.txt"), "of the operator");
    const first = folder.path("nightly", "clew-2026-11-29T03-00-00Z");
    expect(await run(0)).toEqual({ path: first, isRestored: true, deleted: [] });
    expect(await verifyBackup(first)).toMatchObject({ isRight: true });
    expect(await run(23)).toBeUndefined();
    expect(await run(24)).toMatchObject({ isRestored: false, deleted: [] });
    expect(await run(48)).toMatchObject({ isRestored: false, deleted: [first] });
    expect(made()).toEqual(["clew-2026-11-30T03-00-00Z", "clew-2026-12-01T03-00-00Z", "notes.txt"]);
    expect(await run(7 * 24)).toMatchObject({ isRestored: true });
    await filled.database.db.deleteFrom("backups").execute();
  });

  // The embedded database belongs to one process, whose task does not run twice at a time.
  test.runIf(engine === "postgres")("is made by one of several processes", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_DRILL_DAYS: "0" });
    const runs = await Promise.all(
      [0, 0, 0].map((hours) => runScheduledBackup(() => filled.target, settings, { now: later(hours) })),
    );
    expect(runs.filter((run) => run !== undefined)).toHaveLength(1);
    await filled.database.db.deleteFrom("backups").execute();
  });

  test("leaves folders of the operator, and the one that an installation was restored from", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_DRILL_DAYS: "0" });
    mkdirSync(folder.path("nightly", "drill-photos"), { recursive: true });
    mkdirSync(folder.path("nightly", "clew-mine.part"));
    const from = folder.path("nightly", "clew-2026-11-20T03-00-00Z");
    await makeBackup(filled.target, { to: from, withKey: false, withBlobs: true });
    await filled.database.db.deleteFrom("backups").execute();
    const restored = await folder.emptyTarget(engine);
    const own = readSettings({ ...restored, CLEW_MASTER_KEY: KEY.toString() });
    await restoreBackup(own, { from, keyFile: undefined, isKeyless: false });
    const opened = await openDb({ dataDir: own.dataDir, databaseUrl: own.databaseUrl });
    try {
      const there = { ...filled.target, database: opened, dataDir: own.dataDir };
      expect(await runScheduledBackup(() => there, settings, { now: later(0) })).toBeDefined();
    } finally {
      await opened.close();
    }
    expect(made()).toEqual([
      "clew-2026-11-20T03-00-00Z",
      "clew-2026-11-29T03-00-00Z",
      "clew-mine.part",
      "drill-photos",
    ]);
  });

  test("ends at the signal, wherever it is, and leaves nothing that counts", { timeout: 120_000 }, async () => {
    const settings = filled.settingsWith();
    let steps = 0;
    const whole = { aborted: false, throwIfAborted: () => void (steps += 1) } as AbortSignal;
    await runScheduledBackup(() => filled.target, settings, { now: later(0), signal: whole });
    const count = steps;
    expect(count).toBeGreaterThan(10);
    for (const at of [1, Math.floor(count * 0.4), Math.floor(count * 0.6), count]) {
      rmSync(folder.path("nightly"), { recursive: true });
      await filled.database.db.deleteFrom("backups").execute();
      steps = 0;
      const stopped = new Error("The server stops.");
      const signal = {
        throwIfAborted() {
          steps += 1;
          if (steps >= at) throw stopped;
        },
      } as AbortSignal;
      await expect(runScheduledBackup(() => filled.target, settings, { now: later(0), signal })).rejects.toBe(stopped);
      expect(made().filter((name) => !/^clew-2026-11-29T03-00-00Z$/.test(name))).toEqual([]);
    }
    await filled.database.db.deleteFrom("backups").execute();
  });
});

// A restore as a test fills an embedded database, also from a backup of PostgreSQL.
onOneDatabase("the rules of scheduled backups", (engine) => {
  const filled = installation(engine);

  test("that fails deletes no older one, and is due again", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_KEEP: "1", CLEW_BACKUP_DRILL_DAYS: "0" });
    const first = await runScheduledBackup(() => filled.target, settings, { now: later(0) });
    const keyless = filled.settingsWith({ CLEW_BACKUP_KEEP: "1", CLEW_BACKUP_KEY_FILE: folder.path("no-such.key") });
    await expect(runScheduledBackup(() => filled.target, keyless, { now: later(24) })).rejects.toThrow(
      /key file .* cannot be read/,
    );
    expect(existsSync(first?.path ?? "")).toBe(true);
    expect(made()).toHaveLength(1);
    expect(await runScheduledBackup(() => filled.target, settings, { now: later(24) })).toMatchObject({
      deleted: [first?.path],
    });
    await filled.database.db.deleteFrom("backups").execute();
  });

  test.skipIf(process.getuid?.() === 0)("into a folder that cannot be written reports it", async () => {
    mkdirSync(folder.path("closed"));
    chmodSync(folder.path("closed"), 0o500);
    const settings = filled.settingsWith({ CLEW_BACKUP_FOLDER: folder.path("closed", "inner") });
    await expect(runScheduledBackup(() => filled.target, settings, { now: later(0) })).rejects.toThrow(
      /cannot be written/,
    );
  });

  test("is encrypted with the passphrase of the settings", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_PASSPHRASE: "thread through the maze" });
    const run = await runScheduledBackup(() => filled.target, settings, { now: later(0) });
    expect(run).toMatchObject({ isRestored: true });
    await expect(verifyBackup(run?.path ?? "")).rejects.toThrow(/encrypted/);
    await filled.database.db.deleteFrom("backups").execute();
  });

  test("does not count when its time is of a clock that was set forward, nor stays for it", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_KEEP: "1", CLEW_BACKUP_DRILL_DAYS: "7" });
    const run = (hours: number) => runScheduledBackup(() => filled.target, settings, { now: later(hours) });
    const far = { verified_at: later(24 * 365), restored_at: later(24 * 365) };
    const wrong = { path: folder.path("nightly", "clew-2027-11-29T03-00-00Z") };
    await makeBackup(filled.target, { to: wrong.path, withKey: false, withBlobs: true });
    await filled.database.db.updateTable("backups").set(far).where("place", "=", wrong.path).execute();
    const right = await run(0);
    expect(right).toMatchObject({ isRestored: true, deleted: [wrong.path] });
    expect(made()).toEqual(["clew-2026-11-29T03-00-00Z"]);
    // It is made once for the right time, and another machine whose clock is some minutes behind makes none.
    expect(await run(1)).toBeUndefined();
    expect(await run(-0.1)).toBeUndefined();
    await filled.database.db.deleteFrom("backups").execute();
  });

  test("is due when the last one was deleted", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_DRILL_DAYS: "0" });
    const first = await runScheduledBackup(() => filled.target, settings, { now: later(0) });
    rmSync(first?.path ?? "", { recursive: true });
    expect(await runScheduledBackup(() => filled.target, settings, { now: later(1) })).toBeDefined();
    await filled.database.db.deleteFrom("backups").execute();
  });

  test("that was not right does not count among those that are kept", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_KEEP: "2", CLEW_BACKUP_DRILL_DAYS: "0" });
    const first = await runScheduledBackup(() => filled.target, settings, { now: later(0) });
    // Backups as processes leave them that were killed before all of it was read again.
    for (const hours of [24, 25, 26]) {
      const to = folder.path("nightly", `clew-2026-11-30T0${hours - 21}-00-00Z`);
      await makeBackup(filled.target, { to, withKey: false, withBlobs: true });
    }
    expect(await runScheduledBackup(() => filled.target, settings, { now: later(27) })).toMatchObject({ deleted: [] });
    expect(made()).toEqual([basename(first?.path ?? ""), "clew-2026-11-30T06-00-00Z"]);
    await filled.database.db.deleteFrom("backups").execute();
  });

  test("that is not right is deleted, and is not the newest one", async () => {
    const settings = filled.settingsWith({ CLEW_BACKUP_DRILL_DAYS: "0" });
    const path = folder.path("nightly", "clew-2026-11-29T03-00-00Z");
    // Damages it as soon as it has its name, which is before it is read again.
    const damaging = {
      aborted: false,
      throwIfAborted() {
        if (!existsSync(path)) return;
        for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
          if (/[0-9a-f]{60}/.test(name)) truncateSync(join(path, name), 1);
      },
    } as AbortSignal;
    const run = runScheduledBackup(() => filled.target, settings, { now: later(0), signal: damaging });
    await expect(run).rejects.toThrow(/is damaged: /);
    expect(made()).toEqual([]);
    expect(await filled.database.db.selectFrom("backups").selectAll().execute()).toEqual([]);
  });

  test("is made and restored next to one of another key", { timeout: 120_000 }, async () => {
    const settings = (passphrase: string) => filled.settingsWith({ CLEW_BACKUP_PASSPHRASE: passphrase });
    const first = await runScheduledBackup(() => filled.target, settings("thread through the maze"), { now: later(0) });
    const second = await runScheduledBackup(() => filled.target, settings("another thread of it"), {
      now: later(24 * 8),
    });
    expect(second).toMatchObject({ isRestored: true, deleted: [] });
    expect(await verifyBackup(first?.path ?? "", passphraseSecret("thread through the maze"))).toMatchObject({
      isRight: true,
    });
    await filled.database.db.deleteFrom("backups").execute();
  });
});

describe("the folder of backups", () => {
  const check = (path: string, data = folder.path("data")) =>
    checkBackupFolder(readSettings({ CLEW_DATA: data, CLEW_BACKUP_FOLDER: path }));

  test("is apart from the data", () => {
    mkdirSync(folder.path("data"));
    mkdirSync(folder.path("files"));
    writeFileSync(folder.path("file"), "");
    symlinkSync(folder.path("files"), folder.path("link"));
    symlinkSync(folder.path("data"), folder.path("alias"));
    symlinkSync(folder.path("nowhere"), folder.path("broken"));
    expect(() => check(folder.path("files"))).not.toThrow();
    expect(() => check(folder.path("later", "inner"))).not.toThrow();
    expect(() => check(folder.path("..data"))).not.toThrow();
    expect(() => check(folder.path("link", "inner"))).not.toThrow();
    expect(() => check(folder.path("link"))).toThrow(/symbolic link/);
    expect(() => check(folder.path("broken"))).toThrow(/symbolic link/);
    expect(() => check(folder.path("file"))).toThrow(/is not a folder/);
    for (const path of ["data", "data/inner/most", "alias/inner", "alias/", "."])
      expect(() => check(folder.path(path)), path).toThrow(/contain one another|symbolic link/);
  });

  test("is named by an absolute path", () => {
    for (const path of ["backups", "./backups", "../backups"])
      expect(() => readSettings({ CLEW_BACKUP_FOLDER: path })).toThrow(/CLEW_BACKUP_FOLDER.* must be an absolute path/);
  });
});
