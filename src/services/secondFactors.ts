import * as endpoints from "virtual:endpoints/secondFactors";
import type { PasskeyAssertion, PasskeyAttestation } from "../../contract/access/secondFactors.ts";
import type { Client } from "./client.ts";

/** Second factors of a sign-in: passkeys, the authenticator app and recovery codes of the user, and an Admin's reset of those of another. */
export const createSecondFactorsService = ({ call, send }: Client) => ({
  finish: (ticket: string, code: string) => call(endpoints.finishSecondFactor, { body: { ticket, code } }),
  beginPasskeySignIn: () => call(endpoints.beginPasskeySignIn),
  /** `ticket`: of the password that came first. */
  finishPasskeySignIn: (assertion: PasskeyAssertion, ticket?: string) =>
    call(endpoints.finishPasskeySignIn, { body: { assertion, ...(ticket !== undefined && { ticket }) } }),
  list: (signal?: AbortSignal) => call(endpoints.getSecondFactors, { signal }),
  beginPasskey: () => call(endpoints.beginPasskey),
  addPasskey: (name: string, attestation: PasskeyAttestation) =>
    call(endpoints.addPasskey, { body: { name, attestation } }),
  removePasskey: (passkeyId: string) => send(endpoints.removePasskey, { params: { passkeyId } }),
  beginApp: () => call(endpoints.beginAuthenticatorApp),
  addApp: (code: string) => call(endpoints.addAuthenticatorApp, { body: { code } }),
  removeApp: () => send(endpoints.removeAuthenticatorApp),
  renewCodes: () => call(endpoints.renewRecoveryCodes),
  confirmByCode: (code: string) => send(endpoints.confirmCode, { body: { code } }),
  beginConfirmation: () => call(endpoints.beginPasskeyConfirmation),
  confirmByPasskey: (assertion: PasskeyAssertion) => send(endpoints.confirmPasskey, { body: { assertion } }),
  /** Requires one of everyone in the company, or lifts that. */
  setPolicy: (id: string, isRequired: boolean) =>
    send(endpoints.setSecondFactorPolicy, { params: { id }, body: { is_required: isRequired } }),
  /** Removes those of another user of the company. */
  reset: (id: string, userId: string) => send(endpoints.resetSecondFactors, { params: { id, userId } }),
});
export type SecondFactorsService = ReturnType<typeof createSecondFactorsService>;
