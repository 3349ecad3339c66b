/**
 * Passkeys (WebAuthn). Each is found by the authenticator itself and verifies its user, so that it signs in alone: no request needs to name
 * an account, and none discloses which accounts have one.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "../../../contract/access/secondFactors.ts";
import type { Db } from "../../db/openDb.ts";
import type { PasskeyChallengesTable } from "../../db/schema/secondFactorSchema.ts";
import { findPasskey, updatePasskeyUse } from "../../db/tables/accounts/secondFactors.ts";
import { deletePasskeyChallenge, insertPasskeyChallenge } from "../../db/tables/accounts/signInTickets.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { hashToken, newToken } from "../tokens/tokens.ts";

/** How long a user may take at the authenticator. */
const CHALLENGE_TTL_MS = 5 * MINUTE_MS;
/** COSE: EdDSA, ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

type Purpose = PasskeyChallengesTable["purpose"];
export type PasskeyOwner = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

const refusal = (): Invalid => new Invalid({ non_field_errors: [message("second_factor.passkey_refused")] });

async function newChallenge(db: Db, purpose: Purpose, sessionHash: string | null): Promise<string> {
  const challenge = newToken();
  await insertPasskeyChallenge(db, {
    challenge_hash: hashToken(challenge),
    purpose,
    session_hash: sessionHash,
    expires_at: new Date(Date.now() + CHALLENGE_TTL_MS),
  });
  return challenge;
}

/** Whether browsers accept passkeys of an address: it needs a host name, and https or this machine (WebAuthn Level 3, section 5.1.3). */
export function canHavePasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  // A URL has an IPv4 address as four numbers, and an IPv6 address in brackets.
  if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname)) return false;
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}

/** @param publicUrl where users open the app: its host is what passkeys belong to */
export async function passkeyRequest(
  db: Db,
  publicUrl: string,
  purpose: "sign_in" | "confirm",
  sessionHash: string | null,
): Promise<PasskeyRequest> {
  return {
    challenge: await newChallenge(db, purpose, sessionHash),
    rpId: new URL(publicUrl).hostname,
    timeout: CHALLENGE_TTL_MS,
    userVerification: "required",
  };
}

/** @param existing credentials of the user, which the authenticator must not create again */
export async function passkeyCreation(
  db: Db,
  publicUrl: string,
  user: { readonly id: string; readonly name: string; readonly email: string; readonly sessionHash: string },
  existing: readonly string[],
): Promise<PasskeyCreation> {
  return {
    challenge: await newChallenge(db, "create", user.sessionHash),
    rp: { id: new URL(publicUrl).hostname, name: "Clew" },
    user: { id: Buffer.from(user.id).toString("base64url"), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_TTL_MS,
    excludeCredentials: existing.map((id) => ({ id, type: "public-key" })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
  };
}

/** Takes the challenge that an authenticator signed, whatever the rest of its answer is. @throws Invalid where it is none of this purpose and session */
async function takeChallenge(
  db: Db,
  clientDataJSON: string,
  open: { readonly purpose: Purpose; readonly sessionHash: string | null },
): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  if (!(await deletePasskeyChallenge(db, { hash: hashToken(challenge), ...open }, new Date()))) throw refusal();
  return challenge;
}

function challengeOf(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    if (typeof data === "object" && data !== null && "challenge" in data && typeof data.challenge === "string")
      return data.challenge;
  } catch {
    // No client data of a browser.
  }
  return "";
}

/** A verified new passkey, as it is stored. */
export interface NewPasskey {
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly is_synced: boolean;
}

/** @throws Invalid for an answer to no open challenge of the session, of another origin or host, or without verification of the user */
export async function verifyNewPasskey(
  db: Db,
  publicUrl: string,
  sessionHash: string,
  { id, rawId, type, response }: PasskeyAttestation,
): Promise<NewPasskey> {
  const { origin, hostname } = new URL(publicUrl);
  const expectedChallenge = await takeChallenge(db, response.clientDataJSON, { purpose: "create", sessionHash });
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw new Invalid({ non_field_errors: [message("second_factor.passkey_refused")] }, { cause: error });
  });
  if (!verified.verified) throw refusal();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    is_synced: credentialBackedUp,
  };
}

/**
 * The owner of a passkey that has answered an open challenge. The same sentence refuses every other answer.
 * @throws Invalid; `onRefused` is called first where the passkey is one of an account
 */
export async function verifyPasskey(
  db: Db,
  publicUrl: string,
  open: { readonly purpose: "sign_in" | "confirm"; readonly sessionHash: string | null },
  { id, rawId, type, response }: PasskeyAssertion,
  onRefused: (owner: PasskeyOwner) => Promise<void> = async () => {},
): Promise<PasskeyOwner> {
  const { origin, hostname } = new URL(publicUrl);
  const expectedChallenge = await takeChallenge(db, response.clientDataJSON, open);
  const passkey = await findPasskey(db, id);
  if (!passkey) throw refusal();
  const { userHandle, ...signed } = response;
  const handle = Buffer.from(passkey.user_id).toString("base64url");
  // Every error is about the answer: the library reads nothing else.
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId, type, response: signed, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: { id, publicKey: Uint8Array.from(passkey.public_key), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => null);
  const isRight =
    verified?.verified === true &&
    (typeof userHandle !== "string" || userHandle === handle) &&
    (await updatePasskeyUse(db, passkey.id, verified.authenticationInfo.newCounter, new Date()));
  if (isRight) return passkey;
  await onRefused(passkey);
  throw refusal();
}
