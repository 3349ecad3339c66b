import { MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { requireCompany } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { beginSlackLink, confirmSlackLink, readSlackLink, removeSlackLink } from "./slackLinking.ts";
import { readSlackChannels } from "./slackChannels.ts";
import type { SlackDeps } from "./slackDeps.ts";
import { readSlackSettings, removeSlackApp, setSlackApp, testSlackApp } from "./slackSettings.ts";

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
    removeSlackApp(deps, requireCompany(user, params.id, "slack.change"), actorOf(user, address)),
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
  mount("getSlackLink", ({ user }) => readSlackLink(deps, user));
  mount("beginSlackLink", async ({ user }) => {
    await links.take("", user.id);
    return beginSlackLink(deps, user);
  });
  mount("confirmSlackLink", ({ user, body, address }) => confirmSlackLink(deps, user, body.user, address));
  mount("removeSlackLink", ({ user, address }) => removeSlackLink(deps, user, address));
}
