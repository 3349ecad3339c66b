/** The Slack app of a company. */
import { z } from "zod";
import { Timestamp } from "../fieldSchemas.ts";

/** Its token and its signing secret are in no answer. */
export const SlackApp = z.object({
  /** The workspace. */
  team: z.string(),
  /** Why Slack takes nothing from it any more; null while it does. */
  ended: z.string().nullable(),
  /** Users who have linked themselves. */
  linked: z.number().int().nonnegative(),
  created_at: Timestamp,
});
export type SlackApp = z.infer<typeof SlackApp>;

export const SlackSettings = z.object({
  /** Null while none is set up. */
  app: SlackApp.nullable(),
  /** What Slack makes the app of: JSON. */
  manifest: z.string(),
  /** The page of Slack that makes it. */
  create_url: z.string(),
});
export type SlackSettings = z.infer<typeof SlackSettings>;

export const SlackAppBody = z.object({
  bot_token: z
    .string()
    .trim()
    .regex(/^xoxb-[A-Za-z0-9-]{10,250}$/, "slack.token_form"),
  signing_secret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/, "slack.secret_form"),
});
export type SlackAppBody = z.infer<typeof SlackAppBody>;
