import type { ChatDeps } from "../chats/chatDeps.ts";
import type { BotFrameworkKeys } from "./BotFrameworkKeys.ts";
import type { TeamsCloud } from "./teamsCloud.ts";
import type { TeamsTokens } from "./TeamsTokens.ts";

/** Dependencies of all parts of the connection to Microsoft Teams. */
export interface TeamsDeps extends ChatDeps {
  readonly cloud: TeamsCloud;
  readonly tokens: TeamsTokens;
  readonly keys: BotFrameworkKeys;
}
