/** The app of Microsoft Teams that a company has set up, for its Admins. */
import type { ChatTest } from "../../../contract/notices/chatUsers.ts";
import type { TeamsAppBody, TeamsSettings } from "../../../contract/notices/teams.ts";
import type { Actor } from "../../access/auditLog.ts";
import { findChatApp } from "../../db/tables/chats/chatApps.ts";
import { countChatUsers } from "../../db/tables/chats/chatUsers.ts";
import { Invalid } from "../../errors.ts";
import { type Language, formatStored, message, sayIn } from "../../messages/messages.ts";
import { chatSecretOf, endChatApp, requireChatApp, resumeChatApp, storeChatApp } from "../chats/chatApps.ts";
import { registrationOf } from "./teamsClient.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { messagingEndpoint, teamsPackage } from "./teamsPackage.ts";

export async function readTeamsSettings(
  { db, link }: TeamsDeps,
  companyId: string,
  language: Language,
): Promise<TeamsSettings> {
  const app = await findChatApp(db, "teams", companyId);
  return {
    app: app
      ? {
          app_id: app.bot_user_id,
          tenant_id: app.team_id,
          ended: app.ended_reason && formatStored(app.ended_reason, language),
          linked: await countChatUsers(db, "teams", companyId),
          created_at: app.created_at.toISOString(),
          package: (await teamsPackage(app.bot_user_id, link, app.created_at)).toString("base64"),
        }
      : null,
    messaging_endpoint: messagingEndpoint(companyId, link),
  };
}

/** The field that a refusal of Entra is about. */
const FIELDS: Readonly<Record<string, "app_id" | "tenant_id">> = {
  AADSTS700016: "app_id",
  AADSTS90002: "tenant_id",
};

/**
 * Stores an app once Microsoft gives a token for it. Links and messages stay where it is the same app in the same tenant.
 * @throws Invalid with what Microsoft refuses
 */
export async function setTeamsApp(
  deps: TeamsDeps,
  companyId: string,
  { app_id: appId, tenant_id: tenantId, client_secret: clientSecret }: TeamsAppBody,
  by: Actor,
): Promise<void> {
  const { cloud, secrets, tokens } = deps;
  const registration = { appId, tenantId, clientSecret };
  // A stored token may be of a secret that was withdrawn since.
  tokens.forget(cloud, registration);
  const answer = await tokens.tokenOf(cloud, registration);
  if (!answer.ok) throw new Invalid({ [FIELDS[answer.error] ?? "client_secret"]: [answer.text] });
  const row = {
    company_id: companyId,
    chat: "teams" as const,
    team_id: tenantId,
    team: tenantId,
    enterprise_id: null,
    bot_user_id: appId,
  };
  await storeChatApp(deps, row, {
    by,
    isSame: (before) => before.team_id === tenantId && before.bot_user_id === appId,
    storeSecrets: async (tx) => ({
      token_secret_id: await secrets.store(tx, companyId, { token: clientSecret }, cloud.loginUrl),
      signing_secret_id: null,
    }),
  });
}

/** Asks Microsoft for a token of the app, in words. One that is refused is noted; one that is taken again, too. @throws NotFound */
export async function testTeamsApp(deps: TeamsDeps, companyId: string, language: Language): Promise<ChatTest> {
  const app = await requireChatApp(deps.db, "teams", companyId);
  const secret = await chatSecretOf(deps, deps.db, app);
  const say = sayIn(language);
  if (secret === null) return { passed: false, text: say(message("teams.secret_gone")) };
  const registration = registrationOf(app, secret);
  deps.tokens.forget(deps.cloud, registration);
  const answer = await deps.tokens.tokenOf(deps.cloud, registration);
  if (!answer.ok) {
    if (answer.isEnded) await endChatApp(deps, app, answer);
    return { passed: false, text: say(answer.text) };
  }
  await resumeChatApp(deps, app);
  return { passed: true, text: say(message("teams.works")) };
}
