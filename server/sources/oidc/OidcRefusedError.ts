import * as oauth from "oauth4webapi";
import { SourceError } from "../SourceError.ts";

/** The provider refused the sign-in (`denied`: the person, or the provider for the person), or its response is invalid. */
export class OidcRefusedError extends Error {
  override readonly name = "OidcRefusedError";
  readonly isDenied: boolean;
  constructor(reason: string, options?: ErrorOptions & { readonly isDenied?: boolean }) {
    super(`The provider's answer is refused: ${reason}`, options);
    this.isDenied = options?.isDenied === true;
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
    throw new OidcRefusedError(reasonOf(error), { cause: error, isDenied });
  }
}

/** A code without a word of the provider. */
function reasonOf(error: Error): string {
  if ("code" in error && typeof error.code === "string" && /^\w{1,60}$/.test(error.code)) return error.code;
  return error.name;
}
