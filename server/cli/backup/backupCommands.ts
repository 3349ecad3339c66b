/** `clew backup`, `restore`, `verify`, `db copy` and `blobs copy`. */
import { resolve } from "node:path";
import { KEY_FILE, readKeyRing } from "../../access/keys/KeyRing.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { storedFingerprint } from "../../access/keys/masterKeyFingerprint.ts";
import { refuseUnfinished } from "../../db/dataFolder.ts";
import { openDb } from "../../db/openDb.ts";
import { CannotStart } from "../../errors.ts";
import { checkBlobs, locateBlobs, openBlobs } from "../../index/blobs/openBlobs.ts";
import { readSettings, type Settings } from "../../settings.ts";
import { CliError } from "../CliError.ts";
import { helpOf } from "../helpText.ts";
import { parseArguments, textOf } from "../parseArguments.ts";
import { BACKUP_COMMANDS } from "./backupTable.ts";
import type { CommandOutcome } from "../operator/runCommand.ts";
import { makeBackup } from "./makeBackup.ts";
import { type BackupSecret, settingsSecret } from "./backupKey.ts";
import { copyDatabase, moveBlobs } from "./copyDatabase.ts";
import type { BackupTarget, CommandReport } from "./BackupTarget.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup, verifyData } from "./verify.ts";

/** Names of the commands that a running server executes itself, since the embedded database has one process. */
export const isForServer = (args: readonly string[]): boolean => args[0] === "backup" || args[0] === "verify";

type Environment = Record<string, string | undefined>;
type SendToServer = (dataDir: string, args: readonly string[]) => Promise<CommandOutcome | undefined>;

const misunderstood = (name: string, why: string): CommandOutcome => {
  const spec = BACKUP_COMMANDS[name];
  return { status: 2, out: "", err: `${why}\n${spec === undefined ? "" : helpOf(spec)}` };
};

const asOutcome = ({ lines, isRight }: CommandReport): CommandOutcome => ({
  status: isRight ? 0 : 1,
  out: lines.map((line) => `${line}\n`).join(""),
  err: "",
});

/** The parsed arguments, or the outcome that reports why they are invalid. */
function read([name = "", ...args]: readonly string[]) {
  const spec = BACKUP_COMMANDS[name];
  if (spec === undefined) return misunderstood(name, `There is no command ${name}.`);
  try {
    const { values, positionals } = parseArguments(`clew ${name}`, args, spec.options, { allowPositionals: true });
    return { values, positionals: [name, ...positionals], text: (option: string) => textOf(values, option) };
  } catch (error) {
    if (error instanceof CliError) return misunderstood(name, error.message);
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
): Promise<CommandOutcome> {
  const parsed = read(args);
  if ("status" in parsed) return parsed;
  const { values, positionals, text } = parsed;
  const [noun = "", path, ...others] = positionals;
  const spec = BACKUP_COMMANDS[noun];
  if (values["help"] === true && spec) return { status: 0, out: helpOf(spec), err: "" };
  const to = text("to");
  try {
    if (noun === "db" || noun === "blobs") {
      if (path !== "copy" || others.length > 0 || to === undefined) return misunderstood(noun, "Where to?");
      return asOutcome(noun === "db" ? await copyTo(environment, to) : await blobsTo(environment, to));
    }
    if (others.length > 0) return misunderstood(noun, `What is ${others.join(" ")}?`);
    const settings = readSettings(environment);
    if (noun === "restore") {
      if (path === undefined) return misunderstood(noun, "Which backup?");
      const key = text("key");
      const keyFile = key === undefined ? undefined : resolve(key);
      const restored = await restoreBackup(settings, {
        from: resolve(path),
        keyFile,
        isKeyless: values["without-key"] === true,
        secret: await settingsSecret(settings.backup, text("encryption-key")),
      });
      return asOutcome(restored);
    }
    if (noun === "verify" && path !== undefined)
      return asOutcome(
        await verifyBackup(resolve(path), await settingsSecret(settings.backup, text("encryption-key"))),
      );
    if (noun === "backup" && path === undefined) return misunderstood(noun, "Where to?");
    const since = text("since");
    const forServer = [
      noun,
      ...(path === undefined ? [] : [resolve(path)]),
      ...(values["with-key"] === true ? ["--with-key"] : []),
      ...(values["without-blobs"] === true ? ["--without-blobs"] : []),
      ...(values["whole"] === true ? ["--whole"] : []),
      ...(since === undefined ? [] : ["--since", resolve(since)]),
      ...(noun === "backup" ? asArgument(await settingsSecret(settings.backup, text("encryption-key"))) : []),
    ];
    const answered = settings.databaseUrl === undefined ? await send(settings.dataDir, forServer) : undefined;
    return answered ?? (await onOwn(settings, forServer));
  } catch (error) {
    if (error instanceof CannotStart) return { status: 1, out: "", err: `${error.message}\n` };
    throw error;
  }
}

/** What a running server does: args as `backupCommand` hands them on. */
export async function backupInServer(target: BackupTarget, args: readonly string[]): Promise<CommandOutcome> {
  const parsed = read(args);
  if ("status" in parsed) return parsed;
  const { values, positionals, text } = parsed;
  const [noun, path] = positionals;
  try {
    if (noun === "verify") return asOutcome(await verifyData(target));
    return asOutcome(
      await makeBackup(target, {
        to: path ?? "",
        withKey: values["with-key"] === true,
        withBlobs: values["without-blobs"] !== true,
        isWhole: values["whole"] === true,
        since: text("since"),
        secret: fromArgument(text("encryption-secret")),
      }),
    );
  } catch (error) {
    if (error instanceof CannotStart) return { status: 1, out: "", err: `${error.message}\n` };
    throw error;
  }
}

const asArgument = (secret: BackupSecret | undefined): string[] =>
  secret === undefined ? [] : ["--encryption-secret", `${secret.kdf}:${secret.secret.toString("base64")}`];

function fromArgument(text: string | undefined): BackupSecret | undefined {
  const [, kdf, secret] = /^(hkdf|scrypt):(.+)$/.exec(text ?? "") ?? [];
  if (secret === undefined) return undefined;
  return { kdf: kdf === "scrypt" ? "scrypt" : "hkdf", secret: Buffer.from(secret, "base64") };
}

async function onOwn(settings: Settings, args: readonly string[]): Promise<CommandOutcome> {
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
