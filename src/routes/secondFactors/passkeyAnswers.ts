import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "../../../contract/access/secondFactors.ts";

/** Why the browser gave no answer: a key of the catalogue. */
export type PasskeyFault = "cancelled" | "exists" | "unsupported";
export type PasskeyAnswer<T> =
  { readonly answer: T; readonly fault: null } | { readonly answer: null; readonly fault: PasskeyFault };

/** Whether this browser can use passkeys on this page. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "exists",
};

async function answerOf<T>(ask: () => Promise<T>): Promise<PasskeyAnswer<T>> {
  try {
    return { answer: await ask(), fault: null };
  } catch (error) {
    return { answer: null, fault: FAULTS[error instanceof Error ? error.name : ""] ?? "unsupported" };
  }
}

const assertionOf = ({ id, rawId, type, response }: AuthenticationResponseJSON): PasskeyAssertion => ({
  id,
  rawId,
  type,
  response: {
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle !== undefined && { userHandle: response.userHandle }),
  },
});

const attestationOf = ({ id, rawId, type, response }: RegistrationResponseJSON): PasskeyAttestation => ({
  id,
  rawId,
  type,
  response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
});

/** Asks the person for a passkey of this site. */
export const askForPasskey = (optionsJSON: PasskeyRequest): Promise<PasskeyAnswer<PasskeyAssertion>> =>
  answerOf(async () => assertionOf(await startAuthentication({ optionsJSON })));

/** Lets the person create a passkey. */
export const createPasskey = (optionsJSON: PasskeyCreation): Promise<PasskeyAnswer<PasskeyAttestation>> =>
  answerOf(async () => attestationOf(await startRegistration({ optionsJSON })));
