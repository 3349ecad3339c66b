/** Second factors of a sign-in by password: passkeys, an authenticator app, and recovery codes. */
import { z } from "zod";
import { Id, Name, Timestamp } from "../fieldSchemas.ts";

/** How many passkeys one user may have, and how many recovery codes one set has. */
export const SECOND_FACTOR_LIMITS = { passkeys: 20, recoveryCodes: 10 } as const;

/** Bytes in base64url, as WebAuthn's JSON forms have them. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, "field.format");
const CredentialId = bytes(1400).min(1);

/** What `navigator.credentials.get` takes, in its JSON form. No credential is named: passkeys are found by the authenticator. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number().int(),
  userVerification: z.literal("required"),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What `navigator.credentials.create` takes, in its JSON form. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };
/** The authenticator's answer to a PasskeyRequest. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(10_000),
    authenticatorData: bytes(10_000),
    signature: bytes(4000),
    userHandle: bytes(200).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
/** The authenticator's answer to a PasskeyCreation. */
export const PasskeyAttestation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes(10_000), attestationObject: bytes(40_000) }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

/** The answer to a right password of an account with a second factor. The ticket grants nothing but one finished sign-in, for some minutes. */
export const SecondFactorNeeded = z.object({ second_factor: z.string().min(1) });
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>;

const Code = z.string().trim().min(1, "field.required").max(40);
/** A code of the authenticator app or a recovery code: which of them the account has is not disclosed. */
export const SecondFactorBody = z.object({ ticket: z.string().min(1).max(200), code: Code });
/** `ticket`: where a password came first, the passkey must be of the same account. */
export const PasskeySignInBody = z.object({
  assertion: PasskeyAssertion,
  ticket: z.string().min(1).max(200).optional(),
});
export type PasskeySignInBody = z.infer<typeof PasskeySignInBody>;
export const ConfirmCodeBody = z.object({ code: Code });
export const ConfirmPasskeyBody = z.object({ assertion: PasskeyAssertion });

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** Whether it is synchronised between devices. */
  is_synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;
export const SecondFactors = z.object({
  passkeys: z.array(Passkey),
  /** The authenticator app, once a code of it was entered. */
  app: z.object({ created_at: Timestamp }).nullable(),
  recovery_codes_left: z.number().int().nonnegative(),
  /** Whether browsers accept passkeys at the address of this installation. */
  can_add_passkeys: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Whether everyone of the company who signs in by a password must have a second factor. */
export const SecondFactorPolicy = z.object({ is_required: z.boolean() });
export const PasskeyBody = z.object({ name: Name, attestation: PasskeyAttestation });
/** The secret of an authenticator app that waits for its first code, in base32 and as an address for a QR code. */
export const NewAuthenticatorApp = z.object({ secret: z.string(), uri: z.string() });
export type NewAuthenticatorApp = z.infer<typeof NewAuthenticatorApp>;
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
/** Recovery codes come with the first factor, and are shown this once; null where the account had a factor already. */
export const AddedFactor = z.object({ recovery_codes: z.array(z.string()).nullable() });
export type AddedFactor = z.infer<typeof AddedFactor>;
