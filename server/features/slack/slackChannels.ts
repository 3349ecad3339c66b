/** The channels where the company's Slack app is a member: it posts to no other. */
import type { ChatChannels } from "../../../contract/notices/chatActions.ts";
import { findChatApp } from "../../db/tables/chatApps.ts";
import { Invalid } from "../../errors.ts";
import { type Language, type Message, formatMessage, message } from "../../messages/messages.ts";
import { chatSecretOf, endChatApp } from "../chats/chatApps.ts";
import { callSlack } from "./slackApi.ts";
import type { SlackDeps } from "./slackDeps.ts";

/** Slack recommends at most 200 channels a page, and allows 20 pages a minute. */
const PAGE_CHANNELS = 200;
const MAX_PAGES = 15;

/** Reads the channels from Slack, page by page. A failure is part of the answer, in words. */
export async function readSlackChannels(deps: SlackDeps, companyId: string, language: Language): Promise<ChatChannels> {
  const { db } = deps;
  const app = await findChatApp(db, "slack", companyId);
  if (!app) return { team: null, channels: [], is_complete: true, failure: null };
  const failed = (text: Message): ChatChannels => ({
    team: app.team,
    channels: [],
    is_complete: false,
    failure: formatMessage(text, language),
  });
  const token = await chatSecretOf(deps, db, app);
  if (token === null) return failed(message("slack.invalid_auth"));
  const channels: ChatChannels["channels"] = [];
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await callSlack(deps, "conversations.list", token, {
      types: "public_channel,private_channel",
      exclude_archived: "true",
      limit: String(PAGE_CHANNELS),
      ...(cursor !== "" && { cursor }),
    });
    if (!answer.ok) {
      if (answer.isEnded) await endChatApp(deps, app, answer);
      return failed(answer.text);
    }
    for (const { id, name = id, is_member: isMember, is_private: isPrivate = false } of answer.channels ?? []) {
      if (isMember === true) channels.push({ id, name, is_private: isPrivate });
    }
    cursor = answer.response_metadata?.next_cursor ?? "";
    if (cursor === "") break;
  }
  channels.sort((channel, other) => channel.name.localeCompare(other.name, "en"));
  return { team: app.team, channels, is_complete: cursor === "", failure: null };
}

/** Asks Slack for the name of a channel to which the app can post. @throws Invalid with why it cannot */
export async function requireSlackChannel(deps: SlackDeps, companyId: string, channel: string): Promise<string> {
  const refuse = (text: Message): never => {
    throw new Invalid({ channel: [text] });
  };
  if (channel === "") return refuse(message("field.required"));
  const app = await findChatApp(deps.db, "slack", companyId);
  const token = app && (await chatSecretOf(deps, deps.db, app));
  if (!token) return refuse(message("slack.no_app_for_channel"));
  const answer = await callSlack(deps, "conversations.info", token, { channel });
  if (!answer.ok) return refuse(answer.text);
  const described = typeof answer.channel === "object" ? answer.channel : undefined;
  if (described?.id !== channel || described.is_member !== true) return refuse(message("slack.not_in_channel"));
  if (described.is_archived === true) return refuse(message("slack.is_archived"));
  return described.name ?? channel;
}
