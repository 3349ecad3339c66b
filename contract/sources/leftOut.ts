/** Kinds of items that a host restricts or has not published. Free of zod, so that the web app may import it. */
export const LEFT_OUT_KINDS = [
  /** GitLab: an issue with `confidential`. */
  "confidential_issue",
  /** Jira: an issue with a security level. */
  "secured_issue",
  /** GitLab: a note with `internal` or, in older versions, `confidential`. Jira: a comment with `jsdPublic: false`. */
  "internal_comment",
  /** Jira: a comment with a `visibility`, for one role or group. */
  "restricted_comment",
  /** Confluence: a page that only named people or groups may read, or one below such a page. */
  "restricted_page",
  /** Confluence: a page that was archived. */
  "archived_page",
  /** Confluence: a comment on a page that is left out. It is counted, and no item of its own. */
  "comment_of_left_out_page",
  /** GitHub: a release that is not published yet. */
  "draft_release",
] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];
