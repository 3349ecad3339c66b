import * as oauth from "oauth4webapi";
import type { SsoFault } from "../../../contract/access/ssoReturn.ts";
import { isRecord } from "../rest/restFailure.ts";
import { SourceError } from "../SourceError.ts";

/** The provider refused the sign-in (`denied`: the person, or the provider for the person), or its response is invalid. */
export class OidcRefusedError extends Error {
  override readonly name = "OidcRefusedError";
  readonly isDenied: boolean;
  /** What an Admin has to change. */
  readonly fault: SsoFault | undefined;
  constructor(
    reason: string,
    options?: ErrorOptions & { readonly isDenied?: boolean; readonly fault?: SsoFault | undefined },
  ) {
    super(`The provider's answer is refused: ${reason}`, options);
    this.isDenied = options?.isDenied === true;
    this.fault = options?.fault;
  }
}

/** Codes with which a provider refuses a person (OpenID Connect Core, section 3.1.2.6). */
const DENIALS: ReadonlySet<string> = new Set([
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
]);

/** @throws OidcRefusedError for what the provider refuses, and for what does not hold of its answer; SourceError as it came */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OidcRefusedError || error instanceof SourceError || !(error instanceof Error)) throw error;
    const isDenied = error instanceof oauth.AuthorizationResponseError && DENIALS.has(error.error);
    throw new OidcRefusedError(reasonOf(error), { cause: error, isDenied, fault: faultOf(error) });
  }
}

/** Codes of a token endpoint for a client ID or secret that it does not accept, or may not use (RFC 6749, section 5.2). */
const CLIENT_REFUSALS: ReadonlySet<string> = new Set(["invalid_client", "unauthorized_client"]);

/** Whether a token endpoint has refused the client itself, and not what it sent. */
export const isClientRefused = (error: unknown): boolean =>
  (error instanceof oauth.ResponseBodyError && CLIENT_REFUSALS.has(error.error)) ||
  (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401);

/** @returns undefined where nothing at the provider explains it */
function faultOf(error: Error): SsoFault | undefined {
  if (isClientRefused(error)) return "client_refused";
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    // A code that was used already, or too late: beginning again helps.
    return error.error === "invalid_grant" ? undefined : "answer_error";
  }
  // HMAC, and what the provider's own description does not name.
  const isAlgorithm = error instanceof oauth.UnsupportedOperationError || /JWT "alg" header/.test(error.message);
  if (isAlgorithm) return "answer_algorithm";
  if (!(error instanceof oauth.OperationProcessingError)) return undefined;
  if (error.code === oauth.JWT_TIMESTAMP_CHECK) return "answer_clock";
  if (error.code === oauth.KEY_SELECTION) return "answer_key";
  if (error.code !== oauth.JWT_CLAIM_COMPARISON) return undefined;
  const claim = isRecord(error.cause) ? error.cause["claim"] : undefined;
  return claim === "aud" ? "answer_audience" : claim === "iss" ? "answer_issuer" : undefined;
}

/** A code without a sentence of the provider. */
function reasonOf(error: Error): string {
  const isOfProvider = error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError;
  if (isOfProvider && /^\w{1,60}$/.test(error.error)) return error.error;
  if ("code" in error && typeof error.code === "string" && /^\w{1,60}$/.test(error.code)) return error.code;
  return error.name;
}
