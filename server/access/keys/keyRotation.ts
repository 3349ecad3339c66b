/**
 * Replaces the master key while the server runs. Every value stays readable at each moment: first both keys are in the ring of every
 * process, then the database names the new one as the sealing key, then what the old one has sealed is sealed again, row by row.
 */
import { rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "../../db/databaseErrors.ts";
import { withAdvisoryLock } from "../../db/withAdvisoryLock.ts";
import type { Db } from "../../db/openDb.ts";
import type { OpenDb } from "../../db/openedDb.ts";
import { updateKeyFingerprint } from "../../db/tables/operations/instance.ts";
import {
  countValuesWithoutPrefix,
  listValuesWithoutPrefix,
  updateSealedValue,
} from "../../db/tables/tokens/sealedValues.ts";
import { CannotStart, errorMessage } from "../../errors.ts";
import { countForeignValues, storedFingerprint } from "./masterKeyFingerprint.ts";
import {
  KEY_FILE,
  type KeyRing,
  masterKeyFingerprint,
  makeKeyFile,
  NEXT_KEY_FILE,
  PREVIOUS_KEY_FILE,
  readKeyFile,
} from "./KeyRing.ts";
import { SEALED_COLUMNS } from "./sealedColumns.ts";
import { createSeal, sealedPrefix } from "./secrets.ts";
import { cliCall } from "../../productFiles.ts";

/** Rows that are read at one time. */
const BATCH_SIZE = 100;
/** Milliseconds between two looks of a process at which key the database names. */
const POLL_INTERVAL_MS = 5000;

export interface RotationDeps {
  readonly database: Pick<OpenDb, "db" | "engine">;
  readonly keys: KeyRing;
  readonly dataDir: string;
  /** CLEW_MASTER_KEY, where the key is there and not in a file. */
  readonly masterKey: string | undefined;
}

export interface RotationResult {
  /** Number of values that were re-encrypted. */
  readonly sealed: number;
  /** Number of values that no known key decrypts. They are not changed. */
  readonly unreadable: number;
  /** Where the key before is; null where the settings have it. */
  readonly previousFile: string | null;
}

/**
 * Introduces a new master key and seals everything with it. A run that was killed is continued by the next one.
 * @throws CannotStart with the settings to change or the files to move first
 */
export function rotateKey(deps: RotationDeps): Promise<RotationResult> {
  return withAdvisoryLock(deps.database, "rotation", () => rotate(deps));
}

async function rotate({ database, keys, dataDir, masterKey }: RotationDeps): Promise<RotationResult> {
  const { db, engine } = database;
  const target = await targetOf({ database, keys, dataDir, masterKey });
  keys.add(target);
  const before = keys.current;
  await updateKeyFingerprint(db, masterKeyFingerprint(target));
  keys.use(masterKeyFingerprint(target));
  const first = await resealRows(db, keys);
  let { sealed, unreadable } = first;
  if (engine === "postgres") {
    // Another process may have sealed with the old key until it looked.
    await sleep(POLL_INTERVAL_MS * 2);
    const second = await resealRows(db, keys);
    sealed += second.sealed;
    unreadable = second.unreadable;
  }
  if (masterKey !== undefined) return { sealed, unreadable, previousFile: null };
  const previousFile = join(dataDir, PREVIOUS_KEY_FILE);
  const present = readKeyFile(join(dataDir, KEY_FILE)) ?? before;
  if (masterKeyFingerprint(present) !== masterKeyFingerprint(target)) {
    makeKeyFile(dataDir, PREVIOUS_KEY_FILE, present);
    await rename(join(dataDir, NEXT_KEY_FILE), join(dataDir, KEY_FILE));
  }
  return { sealed, unreadable, previousFile };
}

/** The key that is to seal from now on; a new one is on the disk before anything is sealed with it. */
async function targetOf({ database, keys, dataDir, masterKey }: RotationDeps): Promise<Buffer> {
  if (masterKey !== undefined) return Buffer.from(masterKey, "utf8");
  const begun = readKeyFile(join(dataDir, NEXT_KEY_FILE));
  if (begun) return begun;
  if (database.engine === "postgres") {
    throw new CannotStart(
      "Other processes may use this database, so a new key has to reach all of them first. Give every process the new key as CLEW_MASTER_KEY and the old one (or the text of master.key) as CLEW_MASTER_KEY_PREVIOUS, restart one after the other, and run this again.",
    );
  }
  const previous = readKeyFile(join(dataDir, PREVIOUS_KEY_FILE));
  const isUnfinished = (await countOthers(database.db, keys.current)) > 0;
  if (previous && isUnfinished) return keys.current;
  if (previous) {
    throw new CannotStart(
      `The key of the last rotation is still in ${join(dataDir, PREVIOUS_KEY_FILE)}. Backups from before need it: move it to a safe place, and run this again.`,
    );
  }
  return makeKeyFile(dataDir, NEXT_KEY_FILE);
}

/** Values that another key than this one has sealed. */
async function countOthers(db: Db, key: Buffer): Promise<number> {
  let count = 0;
  for (const column of SEALED_COLUMNS) count += await countValuesWithoutPrefix(db, column, sealedPrefix(key));
  return count;
}

/**
 * Re-encrypts the secrets that are not sealed with the ring's current key. A row that changes concurrently is skipped, because its writer
 * seals it.
 */
async function resealRows(db: Db, keys: KeyRing): Promise<{ sealed: number; unreadable: number }> {
  const prefix = sealedPrefix(keys.current);
  const done = { sealed: 0, unreadable: 0 };
  for (const column of SEALED_COLUMNS) {
    const { purpose, about } = column;
    const seal = createSeal(keys, purpose);
    for (let after = ""; ;) {
      const rows = await listValuesWithoutPrefix(db, column, prefix, { after, limit: BATCH_SIZE });
      for (const row of rows) {
        after = row.id;
        let text: string;
        try {
          text = seal.open(row.value, `${about}:${row.id}`);
        } catch {
          done.unreadable += 1;
          continue;
        }
        done.sealed += await updateSealedValue(db, column, row, seal.seal(text, `${about}:${row.id}`));
      }
      if (rows.length < BATCH_SIZE) break;
    }
  }
  return done;
}

export interface KeyWatch {
  readonly database: Pick<OpenDb, "db" | "engine">;
  readonly keys: KeyRing;
  readonly dataDir: string;
  readonly onWarning: (sentence: string) => void;
}

/** Warns of a rotation that is not complete, and follows one that another process makes. @returns what stops it */
export async function watchKey({ database, keys, dataDir, onWarning }: KeyWatch): Promise<() => void> {
  const { db, engine } = database;
  if (readKeyFile(join(dataDir, NEXT_KEY_FILE))) {
    onWarning(`A rotation of the master key was cut short. Finish it: ${cliCall("operator key rotate")}`);
  }
  // What a killed process was writing.
  rmSync(join(dataDir, `${NEXT_KEY_FILE}.part`), { force: true });
  const foreign = await countForeignValues(db, keys).catch((error: unknown) => {
    if (isOutage(error)) throw error;
    // A table that is damaged must not keep everything else from starting.
    onWarning(`It could not be counted which stored values have another master key: ${errorMessage(error)}.`);
    return 0;
  });
  if (foreign > 0) {
    onWarning(
      `${foreign} stored values are sealed with a master key that is not known here. Give it as CLEW_MASTER_KEY_PREVIOUS and run: ${cliCall("operator key rotate")}`,
    );
  }
  if (engine === "pglite") return () => {};
  let isWarned = false;
  const look = async (): Promise<void> => {
    const fingerprint = await storedFingerprint(db);
    if (fingerprint === undefined || keys.use(fingerprint) || isWarned) return;
    isWarned = true;
    onWarning(
      "The master key was changed to one that this process does not have: what the others store it cannot open. Restart it with the new CLEW_MASTER_KEY.",
    );
  };
  // Other callers of the database report an outage.
  const timer = setInterval(() => void look().catch(() => undefined), POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}
