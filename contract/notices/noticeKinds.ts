/** What users are notified of. Free of zod, so that the web app may import it. */
export const NOTICE_KINDS = [
  "assigned",
  "mentioned",
  "commented",
  "closed",
  "reopened",
  "files_changed",
  "sync_failed",
  "search_matched",
  "membership",
  "webhook_disabled",
  "rule_matched",
  "rule_paused",
  "model_order_off",
  "trial_ending",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How a user is notified of a kind: not at all, in the app, and also by a daily mail, by a mail for each, or by a message in a chat. */
export const NOTICE_CHANNELS = ["off", "app", "daily", "single", "slack", "teams"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** The channel of each kind for users who have chosen none. */
export const DEFAULT_CHANNELS: Readonly<Record<NoticeKind, NoticeChannel>> = {
  assigned: "single",
  mentioned: "single",
  commented: "daily",
  closed: "daily",
  reopened: "daily",
  files_changed: "app",
  sync_failed: "daily",
  search_matched: "daily",
  membership: "app",
  webhook_disabled: "single",
  rule_matched: "app",
  rule_paused: "single",
  model_order_off: "single",
  // A mail of its own is sent in any case.
  trial_ending: "app",
};

/** Days of the weekly mail, from 1 for Monday. */
export const WEEK_DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** What a notice of the kind `membership` is about. */
export const MEMBERSHIP_CHANGES = ["added", "removed", "role", "company_role", "joined"] as const;

/** Hour of the day at which the daily mail is sent. */
export const DEFAULT_DIGEST_HOUR = 8;
