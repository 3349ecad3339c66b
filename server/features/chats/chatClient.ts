/** What the parts that all chats share need of one of them. */
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import type { ChatMessageRow } from "../../db/tables/chats/chatMessages.ts";
import type { ChatUserRow } from "../../db/tables/chats/chatUsers.ts";
import type { ReadableNotice } from "../../db/tables/notices/notices.ts";
import type { Language, Message } from "../../messages/messages.ts";

/** Why a chat did not do what it was asked. */
export interface ChatFailure {
  readonly ok: false;
  /** The word of the chat, or `no_answer`. */
  readonly error: string;
  readonly text: Message;
  /** The chat may have done what it was asked. */
  readonly isLost: boolean;
  /** The chat asks for a pause of the whole company. */
  readonly retryAfterMs: number | null;
  /** The chat does not know the app any more. */
  readonly isEnded: boolean;
  /** A message that is there cannot be changed any more. */
  readonly isUnchangeable: boolean;
  /** A later attempt may succeed. */
  readonly isWorthAnother: boolean;
  /** The conversation is to be opened again. */
  readonly forgetsChannel: boolean;
}

/** Where a message is. */
export interface ChatPosted {
  readonly ok: true;
  readonly channel: string;
  /** The chat's id of the message; null where its answer has none. */
  readonly ts: string | null;
}

/** A message about a notice, and for whom. */
export interface NoticeSending {
  readonly app: ChatAppRow;
  /** The token or the client secret of the app. */
  readonly secret: string;
  readonly row: ChatMessageRow;
  readonly link: ChatUserRow;
  readonly notice: ReadableNotice;
  /** Ids of issues whose key another issue of the project has. */
  readonly shared: ReadonlySet<string>;
  readonly language: Language;
}

export interface ChatClient {
  readonly chat: Chat;
  /** Sends a message, or changes the one that is there. @returns null where the conversation belongs to another user meanwhile */
  readonly post: (sending: NoticeSending) => Promise<ChatPosted | ChatFailure | null>;
  /** Changes a message in a channel. */
  readonly changeInChannel: (row: ChatMessageRow) => Promise<void>;
}
