/** Assertions that a provider has encrypted for Clew (XML Encryption 1.1). */
import { constants, createDecipheriv, privateDecrypt } from "node:crypto";
import { SamlRefusedError } from "./SamlRefusedError.ts";
import { attributeOf, childOf, childElements, fromBase64, NS, requireChild, elementText, utf8 } from "./xmlDocument.ts";

interface Cipher {
  readonly name: "aes-128-cbc" | "aes-192-cbc" | "aes-256-cbc" | "aes-128-gcm" | "aes-192-gcm" | "aes-256-gcm";
  readonly keyBytes: number;
}
const CIPHERS: Readonly<Record<string, Cipher>> = {
  [`${NS.encryption}aes128-cbc`]: { name: "aes-128-cbc", keyBytes: 16 },
  [`${NS.encryption}aes192-cbc`]: { name: "aes-192-cbc", keyBytes: 24 },
  [`${NS.encryption}aes256-cbc`]: { name: "aes-256-cbc", keyBytes: 32 },
  [`${NS.encryption11}aes128-gcm`]: { name: "aes-128-gcm", keyBytes: 16 },
  [`${NS.encryption11}aes192-gcm`]: { name: "aes-192-gcm", keyBytes: 24 },
  [`${NS.encryption11}aes256-gcm`]: { name: "aes-256-gcm", keyBytes: 32 },
};
const OAEP_SHA1 = `${NS.encryption}rsa-oaep-mgf1p`;
const OAEP = `${NS.encryption11}rsa-oaep`;
const HASHES: Readonly<Record<string, string>> = {
  [`${NS.signature}sha1`]: "sha1",
  [`${NS.encryption}sha256`]: "sha256",
  [`${NS.encryption}sha512`]: "sha512",
};
const BLOCK = 16;
const GCM_IV = 12;
const GCM_TAG = 16;

/**
 * Decrypts an EncryptedAssertion. Every failure is the same refusal, so that nothing of a key or a padding is revealed.
 * @returns the text of the assertion, which must still be verified. @throws SamlRefusedError
 */
export function decryptAssertion(encrypted: Element, privateKey: string): string {
  try {
    const data = requireChild(encrypted, NS.encryption, "EncryptedData");
    return utf8(decryptData(data, contentKey(keyElement(encrypted, data), privateKey)));
  } catch (error) {
    throw new SamlRefusedError("decryption", { cause: error });
  }
}

/** The key is within the data, or next to them. */
function keyElement(encrypted: Element, data: Element): Element {
  const info = childOf(data, NS.signature, "KeyInfo");
  const keys = [encrypted, ...(info ? [info] : [])].flatMap((parent) =>
    childElements(parent, NS.encryption, "EncryptedKey"),
  );
  if (keys.length !== 1 || !keys[0]) throw new SamlRefusedError("keys");
  return keys[0];
}

const cipherText = (parent: Element): Buffer =>
  fromBase64(
    elementText(requireChild(requireChild(parent, NS.encryption, "CipherData"), NS.encryption, "CipherValue")),
  );

/** RSA with OAEP, where the two hashes are the same: Node knows no other. RSA of PKCS 1, version 1.5, is refused. */
function contentKey(key: Element, privateKey: string): Buffer {
  const method = requireChild(key, NS.encryption, "EncryptionMethod");
  const algorithm = attributeOf(method, "Algorithm");
  const digest = childOf(method, NS.signature, "DigestMethod");
  const oaepHash = digest ? HASHES[attributeOf(digest, "Algorithm") ?? ""] : "sha1";
  const mask = childOf(method, NS.encryption11, "MGF");
  const maskHash = mask ? /#mgf1(sha\d+)$/.exec(attributeOf(mask, "Algorithm") ?? "")?.[1] : "sha1";
  if ((algorithm !== OAEP && algorithm !== OAEP_SHA1) || oaepHash === undefined || oaepHash !== maskHash) {
    throw new SamlRefusedError("key transport");
  }
  return privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, cipherText(key));
}

function decryptData(data: Element, key: Buffer): Buffer {
  const cipher = CIPHERS[attributeOf(requireChild(data, NS.encryption, "EncryptionMethod"), "Algorithm") ?? ""];
  if (cipher?.keyBytes !== key.length) throw new SamlRefusedError("cipher");
  const bytes = cipherText(data);
  const { name } = cipher;
  if (name === "aes-128-gcm" || name === "aes-192-gcm" || name === "aes-256-gcm") {
    if (bytes.length < GCM_IV + GCM_TAG) throw new SamlRefusedError("length");
    const decipher = createDecipheriv(name, key, bytes.subarray(0, GCM_IV), { authTagLength: GCM_TAG });
    decipher.setAuthTag(bytes.subarray(-GCM_TAG));
    return Buffer.concat([decipher.update(bytes.subarray(GCM_IV, -GCM_TAG)), decipher.final()]);
  }
  const decipher = createDecipheriv(name, key, bytes.subarray(0, BLOCK));
  // XML Encryption fills the padding with any bytes; only the last one counts.
  decipher.setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes.subarray(BLOCK)), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK || padding > padded.length) throw new SamlRefusedError("padding");
  return padded.subarray(0, -padding);
}
