/** What an identity provider sent does not hold, or it refused the person (`denied`). The reason is for logs and tests, never for the browser. */
export class SamlRefusedError extends Error {
  override readonly name = "SamlRefusedError";
  readonly reason: string;
  readonly isDenied: boolean;
  constructor(reason: string, options?: ErrorOptions & { readonly isDenied?: boolean }) {
    super(`The provider's message is refused: ${reason}`, options);
    this.reason = reason;
    this.isDenied = options?.isDenied === true;
  }
}
