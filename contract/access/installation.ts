import { z } from "zod";
import { CompanyRole } from "./companies.ts";
import { Integration } from "./users.ts";

/** A person of the demo, with the password that the server prints at its start. */
export const DemoPerson = z.object({
  name: z.string(),
  email: z.string(),
  password: z.string(),
  role: CompanyRole,
});
export type DemoPerson = z.infer<typeof DemoPerson>;

/** Public information about an installation, also before sign-in: the operator's settings that users need. */
export const Installation = z.object({
  /** The operator's support address; null where none is configured. */
  support_email: z.string().nullable(),
  /** Providers for which the operator has registered an OAuth app, so that accounts can be connected. */
  integrations: z.array(Integration),
  /** False: mails wait in the operator's outbox, and links must be passed on by hand. */
  sends_mail: z.boolean(),
  /** The users of the demo that a visitor can sign in as; empty outside of the demo, and without those who have changed their password. */
  demo_people: z.array(DemoPerson),
  /** Whether a company of this installation signs in by single sign-on. */
  single_sign_on: z.boolean(),
  /** Whether browsers accept passkeys at the address of this installation. */
  passkeys: z.boolean(),
});
export type Installation = z.infer<typeof Installation>;
