/** Where the channel of a webhook is: its id names the team and the conversation. */
import type { Db } from "../../db/openDb.ts";
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import { type ChatTeamRow, findChatTeam } from "../../db/tables/chats/chatTeams.ts";

const ID = /^(\S{1,149}) (\S{1,150})$/;

/** Whether a text can name a channel. */
export const isChannelId = (text: string): boolean => ID.test(text);

/** The team of a channel, and its conversation. */
export function parseChannelId(channelId: string): { readonly teamId: string; readonly conversation: string } {
  const [, teamId = "", conversation = ""] = ID.exec(channelId) ?? [];
  return { teamId, conversation };
}

/** The team of a channel, where the app is still in it. */
export const findTeamOf = (db: Db, app: ChatAppRow, channelId: string): Promise<ChatTeamRow | undefined> =>
  findChatTeam(db, app, parseChannelId(channelId).teamId);

/** The channel of a conversation that began with a message there. */
export const channelOf = (conversation: string): string => conversation.split(";", 1)[0] ?? "";
