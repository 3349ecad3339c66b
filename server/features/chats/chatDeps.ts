import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import type { Egress } from "../../sources/egress/egress.ts";

/** Dependencies of all parts of the connection to a chat. */
export interface ChatDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly egress: Pick<Egress, "fetch">;
  /** The full address of a path of this server. */
  readonly link: (path: string) => string;
  readonly now?: () => Date;
}

export const nowOf = ({ now }: Pick<ChatDeps, "now">): Date => now?.() ?? new Date();
