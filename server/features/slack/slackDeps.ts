import type { ChatDeps } from "../chats/chatDeps.ts";

/** Dependencies of all parts of the connection to Slack. */
export interface SlackDeps extends ChatDeps {
  /** The origin of Slack, `https://slack.com`. */
  readonly slackUrl: string;
}
