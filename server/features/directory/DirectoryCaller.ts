import type { Actor } from "../../access/auditLog.ts";

/** The directory of a company, as a token names it. */
export interface DirectoryCaller {
  readonly companyId: string;
  /** Who the audit log names: the token. */
  readonly actor: Actor & { readonly companyId: string };
  /** The address of this server's SCIM, without a slash at the end. */
  readonly base: string;
}
