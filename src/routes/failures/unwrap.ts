import type { ApiError, Result } from "../../services/result.ts";

/** A failed request, thrown by a loader: the route's error boundary shows its text, its status and Retry. */
export class LoaderError extends Error {
  override readonly name = "LoaderError";
  readonly failure: ApiError;
  constructor(failure: ApiError) {
    super(failure.text);
    this.failure = failure;
  }
}

/**
 * The data of a result, for a loader that cannot render without it.
 * @throws LoaderError where the request failed
 */
export function unwrap<T>(result: Result<T>): T {
  if (result.success) return result.data;
  throw new LoaderError(result.error);
}
