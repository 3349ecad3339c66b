import type { Chat } from "../../contract/notices/chatActionKinds.ts";
import * as endpoints from "virtual:endpoints/webhooks";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type NewWebhookFields = BodySent<"createOutgoingWebhook">;
export type WebhookChange = BodySent<"changeOutgoingWebhook">;

export type ChatLinkFields = BodySent<"followChatLink">;
export type SlackAppFields = BodySent<"setSlackApp">;
export type TeamsAppFields = BodySent<"setTeamsApp">;

/** Messages to other systems, their log and their links; the apps of the company in chats, and who the caller is there. */
export const createOutgoingWebhooksService = ({ call, send }: Client) => ({
  ofProject: (id: string, signal?: AbortSignal) =>
    call(endpoints.listOutgoingWebhooks, { query: { project: id }, signal }),
  ofCompany: (id: string, signal?: AbortSignal) => call(endpoints.listCompanyWebhooks, { params: { id }, signal }),
  addToProject: (id: string, body: NewWebhookFields) => call(endpoints.createOutgoingWebhook, { params: { id }, body }),
  addToCompany: (id: string, body: NewWebhookFields) => call(endpoints.createCompanyWebhook, { params: { id }, body }),
  change: (webhookId: string, body: WebhookChange) =>
    call(endpoints.changeOutgoingWebhook, { params: { webhookId }, body }),
  remove: (webhookId: string) => send(endpoints.removeOutgoingWebhook, { params: { webhookId } }),
  replaceSecret: (webhookId: string) => call(endpoints.rotateWebhookSecret, { params: { webhookId } }),
  test: (webhookId: string) => call(endpoints.testOutgoingWebhook, { params: { webhookId } }),
  deliveries: (webhookId: string, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.listDeliveries, { params: { webhookId }, query: { cursor: cursor ?? undefined }, signal }),
  delivery: (deliveryId: string, signal?: AbortSignal) =>
    call(endpoints.getDelivery, { params: { deliveryId }, signal }),
  slackApp: (id: string, signal?: AbortSignal) => call(endpoints.getSlackApp, { params: { id }, signal }),
  setSlackApp: (id: string, body: SlackAppFields) => call(endpoints.setSlackApp, { params: { id }, body }),
  removeSlackApp: (id: string) => send(endpoints.removeSlackApp, { params: { id } }),
  testSlackApp: (id: string) => call(endpoints.testSlackApp, { params: { id } }),
  chatChannels: (chat: Chat, id: string, signal?: AbortSignal) =>
    chat === "slack"
      ? call(endpoints.listSlackChannels, { params: { id }, signal })
      : call(endpoints.listTeamsChannels, { params: { id }, signal }),
  chatLink: (link: string, signal?: AbortSignal) => call(endpoints.getChatLink, { query: { link }, signal }),
  followChatLink: (body: ChatLinkFields) => call(endpoints.followChatLink, { body }),
  teamsApp: (id: string, signal?: AbortSignal) => call(endpoints.getTeamsApp, { params: { id }, signal }),
  setTeamsApp: (id: string, body: TeamsAppFields) => call(endpoints.setTeamsApp, { params: { id }, body }),
  removeTeamsApp: (id: string) => send(endpoints.removeTeamsApp, { params: { id } }),
  testTeamsApp: (id: string) => call(endpoints.testTeamsApp, { params: { id } }),
  chatUser: (chat: Chat, signal?: AbortSignal) =>
    chat === "slack" ? call(endpoints.getSlackLink, { signal }) : call(endpoints.getTeamsLink, { signal }),
  beginChatLink: (chat: Chat) =>
    chat === "slack" ? call(endpoints.beginSlackLink, {}) : call(endpoints.beginTeamsLink, {}),
  confirmChatLink: (chat: Chat, user: string) =>
    chat === "slack"
      ? call(endpoints.confirmSlackLink, { body: { user } })
      : call(endpoints.confirmTeamsLink, { body: { user } }),
  removeChatLink: (chat: Chat) =>
    chat === "slack" ? send(endpoints.removeSlackLink, {}) : send(endpoints.removeTeamsLink, {}),
  sendAgain: (deliveryId: string) => call(endpoints.replayDelivery, { params: { deliveryId } }),
});
export type OutgoingWebhooksService = ReturnType<typeof createOutgoingWebhooksService>;
