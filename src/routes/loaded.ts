import type { ApiError, Result } from "../services/result.ts";

/** A call that failed, thrown by a loader: the route's error boundary shows its text, its status and a way to try again. */
export class LoadFailed extends Error {
  override readonly name = "LoadFailed";
  readonly failure: ApiError;
  constructor(failure: ApiError) {
    super(failure.text);
    this.failure = failure;
  }
}

/**
 * The data of an answer, for a loader that cannot show anything without it.
 * @throws LoadFailed where the call failed
 */
export function loaded<T>(result: Result<T>): T {
  if (result.success) return result.data;
  throw new LoadFailed(result.error);
}
