/** The codes of RFC 6749, 7591 and 8707 that are answered. */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "temporarily_unavailable"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** A refusal in the form that OAuth gives errors. Its description is for programmers, in ASCII as the standard demands. */
export class OauthError extends Error {
  override readonly name = "OauthError";
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string, options?: ErrorOptions) {
    super(description, options);
    this.code = code;
  }

  /** The HTTP status of the answer. */
  get status(): 400 | 401 | 503 {
    if (this.code === "invalid_client") return 401;
    return this.code === "temporarily_unavailable" ? 503 : 400;
  }
}
