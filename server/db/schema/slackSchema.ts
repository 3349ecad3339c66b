/** Tables of the Slack app of a company. */
import type { ColumnType, Generated } from "kysely";
import type { Created, Json, Time } from "../columns.ts";

/** The app of a company in its workspace. Its two secrets are rows of `secrets`. */
export interface SlackAppsTable {
  company_id: string;
  team_id: string;
  /** The name of the workspace. */
  team: string;
  /** The organization of Enterprise Grid; null elsewhere. */
  enterprise_id: string | null;
  bot_user_id: string;
  token_secret_id: string | null;
  signing_secret_id: string | null;
  /** Since when Slack does not know the app any more. */
  ended_at: Time | null;
  /** A serialized message. */
  ended_reason: string | null;
  /** Nothing is sent before: Slack asked for fewer requests. */
  resume_at: Time | null;
  created_at: Created;
}

/** The Slack user that a user has linked. */
export interface SlackLinksTable {
  user_id: string;
  company_id: string;
  slack_user_id: string;
  /** As Slack has named the user when it was linked. */
  name: string;
  /** The conversation with the user, once it was opened. */
  channel: string | null;
  /** A serialized message: why the last message could not be sent. */
  fault: string | null;
  created_at: Created;
}

/** A code that a user has asked for, and the Slack user who has typed it. */
export interface SlackLinkAttemptsTable {
  user_id: string;
  company_id: string;
  code_hash: string;
  slack_user_id: string | null;
  name: string | null;
  expires_at: Time;
}

/** A change that a button has stored and that is not known to be at its tracker. */
export interface PendingChange {
  readonly userId: string;
  /** The batch of its stored write. */
  readonly batch: string;
  /** It can be taken back: the message has a button for it. */
  readonly isHeld: boolean;
  /** What the message shows once the tracker has it: a serialized message. */
  readonly done: string;
  /** Until then the change may still be stored: a time in ISO form. Left out once it is. */
  readonly claimedUntil?: string;
}

/** What a button of a message has done. */
export interface SlackResult {
  readonly action: string;
  /** The delivery whose issue it was done to; left out in the message about a notice. */
  readonly target?: string;
  /** The button is not shown any more: it was done, or waits to be. */
  readonly isDone: boolean;
  /** A serialized message. */
  readonly text: string;
  readonly pending?: PendingChange;
}

/**
 * One row a message: about a notice, or about events in a channel. One about a notice goes with the link of its user, so that no other Slack
 * user gets its changes.
 */
export interface SlackMessagesTable {
  id: string;
  /** Null in a channel, as is `notice_id`. */
  user_id: string | null;
  company_id: string;
  notice_id: string | null;
  /** The webhook that sends a message in a channel; null for one about a notice. `deliveries` has the ids of what it reports. */
  webhook_id: Generated<string | null>;
  deliveries: ColumnType<string[], string | undefined, string>;
  /** When it is looked whether pending changes have ended. */
  settle_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  state: "waiting" | "sending" | "sent" | "failed" | "dropped";
  channel: string | null;
  /** By which Slack names the message; null while it has none. */
  ts: string | null;
  /** It may have been sent before: the answer of Slack was lost, or the process ended. */
  is_repeat: Generated<boolean>;
  /** It shows that the notice is read. */
  is_settled: Generated<boolean>;
  results: Json<SlackResult[]>;
  /** Grows with each refused press, so that the next one is a change of its own. */
  round: Generated<number>;
  attempts: Generated<number>;
  next_attempt_at: Time;
  leased_until: Time | null;
  created_at: Created;
}

/** The use of a link in a message, which is one for each action of a delivery. */
export interface ChatLinkUsesTable {
  delivery_id: string;
  action: string;
  /** Null for a user who is gone. */
  user_id: string | null;
  /** Grows with each refusal, so that the next use is a change of its own. */
  round: Generated<number>;
  started_at: Time;
  /** Null while it is not known to have been done. */
  ended_at: Time | null;
}

/** Requests of Slack that were accepted, while their signature is valid. */
export interface SlackRequestsTable {
  company_id: string;
  signature: string;
  received_at: Time;
}

/** Tables of the Slack app. */
export interface SlackTables {
  chat_link_uses: ChatLinkUsesTable;
  slack_apps: SlackAppsTable;
  slack_link_attempts: SlackLinkAttemptsTable;
  slack_links: SlackLinksTable;
  slack_messages: SlackMessagesTable;
  slack_requests: SlackRequestsTable;
}
