import type { SsoFault } from "../../../contract/access/ssoReturn.ts";

export interface SamlRefusal extends ErrorOptions {
  /** Whether the provider refused the person. */
  readonly isDenied?: boolean;
  /** What an Admin has to change. It depends on public parts of the message, or on what was signed, so that it reveals nothing of a key. */
  readonly fault?: SsoFault | undefined;
}

/** What an identity provider sent does not hold, or it refused the person. The reason is for logs and tests, never for the browser. */
export class SamlRefusedError extends Error {
  override readonly name = "SamlRefusedError";
  readonly reason: string;
  readonly isDenied: boolean;
  readonly fault: SsoFault | undefined;
  constructor(reason: string, options?: SamlRefusal) {
    super(`The provider's message is refused: ${reason}`, options);
    this.reason = reason;
    this.isDenied = options?.isDenied === true;
    this.fault = options?.fault;
  }
}
