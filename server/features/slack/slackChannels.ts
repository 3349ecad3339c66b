/** The channels where the company's Slack app is a member: it posts to no other. */
import type { ChatChannels } from "../../../contract/notices/chatActions.ts";
import { type Language, message } from "../../messages/messages.ts";
import { type ChannelReader, readChatChannels, refuseChannel, requireChannelApp } from "../chats/chatChannels.ts";
import { callSlack } from "./slackApi.ts";
import type { SlackDeps } from "./slackDeps.ts";

/** Slack recommends at most 200 channels a page, and allows 20 pages a minute. */
const PAGE_CHANNELS = 200;
const MAX_PAGES = 15;

/** Reads the channels from Slack, page by page. A failure is part of the answer, in words. */
export const readSlackChannels = (deps: SlackDeps, companyId: string, language: Language): Promise<ChatChannels> =>
  readChatChannels(
    deps,
    { chat: "slack", secretGone: message("slack.invalid_auth"), read: (_, token) => readPages(deps, token) },
    companyId,
    language,
  );

async function readPages(deps: SlackDeps, token: string): ReturnType<ChannelReader["read"]> {
  const channels: ChatChannels["channels"] = [];
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await callSlack(deps, "conversations.list", token, {
      types: "public_channel,private_channel",
      exclude_archived: "true",
      limit: String(PAGE_CHANNELS),
      ...(cursor !== "" && { cursor }),
    });
    if (!answer.ok) return answer;
    for (const { id, name = id, is_member: isMember, is_private: isPrivate = false } of answer.channels ?? []) {
      if (isMember === true) channels.push({ id, name, is_private: isPrivate });
    }
    cursor = answer.response_metadata?.next_cursor ?? "";
    if (cursor === "") break;
  }
  channels.sort((channel, other) => channel.name.localeCompare(other.name, "en"));
  return { channels, is_complete: cursor === "" };
}

/** Asks Slack for the name of a channel to which the app can post. @throws Invalid with why it cannot */
export async function requireSlackChannel(deps: SlackDeps, companyId: string, channel: string): Promise<string> {
  const { secret: token } = await requireChannelApp(deps, "slack", companyId, channel);
  const answer = await callSlack(deps, "conversations.info", token, { channel });
  if (!answer.ok) return refuseChannel(answer.text);
  const described = typeof answer.channel === "object" ? answer.channel : undefined;
  if (described?.id !== channel || described.is_member !== true) return refuseChannel(message("slack.not_in_channel"));
  if (described.is_archived === true) return refuseChannel(message("slack.is_archived"));
  return described.name ?? channel;
}
