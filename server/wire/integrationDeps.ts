/** What the features that reach other systems are wired with. */
import { createSeal } from "../access/keys/secrets.ts";
import { TICKET_PURPOSE, type AskDeps } from "../features/ask/askDeps.ts";
import type { AppsDeps } from "../features/apps/appsDeps.ts";
import type { Invoker } from "../http/invoker.ts";
import type { SetupDeps } from "../features/installation/setup.ts";
import { createSmtp } from "../mail/smtp.ts";
import { createEgress, type Egress } from "../sources/egress/egress.ts";
import { OAUTH_CALLBACK } from "../features/connections/routes.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../features/chatActions/chatLinks.ts";
import type { SsoDeps } from "../features/sso/ssoDeps.ts";
import { createReadRecords } from "../sources/oidc/domainRecords.ts";
import type { ReplyDeps } from "../features/replies/writeReply.ts";
import { modelDeps } from "./modelDeps.ts";
import type { WebDeps } from "./webDeps.ts";
import type { SlackDeps } from "../features/slack/slackDeps.ts";
import { BotFrameworkKeys } from "../features/teams/BotFrameworkKeys.ts";
import { teamsCloudOf } from "../features/teams/teamsCloud.ts";
import type { TeamsDeps } from "../features/teams/teamsDeps.ts";
import { TeamsTokens } from "../features/teams/TeamsTokens.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";
import { WEBHOOK_PURPOSE } from "../features/outgoingWebhooks/receiver.ts";
import { newChannelMessage } from "../features/slack/channelMessage.ts";
import { postToChannel } from "../features/slack/postToChannel.ts";
import { newChannelActivity } from "../features/teams/channelCard.ts";
import { postToTeams } from "../features/teams/postToTeams.ts";

const slackDepsOf = (
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

const teamsDepsOf = (
  { settings, publicUrl }: Pick<ServerProcess, "settings" | "publicUrl">,
  { database, secrets }: Pick<Storage, "database" | "secrets">,
  egress: Egress,
): TeamsDeps => ({
  db: database.db,
  secrets,
  egress,
  cloud: teamsCloudOf(settings.teamsUrl),
  tokens: new TeamsTokens(egress),
  keys: new BotFrameworkKeys(egress),
  link: (path) => publicUrl() + path,
});

/** What the parts about chats are wired with: one for a process, so that its tokens and keys of Microsoft are asked for once. */
export interface ProcessChats {
  readonly slack: SlackDeps;
  readonly teams: TeamsDeps;
}

/** Called once in a process. */
export const chatDepsOf = (
  server: Pick<ServerProcess, "settings" | "publicUrl">,
  storage: Pick<Storage, "database" | "secrets">,
  egress: Egress,
): ProcessChats => ({ slack: slackDepsOf(server, storage, egress), teams: teamsDepsOf(server, storage, egress) });

/** What deliveries are rendered and sent with. */
export function deliverDepsOf(
  storage: Pick<Storage, "database" | "keys">,
  egress: Egress,
  { slack, teams }: ProcessChats,
) {
  return {
    db: storage.database.db,
    egress,
    seal: createSeal(storage.keys, WEBHOOK_PURPOSE),
    link: slack.link,
    links: chatLinks(createSeal(storage.keys, CHAT_LINK_PURPOSE)),
    channelContents: { slack_app: newChannelMessage, teams_app: newChannelActivity },
    post: { slack_app: postToChannel.bind(null, slack), teams_app: postToTeams.bind(null, teams) },
  };
}

/** What writes replies is wired with. It asks the same calls as users. */
export function replyDeps({ storage, connected }: WebDeps, invoke: Invoker["invoke"]): ReplyDeps {
  const { sources, connections, appTokens } = connected;
  return { db: storage.database.db, secrets: storage.secrets, sources, connections, appTokens, invoke };
}

export function askDeps({ server, storage }: WebDeps, invoke: Invoker["invoke"]): AskDeps {
  return { ...modelDeps(server, storage), invoke, ticketSeal: createSeal(storage.keys, TICKET_PURPOSE) };
}

export function ssoDeps({ server: { settings, publicUrl }, storage, connected, mail }: WebDeps): SsoDeps {
  return {
    mail,
    db: storage.database.db,
    secrets: storage.secrets,
    egress: connected.sources.egress,
    attemptSeal: createSeal(storage.keys, "sso"),
    readRecords: createReadRecords(settings.dnsServers),
    publicUrl,
    allowsPlainLdap: settings.allowsPlainLdap,
  };
}

export function appsDeps({ server: { publicUrl }, storage, connected, jobs }: WebDeps): AppsDeps {
  return {
    db: storage.database.db,
    secrets: storage.secrets,
    egress: connected.sources.egress,
    // The same rows as those of sign-ins at providers.
    attemptSeal: createSeal(storage.keys, "oauth"),
    sync: jobs.sync,
    tokens: connected.appTokens,
    publicUrl,
  };
}

export function setupDeps({ server: { settings, publicUrl }, connected }: WebDeps): SetupDeps {
  const { smtp } = settings;
  return {
    settings,
    publicUrl,
    callbackUrl: () => publicUrl() + OAUTH_CALLBACK,
    clientOf: connected.connections.clientOf,
    createTransport: smtp && (() => createSmtp(smtp)),
    createOwnEgress: (host) => createEgress({ allowed: [host] }),
  };
}

/** Without mail, the operator gives the link to the invited user. */
export function announcementOf({ mail, server }: WebDeps): (email: string, path: string) => void {
  return (email, path) => {
    if (!mail.isSent) server.options.say(`Invitation for ${email}: ${mail.link(path)}`);
  };
}
