import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import type { Invoker } from "../../http/invoker.ts";
import type { Seal } from "../../Seal.ts";
import type { Egress } from "../../sources/egress/egress.ts";

export interface AskDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Makes the calls that find and read passages, on behalf of the user who asks. */
  readonly invoke: Invoker["invoke"];
  /** With a limit of silence that suits a model. */
  readonly egress: Pick<Egress, "fetch" | "check">;
  /** Seals what was shown, until it is sent. */
  readonly ticketSeal: Seal;
  readonly now: () => Date;
}

/** The purpose of `createSeal` for tickets. */
export const TICKET_PURPOSE = "ask";
