/** The Slack app that a company has set up, for its Admins. */
import type { ChatTest } from "../../../contract/notices/chatUsers.ts";
import type { SlackAppBody, SlackSettings } from "../../../contract/notices/slack.ts";
import type { Actor } from "../../access/auditLog.ts";
import { findChatApp } from "../../db/tables/chats/chatApps.ts";
import { countChatUsers } from "../../db/tables/chats/chatUsers.ts";
import { Invalid } from "../../errors.ts";
import { formatStored, type Language, message, sayIn } from "../../messages/messages.ts";
import { chatSecretOf, endChatApp, requireChatApp, resumeChatApp, storeChatApp } from "../chats/chatApps.ts";
import { SLACK_SCOPES, createAppUrl, slackManifest } from "./slackManifest.ts";
import { type SlackSuccess, callSlack } from "./slackApi.ts";
import type { SlackDeps } from "./slackDeps.ts";

export async function readSlackSettings(
  { db, link, slackUrl }: SlackDeps,
  companyId: string,
  language: Language,
): Promise<SlackSettings> {
  const app = await findChatApp(db, "slack", companyId);
  const manifest = slackManifest(companyId, link);
  return {
    app: app
      ? {
          team: app.team,
          ended: app.ended_reason && formatStored(app.ended_reason, language),
          linked: await countChatUsers(db, "slack", companyId),
          created_at: app.created_at.toISOString(),
        }
      : null,
    manifest,
    create_url: createAppUrl(slackUrl, manifest),
  };
}

const missingScopes = ({ scopes }: SlackSuccess): string[] =>
  scopes === null ? [] : SLACK_SCOPES.filter((scope) => !scopes.includes(scope));

/**
 * Stores an app once Slack accepts its token. Links and messages stay where it is of the same workspace.
 * @throws Invalid with what Slack says of the token
 */
export async function setSlackApp(
  deps: SlackDeps,
  companyId: string,
  { bot_token: token, signing_secret: signingSecret }: SlackAppBody,
  by: Actor,
): Promise<void> {
  const { secrets, slackUrl } = deps;
  const answer = await callSlack(deps, "auth.test", token, {});
  if (!answer.ok) throw new Invalid({ bot_token: [answer.text] });
  const { team_id: teamId, user_id: botUserId, team = "", enterprise_id: enterpriseId = null } = answer;
  if (teamId === undefined || botUserId === undefined) throw new Invalid({ bot_token: [message("slack.no_team")] });
  const missing = missingScopes(answer);
  if (missing.length > 0) {
    throw new Invalid({ bot_token: [message("slack.missing_scope", { scopes: missing.join(", ") })] });
  }
  const row = {
    company_id: companyId,
    chat: "slack" as const,
    team_id: teamId,
    team,
    enterprise_id: enterpriseId,
    bot_user_id: botUserId,
  };
  await storeChatApp(deps, row, {
    by,
    isSame: (before) => before.team_id === teamId,
    storeSecrets: async (tx) => ({
      token_secret_id: await secrets.store(tx, companyId, { token }, slackUrl),
      signing_secret_id: await secrets.store(tx, companyId, { token: signingSecret }),
    }),
  });
}

/** Asks Slack about the app, in words. One that Slack does not know any more is noted; one that it knows again, too. @throws NotFound */
export async function testSlackApp(deps: SlackDeps, companyId: string, language: Language): Promise<ChatTest> {
  const app = await requireChatApp(deps.db, "slack", companyId);
  const token = await chatSecretOf(deps, deps.db, app);
  const say = sayIn(language);
  if (token === null) return { passed: false, text: say(message("slack.invalid_auth")) };
  const answer = await callSlack(deps, "auth.test", token, {});
  if (!answer.ok) {
    if (answer.isEnded) await endChatApp(deps, app, answer);
    return { passed: false, text: say(answer.text) };
  }
  const missing = missingScopes(answer);
  if (missing.length > 0)
    return { passed: false, text: say(message("slack.missing_scope", { scopes: missing.join(", ") })) };
  if (answer.team_id !== app.team_id)
    return { passed: false, text: say(message("slack.other_team", { team: answer.team ?? "?" })) };
  await resumeChatApp(deps, app);
  return { passed: true, text: say(message("slack.works", { team: app.team })) };
}
