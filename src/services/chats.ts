import type { Chat } from "../../contract/notices/chatActionKinds.ts";
import * as endpoints from "virtual:endpoints/chats";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type ChatLinkFields = BodySent<"followChatLink">;
export type SlackAppFields = BodySent<"setSlackApp">;
export type TeamsAppFields = BodySent<"setTeamsApp">;

/** The apps of the company in chats, which user of a chat the caller is, and the links in messages of a chat. */
export const createChatsService = ({ call, send }: Client) => ({
  slackApp: (id: string, signal?: AbortSignal) => call(endpoints.getSlackApp, { params: { id }, signal }),
  setSlackApp: (id: string, body: SlackAppFields) => call(endpoints.setSlackApp, { params: { id }, body }),
  removeSlackApp: (id: string) => send(endpoints.removeSlackApp, { params: { id } }),
  testSlackApp: (id: string) => call(endpoints.testSlackApp, { params: { id } }),
  channels: (chat: Chat, id: string, signal?: AbortSignal) =>
    chat === "slack"
      ? call(endpoints.listSlackChannels, { params: { id }, signal })
      : call(endpoints.listTeamsChannels, { params: { id }, signal }),
  messageLink: (link: string, signal?: AbortSignal) => call(endpoints.getChatLink, { query: { link }, signal }),
  followMessageLink: (body: ChatLinkFields) => call(endpoints.followChatLink, { body }),
  teamsApp: (id: string, signal?: AbortSignal) => call(endpoints.getTeamsApp, { params: { id }, signal }),
  setTeamsApp: (id: string, body: TeamsAppFields) => call(endpoints.setTeamsApp, { params: { id }, body }),
  removeTeamsApp: (id: string) => send(endpoints.removeTeamsApp, { params: { id } }),
  testTeamsApp: (id: string) => call(endpoints.testTeamsApp, { params: { id } }),
  userLink: (chat: Chat, signal?: AbortSignal) =>
    chat === "slack" ? call(endpoints.getSlackLink, { signal }) : call(endpoints.getTeamsLink, { signal }),
  beginUserLink: (chat: Chat) =>
    chat === "slack" ? call(endpoints.beginSlackLink, {}) : call(endpoints.beginTeamsLink, {}),
  confirmUserLink: (chat: Chat, user: string) =>
    chat === "slack"
      ? call(endpoints.confirmSlackLink, { body: { user } })
      : call(endpoints.confirmTeamsLink, { body: { user } }),
  removeUserLink: (chat: Chat) =>
    chat === "slack" ? send(endpoints.removeSlackLink, {}) : send(endpoints.removeTeamsLink, {}),
});
export type ChatsService = ReturnType<typeof createChatsService>;
