import * as endpoints from "virtual:endpoints/webhooks";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type NewWebhookFields = BodySent<"createOutgoingWebhook">;
export type WebhookChange = BodySent<"changeOutgoingWebhook">;

export type ChatLinkFields = BodySent<"followChatLink">;
export type SlackAppFields = BodySent<"setSlackApp">;

/** Messages to other systems, their log and their links; the Slack app of the company, and who the caller is in Slack. */
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
  slackChannels: (id: string, signal?: AbortSignal) => call(endpoints.listSlackChannels, { params: { id }, signal }),
  chatLink: (link: string, signal?: AbortSignal) => call(endpoints.getChatLink, { query: { link }, signal }),
  followChatLink: (body: ChatLinkFields) => call(endpoints.followChatLink, { body }),
  slackLink: (signal?: AbortSignal) => call(endpoints.getSlackLink, { signal }),
  beginSlackLink: () => call(endpoints.beginSlackLink, {}),
  confirmSlackLink: (user: string) => call(endpoints.confirmSlackLink, { body: { user } }),
  removeSlackLink: () => send(endpoints.removeSlackLink, {}),
  sendAgain: (deliveryId: string) => call(endpoints.replayDelivery, { params: { deliveryId } }),
});
export type OutgoingWebhooksService = ReturnType<typeof createOutgoingWebhooksService>;
