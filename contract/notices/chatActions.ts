/** What a button in a chat does to an issue, and the link that a message of Microsoft Teams has in place of a button. */
import { z } from "zod";
import { CHAT_ISSUE_ACTIONS, CHAT_LINK_STATES } from "./chatActionKinds.ts";
import { Slug, Timestamp } from "../fieldSchemas.ts";
import { WRITE_STATES } from "../issues/issueActions.ts";

/** The sealed text of a link; it gives no right. */
const LinkToken = z.string().min(1).max(1000);

/** One of several ways in which the tracker takes the action, such as a reason for closing. */
export const ChatActionChoice = z.object({ id: z.string().min(1).max(500), name: z.string() });
export type ChatActionChoice = z.infer<typeof ChatActionChoice>;

export const ChatLinkQuery = z.object({ link: LinkToken });

export const ChatLink = z.object({
  state: z.enum(CHAT_LINK_STATES),
  action: z.enum(CHAT_ISSUE_ACTIONS),
  issue: z.object({ key: z.string(), title: z.string(), address: z.string(), state: z.enum(["open", "closed"]) }),
  project: z.object({ slug: Slug, name: z.string() }),
  /** The name of the source. */
  tracker: z.string(),
  expires_at: Timestamp,
  /** Who has used the link; null while it is unused, and for a user who is gone. */
  used_by: z.string().nullable(),
  /** The account that the action is done with at the tracker; null where it is not possible. */
  account: z.string().nullable(),
  /** Why the caller cannot do it; null where it can work. */
  blocked: z.string().nullable(),
  /** More than one where the caller has to choose. */
  choices: z.array(ChatActionChoice),
});
export type ChatLink = z.infer<typeof ChatLink>;

/** `choice`: the id of one of the choices; null where there is one. `account`: the one that the caller was shown. */
export const ChatLinkBody = z.object({
  link: LinkToken,
  account: z.string().max(300),
  choice: z.string().max(500).nullable(),
});

/** `text`: who did what, or why it was not done. */
export const ChatLinkAnswer = z.object({ state: z.enum(WRITE_STATES), text: z.string() });
export type ChatLinkAnswer = z.infer<typeof ChatLinkAnswer>;

export const ChatChannel = z.object({ id: z.string().min(1).max(300), name: z.string(), is_private: z.boolean() });
export type ChatChannel = z.infer<typeof ChatChannel>;

/** The channels where the company's app is. */
export const ChatChannels = z.object({
  /** The workspace of Slack, the tenant of Teams; null for a company without an app. */
  team: z.string().nullable(),
  channels: z.array(ChatChannel),
  /** False: there are more channels than were read. */
  is_complete: z.boolean(),
  /** Why they could not be read; null where they were. */
  failure: z.string().nullable(),
});
export type ChatChannels = z.infer<typeof ChatChannels>;
