/** An authenticator in software (WebAuthn Level 3, ES256, attestation "none"), with a part that a test can make wrong. */
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "../../../contract/access/secondFactors.ts";

const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString("base64url");

/** CBOR of what an attestation has (RFC 8949): small integers, bytes, texts and maps. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, count: number): Buffer =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key as never), cbor(entry as never)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** Flags of the authenticator data. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** What is not as the server expects it. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

export interface SoftAuthenticator {
  readonly id: string;
  create(options: PasskeyCreation, wrong?: Wrong): PasskeyAttestation;
  answer(options: PasskeyRequest, wrong?: Wrong): PasskeyAssertion;
}

/** @param origin of the page that asks */
export function softAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  let user = "";
  const dataOf = (rpId: string, flags: number, count: number): Buffer => {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(rpId), tail]);
  };
  const clientData = (type: string, challenge: string, wrong: Wrong): Buffer =>
    Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin: wrong.origin ?? origin }));
  const flagsOf = ({ isUnverified = false }: Wrong): number => (isUnverified ? PRESENT : PRESENT | VERIFIED);
  return {
    id,
    create: ({ challenge, rp, user: owner }, wrong = {}) => {
      // Its first user: that of the account which has it.
      user ||= owner.id;
      const coseKey = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const length = Buffer.from([0, credentialId.length]);
      const head = dataOf(wrong.rpId ?? rp.id, flagsOf(wrong) | HAS_KEY, counter);
      const authData = Buffer.concat([head, Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = cbor(
        new Map<string, string | Buffer | Map<unknown, unknown>>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, wrong)),
          attestationObject: base64url(attestation),
        },
      };
    },
    answer: ({ challenge, rpId }, wrong = {}) => {
      counter += 1;
      const data = dataOf(wrong.rpId ?? rpId, flagsOf(wrong), wrong.counter ?? counter);
      const client = clientData("webauthn.get", challenge, wrong);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), key)),
          userHandle: wrong.userHandle ?? user,
        },
      };
    },
  };
}
