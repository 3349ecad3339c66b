import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { removeChatApp } from "../chats/chatApps.ts";
import { beginChatLink, confirmChatLink, readChatUser, removeChatLink } from "../chats/chatLinking.ts";
import { readSlackChannels } from "./slackChannels.ts";
import type { SlackDeps } from "./slackDeps.ts";
import { SLACK_COMMAND } from "./slackManifest.ts";
import { readSlackSettings, setSlackApp, testSlackApp } from "./slackSettings.ts";

/** Each asks Slack. */
const APP_LIMITS: Limits = {
  name: "slack-app",
  windowMs: 15 * MINUTE_MS,
  perAddress: null,
  perAccount: 30,
  refusal: message("limit.requests"),
};
const LINK_LIMITS: Limits = { ...APP_LIMITS, name: "slack-link", perAccount: 20 };

/** The Slack app of the company, for its Admins, and the caller's own link to it. */
export function mountSlack(mount: RouteRegistrar, deps: SlackDeps): void {
  const apps = new RateLimiter(deps.db, APP_LIMITS);
  const links = new RateLimiter(deps.db, LINK_LIMITS);
  mount("getSlackApp", ({ user, params }) =>
    readSlackSettings(deps, requireCompany(user, params.id, "slack.change"), user.language),
  );
  mount("setSlackApp", async ({ user, params, body, address }) => {
    const companyId = requireCompany(user, params.id, "slack.change");
    await apps.take("", user.id);
    await setSlackApp(deps, companyId, body, actorOf(user, address));
    return readSlackSettings(deps, companyId, user.language);
  });
  mount("removeSlackApp", ({ user, params, address }) =>
    removeChatApp(deps, "slack", requireCompany(user, params.id, "slack.change"), actorOf(user, address)),
  );
  mount("testSlackApp", async ({ user, params }) => {
    const companyId = requireCompany(user, params.id, "slack.change");
    await apps.take("", user.id);
    return testSlackApp(deps, companyId, user.language);
  });
  mount("listSlackChannels", async ({ user, params }) => {
    const companyId = requireCompany(user, params.id, "slack.change");
    await apps.take("", user.id);
    return readSlackChannels(deps, companyId, user.language);
  });
  mount("getSlackLink", ({ user }) => readChatUser(deps, "slack", user));
  mount("beginSlackLink", async ({ user }) => {
    await links.take("", user.id);
    const { code, expires_at } = await beginChatLink(deps, "slack", user);
    return { command: `${SLACK_COMMAND} link ${code}`, expires_at };
  });
  mount("confirmSlackLink", ({ user, body, address }) => confirmChatLink(deps, "slack", user, body.user, address));
  mount("removeSlackLink", ({ user, address }) => removeChatLink(deps, "slack", user, address));
}
