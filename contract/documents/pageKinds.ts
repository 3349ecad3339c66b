/** Kinds of what a wiki holds. Free of zod, so that the web app may import it. */

/** `folder`, `whiteboard` and `database` have a title and a place in the tree of pages, and no text that is read. */
export const PAGE_KINDS = ["page", "blog_post", "folder", "whiteboard", "database"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** `inline`: on a passage of the text. */
export const PAGE_COMMENT_KINDS = ["footer", "inline"] as const;
export type PageCommentKind = (typeof PAGE_COMMENT_KINDS)[number];
