/** Which user of a chat a user is, and what the apps of all chats share. */
import { z } from "zod";
import { Timestamp } from "../fieldSchemas.ts";

/** `text`: what works, or what is wrong. */
export const ChatTest = z.object({ passed: z.boolean(), text: z.string() });
export type ChatTest = z.infer<typeof ChatTest>;

export const ChatUserLink = z.object({
  /** The workspace or the tenant of the company's app; null without one. */
  team: z.string().nullable(),
  /** The user of the chat who the caller is; null while none is linked. */
  link: z
    .object({
      name: z.string(),
      linked_at: Timestamp,
      /** Why the last message could not be sent; null otherwise. */
      fault: z.string().nullable(),
    })
    .nullable(),
  /** Who has typed the code of the caller in the chat and waits to be confirmed. */
  pending: z.object({ user: z.string(), name: z.string() }).nullable(),
});
export type ChatUserLink = z.infer<typeof ChatUserLink>;

/** What the caller types in the chat; `expires_at` is ten minutes later. */
export const ChatUserCode = z.object({ command: z.string(), expires_at: Timestamp });
export type ChatUserCode = z.infer<typeof ChatUserCode>;

/** `user` is the id of the user of the chat whom the caller was shown. */
export const ChatUserBody = z.object({ user: z.string().min(1).max(100) });
