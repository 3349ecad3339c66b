import * as endpoints from "virtual:endpoints/webhooks";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type NewWebhookFields = BodySent<"createOutgoingWebhook">;
export type WebhookChange = BodySent<"changeOutgoingWebhook">;

/** Messages to other systems, and their log. */
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
  sendAgain: (deliveryId: string) => call(endpoints.replayDelivery, { params: { deliveryId } }),
});
export type OutgoingWebhooksService = ReturnType<typeof createOutgoingWebhooksService>;
