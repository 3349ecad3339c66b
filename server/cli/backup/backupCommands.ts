/** `clew backup`, `restore`, `verify`, `db copy` and `blobs copy`. */
import { resolve } from "node:path";
import { KEY_FILE, readKeyRing } from "../../access/KeyRing.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { storedFingerprint } from "../../access/masterKeyFingerprint.ts";
import { refuseUnfinished } from "../../db/dataFolder.ts";
import { openDb } from "../../db/openDb.ts";
import { CannotStart } from "../../errors.ts";
import { checkBlobs, locateBlobs, openBlobs } from "../../index/blobs/openBlobs.ts";
import { readSettings, type Settings } from "../../settings.ts";
import { CliError } from "../CliError.ts";
import { parseArguments } from "../parseArguments.ts";
import type { Outcome } from "../operator/runCommand.ts";
import { makeBackup } from "./makeBackup.ts";
import { type BackupSecret, passphraseSecret, readKeyFileSecret } from "./backupKey.ts";
import { copyDatabase, moveBlobs } from "./copyDatabase.ts";
import type { BackupTarget, CommandReport } from "./BackupTarget.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup, verifyData } from "./verify.ts";

const BACKUP_USAGE = `usage: clew backup FOLDER|FILE.tar [--encryption-key FILE] [--with-key] [--without-blobs] [--since EARLIER | --whole]
           a snapshot of all data, also while the server runs; parts that an earlier backup has are linked to it
       clew verify [BACKUP] [--encryption-key FILE]
           reads everything, of the installation or of a backup, and counts and sums it
       clew restore BACKUP [--encryption-key FILE] [--key FILE | --without-key]
           into the empty folder CLEW_DATA, and the empty database DATABASE_URL where that is set
       clew db copy --to postgres://…|FOLDER
           from the stopped installation of CLEW_DATA and DATABASE_URL into an empty one
       clew blobs copy --to files|database|s3
           copies the blobs of the index to the store that CLEW_BLOBS will name
CLEW_BACKUP_KEY_FILE names the key file as well, and CLEW_BACKUP_PASSPHRASE is a passphrase in its place.
CLEW_DATA, DATABASE_URL, CLEW_BLOBS and CLEW_S3_… have the same meaning as for the server.
`;

/** Names of the commands that a running server executes itself, since the embedded database has one process. */
export const isForServer = (args: readonly string[]): boolean => args[0] === "backup" || args[0] === "verify";

type Environment = Record<string, string | undefined>;
type SendToServer = (dataDir: string, args: readonly string[]) => Promise<Outcome | undefined>;

const misunderstood = (why: string): Outcome => ({ status: 2, out: "", err: `${why}\n${BACKUP_USAGE}` });

const asOutcome = ({ lines, isRight }: CommandReport): Outcome => ({
  status: isRight ? 0 : 1,
  out: lines.map((line) => `${line}\n`).join(""),
  err: "",
});

const OPTIONS = {
  "with-key": { type: "boolean" },
  "without-blobs": { type: "boolean" },
  "without-key": { type: "boolean" },
  key: { type: "string" },
  "encryption-key": { type: "string" },
  /** From one process to the other, over the loopback interface: never typed. */
  "encryption-secret": { type: "string" },
  since: { type: "string" },
  whole: { type: "boolean" },
  to: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** The parsed arguments, or the outcome that reports why they are invalid. */
function read(args: readonly string[]) {
  try {
    return parseArguments(args, OPTIONS, { allowPositionals: true });
  } catch (error) {
    if (error instanceof CliError) return misunderstood(error.message);
    throw error;
  }
}

/**
 * Runs the arguments after `clew`.
 * @param send makes the running server of a data folder execute the command; undefined where none runs
 */
export async function backupCommand(
  args: readonly string[],
  environment: Environment,
  send: SendToServer,
): Promise<Outcome> {
  const parsed = read(args);
  if ("status" in parsed) return parsed;
  const { values, positionals } = parsed;
  if (values.help === true) return { status: 0, out: BACKUP_USAGE, err: "" };
  const [noun, path, ...others] = positionals;
  try {
    if (noun === "db" || noun === "blobs") {
      if (path !== "copy" || others.length > 0 || values.to === undefined) return misunderstood("Where to?");
      return asOutcome(noun === "db" ? await copyTo(environment, values.to) : await blobsTo(environment, values.to));
    }
    if (others.length > 0) return misunderstood(`What is ${others.join(" ")}?`);
    const settings = readSettings(environment);
    if (noun === "restore") {
      if (path === undefined) return misunderstood("Which backup?");
      const keyFile = values.key === undefined ? undefined : resolve(values.key);
      const restored = await restoreBackup(settings, {
        from: resolve(path),
        keyFile,
        isKeyless: values["without-key"] === true,
        secret: await secretOf(settings, values["encryption-key"]),
      });
      return asOutcome(restored);
    }
    if (noun === "verify" && path !== undefined)
      return asOutcome(await verifyBackup(resolve(path), await secretOf(settings, values["encryption-key"])));
    if (noun === "backup" && path === undefined) return misunderstood("Where to?");
    const forServer = [
      noun ?? "",
      ...(path === undefined ? [] : [resolve(path)]),
      ...(values["with-key"] === true ? ["--with-key"] : []),
      ...(values["without-blobs"] === true ? ["--without-blobs"] : []),
      ...(values.whole === true ? ["--whole"] : []),
      ...(values.since === undefined ? [] : ["--since", resolve(values.since)]),
      ...(noun === "backup" ? asArgument(await secretOf(settings, values["encryption-key"])) : []),
    ];
    const answered = settings.databaseUrl === undefined ? await send(settings.dataDir, forServer) : undefined;
    return answered ?? (await onOwn(settings, forServer));
  } catch (error) {
    if (error instanceof CannotStart) return { status: 1, out: "", err: `${error.message}\n` };
    throw error;
  }
}

/** What a running server does: args as `backupCommand` hands them on. */
export async function backupInServer(target: BackupTarget, args: readonly string[]): Promise<Outcome> {
  const parsed = read(args);
  if ("status" in parsed) return parsed;
  const { values, positionals } = parsed;
  const [noun, path] = positionals;
  try {
    if (noun === "verify") return asOutcome(await verifyData(target));
    return asOutcome(
      await makeBackup(target, {
        to: path ?? "",
        withKey: values["with-key"] === true,
        withBlobs: values["without-blobs"] !== true,
        isWhole: values.whole === true,
        since: values.since,
        secret: fromArgument(values["encryption-secret"]),
      }),
    );
  } catch (error) {
    if (error instanceof CannotStart) return { status: 1, out: "", err: `${error.message}\n` };
    throw error;
  }
}

/** What a backup is encrypted with: the file that was named, else that of the settings, else their passphrase. @throws CannotStart */
async function secretOf({ backup }: Settings, file: string | undefined): Promise<BackupSecret | undefined> {
  const path = file ?? backup.keyFile;
  if (path !== undefined) return readKeyFileSecret(resolve(path));
  return backup.passphrase === undefined ? undefined : passphraseSecret(backup.passphrase);
}

const asArgument = (given: BackupSecret | undefined): string[] =>
  given === undefined ? [] : ["--encryption-secret", `${given.kdf}:${given.secret.toString("base64")}`];

function fromArgument(text: string | undefined): BackupSecret | undefined {
  const [, kdf, secret] = /^(hkdf|scrypt):(.+)$/.exec(text ?? "") ?? [];
  if (secret === undefined) return undefined;
  return { kdf: kdf === "scrypt" ? "scrypt" : "hkdf", secret: Buffer.from(secret, "base64") };
}

async function onOwn(settings: Settings, args: readonly string[]): Promise<Outcome> {
  const { dataDir, databaseUrl } = settings;
  refuseUnfinished(dataDir);
  if (databaseUrl === undefined && !existsSync(join(dataDir, "database"))) {
    throw new CannotStart(`There is no database in ${dataDir}. CLEW_DATA names the folder.`);
  }
  const location = locateBlobs(settings);
  await checkBlobs(location);
  // A key that is not there is not made here.
  const hasKey = settings.masterKey !== undefined || existsSync(join(dataDir, KEY_FILE));
  const keys = hasKey ? readKeyRing(settings) : undefined;
  const database = await openDb({ dataDir, databaseUrl });
  try {
    const fingerprint = keys && (await storedFingerprint(database.db));
    if (fingerprint !== undefined) keys?.use(fingerprint);
    const masterKey = keys?.current;
    return await backupInServer({ database, blobs: openBlobs(location), dataDir, masterKey }, args);
  } finally {
    await database.close();
  }
}

function copyTo(environment: Environment, to: string): Promise<CommandReport> {
  const from = readSettings(environment);
  const isAddress = /^postgres(?:ql)?:\/\//.test(to);
  // The other side has its blobs where its own database suggests, unless they stay in a store that both can reach.
  const { CLEW_BLOBS: blobs, DATABASE_URL: _, ...others } = environment;
  const shared = blobs === "s3" ? { CLEW_BLOBS: "s3" } : {};
  const target = readSettings(
    isAddress ? { ...others, ...shared, DATABASE_URL: to } : { ...others, ...shared, CLEW_DATA: to },
  );
  return copyDatabase(from, target);
}

function blobsTo(environment: Environment, to: string): Promise<CommandReport> {
  return moveBlobs(readSettings(environment), readSettings({ ...environment, CLEW_BLOBS: to }));
}
