/** Backups that the server makes by itself. */
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupTarget } from "../../../server/cli/backup/BackupTarget.ts";
import { runScheduledBackup } from "../../../server/cli/backup/scheduledBackups.ts";
import { verifyBackup } from "../../../server/cli/backup/verify.ts";
import { readSettings } from "../../../server/settings.ts";
import { backupFolder, openFilledInstallation } from "../support/backups.ts";
import { onEachDatabase, type TestDb } from "../testDb.ts";
import { KEY } from "./installationRows.ts";

const folder = backupFolder();
const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-29T03:00:00Z");
const later = (hours: number) => new Date(START + hours * HOUR_MS);

onEachDatabase("a scheduled backup", (engine) => {
  let database: TestDb;
  let target: BackupTarget;
  beforeAll(async () => {
    ({ database, target } = await openFilledInstallation(engine));
  });
  afterAll(() => database.close());

  const settingsWith = (more: Record<string, string> = {}) =>
    readSettings({
      CLEW_DATA: database.dataDir,
      DATABASE_URL: database.databaseUrl,
      CLEW_MASTER_KEY: KEY.toString(),
      CLEW_BACKUP_FOLDER: folder.path("nightly"),
      CLEW_BACKUP_KEEP: "2",
      ...more,
    });
  const made = () => readdirSync(folder.path("nightly")).toSorted();

  test("is made when it is due, read again, restored as a test once a week, and followed by deleting the oldest", async () => {
    const settings = settingsWith();
    const run = (hours: number) => runScheduledBackup(() => target, settings, later(hours));
    mkdirSync(folder.path("nightly", "clew-2026-11-28T03-00-00Z.part"), { recursive: true });
    mkdirSync(folder.path("nightly", "drill-abc123"));
    writeFileSync(folder.path("nightly", "notes.txt"), "of the operator");
    const first = folder.path("nightly", "clew-2026-11-29T03-00-00Z");
    expect(await run(0)).toEqual({ path: first, isRestored: true, deleted: [] });
    expect(await verifyBackup(first)).toMatchObject({ isRight: true });
    expect(await run(23)).toBeUndefined();
    expect(await run(24)).toMatchObject({ isRestored: false, deleted: [] });
    expect(await run(48)).toMatchObject({ isRestored: false, deleted: [first] });
    expect(made()).toEqual(["clew-2026-11-30T03-00-00Z", "clew-2026-12-01T03-00-00Z", "notes.txt"]);
    expect(await run(7 * 24)).toMatchObject({ isRestored: true });
    await database.db.deleteFrom("backups").execute();
  });

  // The embedded database belongs to one process, whose task does not run twice at a time.
  test.runIf(engine === "postgres")("is made by one of several processes", async () => {
    const settings = settingsWith({ CLEW_BACKUP_DRILL_DAYS: "0" });
    const runs = await Promise.all([0, 0, 0].map((hours) => runScheduledBackup(() => target, settings, later(hours))));
    expect(runs.filter((run) => run !== undefined)).toHaveLength(1);
    await database.db.deleteFrom("backups").execute();
  });

  test("that fails deletes no older one, and is due again", async () => {
    const settings = settingsWith({ CLEW_BACKUP_KEEP: "1", CLEW_BACKUP_DRILL_DAYS: "0" });
    const first = await runScheduledBackup(() => target, settings, later(0));
    const keyless = settingsWith({ CLEW_BACKUP_KEEP: "1", CLEW_BACKUP_KEY_FILE: folder.path("no-such.key") });
    await expect(runScheduledBackup(() => target, keyless, later(24))).rejects.toThrow(/key file .* cannot be read/);
    expect(existsSync(first?.path ?? "")).toBe(true);
    expect(made()).toHaveLength(1);
    expect(await runScheduledBackup(() => target, settings, later(24))).toMatchObject({ deleted: [first?.path] });
    await database.db.deleteFrom("backups").execute();
  });

  test.skipIf(process.getuid?.() === 0)("into a folder that cannot be written reports it", async () => {
    mkdirSync(folder.path("closed"));
    chmodSync(folder.path("closed"), 0o500);
    const settings = settingsWith({ CLEW_BACKUP_FOLDER: folder.path("closed", "inner") });
    await expect(runScheduledBackup(() => target, settings, later(0))).rejects.toThrow(/cannot be written/);
  });

  test("is encrypted with the passphrase of the settings", async () => {
    const settings = settingsWith({ CLEW_BACKUP_PASSPHRASE: "thread through the maze" });
    const run = await runScheduledBackup(() => target, settings, later(0));
    expect(run).toMatchObject({ isRestored: true });
    await expect(verifyBackup(run?.path ?? "")).rejects.toThrow(/encrypted/);
    await database.db.deleteFrom("backups").execute();
  });
});
