/** Constants of writing to trackers, for both sides. Free of zod, so that the web app may import it. */

/** What a member can change of an issue in its tracker. */
export const ISSUE_ACTIONS = [
  "comment",
  "state",
  "labels",
  "assignees",
  "milestones",
  "priority",
  "duplicate",
] as const;
export type IssueAction = (typeof ISSUE_ACTIONS)[number];

/** Actions on a list of names, which are added and removed one by one. */
export const LIST_ACTIONS = ["labels", "assignees", "milestones"] as const;
export type ListAction = (typeof LIST_ACTIONS)[number];

/**
 * Why a member can write nothing to a tracker: its source does not allow writing (`off`), the member's role does not (`role`), this server
 * cannot write to trackers of its kind (`unsupported`), no account is connected (`account`), the connected one is for reading alone
 * (`consent`), or the tracker refused (`host`).
 */
export const WRITE_BLOCKS = ["off", "role", "unsupported", "account", "consent", "host"] as const;
export type WriteBlock = (typeof WRITE_BLOCKS)[number];

/**
 * `done`: the tracker has it. `refused`: the tracker has not, and `text` says why. `unknown`: the answer of the tracker was lost; this
 * server looks again and writes at most once.
 */
export const WRITE_STATES = ["done", "refused", "unknown"] as const;
export type WriteState = (typeof WRITE_STATES)[number];

/** GitHub limits a comment to 65,536 characters, Jira to 32,767, GitLab to 1,000,000. */
export const MAX_COMMENT_LENGTH = 32_767;
/** Names that one change adds or removes. */
export const MAX_CHANGED_NAMES = 50;

/** Issues that one change of several issues has: as many as a list can have selected. */
export const MAX_BULK_ISSUES = 100;
/** Seconds in which a change of several issues can be taken back: nothing of it is sent before. */
export const HOLD_SECONDS = 10;

/**
 * State of a stored change. `held`: it is sent after a time. `sending`: the tracker is asked. `unknown`: the answer was lost, and the tracker is
 * read again. `lost`: it was looked for and is not there, or the tracker does not show it. `unsent`: the server stopped before it was
 * sent. `refused`: `text` says why. `done`: the tracker has it.
 */
export const STORED_WRITE_STATES = ["held", "sending", "unknown", "lost", "unsent", "refused", "done"] as const;
export type StoredWriteState = (typeof STORED_WRITE_STATES)[number];

/** GitHub limits a title to 256 characters, GitLab and Jira to 255. */
export const MAX_NEW_TITLE_LENGTH = 255;
