/**
 * Credentials of sources, encrypted before they reach the database: AES-256-GCM with a key that is never stored in it. The row's id is
 * authenticated as additional data, so a ciphertext copied to another row does not decrypt.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Db } from "../../db/openDb.ts";
import { newId } from "../../db/newId.ts";
import { findSecret, insertSecret } from "../../db/tables/tokens/secrets.ts";
import { Unavailable } from "../../errors.ts";
import { deriveKey, KeyRing, masterKeyFingerprint } from "./KeyRing.ts";
import { message } from "../../messages/messages.ts";
import type { Seal } from "../../Seal.ts";

const VERSION = 2;
/** The previous version, which does not name its key. */
const WITHOUT_ID = 1;
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** Stores a secret and returns its id. `origin`: the only one that it may be sent to, for the credential of a source. */
  readonly store: (db: Db, companyId: string, secret: StoredSecret, origin?: string) => Promise<string>;
  /** @throws Unavailable when it cannot be opened: another master key, or a damaged row */
  readonly open: (db: Db, secretId: string) => Promise<StoredSecret>;
  /** The same for a row that was read with others. @throws Unavailable */
  readonly unseal: (secretId: string, cipher: Uint8Array) => StoredSecret;
  /**
   * The credential of a source, with the origin that it was stored for.
   * @throws Unavailable also when it was stored for none
   */
  readonly openCredential: (db: Db, secretId: string) => Promise<StoredSecret & { readonly origin: string }>;
}

export interface StoredSecret {
  readonly token: string;
  readonly username?: string | undefined;
  /** The refresh token of a connected account. */
  readonly refresh?: string | undefined;
}

/** @param keys the master key, or the ring of them */
export function createSecrets(keys: Buffer | KeyRing): Secrets {
  const { seal, open } = createSeal(keys, "secrets");
  const unseal = (secretId: string, cipher: Uint8Array): StoredSecret => {
    try {
      return JSON.parse(open(cipher, `secrets:${secretId}`)) as StoredSecret;
    } catch (error) {
      throw new Unavailable(message("credential.unreadable"), { cause: error });
    }
  };
  const read = async (db: Db, secretId: string): Promise<{ secret: StoredSecret; origin: string | null }> => {
    const row = await findSecret(db, secretId);
    if (!row) throw new Unavailable(message("credential.missing"));
    return { secret: unseal(secretId, row.cipher), origin: row.origin };
  };
  return {
    async store(db, companyId, { token, username, refresh }, origin) {
      const id = newId();
      const cipher = Buffer.from(seal(JSON.stringify({ token, username, refresh }), `secrets:${id}`));
      await insertSecret(db, { id, company_id: companyId, cipher, origin: origin ?? null });
      return id;
    },
    unseal,
    open: async (db, secretId) => (await read(db, secretId)).secret,
    async openCredential(db, secretId) {
      const { secret, origin } = await read(db, secretId);
      if (origin === null) throw new Unavailable(message("credential.unreadable"));
      return { ...secret, origin };
    },
  };
}

/**
 * Seals texts with a key of their purpose, derived from the ring's current master key, and opens what any key of the ring has sealed.
 * `about` is authenticated with the text: a sealed value that is moved to another row does not open.
 */
export function createSeal(keys: Buffer | KeyRing, purpose: string): Seal {
  const ring = KeyRing.of(keys);
  const derived = new Map<Buffer, Buffer>();
  const keyOf = (masterKey: Buffer): Buffer => {
    const key = derived.get(masterKey) ?? deriveKey(masterKey, purpose);
    derived.set(masterKey, key);
    return key;
  };
  return {
    seal: (text, about) => seal(ring.current, keyOf(ring.current), text, about),
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed);
      const [version] = bytes;
      if (version === VERSION) {
        const masterKey = ring.find(sealedWith(bytes));
        if (!masterKey) throw new Error("This is sealed with a master key that is not known here.");
        return unseal(keyOf(masterKey), bytes.subarray(1 + ID_BYTES), about);
      }
      if (version !== WITHOUT_ID) throw new Error("This secret is of an unknown version.");
      return firstThatOpens(ring.keys, (masterKey) => unseal(keyOf(masterKey), bytes.subarray(1), about));
    },
  };
}

function firstThatOpens(keys: readonly Buffer[], open: (key: Buffer) => string): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return open(key);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The first hex digits of the fingerprint of the master key that a value of the present version was sealed with. */
const sealedWith = (sealed: Buffer): string => sealed.subarray(1, 1 + ID_BYTES).toString("hex");

/** What every value begins with that this master key seals: the version, and the beginning of the key's fingerprint. */
export const sealedPrefix = (masterKey: Buffer): Buffer =>
  Buffer.concat([Buffer.of(VERSION), Buffer.from(masterKeyFingerprint(masterKey), "hex").subarray(0, ID_BYTES)]);

/** version (1 byte) | beginning of the key's fingerprint (4) | iv (12) | tag (16) | ciphertext */
function seal(masterKey: Buffer, key: Buffer, text: string, about: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([sealedPrefix(masterKey), iv, cipher.getAuthTag(), body]);
}

/** @param sealed from the iv on */
function unseal(key: Buffer, sealed: Buffer, about: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
