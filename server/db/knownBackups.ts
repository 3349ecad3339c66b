/** The backups of a data folder, in a file next to the database: it lists the newest one even when the database itself cannot be opened. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { cliCall } from "../productFiles.ts";

const FILE = "backups.json";
const MAX_BACKUPS = 20;

const KnownBackup = z.object({
  /** Absolute path. */
  path: z.string(),
  made_at: z.iso.datetime(),
  is_encrypted: z.boolean(),
  has_key: z.boolean(),
});
export type KnownBackup = z.output<typeof KnownBackup>;

/** Newest first; empty when the file is missing or damaged. */
export function knownBackups(dataDir: string): KnownBackup[] {
  try {
    return z.array(KnownBackup).parse(JSON.parse(readFileSync(join(dataDir, FILE), "utf8")));
  } catch {
    return [];
  }
}

/** Adds a backup to the file, which is replaced as a whole. */
export function rememberBackup(dataDir: string, backup: KnownBackup): void {
  const backups = [backup, ...knownBackups(dataDir).filter(({ path }) => path !== backup.path)].slice(0, MAX_BACKUPS);
  const part = join(dataDir, `${FILE}.part`);
  writeFileSync(part, `${JSON.stringify(backups, undefined, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(part, join(dataDir, FILE));
}

/** A path as a POSIX shell reads it. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** Sentences for a database that is damaged: the newest backup that is still there, and the commands that restore it. */
export function restoreAdvice(dataDir: string, { hasKeyFile }: { readonly hasKeyFile: boolean }): string {
  const newest = knownBackups(dataDir).find(({ path }) => existsSync(path));
  const aside = `${dataDir}.damaged`;
  const words = [
    `mv ${quoted(dataDir)} ${quoted(aside)} && CLEW_DATA=${quoted(dataDir)} ${cliCall("restore")}`,
    newest === undefined ? "BACKUP" : quoted(newest.path),
    ...(hasKeyFile && newest?.has_key !== true ? [`--key ${quoted(join(aside, "master.key"))}`] : []),
    ...(newest?.is_encrypted === true ? ["--encryption-key FILE"] : []),
  ];
  const which =
    newest === undefined
      ? "No backup of it is known here; replace BACKUP with the path of yours."
      : `The newest known backup is ${newest.path}, made at ${newest.made_at}.`;
  return `Restore a backup: ${words.join(" ")}. ${which}`;
}
