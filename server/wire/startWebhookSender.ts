import { createSeal } from "../access/secrets.ts";
import { WEBHOOK_PURPOSE } from "../features/outgoingWebhooks/receiver.ts";
import { WebhookSender } from "../features/outgoingWebhooks/WebhookSender.ts";
import type { Egress } from "../sources/egress/egress.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Sends what waits for outgoing webhooks. */
export async function startWebhookSender(
  { app, onClose, publicUrl }: ServerProcess,
  { database, keys }: Pick<Storage, "database" | "keys">,
  egress: Egress,
): Promise<void> {
  const sender = new WebhookSender({
    database,
    egress,
    seal: createSeal(keys, WEBHOOK_PURPOSE),
    link: (path) => publicUrl() + path,
    onError: (error, about) => app.log.error({ err: error, ...about }, "webhooks could not be served"),
  });
  await sender.start();
  onClose(() => sender.stop());
}
