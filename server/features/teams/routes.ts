import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { requireCompany } from "../../access/policy.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { removeChatApp } from "../chats/chatApps.ts";
import { beginChatLink, confirmChatLink, readChatUser, removeChatLink } from "../chats/chatLinking.ts";
import { readTeamsChannels } from "./teamsChannels.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { TEAMS_COMMAND } from "./teamsPackage.ts";
import { readTeamsSettings, setTeamsApp, testTeamsApp } from "./teamsSettings.ts";

/** Each asks Microsoft. */
const APP_LIMITS: Limits = {
  name: "teams-app",
  windowMs: 15 * MINUTE_MS,
  perAddress: null,
  perAccount: 30,
  refusal: message("limit.requests"),
};
const LINK_LIMITS: Limits = { ...APP_LIMITS, name: "teams-link", perAccount: 20 };

/** The app of the company in Microsoft Teams, for its Admins, and the caller's own link to it. */
export function mountTeams(mount: RouteRegistrar, deps: TeamsDeps): void {
  const apps = new RateLimiter(deps.db, APP_LIMITS);
  const links = new RateLimiter(deps.db, LINK_LIMITS);
  mount("getTeamsApp", ({ user, params }) =>
    readTeamsSettings(deps, requireCompany(user, params.id, "teams.change"), user.language),
  );
  mount("setTeamsApp", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "teams.change");
    await apps.take("", user.id);
    await setTeamsApp(deps, companyId, body, actorOf(user, address));
    return readTeamsSettings(deps, companyId, user.language);
  });
  mount("removeTeamsApp", ({ user, params, address }) =>
    removeChatApp(deps, "teams", requireCompany(user, params.id, "teams.change"), actorOf(user, address)),
  );
  mount("testTeamsApp", async ({ user, params }) => {
    const companyId = requireCompany(user, params.id, "teams.change");
    await apps.take("", user.id);
    return testTeamsApp(deps, companyId, user.language);
  });
  mount("listTeamsChannels", async ({ user, params }) => {
    const companyId = requireCompany(user, params.id, "teams.change");
    await apps.take("", user.id);
    return readTeamsChannels(deps, companyId, user.language);
  });
  mount("getTeamsLink", ({ user }) => readChatUser(deps, "teams", user));
  mount("beginTeamsLink", async ({ user }) => {
    await links.take("", user.id);
    const { code, expires_at } = await beginChatLink(deps, "teams", user);
    return { command: `${TEAMS_COMMAND} ${code}`, expires_at };
  });
  mount("confirmTeamsLink", ({ user, body, address }) => confirmChatLink(deps, "teams", user, body.user, address));
  mount("removeTeamsLink", ({ user, address }) => removeChatLink(deps, "teams", user, address));
}
