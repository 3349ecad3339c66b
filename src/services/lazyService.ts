import { GENERIC_FAILURE } from "../../contract/constants.ts";
import { err, type ApiError } from "./result.ts";

const CHUNK_MISSING: ApiError = {
  kind: "chunk",
  text: GENERIC_FAILURE,
  status: null,
  code: null,
  fields: {},
  requestId: null,
};

type Methods = Readonly<Record<string, (...values: readonly unknown[]) => Promise<unknown>>>;

/**
 * A service whose code is loaded by the first call of one of its methods. Where that fails (after a release, or without a network) the
 * call returns a failure as every other does; the next one loads again.
 * @param load imports the service; each of its methods returns a `Result`
 */
export function lazy<S extends object>(load: () => Promise<S>): S {
  return new Proxy({} as S, {
    get: (_, name) => {
      // A promise that resolves to the service must not take it for another promise.
      if (typeof name === "symbol" || name === "then") return undefined;
      return async (...values: readonly unknown[]) => {
        const service = await load().catch(() => null);
        return service === null ? err(CHUNK_MISSING) : (service as Methods)[name]?.(...values);
      };
    },
  });
}
