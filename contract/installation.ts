import { z } from "zod";
import { Integration } from "./users.ts";

/** Public information about an installation, also before sign-in: the operator's settings that users need. */
export const Installation = z.object({
  /** The operator's support address; null where none is configured. */
  support_email: z.string().nullable(),
  /** Providers for which the operator has registered an OAuth app, so that accounts can be connected. */
  integrations: z.array(Integration),
  /** False: mails wait in the operator's outbox, and links must be passed on by hand. */
  sends_mail: z.boolean(),
});
export type Installation = z.infer<typeof Installation>;
