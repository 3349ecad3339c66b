/** Encrypted and incremental backups. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSecrets } from "../../../server/access/keys/secrets.ts";
import { type BackupOptions, makeBackup } from "../../../server/cli/backup/makeBackup.ts";
import { newBackupKey, passphraseSecret, readKeyFileSecret } from "../../../server/cli/backup/backupKey.ts";
import type { BackupTarget } from "../../../server/cli/backup/BackupTarget.ts";
import { backupCommand } from "../../../server/cli/backup/backupCommands.ts";
import { cutRows } from "../../../server/cli/backup/tableParts.ts";
import { verifyBackup } from "../../../server/cli/backup/verify.ts";
import { knownBackups } from "../../../server/db/knownBackups.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { locateBlobs, openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { readSettings } from "../../../server/settings.ts";
import { onEachDatabase, type TestDb } from "../testDb.ts";
import { KEY } from "./installationRows.ts";
import { backupFolder, type FilledInstallation, noServer, openFilledInstallation, sumsOf } from "../support/backups.ts";

const folder = backupFolder();

const filesOf = (backup: string): string[] =>
  readdirSync(backup, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(backup, name)).isFile());
const keyFile = (name = "backup.key"): string => {
  const path = folder.path(name);
  writeFileSync(path, randomBytes(48).toString("base64"));
  return path;
};
/** Whether `verify` reports a problem, in any form. */
const isFound = (verification: Promise<{ isRight: boolean }>): Promise<boolean> =>
  verification.then(
    ({ isRight }) => !isRight,
    () => true,
  );

onEachDatabase("an encrypted backup", (engine) => {
  let database: TestDb;
  let keep: BackupTarget;
  let filled: FilledInstallation["filled"];
  beforeAll(async () => {
    ({ database, filled, target: keep } = await openFilledInstallation(engine));
    await database.db.updateTable("backtests").set({ state: "done" }).execute();
  });
  afterAll(() => database.close());
  const make = (name: string, options: Partial<BackupOptions> = {}) =>
    makeBackup(keep, { to: folder.path(name), withKey: true, withBlobs: true, ...options });

  test(
    "that links what the one before has comes back to the letter, without that one",
    { timeout: 240_000 },
    async () => {
      const file = keyFile();
      const secret = await readKeyFileSecret(file);
      await make("first", { secret });
      await database.db
        .updateTable("projects")
        .set({ name: `changed ${engine}` })
        .execute();
      const made = await make("second", { secret });
      const [first, second] = [filesOf(folder.path("first")), filesOf(folder.path("second"))];
      const shared = second.filter((name) => first.includes(name) && name.startsWith("parts"));
      const inodes = shared.map(
        (name) => statSync(folder.path("first", name)).ino === statSync(folder.path("second", name)).ino,
      );
      expect(shared.length).toBeGreaterThan(10);
      expect(inodes).not.toContain(false);
      // The project's row, the list of everything, and the table that both are of.
      expect(second.length - shared.length).toBeLessThan(5);
      expect(made.lines.join("\n")).toContain(`${shared.length} are those of first and were linked.`);
      expect(made.lines.join("\n")).toContain("It is encrypted");

      rmSync(folder.path("first"), { recursive: true });
      expect((await verifyBackup(folder.path("second"), secret)).lines.at(-1)).toBe("Everything is right.");
      const before = await sumsOf(database.db);
      const target = await folder.emptyTarget(engine);
      const done = await backupCommand(["restore", folder.path("second"), "--encryption-key", file], target, noServer);
      expect(done, done.err).toMatchObject({ status: 0 });
      const settings = readSettings(target);
      const restored = await openDb({ ...settings, isDurable: false });
      try {
        expect(await sumsOf(restored.db)).toEqual(before);
        expect((await createSecrets(KEY).open(restored.db, filled.secretId)).token).toBe("t0ken");
        for (const hash of filled.hashes) expect(await openBlobs(locateBlobs(settings)).get(hash)).not.toBeNull();
        const known = await restored.db.selectFrom("backups").select("place").execute();
        expect(known).toEqual([{ place: folder.path("second") }]);
      } finally {
        await restored.close();
      }
    },
  );

  test(
    "and a plain one: a byte that is changed anywhere is found, unless all that is restored is the same",
    { timeout: 240_000 },
    async () => {
      const secret = await readKeyFileSecret(keyFile());
      for (const given of [secret, undefined]) {
        const name = given ? "locked" : "plain";
        await make(name, { secret: given });
        expect(await isFound(verifyBackup(folder.path(name), given))).toBe(false);
        const missed: string[] = [];
        for (const file of filesOf(folder.path(name)).filter((path) => path.startsWith("parts"))) {
          const path = folder.path(name, file);
          const bytes = readFileSync(path);
          const changed = Buffer.from(bytes);
          const at = Math.floor(Math.random() * bytes.length);
          changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
          writeFileSync(path, changed);
          // A bit that zstd does not use, in the header of its frame, changes nothing that is restored.
          if (!(await isFound(verifyBackup(folder.path(name), given))) && !isSameContent(changed, bytes))
            missed.push(`${file} at ${at} of ${bytes.length}`);
          writeFileSync(path, bytes);
        }
        expect(missed).toEqual([]);
        expect(await isFound(verifyBackup(folder.path(name), given))).toBe(false);
      }
    },
  );
});

function isSameContent(changed: Buffer, original: Buffer): boolean {
  try {
    return zstdDecompressSync(changed).equals(zstdDecompressSync(original));
  } catch {
    return false;
  }
}

describe("a backup", () => {
  let database: TestDb;
  let keep: BackupTarget;
  let filled: FilledInstallation["filled"];
  beforeAll(async () => {
    ({ database, filled, target: keep } = await openFilledInstallation());
  });
  afterAll(() => database.close());
  const make = (name: string, options: Partial<BackupOptions> = {}) =>
    makeBackup(keep, { to: folder.path(name), withKey: true, withBlobs: true, ...options });

  test("that is encrypted reveals nothing without its key", { timeout: 120_000 }, async () => {
    const [file, other] = [keyFile(), keyFile("other.key")];
    const to = folder.path("locked");
    await make("locked", { secret: await readKeyFileSecret(file) });
    const names = filesOf(to).join(" ");
    const content = Buffer.concat(filesOf(to).map((name) => readFileSync(join(to, name))));
    for (const hash of filled.hashes) expect(names).not.toContain(hash.slice(2));
    for (const word of ["tabletable", "t0ken", "companies", KEY.toString("base64"), KEY.toString("latin1")]) {
      expect(content.includes(word), word).toBe(false);
    }
    const target = { CLEW_DATA: folder.path("restored") };
    const said = async (args: string[], more: Record<string, string> = {}): Promise<string> => {
      const outcome = await backupCommand(args, { ...target, ...more }, noServer);
      expect(outcome.status).toBe(1);
      return outcome.err;
    };
    expect(await said(["verify", to])).toBe(
      "This backup is encrypted. Name its key file by --encryption-key FILE or CLEW_BACKUP_KEY_FILE.\n",
    );
    expect(await said(["restore", to, "--encryption-key", other])).toContain(
      "This is not the key that the backup is encrypted with.",
    );
    expect(await said(["restore", to], { CLEW_BACKUP_PASSPHRASE: "a long passphrase" })).toContain(
      "another kind of key",
    );
    expect(await said(["verify", to, "--encryption-key", folder.path("none")])).toContain("cannot be read");
    writeFileSync(folder.path("short"), "short");
    expect(await said(["verify", to, "--encryption-key", folder.path("short")])).toContain("openssl rand -base64 48");
    const right = await backupCommand(["verify", to], { ...target, CLEW_BACKUP_KEY_FILE: file }, noServer);
    expect(right).toMatchObject({ status: 0 });
  });

  test("may be encrypted with a passphrase, also as one file", { timeout: 120_000 }, async () => {
    const to = folder.path("all.tar");
    await make("all.tar", { secret: passphraseSecret("thread through the maze") });
    const target = { CLEW_DATA: folder.path("restored"), CLEW_BACKUP_PASSPHRASE: "thread through the mazf" };
    const wrong = await backupCommand(["restore", to], target, noServer);
    expect(wrong.err).toContain("Give its passphrase by CLEW_BACKUP_PASSPHRASE.");
    const right = { ...target, CLEW_BACKUP_PASSPHRASE: "thread through the maze" };
    expect(await backupCommand(["restore", to], right, noServer)).toMatchObject({ status: 0 });
    expect(readFileSync(folder.path("restored", "master.key"), "utf8")).toBe(KEY.toString("base64"));
  });

  test(
    "rewrites the damaged parts of the previous backup, and all parts on request",
    { timeout: 120_000 },
    async () => {
      await make("first");
      const damaged = filesOf(folder.path("first")).filter((name) => name.startsWith("parts"))[0] ?? "";
      writeFileSync(folder.path("first", damaged), "damaged");
      await make("second");
      expect((await verifyBackup(folder.path("second"))).isRight).toBe(true);
      expect((await verifyBackup(folder.path("first"))).isRight).toBe(false);
      const whole = await make("third", { isWhole: true });
      expect(whole.lines.join("\n")).not.toContain("linked");
      expect(
        knownBackups(database.dataDir)
          .slice(0, 3)
          .map(({ path }) => path),
      ).toEqual(["third", "second", "first"].map((name) => folder.path(name)));
      await expect(make("fourth", { since: folder.path("nowhere") })).rejects.toThrow("There is no backup in");
      await expect(
        make("fourth", { since: folder.path("third"), secret: passphraseSecret("a long passphrase") }),
      ).rejects.toThrow("One of the backups is encrypted");
    },
  );
});

test("pieces of a part cannot be cut off, exchanged, repeated or given another name", async () => {
  const key = await newBackupKey({ kdf: "hkdf", secret: Buffer.alloc(48, 1) });
  const [magic, piece] = [25, 65_536 + 16];
  for (const size of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const content = randomBytes(size);
    const sealed = key.seal("name", content);
    expect(key.open("name", sealed).equals(content)).toBe(true);
    expect(() => key.open("other", sealed)).toThrow();
    expect(() => key.open("name", sealed.subarray(0, -1))).toThrow();
    expect(() => key.open("name", Buffer.concat([sealed, Buffer.alloc(16)]))).toThrow();
  }
  const sealed = key.seal("name", randomBytes(200_000));
  const [head, one, two, rest] = [
    sealed.subarray(0, magic),
    sealed.subarray(magic, magic + piece),
    sealed.subarray(magic + piece, magic + 2 * piece),
    sealed.subarray(magic + 2 * piece),
  ];
  for (const changed of [
    [head, two, one, rest],
    [head, one, rest],
    [head, one, one, two, rest],
    [head, one, two],
    [head, one, two, rest.subarray(0, piece)],
  ]) {
    expect(() => key.open("name", Buffer.concat(changed))).toThrow();
  }
});

test("a row that is added in the middle changes the parts around it alone", async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => JSON.stringify({ n, text: `row ${n}`.repeat(10) }));
  const cut = async (lines: readonly string[]): Promise<string[]> => {
    const batches = async function* () {
      for (let at = 0; at < lines.length; at += 500) yield lines.slice(at, at + 500);
    };
    return (await Array.fromAsync(cutRows(batches()))).map(String);
  };
  const before = await cut(rows);
  const after = await cut([...rows.slice(0, 9000), '{"n":"new"}', ...rows.slice(9000)]);
  expect(before.length).toBeGreaterThan(6);
  expect(before.join("\n")).toBe(rows.join("\n"));
  const known = new Set(before);
  expect(after.filter((part) => !known.has(part)).length).toBeLessThanOrEqual(2);
});
