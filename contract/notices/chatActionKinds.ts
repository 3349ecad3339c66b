/** Constants of actions in chats. Free of zod, so that the web app may import it. */

/** Chats in which a company can have an app. */
export const CHATS = ["slack", "teams"] as const;
export type Chat = (typeof CHATS)[number];

/** Whether a name is that of a chat. */
export const isChat = (name: string): name is Chat => CHATS.some((chat) => chat === name);

/** What a button of a chat does to an issue: in messages of the apps, and behind the links in messages of a workflow of Microsoft Teams. */
export const CHAT_ISSUE_ACTIONS = ["assign", "close"] as const;
export type ChatIssueAction = (typeof CHAT_ISSUE_ACTIONS)[number];

/** `open`: it can be used. `started`: another user uses it now. */
export const CHAT_LINK_STATES = ["open", "started", "used", "expired"] as const;

/** Days for which a link of a message can be used. */
export const CHAT_LINK_DAYS = 7;
