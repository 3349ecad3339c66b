/** Which buttons a message about a notice has. */
import { CHAT_ISSUE_ACTIONS, type ChatIssueAction } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatResult } from "../../db/schema/chatSchema.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import { takesIssueChanges } from "../chatActions/issueAction.ts";
import { type ReportedEvent, offeredActions } from "../outgoingWebhooks/chatMessages.ts";

/** What the buttons do; `open` is a link. */
export const CHAT_ACTIONS = ["read", ...CHAT_ISSUE_ACTIONS, "mute"] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/** The action of a button that takes back what another one has stored. */
export const UNDO = "undo_";

const ISSUE_ACTIONS: ReadonlySet<ChatAction> = new Set(CHAT_ISSUE_ACTIONS);

/** Buttons of what is done already, or cannot be done to what the notice is about, are left out. */
export const offeredNoticeActions = (notice: ReadableNotice, results: readonly ChatResult[]): ChatAction[] =>
  CHAT_ACTIONS.filter((action) => isOffered(action, notice, results));

function isOffered(
  action: ChatAction,
  { subject_kind: kind, subject_id: id, tracker, read_at: readAt }: ReadableNotice,
  results: readonly ChatResult[],
): boolean {
  if (results.some((result) => result.action === action && result.isDone)) return false;
  if (action === "read") return readAt === null;
  return !ISSUE_ACTIONS.has(action) || (kind === "issue" && id !== null && takesIssueChanges(tracker));
}

/** The buttons of an event in a channel, without those of what is done already. */
export const openEventActions = (
  { event }: Pick<ReportedEvent, "event">,
  results: readonly ChatResult[],
): ChatIssueAction[] =>
  offeredActions(event).filter((action) => !results.some((result) => result.action === action && result.isDone));

/** Actions that wait to be sent and can be taken back. */
export const undoableActions = (results: readonly ChatResult[]): string[] =>
  results.filter(({ pending }) => pending?.isHeld === true).map(({ action }) => action);
