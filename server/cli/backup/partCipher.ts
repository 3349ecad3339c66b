/**
 * AES-256-GCM over pieces of 64 KiB, each with its own tag (the STREAM construction). A nonce is the number of the piece and
 * whether it is the last one, so pieces cannot be changed, left out, repeated, put in another order or cut off at the end; the name of the
 * part is in the key, so one part does not pass for another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const MAGIC = Buffer.from("CLEWPART1");
const SALT_BYTES = 16;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

const keyOf = (contents: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync("sha256", contents, salt, `clew backup part ${name}`, 32));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - 7, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** magic (9 bytes) | salt (16) | pieces of ciphertext (65,536 each, the last one shorter or empty) with their tags (16) */
export function sealPart(contents: Buffer, name: string, content: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const key = keyOf(contents, salt, name);
  const pieces: Buffer[] = [MAGIC, salt];
  for (let at = 0, number = 0; ; at += PIECE_BYTES, number += 1) {
    const isLast = at + PIECE_BYTES >= content.length;
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    pieces.push(cipher.update(content.subarray(at, at + PIECE_BYTES)), cipher.final(), cipher.getAuthTag());
    if (isLast) return Buffer.concat(pieces);
  }
}

/** @throws Error when anything differs from what was sealed */
export function openPart(contents: Buffer, name: string, sealed: Buffer): Buffer {
  if (!sealed.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error("This is no part of an encrypted backup.");
  const from = MAGIC.length + SALT_BYTES;
  const key = keyOf(contents, sealed.subarray(MAGIC.length, from), name);
  const pieces: Buffer[] = [];
  for (let at = from, number = 0; ; at += PIECE_BYTES + TAG_BYTES, number += 1) {
    const isLast = at + PIECE_BYTES + TAG_BYTES >= sealed.length;
    const end = isLast ? sealed.length : at + PIECE_BYTES + TAG_BYTES;
    if (end - at < TAG_BYTES) throw new Error("The part is cut off.");
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(end - TAG_BYTES, end));
    pieces.push(decipher.update(sealed.subarray(at, end - TAG_BYTES)), decipher.final());
    if (isLast) return Buffer.concat(pieces);
  }
}
