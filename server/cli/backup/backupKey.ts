/**
 * The key that a backup is encrypted with, from a key file or a passphrase. Names and contents of parts have separate keys, both
 * derived from it.
 */
import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { CannotStart } from "../../errors.ts";
import { openPart, sealPart } from "./partCipher.ts";

const SALT_BYTES = 16;
const MIN_KEY_BYTES = 32;
/** 128 MB of memory and about a third of a second: what a guess of a passphrase costs. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 } as const;

/** What the operator gives. `keyFile` is a file with at least 32 random bytes, such as `openssl rand -base64 48` makes. */
export type BackupSecret = { readonly kdf: "hkdf" | "scrypt"; readonly secret: Buffer };

/** In the clear in each encrypted backup. */
export const EncryptionFacts = z.object({
  cipher: z.literal("aes-256-gcm-stream"),
  kdf: z.enum(["hkdf", "scrypt"]),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** Checks whether a key is the right one. */
  check: z.string().regex(/^[0-9a-f]{32}$/),
});
export type EncryptionFacts = z.output<typeof EncryptionFacts>;

export interface BackupKey {
  readonly facts: EncryptionFacts;
  /** The name of a part, which does not reveal its content without the key. @param hash SHA-256 of the content, hex */
  nameOf(hash: string): string;
  seal(name: string, content: Buffer): Buffer;
  /** @throws Error when a byte, the order, the length or the name is not what was sealed */
  open(name: string, sealed: Buffer): Buffer;
}

/** @throws CannotStart when it cannot be read or is too short to be a key */
export async function readKeyFileSecret(path: string): Promise<BackupSecret> {
  let text: Buffer;
  try {
    text = Buffer.from((await readFile(path, "utf8")).trim());
  } catch (error) {
    throw new CannotStart(`The key file ${path} cannot be read.`, { cause: error });
  }
  if (text.length < MIN_KEY_BYTES) {
    throw new CannotStart(`The key file ${path} is too short. Make one: openssl rand -base64 48 > ${path}`);
  }
  return { kdf: "hkdf", secret: text };
}

export const passphraseSecret = (passphrase: string): BackupSecret => ({
  kdf: "scrypt",
  secret: Buffer.from(passphrase.normalize("NFC")),
});

/** What backups are encrypted with: the file that was named, else that of the settings, else their passphrase. @throws CannotStart */
export async function settingsSecret(
  { keyFile, passphrase }: { readonly keyFile: string | undefined; readonly passphrase: string | undefined },
  named?: string,
): Promise<BackupSecret | undefined> {
  const path = named ?? keyFile;
  if (path !== undefined) return readKeyFileSecret(resolve(path));
  return passphrase === undefined ? undefined : passphraseSecret(passphrase);
}

/** A key for a backup that is made. @param salt that of an earlier backup whose parts are to be found again */
export function newBackupKey(
  secret: BackupSecret,
  salt: string = randomBytes(SALT_BYTES).toString("hex"),
): Promise<BackupKey> {
  return derive(secret, salt);
}

/** The key of a backup that is there. @throws CannotStart when the secret is another one, or of another kind */
export async function openBackupKey(facts: EncryptionFacts, secret: BackupSecret | undefined): Promise<BackupKey> {
  const advice =
    facts.kdf === "scrypt"
      ? "Give its passphrase by CLEW_BACKUP_PASSPHRASE."
      : "Name its key file by --encryption-key FILE or CLEW_BACKUP_KEY_FILE.";
  if (secret === undefined) throw new CannotStart(`This backup is encrypted. ${advice}`);
  if (secret.kdf !== facts.kdf) throw new CannotStart(`This backup is encrypted with another kind of key. ${advice}`);
  const key = await derive(secret, facts.salt);
  if (timingSafeEqual(Buffer.from(key.facts.check), Buffer.from(facts.check))) return key;
  throw new CannotStart(`This is not the key that the backup is encrypted with. ${advice}`);
}

const scryptAsync = promisify<Buffer, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

async function derive({ kdf, secret }: BackupSecret, salt: string): Promise<BackupKey> {
  const saltBytes = Buffer.from(salt, "hex");
  const root =
    kdf === "scrypt"
      ? await scryptAsync(secret, saltBytes, 32, SCRYPT)
      : Buffer.from(hkdfSync("sha256", secret, saltBytes, "clew backup", 32));
  const sub = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", root, "", `clew backup ${purpose}`, 32));
  const [names, contents] = [sub("names"), sub("contents")];
  return {
    facts: { cipher: "aes-256-gcm-stream", kdf, salt, check: sub("check").subarray(0, 16).toString("hex") },
    nameOf: (hash) => createHmac("sha256", names).update(hash).digest("hex"),
    seal: (name, content) => sealPart(contents, name, content),
    open: (name, sealed) => openPart(contents, name, sealed),
  };
}
