/**
 * What passes between a web process and a search process: values of the structured clone, sealed with AES-256-GCM under a key that both derive
 * from the master key. Only a holder of the master key can make a request that opens, or an answer to it, and the network reads neither.
 *
 * A request's key belongs to one start of one search process, so that a recorded request opens nowhere else; its iv is its number, which the
 * receiver accepts once and for a short time. An answer is bound to its request by that iv.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { deriveKey, type KeyRing, masterKeyFingerprint } from "../access/keys/KeyRing.ts";
import { memoize } from "../memoize.ts";

const VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + IV_BYTES;

/** Milliseconds, by the database's clock, within which a request must arrive. */
export const MAX_AGE_MS = 30_000;

export type MessageFault = "forged" | "expired" | "replayed";

/** A message that is not opened. */
export class RefusedMessage extends Error {
  override readonly name = "RefusedMessage";
  readonly reason: MessageFault;

  constructor(reason: MessageFault, options?: ErrorOptions) {
    super(`A message is ${reason}.`, options);
    this.reason = reason;
  }
}

interface Envelope {
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
  readonly content: unknown;
}

type Direction = "request" | "answer";

/**
 * Derived keys that are cached, one for each direction, process and master key. Deriving one takes some microseconds; there are as many as live
 * processes.
 */
const MAX_KEYS = 4096;
const derivedKeys = memoize((_masterKey: Buffer) => new Map<string, Buffer>());

function keyOf(masterKey: Buffer, direction: Direction, processId: string): Buffer {
  const keys = derivedKeys(masterKey);
  const purpose = `search ${direction} ${processId}`;
  const cached = keys.get(purpose);
  if (cached) return cached;
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = deriveKey(masterKey, purpose);
  keys.set(purpose, key);
  return key;
}

/** version (1 byte) | beginning of the master key's fingerprint (4) | iv (12) | tag (16) | ciphertext */
function seal(masterKey: Buffer, direction: Direction, processId: string, about: Buffer, content: Buffer): Buffer {
  const head = Buffer.concat([
    Buffer.of(VERSION),
    Buffer.from(masterKeyFingerprint(masterKey), "hex").subarray(0, KEY_ID_BYTES),
    randomBytes(IV_BYTES),
  ]);
  const cipher = createCipheriv("aes-256-gcm", keyOf(masterKey, direction, processId), ivOf(head)).setAAD(
    Buffer.concat([head, about]),
  );
  const body = cipher.update(content);
  cipher.final();
  return Buffer.concat([head, cipher.getAuthTag(), body]);
}

/** @throws RefusedMessage "forged" */
function open(
  keys: KeyRing,
  direction: Direction,
  processId: string,
  about: Buffer,
  sealed: Buffer,
): { readonly iv: Buffer; readonly masterKey: Buffer; readonly content: Buffer } {
  try {
    if (sealed.length < HEAD_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw new Error("It is of another form.");
    const head = sealed.subarray(0, HEAD_BYTES);
    const masterKey = keys.find(head.subarray(1, 1 + KEY_ID_BYTES).toString("hex"));
    if (!masterKey) throw new Error("It is sealed with another master key.");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(masterKey, direction, processId), ivOf(head), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.concat([head, about]))
      .setAuthTag(sealed.subarray(HEAD_BYTES, HEAD_BYTES + TAG_BYTES));
    const content = decipher.update(sealed.subarray(HEAD_BYTES + TAG_BYTES));
    decipher.final();
    return { iv: Buffer.from(ivOf(head)), masterKey, content };
  } catch (error) {
    throw new RefusedMessage("forged", { cause: error });
  }
}

const ivOf = (head: Buffer): Buffer => head.subarray(1 + KEY_ID_BYTES, HEAD_BYTES);
const NONE = Buffer.alloc(0);

export interface SealedRequest {
  readonly bytes: Buffer;
  /** Opens the answer to this request. @throws RefusedMessage */
  openAnswer(sealed: Buffer): unknown;
}

/**
 * Seals a request for one start of a search process.
 * @param at milliseconds since 1970, by the database's clock
 */
export function sealRequest(keys: KeyRing, processId: string, at: number, content: unknown): SealedRequest {
  const bytes = seal(keys.current, "request", processId, NONE, serialize({ at, content } satisfies Envelope));
  const iv = Buffer.from(ivOf(bytes));
  return {
    bytes,
    openAnswer: (sealed) => deserialize(open(keys, "answer", processId, iv, sealed).content) as unknown,
  };
}

export interface OpenedRequest {
  readonly content: unknown;
  /** Seals the answer to this request. */
  readonly sealAnswer: (content: unknown) => Buffer;
}

/** Opens the requests for one start of a search process, each once. */
export class RequestOpener {
  readonly #keys: KeyRing;
  readonly #processId: string;
  readonly #now: () => number;
  /** The ivs of opened requests, in the order of their arrival, with the time after which they are expired. */
  readonly #seen = new Map<string, number>();

  /** @param now milliseconds since 1970, by the database's clock */
  constructor(keys: KeyRing, processId: string, now: () => number) {
    this.#keys = keys;
    this.#processId = processId;
    this.#now = now;
  }

  /** @throws RefusedMessage */
  open(sealed: Buffer): OpenedRequest {
    const { iv, masterKey, content } = open(this.#keys, "request", this.#processId, NONE, sealed);
    const envelope = deserialize(content) as Envelope;
    const now = this.#now();
    if (Math.abs(now - envelope.at) > MAX_AGE_MS) throw new RefusedMessage("expired");
    this.#forget(now);
    const number = iv.toString("latin1");
    if (this.#seen.has(number)) throw new RefusedMessage("replayed");
    // A message from a clock that is ahead is valid until its own time is over.
    this.#seen.set(number, Math.max(now, envelope.at) + MAX_AGE_MS);
    return {
      content: envelope.content,
      sealAnswer: (answer) => seal(masterKey, "answer", this.#processId, iv, serialize(answer)),
    };
  }

  /** Forgets what would be refused as expired. Later ones may end earlier by a clock that is ahead: these wait for their turn. */
  #forget(now: number): void {
    for (const [number, until] of this.#seen) {
      if (until >= now) return;
      this.#seen.delete(number);
    }
  }
}
