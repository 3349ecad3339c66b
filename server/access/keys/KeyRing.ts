/**
 * The master keys that this process can open with, and the one that it seals with. There are two of them while a key is rotated; which one
 * seals is stored in the database (`instance.key_print`), so that all processes of an installation agree.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart, errorMessage } from "../../errors.ts";

/** In the data folder. */
export const KEY_FILE = "master.key";
/** The key that a rotation introduces. It replaces KEY_FILE when the rotation completes. */
export const NEXT_KEY_FILE = "master.key.next";
/** The key before the last rotation: backups from before it need it. */
export const PREVIOUS_KEY_FILE = "master.key.previous";
const KEY_BYTES = 32;

/** One derived key for each purpose: a value sealed for one purpose cannot be opened for another. */
export const deriveKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", `clew ${purpose} v1`, 32));

/** A fingerprint that identifies a master key without disclosing it: 32 hex digits. */
export const masterKeyFingerprint = (masterKey: Buffer): string =>
  deriveKey(masterKey, "print").subarray(0, 16).toString("hex");

export class KeyRing {
  readonly #keys = new Map<string, Buffer>();
  #current: Buffer;

  /** @param keys the first one seals until `use` selects another */
  constructor(keys: readonly [Buffer, ...Buffer[]]) {
    for (const key of keys) this.add(key);
    [this.#current] = keys;
  }

  static of(keys: Buffer | KeyRing): KeyRing {
    return keys instanceof KeyRing ? keys : new KeyRing([keys]);
  }

  get current(): Buffer {
    return this.#current;
  }

  get keys(): readonly Buffer[] {
    return [...this.#keys.values()];
  }

  get fingerprints(): readonly string[] {
    return [...this.#keys.keys()];
  }

  add(key: Buffer): void {
    this.#keys.set(masterKeyFingerprint(key), key);
  }

  /** Seals with the key of this fingerprint from now on. @returns false when it is not in the ring */
  use(fingerprint: string): boolean {
    const key = this.#keys.get(fingerprint);
    if (key) this.#current = key;
    return key !== undefined;
  }

  /** The key whose fingerprint begins with these hex digits. */
  find(fingerprintStart: string): Buffer | undefined {
    return [...this.#keys].find(([fingerprint]) => fingerprint.startsWith(fingerprintStart))?.[1];
  }
}

export interface KeySettings {
  readonly masterKey: string | undefined;
  readonly previousMasterKey?: string | undefined;
  readonly dataDir: string;
}

/**
 * Reads the master keys: those of the settings, then the files in the data folder. Without any, the first one is made there.
 * @throws CannotStart when a file is there and cannot be read
 */
export function readKeyRing(settings: KeySettings): KeyRing {
  if (!hasMasterKey(settings)) makeFirstKey(settings.dataDir);
  const { masterKey, previousMasterKey, dataDir } = settings;
  const keys: Buffer[] = [];
  if (masterKey !== undefined) keys.push(Buffer.from(masterKey, "utf8"));
  for (const name of [KEY_FILE, NEXT_KEY_FILE, PREVIOUS_KEY_FILE]) {
    const key = readKeyFile(join(dataDir, name));
    if (key) keys.push(key);
  }
  if (previousMasterKey !== undefined) {
    keys.push(Buffer.from(previousMasterKey, "utf8"));
    // The content of a key file is the key in base64.
    const decoded = Buffer.from(previousMasterKey, "base64");
    if (decoded.length >= KEY_BYTES) keys.push(decoded);
  }
  const [first, ...others] = keys;
  if (!first) throw new CannotStart(`There is no master key in ${dataDir}.`);
  return new KeyRing([first, ...others]);
}

/** Whether there is a master key: `readKeyRing` makes one otherwise. */
export const hasMasterKey = ({ masterKey, dataDir }: KeySettings): boolean =>
  masterKey !== undefined || existsSync(join(dataDir, KEY_FILE));

/** Makes the first key. If several processes start on one folder at the same time, all use the key of one of them. @throws CannotStart */
function makeFirstKey(dataDir: string): void {
  const path = join(dataDir, KEY_FILE);
  const part = `${path}.${process.pid}.part`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(part, randomBytes(KEY_BYTES).toString("base64"), { mode: 0o600, flush: true });
    linkSync(part, path);
  } catch (error) {
    if (!existsSync(path)) throw unwritable(path, error);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Writes a key, whole or not at all, readable by its owner alone. @returns the key. @throws CannotStart */
export function makeKeyFile(dataDir: string, name: string, key: Buffer = randomBytes(KEY_BYTES)): Buffer {
  const path = join(dataDir, name);
  try {
    writeFileSync(`${path}.part`, key.toString("base64"), { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
    return key;
  } catch (error) {
    throw unwritable(path, error);
  }
}

const unwritable = (path: string, error: unknown): CannotStart =>
  new CannotStart(`The master key ${path} cannot be written: ${errorMessage(error)}.`, { cause: error });

/** @returns undefined where there is no such file. @throws CannotStart */
export function readKeyFile(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined;
  try {
    chmodSync(path, 0o600);
    const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
    if (key.length < KEY_BYTES) throw new Error("it is too short");
    return key;
  } catch (error) {
    throw new CannotStart(`The master key in ${path} cannot be used: ${errorMessage(error)}.`, { cause: error });
  }
}
