import { z } from "zod";
import { Integration } from "./users.ts";

/** What anybody may know of an installation, also before signing in: its operator's settings that people need. */
export const Installation = z.object({
  /** The operator's support address; null where none is configured. */
  support_email: z.string().nullable(),
  /** Providers at which accounts can be connected: the operator has registered the app there. */
  integrations: z.array(Integration),
  /** False: mails wait in the operator's outbox, and links must be passed on by hand. */
  sends_mail: z.boolean(),
});
export type Installation = z.infer<typeof Installation>;
