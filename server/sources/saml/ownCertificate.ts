/** The key with which Clew signs requests to a provider and reads encrypted assertions of it, and its certificate. */
import { generateKeyPair, randomBytes, sign } from "node:crypto";
import { promisify } from "node:util";
import { DAY_MS } from "../../../contract/durations.ts";

const RSA_BITS = 3072;
const VALID_MS = 3650 * DAY_MS;
const SEQUENCE = 0x30;
const SET = 0x31;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const GENERALIZED_TIME = 0x18;
const VERSION = 0xa0;
/** sha256WithRSAEncryption, with its absent parameters. */
const ALGORITHM = Buffer.from("300d06092a864886f70d01010b0500", "hex");
const COMMON_NAME = Buffer.from("550403", "hex");

/** A value of DER (X.690). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const size = Buffer.from(content.length.toString(16).padStart(4, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

const time = (at: Date): Buffer => der(GENERALIZED_TIME, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, "")));

/**
 * A new key with a certificate that it has signed itself (RFC 5280). Providers compare the certificate as a whole; nothing in it is a proof.
 * @param name at most 64 characters
 */
export async function makeCertificate(
  name: string,
  now = new Date(),
): Promise<{ readonly privateKey: string; readonly certificate: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS });
  const serial = randomBytes(16);
  // Positive, and without a zero in front.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const subject = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, Buffer.from(name)))),
  );
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    ALGORITHM,
    subject,
    der(SEQUENCE, time(now), time(new Date(now.getTime() + VALID_MS))),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign("sha256", content, privateKey));
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: der(SEQUENCE, content, ALGORITHM, signature).toString("base64"),
  };
}
