/** Tables of the apps that a company has in chats: Slack and Microsoft Teams. */
import type { ColumnType, Generated } from "kysely";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { Created, Json, Time } from "../columns.ts";

/** The app of a company in a chat. Its secrets are rows of `secrets`. */
export interface ChatAppsTable {
  company_id: string;
  chat: Chat;
  /** The workspace of Slack; the tenant of Microsoft Entra. */
  team_id: string;
  /** The name of the workspace; of Teams the id of the tenant. */
  team: string;
  /** The organization of Enterprise Grid; null elsewhere. */
  enterprise_id: string | null;
  /** The user of the bot in Slack; of Teams the id of the app. */
  bot_user_id: string;
  /** The token of Slack; the client secret of Teams. */
  token_secret_id: string | null;
  /** The signing secret of Slack; null for Teams, whose requests are signed by keys that are published. */
  signing_secret_id: string | null;
  /** Since when the chat does not know the app any more. */
  ended_at: Time | null;
  /** A serialized message. */
  ended_reason: string | null;
  /** Nothing is sent before: the chat asked for fewer requests. */
  resume_at: Time | null;
  created_at: Created;
}

/** The user of a chat that a user has linked. */
export interface ChatUsersTable {
  user_id: string;
  chat: Chat;
  company_id: string;
  /** The id in Slack; of Teams the object id in Entra. */
  chat_user_id: string;
  /** As the chat has named the user when it was linked. */
  name: string;
  /** The conversation with the user: of Slack once it was opened. */
  channel: string | null;
  /** Where the conversation is reached; null for Slack. */
  service_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** A serialized message: why the last message could not be sent. */
  fault: string | null;
  created_at: Created;
}

/** A code that a user has asked for, and the user of the chat who has typed it. */
export interface ChatUserAttemptsTable {
  user_id: string;
  chat: Chat;
  company_id: string;
  code_hash: string;
  chat_user_id: string | null;
  name: string | null;
  /** The conversation in which it was typed, and where that is reached; null for Slack. */
  channel: ColumnType<string | null, string | null | undefined, string | null>;
  service_url: ColumnType<string | null, string | null | undefined, string | null>;
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
export interface ChatResult {
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
 * One row a message: about a notice, or about events in a channel. One about a notice goes with the link of its user, so that no other user
 * of the chat gets its changes.
 */
export interface ChatMessagesTable {
  id: string;
  chat: Chat;
  /** Null in a channel, as is `notice_id`. */
  user_id: string | null;
  company_id: string;
  notice_id: string | null;
  /** The webhook that sends a message in a channel; null for one about a notice. `deliveries` has the ids of what it reports. */
  webhook_id: Generated<string | null>;
  deliveries: ColumnType<string[], string | undefined, string>;
  /** When pending changes are settled. */
  settle_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  state: "waiting" | "sending" | "sent" | "failed" | "dropped";
  channel: string | null;
  /** The chat's id of the message; null while it has none. */
  ts: string | null;
  /** It may have been sent before: the answer of the chat was lost, or the process ended. */
  is_repeat: Generated<boolean>;
  /** It shows that the notice is read. */
  is_settled: Generated<boolean>;
  results: Json<ChatResult[]>;
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

/** Requests of chats that were accepted, while they could be repeated. */
export interface ChatRequestsTable {
  company_id: string;
  chat: Chat;
  /** The signature of Slack; of Teams a digest of conversation and activity. */
  request_id: string;
  received_at: Time;
}

/** A team of Microsoft Teams that the app was added to: it posts to the channels of no other. */
export interface ChatTeamsTable {
  company_id: string;
  chat: Chat;
  id: string;
  name: string;
  /** Where its conversations are reached. */
  service_url: string;
  created_at: Created;
}

/** Tables of the apps in chats. */
export interface ChatTables {
  chat_apps: ChatAppsTable;
  chat_link_uses: ChatLinkUsesTable;
  chat_messages: ChatMessagesTable;
  chat_teams: ChatTeamsTable;
  chat_user_attempts: ChatUserAttemptsTable;
  chat_users: ChatUsersTable;
  chat_requests: ChatRequestsTable;
}
