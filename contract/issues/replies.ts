/** Replies: the one comment that Clew keeps up to date on each new issue of a tracker. */
import { z } from "zod";
import { Id, Timestamp } from "../fieldSchemas.ts";
import { MAX_REPLY_TEMPLATE } from "./replyKinds.ts";

/** `app`: the installation that the tracker is read by; `account`: an account of the caller. */
export const ReplyBy = z.enum(["app", "account"]);
export type ReplyBy = z.infer<typeof ReplyBy>;

export const ReplySettings = z.object({
  enabled: z.boolean(),
  /** The account that comments are written with, while it is on; null: it was never on. */
  by: ReplyBy.nullable(),
  /** The account's name at the host. */
  account: z.string().nullable(),
  /** The member who turned it on; null for none, and for an account that was deleted. */
  enabled_by: z.string().nullable(),
  template: z.string(),
  mentions: z.boolean(),
  /** Everyone who sees the tracker may see all repositories of the project. */
  names_all: z.boolean(),
  /** Accounts that the caller can choose for comments, with the reason where one cannot work. */
  accounts: z.array(z.object({ by: ReplyBy, name: z.string().nullable(), reason: z.string().nullable() })),
  /** Comments on issues that exist, that wait, and that could not be written. */
  written: z.number().int().nonnegative(),
  waiting: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  /** Why nothing is written now, and why the newest of the failed comments was not. */
  fault: z.string().nullable(),
  failure: z.string().nullable(),
  fault_at: Timestamp.nullable(),
  /** The newest issues, for a preview. */
  issues: z.array(z.object({ id: Id, key: z.string(), title: z.string() })),
});
export type ReplySettings = z.infer<typeof ReplySettings>;

const shape = {
  template: z.string().max(4 * MAX_REPLY_TEMPLATE),
  mentions: z.boolean(),
  names_all: z.boolean(),
};
export const ReplySettingsBody = z.object({
  enabled: z.boolean(),
  by: ReplyBy,
  /** The name that the caller has seen. */
  account: z.string().max(500),
  ...shape,
});
export type ReplySettingsBody = z.infer<typeof ReplySettingsBody>;

export const ReplyPreviewBody = z.object({ issue: Id, ...shape });
/** Null: there is nothing to say about the issue, and no comment. */
export const ReplyPreview = z.object({ text: z.string().nullable() });
export type ReplyPreview = z.infer<typeof ReplyPreview>;
