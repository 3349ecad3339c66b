import { createPrivateKey, sign } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "../../../../contract/durations.ts";

/** GitHub accepts at most 10 minutes; the rest is for clocks that differ. */
const LIFETIME_MS = 9 * MINUTE_MS;
const CLOCK_DRIFT_MS = MINUTE_MS;
/** Bits of an RSA key. GitHub makes 2,048. */
const KEY_BITS = { min: 2048, max: 16_384 };

/** Whether a text is an RSA private key in PEM that can sign. */
export function isSigningKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= KEY_BITS.min && bits <= KEY_BITS.max;
  } catch {
    return false;
  }
}

/** The JSON Web Token with which an app itself calls GitHub, signed by RS256. */
export function appToken(hostId: string, privateKey: string, now = Date.now()): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const seconds = (time: number): number => Math.floor(time / SECOND_MS);
  const claims = { iat: seconds(now - CLOCK_DRIFT_MS), exp: seconds(now + LIFETIME_MS), iss: hostId };
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}
