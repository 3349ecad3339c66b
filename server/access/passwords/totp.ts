/** Codes of authenticator apps: time-based one-time passwords (RFC 6238) with SHA-1, six digits and steps of 30 s, which all apps read. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
/** A code of the step before or after is accepted, for clocks that differ and codes that take a while to type. */
const SKEW_STEPS = 1;
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret, in base32. Its bits fill the last letter, so it needs no padding. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES), BASE32);
}

/** Five bits for each letter of an alphabet of 32. The number of bits must be a multiple of five. */
export function toBase32(bytes: Uint8Array, alphabet: string): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((group) => alphabet.charAt(Number.parseInt(group, 2))).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)));
}

/** The code of one step. @param digits eight in the vectors of RFC 6238 */
export function totpCode(key: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  // Dynamic truncation, RFC 4226, section 5.3.
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step that a moment belongs to. */
export const totpStep = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The code that an app shows for a secret at a moment. */
export const totpCodeAt = (secret: string, now: Date): string => totpCode(fromBase32(secret), totpStep(now));

/** The step that a code belongs to, later than the last accepted one; undefined for a wrong or used code. */
export function matchingStep(secret: string, code: string, lastStep: number, now: Date): number | undefined {
  const key = fromBase32(secret);
  const current = totpStep(now);
  let matchedStep: number | undefined;
  // Each step is compared, so that the time of the answer discloses nothing.
  for (let step = current - SKEW_STEPS; step <= current + SKEW_STEPS; step += 1) {
    const isSame = /^\d{6}$/.test(code) && timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code));
    if (isSame && step > lastStep) matchedStep ??= step;
  }
  return matchedStep;
}

/** The address of a secret that authenticator apps read from a QR code. */
export function totpUri(secret: string, account: string): string {
  const label = encodeURIComponent(`Clew:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Clew&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
