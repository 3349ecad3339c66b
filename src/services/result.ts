import type { FieldErrors } from "./errorText.ts";

/**
 * Why a call failed. `http`: the host answered with a failure; `bad_response`: it answered with something that is no JSON;
 * `network`: no answer came; `blocked`: none came although the server answers otherwise (an extension, a connection that was cut); `aborted`: we no longer wanted it.
 */
export type FailureKind = "http" | "bad_response" | "network" | "blocked" | "aborted";

export interface ApiError {
  readonly kind: FailureKind;
  /** Text for people (specification, section 8). */
  readonly text: string;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly fields: FieldErrors;
  /** Names the call in the server's log. */
  readonly requestId: string | null;
}

/** What every call returns. It never throws for what the network or the host does. */
export type Result<T> =
  | { readonly success: true; readonly data: T; readonly error: null }
  | { readonly success: false; readonly data: null; readonly error: ApiError };

export const succeed = <T>(data: T): Result<T> => ({ success: true, data, error: null });
export const fail = <T>(error: ApiError): Result<T> => ({ success: false, data: null, error });
