/** Tables of the Slack app of a company. */
import type { Generated } from "kysely";
import type { Created, Json, Time } from "./columns.ts";

/** The app of a company in its workspace. Its two secrets are rows of `secrets`. */
export interface SlackAppsTable {
  company_id: string;
  team_id: string;
  /** The name of the workspace. */
  team: string;
  /** Of Enterprise Grid; null elsewhere. */
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

/** What a button of a message has done. */
export interface SlackResult {
  readonly action: string;
  readonly isDone: boolean;
  /** A serialized message. */
  readonly text: string;
}

/** One row a notice: the message about it. It goes with the link of its user, so that no other Slack user gets its changes. */
export interface SlackMessagesTable {
  id: string;
  user_id: string;
  company_id: string;
  notice_id: string;
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

/** Requests of Slack that were accepted, while their signature is valid. */
export interface SlackRequestsTable {
  company_id: string;
  signature: string;
  received_at: Time;
}

/** Tables of the Slack app. */
export interface SlackTables {
  slack_apps: SlackAppsTable;
  slack_link_attempts: SlackLinkAttemptsTable;
  slack_links: SlackLinksTable;
  slack_messages: SlackMessagesTable;
  slack_requests: SlackRequestsTable;
}
