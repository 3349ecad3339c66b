/** What the template of a reply may contain, and its limits. Free of zod, so that the web app may import it. */

/** Lists and values that the template names in braces. A list is alone in its line. */
export const REPLY_LISTS = ["places", "people", "similar", "missing"] as const;
export type ReplyList = (typeof REPLY_LISTS)[number];
export const REPLY_PLACEHOLDERS = [...REPLY_LISTS, "issue"] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

/** Characters of a template. */
export const MAX_REPLY_TEMPLATE = 2000;
/** Newest issues that a template can be previewed on. */
export const REPLY_PREVIEW_ISSUES = 20;
/** Replies that are written or edited for one source in an hour. */
export const MAX_REPLIES_PER_HOUR = 60;
