import { createSeal } from "../access/secrets.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../features/chatActions/chatLinks.ts";
import { newChannelMessage } from "../features/slack/channelMessage.ts";
import { postToChannel } from "../features/slack/postToChannel.ts";
import { WEBHOOK_PURPOSE } from "../features/outgoingWebhooks/receiver.ts";
import { WebhookSender } from "../features/outgoingWebhooks/WebhookSender.ts";
import type { Egress } from "../sources/egress/egress.ts";
import { slackDepsOf } from "./startSlackSender.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** What deliveries are rendered and sent with. */
export function deliverDepsOf(
  server: Pick<ServerProcess, "settings" | "publicUrl">,
  storage: Pick<Storage, "database" | "keys" | "secrets">,
  egress: Egress,
) {
  const slack = slackDepsOf(server, storage, egress);
  return {
    db: storage.database.db,
    egress,
    seal: createSeal(storage.keys, WEBHOOK_PURPOSE),
    link: slack.link,
    links: chatLinks(createSeal(storage.keys, CHAT_LINK_PURPOSE)),
    channelContents: newChannelMessage,
    post: postToChannel.bind(null, slack),
  };
}

/** Sends what waits for outgoing webhooks. */
export async function startWebhookSender(
  server: ServerProcess,
  storage: Pick<Storage, "database" | "keys" | "secrets">,
  egress: Egress,
): Promise<void> {
  const { app, onClose } = server;
  const sender = new WebhookSender({
    ...deliverDepsOf(server, storage, egress),
    database: storage.database,
    onError: (error, about) => app.log.error({ err: error, ...about }, "webhooks could not be served"),
  });
  await sender.start();
  onClose(() => sender.stop());
}
