/** What all tokens share: random secrets, what is stored and shown of them, and how exactly their use is kept. */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { MINUTE_MS } from "../../../contract/durations.ts";

/** A secret of 256 random bits, in characters that need no escaping in a URL. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. A plain SHA-256 is enough: the token is random, so there is no dictionary of it. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Every token of this server is shorter; a longer value is refused without a query. */
export const MAX_ACCESS_TOKEN_LENGTH = 200;

const PREVIEW_CHARACTERS = 4;

/** What lists show of a secret: its prefix and the first characters after it. */
export const previewOf = (secret: string, prefix: string): string =>
  `${secret.slice(0, prefix.length + PREVIEW_CHARACTERS)}…`;

/** Whether the time of last use of a token has to be stored again: it is kept to the minute. */
export const isUseDue = (lastUsed: Date | null, now: Date): boolean =>
  lastUsed === null || now.getTime() - lastUsed.getTime() > MINUTE_MS;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^43 is the first power above 2^256. */
const RANDOM_CHARACTERS = 43;
/** 62^6 is the first power above 2^32. */
const CHECKSUM_CHARACTERS = 6;

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = (BASE62[Number(rest % 62n)] ?? "") + text;
  return text;
}

const checksumOf = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);

/** A secret whose last six characters are a checksum (CRC-32), so that a scanner can distinguish it from a text that looks alike. */
export function newCheckedToken(prefix: string): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), RANDOM_CHARACTERS);
  return `${prefix}${random}${checksumOf(random)}`;
}

/** Whether a text has the form and the checksum of a secret of this prefix. It says nothing of its validity. */
export function isCheckedToken(text: string, prefix: string): boolean {
  const rest = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !/^[0-9A-Za-z]{49}$/.test(rest)) return false;
  return checksumOf(rest.slice(0, RANDOM_CHARACTERS)) === rest.slice(RANDOM_CHARACTERS);
}
