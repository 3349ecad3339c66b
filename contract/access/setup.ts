import { z } from "zod";
import { INTEGRATIONS } from "../constants.ts";
import { Integration } from "./users.ts";

/** What an operator sets up, besides the first start. */
export const SETUP_PARTS = ["public_address", "mail", ...INTEGRATIONS] as const;
export const SetupPart = z.enum(SETUP_PARTS);
export type SetupPart = z.infer<typeof SetupPart>;

/** A provider at which the operator may register this installation as an OAuth app. */
export const SetupProvider = z.object({
  name: Integration,
  is_set: z.boolean(),
  /** Where the app is registered, or would be by default. */
  register_url: z.string(),
  /** The environment variables of its id and its secret. */
  variables: z.array(z.string()),
  /** What the app asks of an account, in the provider's words. */
  scopes: z.array(z.string()),
});
export type SetupProvider = z.infer<typeof SetupProvider>;

/** What the operator has set up, for an Admin of a company on the installation. No secret is part of it. */
export const InstallationSetup = z.object({
  /** The address that every provider is given for the return of a user. */
  callback_url: z.string(),
  /** `is_set` false: links and callbacks have the address at which the server listens. */
  public_address: z.object({ url: z.string(), is_set: z.boolean() }),
  /** `from`: the sender of mails. */
  mail: z.object({ is_set: z.boolean(), from: z.string().nullable() }),
  providers: z.array(SetupProvider),
});
export type InstallationSetup = z.infer<typeof InstallationSetup>;

export const SetupTestBody = z.object({ part: SetupPart });

/** The result of a test, with a sentence in the caller's language. */
export const SetupTest = z.object({ passed: z.boolean(), text: z.string() });
export type SetupTest = z.infer<typeof SetupTest>;
