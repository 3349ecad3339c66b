/** The channels that the app of a company can post to. */
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { ChatChannels } from "../../../contract/notices/chatActions.ts";
import { type ChatAppRow, findChatApp } from "../../db/tables/chats/chatApps.ts";
import { Invalid } from "../../errors.ts";
import { type Language, type Message, formatMessage, message } from "../../messages/messages.ts";
import { chatSecretOf, endChatApp } from "./chatApps.ts";
import type { ChatFailure } from "./chatClient.ts";
import type { ChatDeps } from "./chatDeps.ts";
import { CHAT_TEXTS } from "./chatTexts.ts";

/** How the channels of one chat are read. */
export interface ChannelReader {
  readonly chat: Chat;
  /** Why nothing is read where the secret of the app is gone. */
  readonly secretGone: Message;
  readonly read: (
    app: ChatAppRow,
    secret: string,
  ) => Promise<Pick<ChatChannels, "channels" | "is_complete"> | ChatFailure>;
}

/** Reads the channels from the chat. A failure is part of the answer, in words. */
export async function readChatChannels(
  deps: ChatDeps,
  { chat, secretGone, read }: ChannelReader,
  companyId: string,
  language: Language,
): Promise<ChatChannels> {
  const app = await findChatApp(deps.db, chat, companyId);
  if (!app) return { team: null, channels: [], is_complete: true, failure: null };
  const failed = (text: Message): ChatChannels => ({
    team: app.team,
    channels: [],
    is_complete: false,
    failure: formatMessage(text, language),
  });
  const secret = await chatSecretOf(deps, deps.db, app);
  if (secret === null) return failed(secretGone);
  const answer = await read(app, secret);
  if (!("ok" in answer)) return { team: app.team, ...answer, failure: null };
  if (answer.isEnded) await endChatApp(deps, app, answer);
  return failed(answer.text);
}

/** @throws Invalid with why the app cannot post to a channel */
export function refuseChannel(text: Message): never {
  throw new Invalid({ channel: [text] });
}

/** The app that is to post to a channel, with its secret. @throws Invalid for no channel, and without an app */
export async function requireChannelApp(
  deps: ChatDeps,
  chat: Chat,
  companyId: string,
  channel: string,
): Promise<{ readonly app: ChatAppRow; readonly secret: string }> {
  if (channel === "") return refuseChannel(message("field.required"));
  const app = await findChatApp(deps.db, chat, companyId);
  const secret = app && (await chatSecretOf(deps, deps.db, app));
  return app && secret ? { app, secret } : refuseChannel(CHAT_TEXTS[chat].noAppForChannel);
}
