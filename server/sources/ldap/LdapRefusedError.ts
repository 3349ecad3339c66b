/**
 * Why a directory cannot be used, although it answers. `bind`: the account of Clew is refused; `none` and `many`: no entry or several
 * entries for one address; `identity`: the entry has nothing that stays the same.
 */
export type LdapRefusal = "start_tls" | "bind" | "base" | "search" | "none" | "many" | "identity" | "answer";

export class LdapRefusedError extends Error {
  override readonly name = "LdapRefusedError";
  readonly reason: LdapRefusal;

  constructor(reason: LdapRefusal, options?: ErrorOptions) {
    super(`the directory: ${reason}`, options);
    this.reason = reason;
  }
}
