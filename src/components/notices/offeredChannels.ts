import { type Chat, isChat } from "../../../contract/notices/chatActionKinds.ts";
import { NOTICE_CHANNELS, type NoticeChannel } from "../../../contract/notices/noticeKinds.ts";

/** The channels without the chats in which the reader has no linked user, unless one is chosen already. */
export const offeredChannels = (chats: readonly Chat[], chosen: string | undefined): readonly NoticeChannel[] =>
  NOTICE_CHANNELS.filter((channel) => !isChat(channel) || chats.includes(channel) || channel === chosen);
