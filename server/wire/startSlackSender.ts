import { SlackSender } from "../features/slack/SlackSender.ts";
import type { SlackDeps } from "../features/slack/slackDeps.ts";
import type { Egress } from "../sources/egress/egress.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** What the parts about Slack are wired with. */
export const slackDepsOf = (
  { settings, publicUrl }: Pick<ServerProcess, "settings" | "publicUrl">,
  { database, secrets }: Pick<Storage, "database" | "secrets">,
  egress: Egress,
): SlackDeps => ({
  db: database.db,
  secrets,
  egress,
  slackUrl: settings.slackUrl,
  link: (path) => publicUrl() + path,
});

/** Sends messages about notices. */
export function startSlackSender(
  server: ServerProcess,
  storage: Pick<Storage, "database" | "secrets">,
  egress: Egress,
): void {
  const sender = new SlackSender(slackDepsOf(server, storage, egress), (error) =>
    server.app.log.error({ err: error }, "messages could not be sent"),
  );
  sender.start();
  server.onClose(() => sender.stop());
}
