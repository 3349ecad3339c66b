/**
 * Credentials of sources, encrypted before they reach the database: AES-256-GCM with a key that is never in it. The row's id
 * is part of what is authenticated, so a ciphertext that somebody moves to another row does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../db/openDb.ts";
import { newId } from "../db/newId.ts";
import { CannotStart, Unavailable, errorMessage } from "../errors.ts";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** In the data folder. */
export const KEY_FILE = "master.key";

export interface Secrets {
  /** Stores a credential and returns its id. */
  store(db: Db, companyId: string, credential: StoredCredential): Promise<string>;
  /** @throws Unavailable when it cannot be opened: another master key, or a damaged row */
  open(db: Db, secretId: string): Promise<StoredCredential>;
}

export interface StoredCredential {
  readonly token: string;
  readonly username?: string | undefined;
  /** Of a connected account: gets the next token. */
  readonly refresh?: string | undefined;
}

/**
 * Reads the master key from the settings, or from a file in the data folder that only its owner can read, made at the
 * first start.
 * @throws CannotStart when the file is there and cannot be read
 */
export function readMasterKey(settings: { readonly masterKey: string | undefined; readonly dataDir: string }): Buffer {
  if (settings.masterKey !== undefined) return Buffer.from(settings.masterKey, "utf8");
  const path = join(settings.dataDir, KEY_FILE);
  try {
    if (!existsSync(path)) {
      mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(path, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx", flush: true });
    }
    chmodSync(path, 0o600);
    const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
    if (key.length < 32) throw new Error("it is too short");
    return key;
  } catch (error) {
    const reason = errorMessage(error);
    throw new CannotStart(`The master key in ${path} cannot be used: ${reason}.`, { cause: error });
  }
}

/** A key of its own for each purpose, so that what is sealed for one opens for no other. */
export const deriveKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", `clew ${purpose} v1`, 32));

export function createSecrets(masterKey: Buffer): Secrets {
  const key = deriveKey(masterKey, "secrets");
  return {
    async store(db, companyId, credential) {
      const id = newId();
      const cipher = seal(key, JSON.stringify(credential), `secrets:${id}`);
      await db.insertInto("secrets").values({ id, company_id: companyId, cipher }).execute();
      return id;
    },
    async open(db, secretId) {
      const row = await db.selectFrom("secrets").select("cipher").where("id", "=", secretId).executeTakeFirst();
      if (!row) throw new Unavailable("The stored credential is gone. Enter it again.");
      try {
        return JSON.parse(unseal(key, Buffer.from(row.cipher), `secrets:${secretId}`)) as StoredCredential;
      } catch (error) {
        throw new Unavailable("The stored credential cannot be opened. Enter it again.", { cause: error });
      }
    },
  };
}

/** Locks texts that are no credentials, such as mails, with a key of their own. */
export function createSeal(masterKey: Buffer, purpose: string) {
  const key = deriveKey(masterKey, purpose);
  return {
    seal: (text: string, about: string): Uint8Array => seal(key, text, about),
    open: (sealed: Uint8Array, about: string): string => unseal(key, Buffer.from(sealed), about),
  };
}

/** version (1 byte) | iv (12) | tag (16) | ciphertext */
export function seal(key: Buffer, text: string, about: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
}

/** @throws Error when the key, the subject or a byte is not the one it was sealed with */
export function unseal(key: Buffer, sealed: Buffer, about: string): string {
  if (sealed[0] !== VERSION) throw new Error("This secret is of an unknown version.");
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
