/** The Slack app of a company, and which Slack user a user is. */
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

/** `text` says what works, or what is wrong. */
export const SlackTest = z.object({ passed: z.boolean(), text: z.string() });
export type SlackTest = z.infer<typeof SlackTest>;

export const SlackLink = z.object({
  /** The workspace of the company's app; null without one. */
  team: z.string().nullable(),
  /** The Slack user who the caller is; null while none is linked. */
  link: z
    .object({
      name: z.string(),
      linked_at: Timestamp,
      /** Why the last message could not be sent; null otherwise. */
      fault: z.string().nullable(),
    })
    .nullable(),
  /** Who has typed the code of the caller in Slack and waits to be confirmed. */
  pending: z.object({ user: z.string(), name: z.string() }).nullable(),
});
export type SlackLink = z.infer<typeof SlackLink>;

/** What the caller types in Slack; `expires_at` is ten minutes later. */
export const SlackLinkCode = z.object({ command: z.string(), expires_at: Timestamp });
export type SlackLinkCode = z.infer<typeof SlackLinkCode>;

/** `user` is the id of the Slack user whom the caller was shown. */
export const SlackLinkBody = z.object({ user: z.string().min(1).max(100) });
