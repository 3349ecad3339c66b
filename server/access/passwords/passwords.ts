import { Semaphore } from "../../concurrency.ts";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { TooMany } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. 29 ms here. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each hash takes one of four libuv threads and 19 MiB; file and DNS work needs the others. */
const MAX_CONCURRENT_HASHES = 2;
const MAX_WAITING_HASHES = 64;

const derive = promisify(argon2);
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Refuses a hash when more users sign in at this moment than can be served soon. */
const hashes = new Semaphore(MAX_CONCURRENT_HASHES, {
  maxWaiting: MAX_WAITING_HASHES,
  refusal: () => new TooMany(2, message("server.busy")),
});

/** What is stored for an account without a password: no password is the one behind it. */
export const NO_PASSWORD = "!";

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

/** A password as it is stored: argon2id in the PHC string format, so that cost and method can change later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await hashes.run(() =>
    derive("argon2id", { message: password.normalize("NFKC"), nonce, tagLength: HASH_BYTES, ...COST }),
  );
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

/** The hash of a random password: verifying an unknown address takes as long as a known one. */
const dummyHash = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

/**
 * Whether this is the password behind a stored hash.
 * @param stored undefined when there is no such user: takes the same time and answers false
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? dummyHash) ?? PHC.exec(dummyHash) ?? [];
  const expected = Buffer.from(hash ?? "", "base64");
  const actual = await hashes.run(() =>
    derive("argon2id", {
      message: password.normalize("NFKC"),
      nonce: Buffer.from(salt ?? "", "base64"),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
