import type { FieldErrors } from "./errorText.ts";

/**
 * Why a request failed. `http`: an error status; `bad_response`: a response that is not JSON; `network`: no response; `blocked`: none
 * although the server is reachable (an extension, a reset connection); `aborted`: cancelled by the app; `chunk`: not sent, because the
 * code of the service could not be loaded.
 */
export type FailureKind = "http" | "bad_response" | "network" | "blocked" | "aborted" | "chunk";

export interface ApiError {
  readonly kind: FailureKind;
  /** Text for users (specification, section 8). */
  readonly text: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** The server's name of the case (`invitation.expired`), the same in each language; null where a host names none. */
  readonly code: string | null;
  readonly fields: FieldErrors;
  /** Request id of the call in the server's log. */
  readonly requestId: string | null;
}

/** The result of every request. Failures of the network or the host are never thrown. */
export type Result<T> =
  | { readonly success: true; readonly data: T; readonly error: null }
  | { readonly success: false; readonly data: null; readonly error: ApiError };

export const ok = <T>(data: T): Result<T> => ({ success: true, data, error: null });
export const err = <T>(error: ApiError): Result<T> => ({ success: false, data: null, error });
